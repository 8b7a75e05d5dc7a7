"""Turning points: royals that fall, great plays, attacks that are hardly survived, and hands that are shown."""

from __future__ import annotations

from typing import Any

from records.core.faces import UNKNOWN, Face, known
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, SeatRef, Sentence
from records.core.viewers import OPEN
from records.core.wording.turning import TurningPoint
from records.games.regicide.cards import WORTH
from records.games.regicide.model import events as ev
from records.games.regicide.narration.narrate import RegicideMoment, fallen_royal
from records.games.regicide.narration.wording import the

GREAT = 14
"""Damage of one play, from which on it is a great one."""
SHOWN = 4
"""Cards of a hand that are shown at once, from which on that is much."""
LEFT = 1
"""Cards that are left in hand at most after an attack that was hardly survived."""


def turning(moment: RegicideMoment) -> TurningPoint | None:
    """Return what makes a step a turning point for its viewer, None where nothing does."""
    match moment.recorded.event:
        case ev.RoyalDefeated() as event:
            royal = fallen_royal(moment, event)
            says = N_("The %(royal)s falls to exactly enough damage.") if event.exact else N_("The %(royal)s falls.")
            weight = WORTH.get(str(royal), 10) + (5 if event.exact else 0)
            return TurningPoint(kind="fall", weight=weight, says=Sentence(says, {"royal": the(royal)}))
        case ev.DamageDealt() as event if event.amount >= GREAT and moment.before.active is not None:
            text = N_("You deal %(n)s damage with one play."), N_("%(seat)s deals %(n)s damage with one play.")
            return TurningPoint(kind="attack", weight=event.amount, says=_said(moment, moment.before.active, *text, n=event.amount))
        case ev.Discarded() as event:
            return _survived(moment, event) or _shown(moment, event.seat, event.cards)
        case ev.JesterFlipped() as event:
            return _shown(moment, event.seat, event.cards)
        case _:
            return None


def _survived(moment: RegicideMoment, event: ev.Discarded) -> TurningPoint | None:
    """By the number of cards left, which everybody sees; not where what was discarded is seen to be too little."""
    need, hands = moment.before.need, _hands(moment)
    left = hands[event.seat].count if event.seat in hands else 0
    if not need or left > LEFT or (all(map(known, event.cards)) and sum(WORTH.get(str(card), 0) for card in event.cards) < need):
        return None
    if left:
        text = N_("You survive an attack of %(n)s with one card left."), N_("%(seat)s survives an attack of %(n)s with one card left.")
    else:
        text = N_("You survive an attack of %(n)s with an empty hand."), N_("%(seat)s survives an attack of %(n)s with an empty hand.")
    return TurningPoint(kind="escape", weight=need + 10 * (LEFT - left), says=_said(moment, event.seat, *text, n=need))


def _shown(moment: RegicideMoment, seat: SeatKey, cards: tuple[Face, ...]) -> TurningPoint | None:
    """Whose hand it is, and who sees everything anyway, learns nothing."""
    number = sum(card != UNKNOWN for card in cards)
    if number < SHOWN or moment.viewer in (seat, OPEN):
        return None
    text = N_("%(n)s cards from the hand of %(seat)s are shown at once.")
    return TurningPoint(kind="told", weight=3 * number, says=Sentence(text, {"seat": SeatRef(seat), "n": number}))


def _hands(moment: RegicideMoment) -> Any:
    table: Any = moment.after.table
    return table.hands


def _said(moment: RegicideMoment, seat: SeatKey, you: str, they: str, **args: Arg) -> Sentence:
    return Sentence(you, args) if moment.viewer == seat else Sentence(they, {"seat": SeatRef(seat), **args})
