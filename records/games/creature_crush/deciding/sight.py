"""The field as the rules see it: who stands where, with which numbers. Everything here is public."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

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
from records.games.creature_crush.model.places import BACK, CRUSH, FRONT, adjacent, camp, cells, column, hell, side, zone
from records.games.creature_crush.model.position import UNMARKED, CrushCounters
from records.lazily import lazily

A = TypeVar("A", bound=Hashable)
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


class Creatures:
    """The places and prints of creatures: valid until a card of zones A and B moves, regardless of turns."""

    def __init__(self, at: Standing) -> None:
        table, state = at.table, at.state
        self.rules = state.rules
        self.piles = piles = table.piles
        self._slots, self._cards = table.slots, state.cards
        self._kept: dict[Hashable, Any] = {}
        self._added: Mapping[tuple[SlotId, str], int] | None = None
        self.of = {seat: tuple([slot for one in cells(seat, FRONT, BACK) if one in piles for slot in piles[one]]) for seat in state.seats}
        """By the seat on whose side they stand."""
        self.all = _in_turn(self.of)
        """All, by the seat whose come first."""

    def once(self, ask: Callable[[Sight, A], T], sight: Sight, of: A) -> T:
        """Return the result of ``ask`` for a sight of these creatures; it must depend only on them, and is computed once."""
        try:
            return self._kept[ask, of]  # type: ignore[no-any-return]  # what ``ask`` returned
        except KeyError:
            found = self._kept[ask, of] = ask(sight, of)
            return found

    @lazily
    def printed(self) -> Mapping[SlotId, Card]:
        """What is printed on all creatures; raises ``NotNoted`` for one that nobody noted."""
        slots, cards, every = self._slots, self._cards, next(iter(self.all.values()))
        try:
            return {slot: cards[slots[slot].seen] for slot in every}  # type: ignore[index]  # what is no name is not there
        except KeyError:  # a face that nobody noted
            return {slot: noted(cards, slots[slot].face) for slot in every}

    @lazily
    def waiting(self) -> Mapping[str, frozenset[SlotId]]:
        """Who waits for something, by what happens and keyword as on the card."""
        found: dict[str, list[SlotId]] = {}
        for slot, card in self.printed.items():
            for waits in card.waiting:
                found.setdefault(waits, []).append(slot)
        return {waits: frozenset(slots) for waits, slots in found.items()}

    @lazily
    def lines(self) -> Sequence[tuple[SlotId, Lasting]]:
        """The lasting lines of all creatures, with the creature that says so."""
        return [(source, line) for source, card in self.printed.items() if card.lasting for line in card.lasting]

    def added(self, sight: Sight) -> Mapping[tuple[SlotId, str], int]:
        """Return the sums that lasting lines add, by creature and number, as far as they do not depend on what the creatures bear."""
        if self._added is None:
            self._added = sight.added_by(self.lines)
        return self._added

    @lazily
    def shortened(self) -> bool:
        """Whether a lasting line takes life."""
        return bool(self.lines) and any(line.stat == "life" and line.amount < 0 for _source, line in self.lines)

    @lazily
    def by_damage(self) -> bool:
        """Whether a lasting line speaks of damaged creatures: what it adds depends on what they bear."""
        return bool(self.lines) and any(line.to.cards is not None and line.to.cards.damaged for _source, line in self.lines)


class CrushZones:
    """Which cards lie in zones C: true until one of them moves or is turned, whoever is on turn."""

    def __init__(self, at: Standing) -> None:
        piles, state = at.table.piles, at.state
        self.of = {seat: tuple([slot for one in cells(seat, CRUSH) if one in piles for slot in piles[one]]) for seat in state.seats}
        """By the seat on whose side they lie."""
        self.all = _in_turn(self.of)
        """All, by the seat whose come first."""
        self.free = {seat: tuple([one for one in cells(seat, CRUSH) if not piles.get(one)]) for seat in state.seats}
        """Where nothing lies, by seat."""


def _in_turn(of: Mapping[SeatKey, tuple[SlotId, ...]]) -> Mapping[SeatKey, tuple[SlotId, ...]]:
    (one, ones), (other, others) = of.items()
    return {one: (*ones, *others), other: (*others, *ones)}


class Sight:
    """What a moment shows: the field, and what its cards bear; true until one of them changes. ``sight_of`` returns one that is true."""

    def __init__(self, at: Standing, field: Creatures | None = None, crush: CrushZones | None = None) -> None:
        self.table, self.state = at.table, at.state
        self.slots, self._cards = at.table.slots, at.state.cards
        self.bears, self.active = at.state.cards_lying, at.state.active
        """What the cards of the field bear, and who is on turn, as the counters said then."""
        self.first = self.active or at.state.seats[0]
        """Whose cards come first."""
        self.kept: dict[Hashable, Any] = {}
        """Cache of values that are needed more than once."""
        self._numbers: dict[SlotId, tuple[int, int]] = {}
        self.field = Creatures(at) if field is None else field
        self.crush = CrushZones(at) if crush is None else crush

    # -- who lies where ------------------------------------------------------------------------------------------------

    @property
    def creatures(self) -> tuple[SlotId, ...]:
        """All creatures of the field, those of the seat on turn first."""
        return self.field.all[self.first]

    @property
    def crush_cards(self) -> tuple[SlotId, ...]:
        """All cards in zones C, those of the seat on turn first."""
        return self.crush.all[self.first]

    def standing(self, seat: SeatKey) -> tuple[SlotId, ...]:
        """Return the creatures on the side of a seat, zone A first."""
        return self.field.of[seat]

    def laid(self, seat: SeatKey) -> tuple[SlotId, ...]:
        """Return the cards in zone C of a seat."""
        return self.crush.of[seat]

    def card(self, slot: SlotId) -> Card:
        """Return what is printed on a card that lies open; raises ``NotNoted`` where nobody noted it."""
        lying = self.slots[slot]
        try:
            return self._cards[lying.seen]  # type: ignore[index]  # what is no name is not there
        except KeyError:
            return noted(self._cards, lying.face)

    def open_card(self, slot: SlotId) -> Card | None:
        """Return what is printed on a card, None for one that this log does not show."""
        lying = self.slots[slot]
        return self._cards.get(lying.seen) or self.state.card(lying.face)  # type: ignore[arg-type]  # what is no name is not there

    def there(self, slot: SlotId | None) -> bool:
        """Whether a card lies in the field."""
        return slot in self.slots

    def cell(self, slot: SlotId) -> PileId:
        """Return where a card lies; raises ``ImpossibleEvent`` for one that lies nowhere."""
        try:
            return self.slots[slot].pile
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
        return self.state.cards_lying.get(slot, UNMARKED)

    def face(self, slot: SlotId) -> Face:
        """Return what a log says of a card's face."""
        return self.slots[slot].face

    def up(self, slot: SlotId) -> bool:
        """Whether a card lies face up."""
        return self.slots[slot].up

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
        return (self._numbers.get(slot) or self._numbers_of(slot))[0]

    def life(self, slot: SlotId) -> int:
        """Return a creature's life as it is now, without its damage."""
        return (self._numbers.get(slot) or self._numbers_of(slot))[1]

    def _numbers_of(self, slot: SlotId) -> tuple[int, int]:
        card, borne, lasting = self.card(slot), self.bears.get(slot, UNMARKED), self._lasting
        attack, life = card.attack + borne.attack, card.life + borne.life
        if lasting:
            attack, life = attack + lasting.get((slot, "attack"), 0), life + lasting.get((slot, "life"), 0)
        found = self._numbers[slot] = (attack if attack > 0 else 0, life)  # noqa: FURB136 -- asked often: half the time of ``max``
        return found

    def has(self, slot: SlotId, keyword: FlagName) -> bool:
        """Whether a creature has a keyword, printed or given to it until the end of the turn."""
        return keyword in self.borne(slot).keywords or self.card(slot).has(keyword)

    @lazily
    def dead(self) -> tuple[SlotId, ...]:
        """Creatures with as much damage as life, or without life."""
        field, bears = self.field, self.bears
        printed = field.printed
        struck: Collection[SlotId] = printed
        if not field.shortened:  # no lasting line takes life: only who has as much damage as life without them can be dead
            hurt = [(slot, of) for slot, of in bears.items() if of.damage or of.life < 0]
            struck = [slot for slot, of in hurt if slot in printed and printed[slot].life + of.life <= of.damage]
        return tuple([slot for slot in self.creatures if slot in struck and self.life(slot) <= self.borne(slot).damage]) if struck else ()

    @lazily
    def _lasting(self) -> Mapping[tuple[SlotId, str], int]:
        """What lasting lines add, by creature and number."""
        if not self.field.lines:
            return {}
        return self.added_by(self.field.lines) if self.field.by_damage else self.field.added(self)

    def added_by(self, lines: Sequence[tuple[SlotId, Lasting]]) -> Mapping[tuple[SlotId, str], int]:
        """Return what lasting lines add, by creature and number."""
        found: dict[tuple[SlotId, str], int] = {}
        for source, line in lines:
            for slot in self._lasts_on(source, line):
                found[slot, line.stat] = found.get((slot, line.stat), 0) + line.amount
        return found

    def _lasts_on(self, source: SlotId, line: Lasting) -> Sequence[SlotId]:
        cards = line.to.cards
        if cards is None:
            return (source,)
        told = Source(self.controller(source), source)
        # A bound on a number that lasting lines change is read as printed, so that none depends on another.
        there = self._on_side(self.field, cards, told) if cards.kind != "crush" else ()
        return [slot for slot in there if self._narrowed(slot, cards, told, printed=True)]

    # -- filters -------------------------------------------------------------------------------------------------------

    def those(self, cards: CardFilter, source: Source) -> Sequence[SlotId]:
        """Return the cards of the field that a line speaks of, its dice apart: creatures first, those of the seat on turn first."""
        if cards.kind == "card":
            there = (*self._on_side(self.field, cards, source), *self._on_side(self.crush, cards, source))
        else:
            there = self._on_side(self.crush if cards.kind == "crush" else self.field, cards, source)
        if cards.zone or cards.other or cards.damaged or cards.adjacent or cards.opposite or cards.bounds:
            return [slot for slot in there if self._narrowed(slot, cards, source)]
        return there

    def fits(self, slot: SlotId, cards: CardFilter, source: Source) -> bool:
        """Whether a card of the field is one that a line speaks of; its dice apart."""
        cell = self.cell(slot)
        if cards.side != "any" and (side(cell) == source.seat) != (cards.side == "yours"):
            return False
        if cards.kind != "card" and (zone(cell) == CRUSH) != (cards.kind == "crush"):
            return False
        return self._narrowed(slot, cards, source)

    def _on_side(self, lying: Creatures | CrushZones, cards: CardFilter, source: Source) -> tuple[SlotId, ...]:
        """Return the creatures, or the cards of zones C, on the side that a line speaks of."""
        if cards.side == "any":
            return lying.all[self.first]
        return lying.of[source.seat if cards.side == "yours" else self.state.other(source.seat)]

    def _narrowed(self, slot: SlotId, cards: CardFilter, source: Source, *, printed: bool = False) -> bool:
        """Whether a card is one that a line speaks of; kind, side and its dice apart."""
        cell = self.cell(slot)
        if cards.zone and zone(cell) != cards.zone.lower():
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
    """Return the sight of a moment: the cached one, as long as it is valid.

    A frozen position caches nothing; the table of a running game does, for its players and for deciding.
    """
    table, state = at.table, at.state
    if not isinstance(table, FoldTable):
        return Sight(at)
    kept: Sight | None = table.kept
    if kept is None or kept.state is not state or kept.field.rules is not state.rules:
        found = Sight(at)
    elif table.stirred:
        crush = [zone(pile) == CRUSH for pile in table.stirred]
        found = Sight(at, None if False in crush else kept.field, None if True in crush else kept.crush)
    elif kept.bears is state.cards_lying and kept.active is state.active:
        return kept
    else:
        found = Sight(at, kept.field, kept.crush)
    table.kept = found
    table.stirred.clear()
    return found


def noted(cards: Mapping[str, Card], face: Face) -> Card:
    """Return what is printed on an open card; raises ``NotNoted`` for a face that nobody noted."""
    card = cards.get(face) if isinstance(face, str) else None
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
    card = noted(state.cards, face)
    if (cards.kind in ("creature", "target") and not card.creature) or (cards.kind == "crush" and card.creature):
        return False
    return all(within(getattr(card, bound.stat), bound, x) for bound in cards.bounds)
