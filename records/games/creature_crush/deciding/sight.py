"""The field as the rules see it: who stands where, with which numbers. Everything here is public."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

from records.core.faces import UNKNOWN, Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
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
from records.lazily import lazily

P = ParamSpec("P")
T = TypeVar("T")


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

    def deck(self, deck: DeckId) -> tuple[Block, ...]:
        """Return a deck, top block first."""

    def hand(self, seat: SeatKey) -> Hand:
        """Return a hand."""

    def in_deck(self, deck: DeckId) -> int:
        """Return how many cards a deck has."""

    def in_hand(self, seat: SeatKey) -> int:
        """Return how many cards a hand has."""


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


class CrushField:
    """Which cards lie where, and what is printed on them: true until a card of the field moves or is turned."""

    def __init__(self, at: Standing) -> None:
        table, state = at.table, at.state
        self.slots, self.piles = table.slots, table.piles
        self._kept: dict[Hashable, Any] = {}
        self._state, self._first, self._rules = state, state.active or state.seats[0], state.rules
        self._moves = table.moves if isinstance(table, FoldTable) else 0
        self._on: dict[tuple[str, ...], tuple[SlotId, ...]] = {}
        self._cards: dict[SlotId, Card] = {}

    def holds(self, table: FoldTable, state: CrushCounters) -> bool:
        """Whether a table shows the same field now, by the same reading of the rules, the creatures of the same seat first."""
        same = self._moves == table.moves and self.slots is table.slots and self._rules is state.rules
        return same and self._first == (state.active or state.seats[0])

    def once(self, ask: Callable[Concatenate[Sight, P], T], sight: Sight, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what ``ask`` says of a sight of this field, which must follow from the field alone: it is worked out once."""
        asked = (ask, *args)
        try:
            return self._kept[asked]  # type: ignore[no-any-return]  # what ``ask`` returned
        except KeyError:
            found = self._kept[asked] = ask(sight, *args, **kwargs)
            return found

    def on(self, *place: str) -> tuple[SlotId, ...]:
        """Return the cards in the zones (all but the first) of a seat (the first)."""
        found = self._on.get(place)
        if found is None:
            piles = self.piles
            found = self._on[place] = tuple([slot for cell in cells(*place) if cell in piles for slot in piles[cell]])
        return found

    def card(self, slot: SlotId) -> Card:
        """Return what is printed on a card that lies open; raises ``NotNoted`` where nobody noted it."""
        found = self._cards.get(slot)
        if found is None:
            lying = self.slots[slot]
            card = self._state.cards.get(lying.seen) if isinstance(lying.seen, str) else None
            found = self._cards[slot] = noted(self._state, lying.face) if card is None else card
        return found

    @lazily
    def creatures(self) -> tuple[SlotId, ...]:
        """All creatures, those of the seat on turn first."""
        return (*self.on(self._first, *CREATURE_ZONES), *self.on(self._state.other(self._first), *CREATURE_ZONES))

    @lazily
    def crush_cards(self) -> tuple[SlotId, ...]:
        """All cards in zones C, those of the seat on turn first."""
        return (*self.on(self._first, CRUSH), *self.on(self._state.other(self._first), CRUSH))

    @lazily
    def printed(self) -> Sequence[tuple[SlotId, Card]]:
        """All creatures, with what is printed on them."""
        slots, cards, creatures = self.slots, self._state.cards, self.creatures
        try:
            return [(slot, cards[slots[slot].seen]) for slot in creatures]  # type: ignore[index]  # what is no name is not there
        except KeyError:  # a face that nobody noted
            return [(slot, self.card(slot)) for slot in creatures]

    @lazily
    def lines(self) -> Sequence[tuple[SlotId, Lasting]]:
        """The lasting lines of all creatures, with the creature that says so."""
        return [(source, line) for source, card in self.printed if card.lasting for line in card.lasting]

    @lazily
    def shortened(self) -> bool:
        """Whether a lasting line takes life."""
        return bool(self.lines) and any(line.stat == "life" and line.amount < 0 for _source, line in self.lines)

    @lazily
    def by_damage(self) -> bool:
        """Whether a lasting line speaks of damaged creatures: what it adds depends on what they bear."""
        return any(line.to.cards is not None and line.to.cards.damaged for _source, line in self.lines)


class Sight:
    """What a moment shows: the field, and what its cards bear; true until one of them changes. ``sight_of`` returns one that is true."""

    def __init__(self, at: Standing, field: CrushField | None = None) -> None:
        self.table, self.state = at.table, at.state
        self.kept: dict[Hashable, Any] = {}
        """What is worked out from it more than once."""
        self.field = CrushField(at) if field is None else field
        self.bears = at.state.cards_lying
        """What its cards bear, as the counters said then."""
        self.on, self.card = self.field.on, self.field.card

    # -- who lies where ------------------------------------------------------------------------------------------------

    @property
    def creatures(self) -> tuple[SlotId, ...]:
        """All creatures of the field, those of the seat on turn first."""
        return self.field.creatures

    @property
    def crush_cards(self) -> tuple[SlotId, ...]:
        """All cards in zones C, those of the seat on turn first."""
        return self.field.crush_cards

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

    def free(self, cell: PileId) -> bool:
        """Whether nothing lies in a cell."""
        return not self.field.piles.get(cell)

    def in_hell(self, seat: SeatKey) -> tuple[Face, ...]:
        """Return the cards of a hell, oldest first."""
        return self.table.zones.get(hell(seat), ())

    def in_camp(self, seat: SeatKey) -> int:
        """Return how many cards a camp has."""
        return self.table.in_deck(camp(seat))

    def in_hand(self, seat: SeatKey) -> int:
        """Return how many cards a hand has."""
        return self.table.in_hand(seat)

    def faces_of(self, seat: SeatKey, place: str) -> tuple[Face, ...]:
        """Return the cards of a hand or camp, ``UNKNOWN`` for each that the log does not show."""
        if place == "hand":
            hand = self.table.hand(seat)
            return (*hand.faces, *(UNKNOWN,) * (hand.count - len(hand.faces)))
        return tuple(face for block in self.table.deck(camp(seat)) for face in block.faces or (UNKNOWN,) * block.count)

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

    @lazily
    def dead(self) -> tuple[SlotId, ...]:
        """Creatures with as much damage as life, or without life."""
        field, bears = self.field, self.bears
        struck: Sequence[SlotId] = field.creatures
        if not field.shortened:  # no lasting line takes life: only who has as much damage as life without them can be dead
            struck = [slot for slot, card in field.printed if (of := bears.get(slot)) is not None and card.life + of.life <= of.damage]
        return tuple([slot for slot in struck if self.life(slot) <= self.borne(slot).damage]) if struck else ()

    @lazily
    def _lasting(self) -> Mapping[tuple[SlotId, str], int]:
        """What lasting lines add, by creature and number."""
        if not self.field.lines:
            return {}
        return self._added() if self.field.by_damage else self.field.once(Sight._added, self)

    def _added(self) -> Mapping[tuple[SlotId, str], int]:
        found: dict[tuple[SlotId, str], int] = {}
        for source, line in self.field.lines:
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


def sight_of(at: Standing) -> Sight:
    """Return what a moment shows: what was worked out of the field before, as long as it holds.

    A frozen position keeps nothing; the table of a game that goes on does, for its players and for what is decided.
    """
    table = at.table
    if not isinstance(table, FoldTable):
        return Sight(at)
    kept, state = table.kept, at.state
    if not isinstance(kept, Sight) or not kept.field.holds(table, state):
        kept = table.kept = Sight(at)
    elif kept.state is not state or kept.bears is not state.cards_lying:  # the field is the same, and its cards bear something else
        kept = table.kept = Sight(at, kept.field)
    return kept


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
