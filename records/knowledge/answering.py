"""Reads the answers off counted worlds, as values of ``answers``."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from records.core.ids import DeckId, SeatKey, SlotId
from records.core.table import hand_place
from records.core.viewers import OPEN, Viewer
from records.knowledge.answers import Chances, DeckChances, HandChances, Knowledge
from records.knowledge.worlds.marginals import Marginals
from records.knowledge.worlds.slot_state import SlotState, StaticCard, TrackedCard

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.worlds.pool import Kinds

_V = TypeVar("_V")


def read_worlds(table: TrackedTable) -> AnswerReader | None:
    """Return a reader of the worlds of ``table``, None if no world is left."""
    reader = AnswerReader(table)
    return reader if reader.marginals.total else None


def anything(table: TrackedTable, viewer: Viewer, version: int, taken_up: int) -> Knowledge:
    """Return the answer to a log that contradicts itself: every hidden card can be every card of the game."""
    whole = Counter(table.plan.cards.catalogue)
    every = _shares(whole, exact=False)
    nothing = Chances({}, exact=False)
    hands, decks = {}, {}
    for seat in table.held:
        if is_asked(table, seat, viewer):
            count = table.number(hand_place(SeatKey(seat)))
            most = {name: min(count, number) for name, number in sorted(whole.items()) if count}
            share = {name: every.of[name] * count for name in most}
            hands[SeatKey(seat)] = HandChances(count, {}, most, {name: min(Fraction(1), share[name]) for name in most}, share, exact=False)
    for deck, blocks in table.decks.items():
        count = sum(map(table.number, blocks))
        most = {name: min(count, number) for name, number in sorted(whole.items()) if count}
        decks[DeckId(deck)] = DeckChances(count, most, every if count else nothing, exact=False)
    slots = {
        SlotId(slot): Chances({card: Fraction(1)}, exact=False) if isinstance(card, str) else every for slot, card in table.slots.items()
    }
    return Knowledge(viewer, version, slots, hands, decks, exact=False, taken_up=taken_up)


def within_own(table: TrackedTable, card: StaticCard | TrackedCard, chances: Chances) -> Chances:
    """Return what a card can be without what only wider classes add (``Positions.wider``): it is certainly of its own class."""
    own = own_names(table, card, chances.of)
    if len(own) == len(chances.of):
        return chances
    left = {name: chances.of[name] for name in own}
    whole = sum(left.values())
    return Chances({name: chance / whole for name, chance in left.items()}, exact=False)


def own_names(table: TrackedTable, card: StaticCard | TrackedCard, names: Iterable[str]) -> list[str]:
    """Return those of some names that do not only come from wider classes; all of them where that would leave none."""
    counts, own = table.counts, 0
    for kinds in (counts.classes(card.place) if isinstance(card, TrackedCard) else card.classes) if counts.wider else ():
        own |= kinds & counts.pool.live
    index = table.plan.cards.index
    return [name for name in names if own & counts.pool.within(index.one(name))] or list(names)


def is_asked(table: TrackedTable, seat: str, viewer: Viewer) -> bool:
    """Return whether what a hand holds is a question for a viewer: not his own, nor for the open table what it shows."""
    return seat != viewer and not (viewer is OPEN and not table.counts.size[hand_place(SeatKey(seat))])


def _shares(numbers: Mapping[str, int], *, exact: bool) -> Chances:
    total = sum(numbers.values())
    return Chances({name: Fraction(number, total) for name, number in sorted(numbers.items()) if number}, exact)


class AnswerReader:
    """Reads answers off the counts of a table, which must not change meanwhile."""

    def __init__(self, table: TrackedTable) -> None:
        self.table = table
        self.marginals = Marginals(table.counts)
        self.exact = table.exact and table.counts.exact
        self._names = table.plan.cards.index.names
        self._same: dict[str | Kinds, Chances] = {}
        """Of cards that are known, by name, and of those of one class, by it."""

    def everything(self, viewer: Viewer, version: int, taken_up: int) -> Knowledge:
        """Return everything that the worlds say."""
        table = self.table
        return Knowledge(
            viewer=viewer,
            version=version,
            slots={SlotId(slot): self.card(card) for slot, card in table.slots.items()},
            hands={
                SeatKey(seat): self.hand(table.held[seat], hand_place(SeatKey(seat)))
                for seat in table.held
                if is_asked(table, seat, viewer)
            },
            decks={DeckId(deck): self.deck(blocks) for deck, blocks in table.decks.items()},
            exact=self.exact,
            breach=min(table.breaches, default=None),
            taken_up=taken_up,
        )

    def slot(self, slot: SlotId) -> Chances:
        """Return what the card of a slot can be."""
        return self.card(self.table.slots[slot])

    def card(self, card: SlotState) -> Chances:
        """Return what a card on the table can be."""
        if isinstance(card, TrackedCard):
            return within_own(self.table, card, self._chances(self.marginals.alone(card.place)))
        if isinstance(card, StaticCard) and len(card.classes) != 1:  # cards of the same classes can differ in their marks
            return within_own(self.table, card, self._chances(self.marginals.static(card)))
        key = card if isinstance(card, str) else next(iter(card.classes))
        found = self._same.get(key)
        if found is None:
            if isinstance(card, str):
                found = Chances({card: Fraction(1)}, self.exact)
            else:
                found = within_own(self.table, card, self._chances(self.marginals.static(card)))
            self._same[key] = found
        return found

    def candidates(self, slot: SlotId) -> list[str]:
        """Return the names that the card of a slot can have; faster than its chances."""
        card = self.table.slots[slot]
        if not isinstance(card, StaticCard):
            return list(self.card(card).of)
        return own_names(self.table, card, [self._names[number] for number in self.marginals.candidates(card)])

    def hand(self, known: Counter[str], place: str) -> HandChances:
        """Return what a hand holds: its ``known`` cards, and those that are counted in a place."""
        held = +known
        least, most, holds, expected = (
            dict(held),
            dict(held),
            dict.fromkeys(held, Fraction(1)),
            {name: Fraction(n) for name, n in held.items()},
        )
        for number, holding in self.marginals.holding([place]).items():
            if holding.most:
                name = self._names[number]
                least[name] = least.get(name, 0) + holding.least
                most[name] = most.get(name, 0) + holding.most
                holds.setdefault(name, holding.holds)
                expected[name] = expected.get(name, 0) + holding.expected
        count = self.table.counts.size[place] + held.total()
        certain = {name: number for name, number in sorted(least.items()) if number}
        return HandChances(count, certain, _sorted(most), _sorted(holds), _sorted(expected), self.exact)

    def held(self, seat: str) -> tuple[dict[str, int], dict[str, int], int]:
        """Return what a hand holds at least and at most, and how many cards; faster than its chances."""
        known, place = +self.table.held[seat], hand_place(SeatKey(seat))
        least, most = dict(known), dict(known)
        for number, (fewest, greatest) in self.marginals.bounds([place]).items():
            name = self._names[number]
            least[name] = least.get(name, 0) + fewest
            most[name] = most.get(name, 0) + greatest
        return {name: number for name, number in least.items() if number}, most, self.table.counts.size[place] + known.total()

    def deck(self, blocks: Sequence[str]) -> DeckChances:
        """Return what a deck of such blocks holds, the first of them on top."""
        filled = self._filled(blocks)
        if not filled:
            return DeckChances(0, {}, Chances({}, self.exact), self.exact)
        most, count = self.in_deck(blocks)
        return DeckChances(count, most, self._chances(self.marginals.alone(filled[0])), self.exact)

    def in_deck(self, blocks: Sequence[str]) -> tuple[dict[str, int], int]:
        """Return what a deck holds at most, and how many cards; in less time than its chances."""
        filled = self._filled(blocks)
        most = self.marginals.most(filled) if filled else {}
        return _sorted({self._names[number]: copies for number, copies in most.items()}), sum(
            map(self.table.counts.size.__getitem__, filled)
        )

    def _filled(self, blocks: Sequence[str]) -> list[str]:
        return [block for block in blocks if self.table.counts.size[block]]

    def _chances(self, shares: Mapping[int, Fraction]) -> Chances:
        names = self._names
        return Chances(_sorted({names[number]: share for number, share in shares.items()}), self.exact)


def _sorted(of: Mapping[str, _V]) -> dict[str, _V]:
    return dict(sorted(of.items()))
