"""What effects and attacks do to cards."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret


class Damaged(Event, frozen=True, kw_only=True, tag="creature-crush.damaged/1"):
    """A creature takes damage."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    amount: int
    total: int
    """All the damage on it now."""


class Mended(Event, frozen=True, kw_only=True, tag="creature-crush.mended/1"):
    """Damage is taken off a creature."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    amount: int
    total: int


class Changed(Event, frozen=True, kw_only=True, tag="creature-crush.changed/1"):
    """A number of a creature changes until the end of the turn, or it gets a keyword until then."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    stat: str
    """``attack`` or ``life``; or the keyword, with an ``amount`` of 1."""
    amount: int


class DiceGained(Event, frozen=True, kw_only=True, tag="creature-crush.dice-gained/1"):
    """A seat gets more start dice in its next turn."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    number: int
    total: int


class Destroyed(Event, frozen=True, kw_only=True, tag="creature-crush.destroyed/1"):
    """A card of the field goes to a hell."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    card: Face
    cell: PileId
    """Where it lay."""
    to: SeatKey
    """Whose hell it is."""


class CrushSpent(Event, frozen=True, kw_only=True, tag="creature-crush.crush-spent/1"):
    """A crush card has had its effect and goes to its owner's hell."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    to: SeatKey


class SlotHit(Event, frozen=True, kw_only=True, tag="creature-crush.slot-hit/1"):
    """Chance picks cards of the field, or of a hell."""

    sort: ClassVar[Sort] = Sort.CHANCE
    slots: tuple[SlotId, ...] = ()
    indices: tuple[int, ...] = ()
    """As ``EffectAnswered`` names them."""


class CardRevealed(Event, frozen=True, kw_only=True, tag="creature-crush.card-revealed/1"):
    """A face-down card is turned up."""

    sort: ClassVar[Sort] = Sort.CHANCE
    slot: SlotId
    card: Face


class HandCardHit(Event, frozen=True, kw_only=True, tag="creature-crush.hand-card-hit/1"):
    """Chance picks a hand card, which is destroyed."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    card: Face


class CampTopHit(Event, frozen=True, kw_only=True, tag="creature-crush.camp-top-hit/1"):
    """The top card of a camp is destroyed."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    card: Face


class ShiftedByEffect(Event, frozen=True, kw_only=True, tag="creature-crush.shifted-by-effect/1"):
    """An effect moves a creature."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    cell: PileId


class ControlTaken(Event, frozen=True, kw_only=True, tag="creature-crush.control-taken/1"):
    """A creature goes over to the other side of the table."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    cell: PileId


class ReturnedToHand(Event, frozen=True, kw_only=True, tag="creature-crush.returned-to-hand/1"):
    """A card of the field goes back to its owner's hand."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    owner: SeatKey


class Revived(Event, frozen=True, kw_only=True, tag="creature-crush.revived/1"):
    """A creature is summoned out of a hell."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    of: SeatKey
    """Whose hell."""
    index: int
    cell: PileId


class TakenFromHell(Event, frozen=True, kw_only=True, tag="creature-crush.taken-from-hell/1"):
    """A card goes from its owner's hell to the hand, or is shuffled into the camp."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    card: Face
    to: str
    """``hand`` or ``camp``."""


class SummonedByEffect(Event, frozen=True, kw_only=True, tag="creature-crush.summoned-by-effect/1"):
    """An effect brings a creature of the hand, or of the camp that was looked through, into the field."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    source: str
    """``hand`` or ``camp``."""
    slot: SlotId
    card: Face
    cell: PileId


class CampLookedThrough(Event, frozen=True, kw_only=True, tag="creature-crush.camp-looked-through/1"):
    """A seat looks through its camp."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


class HandLookedAt(Event, frozen=True, kw_only=True, tag="creature-crush.hand-looked-at/1"):
    """An effect lets one seat look at the hand of the other."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    """Whose hand it is."""
    by: SeatKey
    cards: Secret
    """All of the hand, known to both."""


FieldEvent: TypeAlias = (
    Damaged
    | Mended
    | Changed
    | DiceGained
    | Destroyed
    | CrushSpent
    | SlotHit
    | CardRevealed
    | HandCardHit
    | CampTopHit
    | ShiftedByEffect
    | ControlTaken
    | ReturnedToHand
    | Revived
    | TakenFromHell
    | SummonedByEffect
    | CampLookedThrough
    | HandLookedAt
)
