"""The field as the rules see it: who stands where, with which numbers. Everything here is public."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec

from records.core.faces import UNKNOWN, Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.tables.blocks import Block
from records.core.tables.hands import Hand
from records.core.tables.table_state import Slot
from records.errors import ImpossibleEvent, NotNoted
from records.games.creature_crush.cards import Card
from records.games.creature_crush.effects.card_filter import CardFilter, StatBound
from records.games.creature_crush.effects.lines import FlagName, Lasting
from records.games.creature_crush.effects.numbers import X
from records.games.creature_crush.model.chain import FieldCard
from records.games.creature_crush.model.places import CREATURE_ZONES, CRUSH, adjacent, camp, cells, column, hell, side, zone
from records.games.creature_crush.model.position import CrushCounters


class Table(Protocol):
    """The cards, of a position or of a batch being written."""

    @property
    def slots(self) -> Mapping[SlotId, Slot]:
        """By their ids."""

    @property
    def piles(self) -> Mapping[PileId, tuple[SlotId, ...]]:
        """By their places."""

    @property
    def hands(self) -> Mapping[SeatKey, Hand]:
        """By seat."""

    @property
    def decks(self) -> Mapping[DeckId, tuple[Block, ...]]:
        """By name."""

    @property
    def zones(self) -> Mapping[ZoneId, tuple[Face, ...]]:
        """By name."""


class Standing(Protocol):
    """A position, or a batch being written."""

    @property
    def table(self) -> Table:
        """The cards."""

    @property
    def state(self) -> CrushCounters:
        """The counters."""


class Source(msgspec.Struct, frozen=True):
    """The seat whose effect a filter belongs to."""

    seat: SeatKey
    slot: SlotId | None
    """The card that says so, where it lies in the field."""
    x: int = 0


class Sight:
    """What a moment shows of the field; made anew after each event that changes it."""

    def __init__(self, at: Standing) -> None:
        self.table, self.state = at.table, at.state
        self.kept: dict[Hashable, Any] = {}
        """What is worked out from it more than once."""

    # -- who lies where ------------------------------------------------------------------------------------------------

    def on(self, seat: SeatKey, *zones: str) -> tuple[SlotId, ...]:
        """Return the cards in some zones of a field, zone by zone, column by column."""
        piles = self.table.piles
        return tuple([slot for cell in cells(seat, *zones) for slot in piles.get(cell, ())])

    @cached_property
    def creatures(self) -> tuple[SlotId, ...]:
        """All creatures of the field, those of the seat on turn first."""
        first = self.state.active or self.state.seats[0]
        return (*self.on(first, *CREATURE_ZONES), *self.on(self.state.other(first), *CREATURE_ZONES))

    @cached_property
    def crush_cards(self) -> tuple[SlotId, ...]:
        """All cards in zones C, those of the seat on turn first."""
        first = self.state.active or self.state.seats[0]
        return (*self.on(first, CRUSH), *self.on(self.state.other(first), CRUSH))

    def there(self, slot: SlotId | None) -> bool:
        """Whether a card lies in the field."""
        return slot in self.table.slots

    def cell(self, slot: SlotId) -> PileId:
        """Return where a card lies; raises ``ImpossibleEvent`` for one that lies nowhere."""
        try:
            return self.table.slots[slot].pile
        except KeyError:
            raise ImpossibleEvent(f"there is no card {slot}") from None

    def controller(self, slot: SlotId) -> SeatKey:
        """Return on whose field a card lies."""
        return side(self.cell(slot))

    def owner(self, slot: SlotId) -> SeatKey:
        """Return whose card it is."""
        return self.state.lying(slot).owner or self.controller(slot)

    def borne(self, slot: SlotId) -> FieldCard:
        """Return what a card bears."""
        return self.state.lying(slot)

    def face(self, slot: SlotId) -> Face:
        """Return what a log says of a card's face."""
        return self.table.slots[slot].face

    def up(self, slot: SlotId) -> bool:
        """Whether a card lies face up."""
        return self.table.slots[slot].up

    def card(self, slot: SlotId) -> Card:
        """Return what is printed on a card that lies open; raises ``NotNoted`` where nobody noted it."""
        lying = self.table.slots[slot]
        card = self.state.cards.get(lying.seen) if isinstance(lying.seen, str) else None
        return noted(self.state, lying.face) if card is None else card

    def free(self, cell: PileId) -> bool:
        """Whether nothing lies in a cell."""
        return not self.table.piles.get(cell)

    def in_hell(self, seat: SeatKey) -> tuple[Face, ...]:
        """Return the cards of a hell, oldest first."""
        return self.table.zones.get(hell(seat), ())

    def in_camp(self, seat: SeatKey) -> int:
        """Return how many cards a camp has."""
        return sum(block.count for block in self.table.decks.get(camp(seat), ()))

    def in_hand(self, seat: SeatKey) -> int:
        """Return how many cards a hand has."""
        return self.table.hands.get(seat, Hand()).count

    def faces_of(self, seat: SeatKey, place: str) -> tuple[Face, ...]:
        """Return the cards of a hand or camp, ``UNKNOWN`` for each that the log does not show."""
        if place == "hand":
            hand = self.table.hands.get(seat, Hand())
            return (*hand.faces, *(UNKNOWN,) * (hand.count - len(hand.faces)))
        blocks = self.table.decks.get(camp(seat), ())
        return tuple(face for block in blocks for face in block.faces or (UNKNOWN,) * block.count)

    # -- numbers -------------------------------------------------------------------------------------------------------

    def attack(self, slot: SlotId) -> int:
        """Return a creature's attack as it is now, 0 or more."""
        return max(0, self.card(slot).attack + self.borne(slot).attack + self._lasting.get((slot, "attack"), 0))

    def life(self, slot: SlotId) -> int:
        """Return a creature's life as it is now, without its damage."""
        return self.card(slot).life + self.borne(slot).life + self._lasting.get((slot, "life"), 0)

    def has(self, slot: SlotId, keyword: FlagName) -> bool:
        """Whether a creature has a keyword, printed or given to it until the end of the turn."""
        return keyword in self.borne(slot).keywords or self.card(slot).has(keyword)

    @cached_property
    def dead(self) -> tuple[SlotId, ...]:
        """Creatures with as much damage as life, or without life."""
        shortened = any(line.stat == "life" and line.amount < 0 for _source, line in self._lines)
        return tuple(slot for slot in self.creatures if (shortened or self._struck(slot)) and self.life(slot) <= self.borne(slot).damage)

    def _struck(self, slot: SlotId) -> bool:
        """Whether a creature has as much damage as life, what lasting lines add apart: never one that bears nothing."""
        borne = self.state.cards_lying.get(slot)
        return borne is not None and self.card(slot).life + borne.life <= borne.damage

    @cached_property
    def _lines(self) -> Sequence[tuple[SlotId, Lasting]]:
        """The lasting lines of all creatures, with the creature that says so."""
        return [(source, line) for source in self.creatures for line in self.card(source).lasting]

    @cached_property
    def _lasting(self) -> Mapping[tuple[SlotId, str], int]:
        """What lasting lines add, by creature and number."""
        found: dict[tuple[SlotId, str], int] = {}
        for source, line in self._lines:
            for slot in self._lasts_on(source, line):
                found[slot, line.stat] = found.get((slot, line.stat), 0) + line.amount
        return found

    def _lasts_on(self, source: SlotId, line: Lasting) -> Iterator[SlotId]:
        if line.to.cards is None:
            yield source
            return
        told = Source(self.controller(source), source)
        # A bound on a number that lasting lines change is read as printed, so that none depends on another.
        yield from (slot for slot in self.creatures if self.fits(slot, line.to.cards, told, printed=True))

    # -- filters -------------------------------------------------------------------------------------------------------

    def fits(self, slot: SlotId, cards: CardFilter, source: Source, *, printed: bool = False) -> bool:
        """Whether a card of the field is one that a line speaks of; its dice apart."""
        cell = self.cell(slot)
        if cards.side != "any" and (side(cell) == source.seat) != (cards.side == "yours"):
            return False
        lies = zone(cell)
        if (cards.kind in ("creature", "target") and lies == CRUSH) or (cards.kind == "crush" and lies != CRUSH):
            return False
        if cards.zone and lies != cards.zone.lower():
            return False
        if (cards.other and slot == source.slot) or (cards.damaged and not self.borne(slot).damage):
            return False
        if (cards.adjacent or cards.opposite) and not self._beside(cell, cards, source):
            return False
        return not cards.bounds or all(self._within(slot, bound, source.x, printed=printed) for bound in cards.bounds)

    def _beside(self, cell: PileId, cards: CardFilter, source: Source) -> bool:
        if source.slot is None or not self.there(source.slot):
            return False
        here = self.cell(source.slot)
        if cards.adjacent and not adjacent(cell, here):
            return False
        return not cards.opposite or (column(cell) == column(here) and side(cell) != side(here))

    def _within(self, slot: SlotId, bound: StatBound, x: int, *, printed: bool) -> bool:
        if zone(self.cell(slot)) == CRUSH and not self.up(slot):
            return bound.stat == "cost" and within(self.borne(slot).paid, bound, x)
        if printed or bound.stat == "cost":
            return within(getattr(self.card(slot), bound.stat), bound, x)
        return within(self.attack(slot) if bound.stat == "attack" else self.life(slot), bound, x)


def noted(state: CrushCounters, face: Face) -> Card:
    """Return what is printed on an open card; raises ``NotNoted`` for a face that nobody noted."""
    card = state.card(face)
    if card is None:
        raise NotNoted(f"the rules need an open card that nobody noted: {face}")
    return card


def within(number: int, bound: StatBound, x: int) -> bool:
    """Whether a number keeps a bound; ``x`` is what X stands for."""
    if bound.least is not None:
        return number >= (x if bound.least == X else bound.least)
    return bound.most is None or number <= (x if bound.most == X else bound.most)


def off_field(state: CrushCounters, face: Face, cards: CardFilter, x: int) -> bool:
    """Whether a card that lies nowhere in the field is one that a line speaks of, by what is printed on it."""
    card = noted(state, face)
    if (cards.kind in ("creature", "target") and not card.creature) or (cards.kind == "crush" and card.creature):
        return False
    return all(within(getattr(card, bound.stat), bound, x) for bound in cards.bounds)
