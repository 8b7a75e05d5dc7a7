"""Draws whole worlds at random, many at once: arrangements of the unseen cards, with the probabilities that the log leaves.

A state of the counts is drawn by its weight times the ways to lay the cards; the classes of cards that stay are followed back through the
log from there; then cards are laid into the classes (design/knowledge: Whole worlds). Setting up takes as long as one question, each
world then a fraction of a millisecond.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from functools import cache
from itertools import accumulate, combinations
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from records.core.ids import DeckId, SeatKey, SlotId
from records.core.playing.dealt_world import DealtWorld
from records.core.table import hand_place
from records.errors import Contradiction
from records.knowledge.answering import is_asked
from records.knowledge.worlds.arrangements import fewer, options, ways
from records.knowledge.worlds.positions import REST
from records.knowledge.worlds.slot_state import StaticCard, TrackedCard
from records.knowledge.worlds.states import groups, holders, worlds
from records.knowledge.worlds.trail import Trail
from records.knowledge.worlds.widening import overlaps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.knowledge.asking import Asking
    from records.knowledge.worlds.arrangements import Sizes
    from records.knowledge.worlds.pool import Kinds
    from records.knowledge.worlds.random_numbers import RandomNumbers

T = TypeVar("T")
MOST_TRIES = 50
"""Draws for each world that is wanted, where classes were taken for wider ones and most draws break a narrower one."""


class _Share(NamedTuple):
    """Positions of one place that are alike."""

    place: str
    kinds: Kinds
    """Their own class."""
    counted: int
    """The number of the class in which they are counted, which may be a wider one."""
    number: int


class WholeWorlds:
    """The worlds of one step, to be drawn from. Raises ``Contradiction`` where the log leaves none."""

    def __init__(self, asking: Asking) -> None:
        table = asking.table(counting=Trail)
        counts = table.counts
        if not isinstance(counts, Trail):
            raise TypeError(counts)
        self._table, self._counts, self._viewer = table, counts, asking.viewer
        self.exact = asking.sure(asking.table()) and counts.sure
        """Whether the worlds are drawn exactly; False also once too few of them kept within their classes."""
        self._index, read = worlds(counts, ())
        self._classes = list(self._index)
        self._nested = not any(overlaps(one, other) for one, other in combinations(self._classes, 2))
        self._narrow_first = sorted(range(len(self._classes)), key=lambda nth: self._classes[nth].bit_count())
        self._groups = groups(counts, self._index)
        self._copies = [kind for kind, copies in enumerate(counts.pool.copies) for _ in range(max(0, copies))]
        self._sizes: dict[int, Sizes] = {}
        self._states, weights = [], []
        for (state, weight), (sizes, _none) in zip(counts.table.items(), read, strict=True):
            if number := (weight & counts.low) * ways(self._groups, sizes):
                self._sizes[state] = sizes
                self._states.append(state)
                weights.append(number)
        if not weights:
            raise Contradiction(f"what the log tells up to event {asking.version} cannot all be so: no card can lie anywhere")
        self._sums = list(accumulate(weights))
        self._marks = {
            counts.width * ((mark or 0) + 1): (slot, kinds)
            for slot, card in table.slots.items()
            if isinstance(card, StaticCard) and len(card.classes) > 1 and card.era == counts.era
            for kinds, mark in card.classes.items()
        }
        self._numbered = {slot: nth for nth, slot in enumerate(table.slots)}
        self._layout = cache(self._layout_of)
        self._options = cache(options)

    def draw(self, number: int, numbers: RandomNumbers) -> list[DealtWorld]:
        """Return so many worlds, each drawn by itself; the same numbers give the same worlds."""
        found: list[DealtWorld] = []
        wanted = {field: self._numbered[slot] for field, (slot, _kinds) in self._marks.items()}
        for again in range(MOST_TRIES + 1):
            if again == MOST_TRIES:
                self.exact = False
            ends = [self._states[bisect(self._sums, numbers.below(self._sums[-1]))] for _ in range(number - len(found))]
            for state, fields in zip(ends, self._counts.follow(ends, wanted, numbers), strict=True):
                cards = self._laid(state, numbers, within=again < MOST_TRIES)
                if cards is not None:
                    found.append(self._read(cards, dict(self._marks[field] for field in fields.values()), numbers))
            if len(found) == number:
                break
        return found

    # -- one world -----------------------------------------------------------------------------------------------------

    def _laid(self, state: int, numbers: RandomNumbers, *, within: bool) -> dict[tuple[str, Kinds], list[int]] | None:
        """Return the kinds that lie in each place, by their class; None where one lies outside of its own class."""
        sizes = self._sizes[state]
        drawn = self._filled(sizes, numbers) if self._nested else self._shared_out(sizes, numbers)
        found: dict[tuple[str, Kinds], list[int]] = {}
        for place, kinds, counted, number in self._layout(state):
            left = drawn[counted]
            cards = left[len(left) - number :]
            del left[len(left) - number :]
            if self._counts.wider and within and not all(kinds >> kind & 1 for kind in cards):
                return None
            found[place, kinds] = cards
        return found

    def _read(self, cards: dict[tuple[str, Kinds], list[int]], followed: Mapping[str, Kinds], numbers: RandomNumbers) -> DealtWorld:
        table, counts = self._table, self._counts
        names = [table.index.names[name] for name in counts.pool.name]
        places: defaultdict[str, list[str]] = defaultdict(list)
        for (place, _kinds), kinds in cards.items():
            if place != REST:
                places[place] += [names[kind] for kind in kinds]
        slots = {}
        for slot, card in table.slots.items():
            if isinstance(card, str):
                slots[SlotId(slot)] = card
            elif isinstance(card, TrackedCard):
                (slots[SlotId(slot)],) = places[card.place]
            else:
                own = followed.get(slot, _joined(card.classes)) & counts.pool.live
                slots[SlotId(slot)] = names[cards[REST, own].pop()]
        return DealtWorld(
            slots=slots,
            hands={
                SeatKey(seat): tuple(sorted((*held.elements(), *places[hand_place(SeatKey(seat))])))
                for seat, held in table.held.items()
                if is_asked(table, seat, self._viewer)
            },
            decks={
                DeckId(deck): tuple(name for block in blocks for name in _shuffled(places[block], numbers))
                for deck, blocks in table.decks.items()
            },
        )

    def _filled(self, sizes: Sizes, numbers: RandomNumbers) -> dict[int, list[int]]:
        """Fill classes of which each two are nested or apart, the narrowest first: each then leaves as many ways to fill the others."""
        left, found = self._copies, {}
        for index in self._narrow_first:
            kinds, size = self._classes[index], sizes[index]
            able = [kind for kind in left if kinds >> kind & 1]
            found[index] = _drawn(able, size, numbers)
            left = [kind for kind in left if not kinds >> kind & 1] + able
        return found

    def _shared_out(self, sizes: Sizes, numbers: RandomNumbers) -> dict[int, list[int]]:
        """Fill classes that overlap position by position, each by the ways to fill the others."""
        waiting: defaultdict[int, list[int]] = defaultdict(list)
        for kind in _shuffled(self._copies, numbers):
            waiting[holders(self._index, kind)].append(kind)
        left, found = self._groups, {}
        for index, size in enumerate(sizes):
            found[index] = list[int]()
            for _ in range(size):
                able, sums = self._options(left, sizes, index)
                classes = able[bisect(sums, numbers.below(sums[-1])) if len(able) > 1 else 0]
                found[index].append(waiting[classes].pop())
                left, sizes = fewer(left, classes), (*sizes[:index], sizes[index] - 1, *sizes[index + 1 :])
        return found

    # -- what is kept --------------------------------------------------------------------------------------------------

    def _layout_of(self, state: int) -> list[_Share]:
        counts = self._counts
        found: defaultdict[tuple[str, Kinds, int], int] = defaultdict(int)
        for place, here in counts.public.items():
            for kinds, number in here.items():
                found[place, kinds & counts.pool.live, self._index[counts.class_of(kinds)]] += number
        for place, shifts in counts.columns.items():
            for kinds, shift in shifts.items():
                found[place, kinds & counts.pool.live, self._index[counts.class_of(kinds)]] += state >> shift & counts.full
        return [_Share(*share, number) for share, number in found.items() if number]


def _joined(classes: Mapping[Kinds, int | None]) -> Kinds:
    found = 0
    for kinds in classes:
        found |= kinds
    return found


def _drawn(cards: list[T], number: int, numbers: RandomNumbers) -> list[T]:
    """Take so many cards out of a list by lot, one after the other."""
    found = []
    for _ in range(number):
        nth = numbers.below(len(cards))
        cards[nth], cards[-1] = cards[-1], cards[nth]
        found.append(cards.pop())
    return found


def _shuffled(cards: Sequence[T], numbers: RandomNumbers) -> list[T]:
    return _drawn(list(cards), len(cards), numbers)
