"""Turning points: great creatures that fall or change sides, heavy blows, close escapes, and hands that are shown."""

from __future__ import annotations

from typing import Any

from records.core.faces import Face, known
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.core.viewers import OPEN
from records.core.wording.turning import TurningPoint
from records.games.creature_crush.model import chain_events as ce
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.narration.said import CrushMoment, lying

GREAT = 9
"""Attack and life together, as printed, from which on a creature is a great one."""
SOUND = 7
"""The same, from which on its escape counts."""
HEAVY = 7
"""Damage at once, from which on a blow is heavy."""
FEW = 3
"""Hand cards that are left at most where a direct attack brings the end near."""
SHOWN = 2
"""Hand cards that are discarded at once, from which on that shows much: hands are small."""


def turning(moment: CrushMoment) -> TurningPoint | None:
    """Return the reason why a step is a turning point for its viewer, None if it is not."""
    match moment.recorded.event:
        case fe.Destroyed() as event if _worth(moment, event.card) >= GREAT:
            says = Sentence(N_("%(card)s falls."), {"card": CardRef(str(event.card))})
            return TurningPoint(kind="fall", weight=_worth(moment, event.card), says=says)
        case fe.ControlTaken() as event:
            return _taken(moment, event)
        case fe.Damaged() as event:
            return _struck(moment, event)
        case fe.HandCardHit() as event if moment.before.attack is not None and moment.before.attack.target is None:
            return _near_the_end(moment, event.seat)
        case ce.AttackEnded() as event if not event.struck:
            texts = N_("Your attack finds nothing to strike."), N_("The attack of %(seat)s finds nothing to strike.")
            return TurningPoint(kind="escape", weight=12, says=_said(moment, event.seat, *texts))
        case ce.HandDiscarded() as event if len(event.cards) >= SHOWN and all(map(known, event.cards)):
            if moment.viewer in (event.seat, OPEN):  # the hand's owner, and a viewer who sees everything anyway, learn nothing
                return None
            args: dict[str, Arg] = {"seat": SeatRef(event.seat), "n": len(event.cards)}
            says = Sentence(N_("%(n)s cards from the hand of %(seat)s are shown at once."), args)
            return TurningPoint(kind="told", weight=4 * len(event.cards), says=says)
        case _:
            return None


def _worth(moment: CrushMoment, face: Face) -> int:
    """Return attack and life of a creature as they are printed, 0 for every other card."""
    card = moment.before.card(face)
    return card.attack + card.life if card is not None and card.creature else 0


def _taken(moment: CrushMoment, event: fe.ControlTaken) -> TurningPoint | None:
    worth = _worth(moment, _face(moment, event.slot))
    if worth < SOUND:
        return None
    says = Sentence(N_("%(card)s goes over to the other side."), {"card": lying(moment, event.slot)})
    return TurningPoint(kind="fall", weight=worth + 4, says=says)


def _struck(moment: CrushMoment, event: fe.Damaged) -> TurningPoint | None:
    face, card = _face(moment, event.slot), moment.before.card(_face(moment, event.slot))
    if card is not None and _worth(moment, face) >= SOUND and card.life + moment.before.lying(event.slot).life - event.total == 1:
        says = Sentence(N_("%(card)s survives with 1 life."), {"card": lying(moment, event.slot)})
        return TurningPoint(kind="escape", weight=_worth(moment, face), says=says)
    if event.amount < HEAVY:
        return None
    says = Sentence(N_("%(card)s takes %(n)s damage at once."), {"card": lying(moment, event.slot), "n": event.amount})
    return TurningPoint(kind="attack", weight=event.amount + 4, says=says)


def _near_the_end(moment: CrushMoment, seat: SeatKey) -> TurningPoint | None:
    """Who has neither camp nor hand left to be struck loses; how many cards a hand has, everybody sees."""
    table: Any = moment.after.table
    left = table.hands[seat].count if seat in table.hands else 0
    if left > FEW:
        return None
    texts = (
        N_("A direct attack takes a card of your hand; hand cards left: %(n)s."),
        N_("A direct attack takes a card of the hand of %(seat)s; hand cards left: %(n)s."),
    )
    return TurningPoint(kind="attack", weight=16 - 2 * left, says=_said(moment, seat, *texts, n=left))


def _face(moment: CrushMoment, slot: str) -> Face:
    table: Any = moment.after.table
    there = table.slots.get(slot)
    face: Face = there.face if there is not None else "?"
    return face


def _said(moment: CrushMoment, seat: SeatKey, you: str, they: str, **args: Arg) -> Sentence:
    return Sentence(you, args) if moment.viewer == seat else Sentence(they, {"seat": SeatRef(seat), **args})
