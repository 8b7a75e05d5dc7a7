"""Turning points: hands that are laid open, attacks that fell much, and attacks that hardly fail."""

from __future__ import annotations

from typing import Any

from records.core.faces import known
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, SeatRef, Sentence
from records.core.viewers import OPEN
from records.core.wording.turning import TurningPoint
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.narration.said import CastleMoment

FEW = 3
"""Cards of a hand that are shown at once, from which on that is much; of a whole hand that is looked at, one less."""
FELLED = 2
"""Cards that fall to one attack, from which on it is a great one."""
SHOWN = 3
"""Strength that a card counts for which is shown: about what one defends on the mean."""
NARROW = 2
"""Strength that an attack lacks at most where it fails narrowly."""


def turning(moment: CastleMoment) -> TurningPoint | None:
    """Return the reason why a step is a turning point for its viewer, None if it is not."""
    match moment.recorded.event:
        case ee.HandLookedAt() as event if len(event.cards.faces) >= FEW - 1 and all(map(known, event.cards.faces)):
            return _told(moment, event.seat, len(event.cards.faces), N_("The hand of %(seat)s is open to you: %(n)s cards."))
        case ee.UnitsDiscarded() | pe.HandDiscarded() | pe.HandCardHit() | ev.PurpleShown() as event if len(event.cards) >= FEW:
            return _told(moment, event.seat, len(event.cards), N_("%(n)s cards from the hand of %(seat)s are shown at once."))
        case ev.DefenderDestroyed() as event:
            return _felled(moment, event)
        case ev.DefenderHeld() as event:
            return _held(moment, event)
        case pe.AttackCancelled() as event:
            says = _said(
                moment,
                event.seat,
                N_("Your attack is stopped before it begins."),
                N_("The attack of %(seat)s is stopped before it begins."),
            )
            return TurningPoint(kind="escape", weight=_brought(moment), says=says)
        case _:
            return None


def _told(moment: CastleMoment, seat: SeatKey, number: int, text: str) -> TurningPoint | None:
    """Whose hand it is, and who sees everything anyway, learns nothing."""
    if moment.viewer in (seat, OPEN):
        return None
    return TurningPoint(kind="told", weight=SHOWN * number, says=Sentence(text, {"seat": SeatRef(seat), "n": number}))


def _brought(moment: CastleMoment) -> int:
    """Return the strength that the attack under way was brought with."""
    attack = moment.before.attack
    return max(1, sum(strength for _card, strength in attack.parts) if attack is not None else 0)


def _felled(moment: CastleMoment, event: ev.DefenderDestroyed) -> TurningPoint | None:
    """It weighs what it used up: the defence of all that fell, and one for each card, so that it weighs more with each."""
    attack = moment.before.attack
    if attack is None or attack.destroyed + 1 < FELLED:
        return None
    number = attack.destroyed + 1
    says = _said(
        moment, attack.seat, N_("You fell %(n)s cards with one attack."), N_("%(seat)s fells %(n)s cards with one attack."), n=number
    )
    return TurningPoint(kind="attack", weight=max(0, _brought(moment) - event.left) + number, says=says, scene=attack.by)


def _held(moment: CastleMoment, event: ev.DefenderHeld) -> TurningPoint | None:
    attack = moment.before.attack
    if attack is None or attack.facing is None or attack.facing[0] != event.slot:
        return None
    lacks = attack.facing[2] - event.strength
    if not 0 < lacks <= NARROW:
        return None
    table: Any = moment.after.table
    lying = table.slots.get(event.slot)
    if lying is not None and lying.pile.startswith("castle:") and len(table.piles[lying.pile]) == 1:
        texts = (
            N_("Only the last card of the Castle holds: you lack %(n)s."),
            N_("Only the last card of the Castle holds: %(seat)s lacks %(n)s."),
        )
        return TurningPoint(kind="escape", weight=2 * attack.facing[2], says=_said(moment, attack.seat, *texts, n=lacks))
    texts = (N_("Your attack fails by %(n)s."), N_("The attack of %(seat)s fails by %(n)s."))
    return TurningPoint(kind="escape", weight=attack.facing[2], says=_said(moment, attack.seat, *texts, n=lacks))


def _said(moment: CastleMoment, seat: SeatKey, you: str, they: str, **args: Arg) -> Sentence:
    return Sentence(you, args) if moment.viewer == seat else Sentence(they, {"seat": SeatRef(seat), **args})
