"""What the counted worlds say of single cards, hands and decks, at once for all (design/knowledge: Marginals)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from records.knowledge.worlds.avoiding import Named, Sizes
from records.knowledge.worlds.nested import Nest
from records.knowledge.worlds.widening import in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.slot_state import StaticCard

Profile: TypeAlias = Named
"""A likeness of names: which classes may hold them, and in how many copies."""

_Worlds: TypeAlias = "Mapping[tuple[Sizes, Sizes], int]"
"""Weights by (positions in some places, positions elsewhere), of each class, or of each node of a ``Nest``."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What is counted of one profile in a hand or deck, over all worlds; numbers of worlds are weighted."""

    cards: int
    """Copies there, summed over the worlds."""
    without: int
    """Worlds in which none is there."""
    least: int
    most: int


class Marginals:
    """The answers that lie in ``counts``, which must not change while they are read."""

    def __init__(self, counts: Counts) -> None:
        self._counts, class_of = counts, counts.class_of
        found = {class_of(kinds) for here in (*counts.public.values(), *counts.columns.values()) for kinds in here}
        ordered = in_order(found)
        self._classes = {kinds: index for index, kinds in enumerate(ordered)}
        states = dict(zip(counts.table, self._sizes(counts.table, [*counts.public, *counts.columns]), strict=True))
        self._nest = Nest(counts.pool, ordered, tuple(set(states.values())) or ((0,) * len(ordered),))
        self._ones_of: dict[Sizes, list[int]] = {}
        self._numbers = {sizes: self._nest.ways(sizes) for sizes in dict.fromkeys(states.values())}
        self._by_state = {state: sizes for state, sizes in states.items() if self._numbers[sizes]}
        self._weights: dict[Sizes, int] = {}
        for state, sizes in self._by_state.items():
            self._weights[sizes] = self._weights.get(sizes, 0) + counts.table[state]

    @property
    def names(self) -> Mapping[Profile, Sequence[int]]:
        """The numbers of the names of each likeness."""
        return self._nest.names

    @cached_property
    def total(self) -> int:
        """The weight of all worlds; 0 if none is left."""
        low = self._counts.low
        return sum((weight & low) * self._numbers[sizes] for sizes, weight in self._weights.items())

    def static(self, card: StaticCard) -> dict[Profile, int]:
        """Return in how many worlds a closed card is one of each likeness (all its names together have as many each)."""
        counts, class_of, low = self._counts, self._counts.class_of, self._counts.low
        found = 0
        if card.era != counts.era or len(card.classes) == 1:
            union = 0
            for kinds in card.classes:
                union |= kinds
            return self._single(self._classes[class_of(union)])
        for kinds, mark in card.classes.items():
            index, field = self._classes[class_of(kinds)], counts.width * ((mark or 0) + 1)
            for sizes, weight in self._weights.items():
                if share := weight >> field & low:
                    found += share * self._ones(sizes)[index]
        return self._by_profile(found)

    def alone(self, place: str) -> dict[Profile, int]:
        """Return in how many worlds a card of a place, each as likely as the other, is one of each likeness, times the cards there."""
        return self._by_profile(self._cards(self._held((place,))))

    def holding(self, places: Sequence[str]) -> dict[Profile, Holding]:
        """Return what each likeness counts in some places together."""
        held = self._held(places)
        worlds, cards = self._nest.split(held), self._by_profile(self._cards(held))
        return {
            profile: Holding(cards[profile], without, 0 if without else self._least(profile, worlds), self._most(profile, worlds))
            for profile, without in zip(self.names, self._avoiding(worlds), strict=True)
        }

    def most(self, places: Sequence[str]) -> dict[Profile, int]:
        """Return how many copies of each likeness can be in some places together at most."""
        worlds = self._nest.split(self._held(places))
        return {profile: self._most(profile, worlds) for profile in self.names}

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _sizes(self, states: Iterable[int], places: Iterable[str]) -> list[Sizes]:
        """For each state how many positions of each class there are in some places."""
        counts, class_of, full = self._counts, self._counts.class_of, self._counts.full
        fixed = [0] * len(self._classes)
        columns: list[tuple[int, int]] = []
        for place in dict.fromkeys(places):
            for kinds, number in counts.public.get(place, {}).items():
                fixed[self._classes[class_of(kinds)]] += number
            for kinds, shift in counts.columns.get(place, {}).items():
                columns.append((shift, self._classes[class_of(kinds)]))
        found = []
        for state in states:
            sizes = fixed.copy()
            for shift, index in columns:
                sizes[index] += state >> shift & full
            found.append(tuple(sizes))
        return found

    def _held(self, places: Sequence[str]) -> _Worlds:
        """The weights of the worlds, by the positions of each class in ``places`` and elsewhere."""
        table, low = self._counts.table, self._counts.low
        found: dict[tuple[Sizes, Sizes], int] = {}
        for (state, sizes), here in zip(self._by_state.items(), self._sizes(self._by_state, places), strict=True):
            key = here, tuple(map(int.__sub__, sizes, here))
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

    def _by_profile(self, packed: int) -> dict[Profile, int]:
        """Take apart what is counted by the home of a card."""
        width, field = self._width, (1 << self._width) - 1
        return {
            profile: sum([copies * (packed >> home * width & field) for home, copies in profile if home >= 0]) for profile in self.names
        }

    def _single(self, index: int) -> dict[Profile, int]:
        low = self._counts.low
        return self._by_profile(sum([(weight & low) * self._ones(sizes)[index] for sizes, weight in self._weights.items()]))

    def _cards(self, held: _Worlds) -> int:
        """How often a card is in some places, packed by home."""
        found = 0
        for (here, elsewhere), weight in held.items():
            ones = self._ones(tuple(map(int.__add__, here, elsewhere)))
            found += weight * sum([number * ones[index] for index, number in enumerate(here) if number])
        return found

    def _avoiding(self, worlds: _Worlds) -> list[int]:
        """For each likeness the worlds in which none of it is in some places."""
        names, found = list(self.names), [0] * len(self.names)
        for (here, elsewhere), weight in worlds.items():
            ways = self._nest.avoiding(names, here, elsewhere)
            found = [before + weight * number for before, number in zip(found, ways, strict=True)]
        return found

    def _least(self, profile: Profile, worlds: _Worlds) -> int:
        """The fewest copies of a likeness in some places."""
        return sum(copies for _home, copies in profile) - max([self._nest.most(profile, elsewhere, here) for here, elsewhere in worlds])

    def _most(self, profile: Profile, worlds: _Worlds) -> int:
        """The most copies of a likeness in some places; looked for only where there is room for more than were found."""
        copies, within = sum(number for _home, number in profile), self._nest.holders(profile)
        found = 0
        for here, elsewhere in worlds:
            if found < min(copies, sum([here[node] for node in within])):
                found = max(found, self._nest.most(profile, here, elsewhere))
                if found == copies:
                    break
        return found
