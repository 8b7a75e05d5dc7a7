"""What cards with an effect once do to hands, Gates and turns (§ 10)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret


class HandLookedAt(Event, frozen=True, kw_only=True, tag="castle-rampage.hand-looked-at/1"):
    """One seat looks at the hand of another."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    """Whose hand it is."""
    by: SeatKey
    cards: Secret
    """All of the hand, known to both."""


class UnitsDiscarded(Event, frozen=True, kw_only=True, tag="castle-rampage.units-discarded/1"):
    """A seat discards all units of its hand, and so holds none."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: tuple[Face, ...]
    """Sorted; none if it held none."""
    units: tuple[str, ...]
    """Names of the units of the catalogue."""


class GateCardsStolen(Event, frozen=True, kw_only=True, tag="castle-rampage.gate-cards-stolen/1"):
    """Cards of the enemy Gate go unseen under the own."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    """Who gets them."""
    slots: tuple[SlotId, ...]
    """In the order in which they lay, from the top."""
    pile: PileId
    """Where they come to lie."""
    index: int
    """Place of the first of them there, from the top."""


class Moved(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slot and where it comes to lie."""

    slot: SlotId
    pile: PileId
    index: int
    """From the top, at the moment at which it is moved."""


class GatesSwapped(Event, frozen=True, kw_only=True, tag="castle-rampage.gates-swapped/1"):
    """As many cards of both Gates change sides unseen."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    """Whose card does it."""
    moves: tuple[Moved, ...]
    """One after the other."""


class GateMixed(Event, frozen=True, kw_only=True, tag="castle-rampage.gate-mixed/1"):
    """Cards that were moved change places unseen."""

    sort: ClassVar[Sort] = Sort.CHANCE
    pile: PileId
    old: tuple[SlotId, ...]
    new: tuple[SlotId, ...]
    faces: Secret
    """In their new order, known to nobody."""


class CardBroughtIn(Event, frozen=True, kw_only=True, tag="castle-rampage.card-brought-in/1"):
    """A card of the own Gate goes unseen under the own Castle."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    slot: SlotId
    pile: PileId
    index: int
    """Its place there, from the top."""


class CardRecovered(Event, frozen=True, kw_only=True, tag="castle-rampage.card-recovered/1"):
    """A seat takes a card of the discard pile into the hand."""

    sort: ClassVar[Sort] = Sort.DECISION
    answers: str
    seat: SeatKey
    card: Face


class PermanentChosen(Event, frozen=True, kw_only=True, tag="castle-rampage.permanent-chosen/1"):
    """A seat says which permanent cards of the opponent are destroyed."""

    sort: ClassVar[Sort] = Sort.DECISION
    answers: str
    seat: SeatKey
    slots: tuple[SlotId, ...]
    """In the order of the display."""


class AttacksForbidden(Event, frozen=True, kw_only=True, tag="castle-rampage.attacks-forbidden/1"):
    """A seat may play no attack cards up to the end of a turn."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    until: int
    """Number of the last turn for which it holds."""


class PlaysLimited(Event, frozen=True, kw_only=True, tag="castle-rampage.plays-limited/1"):
    """A card was played of which a turn has one without consequence; after a second nothing more is played."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    number: int
    """How many such cards this turn has seen."""
    left: int | None
    """How many cards may still be played in this turn; None for any number."""


EffectEvent: TypeAlias = (
    HandLookedAt
    | UnitsDiscarded
    | GateCardsStolen
    | GatesSwapped
    | GateMixed
    | CardBroughtIn
    | CardRecovered
    | PermanentChosen
    | AttacksForbidden
    | PlaysLimited
)
