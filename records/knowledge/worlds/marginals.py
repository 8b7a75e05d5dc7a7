"""What the counted worlds say of single cards, hands and decks, at once for all (design/knowledge: Marginals)."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, reduce
from itertools import repeat
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from records.knowledge.worlds.avoiding import Named
from records.knowledge.worlds.nested import Nest
from records.knowledge.worlds.widening import in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.knowledge.worlds.arrangements import Sizes
    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.slot_state import StaticCard

_Worlds: TypeAlias = "Mapping[tuple[Sizes, Sizes], int]"
"""Weights by (positions in some places, all positions), of each class."""


class Holding(msgspec.Struct, frozen=True):
    """What a hand or deck holds of one name, over all worlds."""

    expected: Fraction
    """The mean number of copies."""
    holds: Fraction
    """The chance that at least one copy is there."""
    least: int
    most: int


class Marginals:
    """The answers that lie in ``counts``, which must not change while they are read."""

    def __init__(self, counts: Counts) -> None:
        self._counts, class_of = counts, counts.class_of
        self._spend = counts.effort.spend
        found = {class_of(kinds) for here in (*counts.public.values(), *counts.columns.values()) for kinds in here}
        ordered = in_order(found)
        self._classes = {kinds: index for index, kinds in enumerate(ordered)}
        states = dict(zip(counts.table, self._sizes(counts.table, [*counts.public, *counts.columns]), strict=True))
        self._nest = Nest(counts.pool, ordered, tuple(set(states.values())) or ((0,) * len(ordered),), counts.effort)
        self._ones_of: dict[Sizes, list[int]] = {}
        self._able_of: dict[Sizes, list[int]] = {}
        self._numbers = {sizes: self._nest.ways(sizes) for sizes in dict.fromkeys(states.values())}
        self._by_state = {state: sizes for state, sizes in states.items() if self._numbers[sizes]}
        self._weights: dict[Sizes, int] = {}
        for state, sizes in self._by_state.items():
            self._weights[sizes] = self._weights.get(sizes, 0) + counts.table[state]

    @cached_property
    def total(self) -> int:
        """The weight of all worlds; 0 if none is left."""
        low = self._counts.low
        return sum((weight & low) * self._numbers[sizes] for sizes, weight in self._weights.items())

    def static(self, card: StaticCard) -> dict[int, Fraction]:
        """Return the chance of each name that a closed card has, by the number of the name; all above zero."""
        low, found = self._counts.low, 0
        for index, field in self._fields(card):
            self._spend(len(self._weights))
            for sizes, weight in self._weights.items():
                if share := weight >> field & low:
                    found += share * self._ones(sizes)[index]
        return self._shares(found, 1)

    def candidates(self, card: StaticCard) -> list[int]:
        """Return the names that have a chance above zero, by their numbers; in less time than ``static``."""
        low, found = self._counts.low, 0
        for index, field in self._fields(card):
            self._spend(len(self._weights))
            for sizes, weight in self._weights.items():
                if weight >> field & low:
                    found |= self._able(sizes)[index]
        return [
            name
            for profile, names in self._nest.names.items()
            if any(home >= 0 and found >> home & 1 for home, _copies in profile)
            for name in names
        ]

    def alone(self, place: str) -> dict[int, Fraction]:
        """Return the chance of each name that a card of a place has, each card there as likely as the other; all above zero."""
        return self._shares(self._cards(self._held((place,))), self._counts.size[place])

    def holding(self, places: Sequence[str]) -> dict[int, Holding]:
        """Return what some places together hold of each name, by its number."""
        held, total, found = self._held(places), self.total, dict[int, Holding]()
        cards = self._cards(held)
        for profile, bounds in self._nest.holding(held).items():
            expected, holds = Fraction(self._copies(cards, profile), total), Fraction(total - bounds.without, total)
            found.update(dict.fromkeys(self._nest.names[profile], Holding(expected, holds, bounds.least, bounds.most)))
        return found

    def bounds(self, places: Sequence[str]) -> dict[int, tuple[int, int]]:
        """Return how many copies of each name some places together hold at least and at most, by its number; only what can be there."""
        found = self._nest.bounds(self._held(places))
        return {name: bounds for profile, bounds in found.items() if bounds[1] for name in self._nest.names[profile]}

    def most(self, places: Sequence[str]) -> dict[int, int]:
        """Return how many copies of each name can be in some places together at most, by its number; all above zero."""
        most = self._nest.most_held(self._held(places))
        return {name: number for profile, number in most.items() if number for name in self._nest.names[profile]}

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _fields(self, card: StaticCard) -> list[tuple[int, int]]:
        """The classes of a card, by their index, each with the bit at which a weight says in how many worlds the card is of it."""
        counts = self._counts
        if card.era == counts.era and len(card.classes) > 1:
            return [(self._classes[counts.class_of(kinds)], counts.width * ((mark or 0) + 1)) for kinds, mark in card.classes.items()]
        return [(self._classes[counts.class_of(reduce(or_, card.classes, 0))], 0)]

    def _sizes(self, states: Iterable[int], places: Iterable[str]) -> list[Sizes]:
        """For each state how many positions of each class there are in some places."""
        counts, class_of, full = self._counts, self._counts.class_of, self._counts.full
        self._spend(len(self._classes) + len(self._counts.table))
        fixed = [0] * len(self._classes)
        masks = [0] * len(self._classes)
        for place in dict.fromkeys(places):
            for kinds, number in counts.public.get(place, {}).items():
                fixed[self._classes[class_of(kinds)]] += number
            for kinds, shift in counts.columns.get(place, {}).items():
                masks[self._classes[class_of(kinds)]] |= full << shift
        every = reduce(or_, masks, 0)
        parts = [state & every for state in states]
        apart = dict.fromkeys(parts)
        numbers = [  # columns are summed as in ``Counts``: what is left by division by ``full``
            [number + (part & mask) % full for part in apart] if mask else repeat(number) for number, mask in zip(fixed, masks, strict=True)
        ]
        found = dict(zip(apart, zip(*numbers, strict=False) if numbers else repeat(()), strict=False))
        return [found[part] for part in parts]

    def _held(self, places: Sequence[str]) -> _Worlds:
        """The weights of the worlds, by the positions of each class in ``places`` and in all."""
        table, low = self._counts.table, self._counts.low
        found: dict[tuple[Sizes, Sizes], int] = {}
        for (state, sizes), here in zip(self._by_state.items(), self._sizes(self._by_state, places), strict=True):
            key = here, sizes
            found[key] = found.get(key, 0) + (table[state] & low)
        return found

    @cached_property
    def _width(self) -> int:
        """Bits that a number of worlds times one of cards needs."""
        return (self.total * sum(next(iter(self._weights), ()))).bit_length()

    def _ones(self, sizes: Sizes) -> list[int]:
        found = self._ones_of.get(sizes)
        if found is None:
            found = self._ones_of[sizes] = self._nest.ones(sizes, self._width)
        return found

    def _able(self, sizes: Sizes) -> list[int]:
        found = self._able_of.get(sizes)
        if found is None:
            found = self._able_of[sizes] = self._nest.able(sizes)
        return found

    def _copies(self, packed: int, profile: Named) -> int:
        """Take what is counted of one profile out of what is packed by the home of a card."""
        width, field = self._width, (1 << self._width) - 1
        return sum([copies * (packed >> home * width & field) for home, copies in profile if home >= 0])

    def _shares(self, packed: int, cards: int) -> dict[int, Fraction]:
        """The chances of all names of one of so many cards."""
        found, whole = dict[int, Fraction](), self.total * cards
        for profile, names in self._nest.names.items():
            if number := self._copies(packed, profile):
                found.update(dict.fromkeys(names, Fraction(number, whole)))
        return found

    def _cards(self, held: _Worlds) -> int:
        """How often a card is in some places, packed by home."""
        found = 0
        self._spend(len(held) * len(self._classes))
        for (here, sizes), weight in held.items():
            ones = self._ones(sizes)
            found += weight * sum([number * ones[index] for index, number in enumerate(here) if number])
        return found
