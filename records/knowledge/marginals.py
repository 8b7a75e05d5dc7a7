"""What the counted worlds say of single cards, hands and decks, at once for all (ENGINE, section 6).

Cards that the same classes may hold, in as many copies, are alike: a **profile** stands for all names of one likeness.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import comb, perm
from typing import TYPE_CHECKING, TypeAlias

from records.knowledge.ways import Groups, Sizes, packed, parted, ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.knowledge.counts import Counts
    from records.knowledge.lying import Stays
    from records.knowledge.pool import Kinds

Profile: TypeAlias = Groups
"""For each kind of a name: the classes that may hold it, as bits, and its copies; sorted."""
Spread: TypeAlias = tuple[tuple[int, int], ...]
"""(class, copies of a name in it), for the classes that have any."""


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
        self._counts, live = counts, counts.pool.live
        self._single, self._packed = cache(self._find_single), cache(self._find_packed)
        self._spread, self._ones = cache(self._find_spread), cache(self._find_ones)
        self._classes: dict[Kinds, int] = {}
        self._fixed: list[int] = []
        self._columns: list[tuple[int, int]] = []
        for here in counts.public.values():
            for kinds, number in here.items():
                self._fixed[self._class(kinds & live)] += number
        for columns in counts.columns.values():
            for kinds, shift in columns.items():
                self._columns.append((shift, self._class(kinds & live)))
        copies: defaultdict[int, int] = defaultdict(int)
        by_name: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for kind, number in enumerate(counts.pool.copies):
            if number > 0:
                classes = sum(1 << index for kinds, index in self._classes.items() if kinds >> kind & 1)
                copies[classes] += number
                by_name[counts.pool.name[kind]].append((classes, number))
        self._groups: Groups = tuple(sorted(copies.items()))
        self.names: defaultdict[Profile, list[int]] = defaultdict(list)
        """The numbers of the names of each likeness."""
        for name, kinds_of in by_name.items():
            self.names[tuple(sorted(kinds_of))].append(name)
        self._weights: dict[Sizes, int] = {}
        self._by_state: dict[int, Sizes] = {}
        for state, weight in counts.table.items():
            sizes = self._sizes(state)
            if ways(self._groups, sizes):
                self._by_state[state] = sizes
                self._weights[sizes] = self._weights.get(sizes, 0) + weight

    @cached_property
    def total(self) -> int:
        """The weight of all worlds; 0 if none is left."""
        low = self._counts.low
        return sum((weight & low) * ways(self._groups, sizes) for sizes, weight in self._weights.items())

    def lying(self, card: Stays) -> dict[Profile, int]:
        """Return in how many worlds a closed card is one of each likeness (all its names together have as many each)."""
        counts, live = self._counts, self._counts.pool.live
        if card.era != counts.era or len(card.classes) == 1:
            union = 0
            for kinds in card.classes:
                union |= kinds
            return self._single(self._classes[union & live])
        low, parts = counts.low, list[tuple[Sizes, int, int]]()
        for kinds, mark in card.classes.items():
            index, field = self._classes[kinds & live], counts.width * ((mark or 0) + 1)
            parts += [(sizes, index, share) for sizes, weight in self._weights.items() if (share := weight >> field & low)]
        return {
            profile: sum(share * self._ones(profile, sizes)[index] for sizes, index, share in parts if _may(profile) >> index & 1)
            for profile in self.names
        }

    def alone(self, place: str) -> dict[Profile, int]:
        """Return in how many worlds a card of a place, each as likely as the other, is one of each likeness, times the cards there."""
        found: dict[Profile, int] = dict.fromkeys(self.names, 0)
        for (sizes, here), weight in self._held((place,)).items():
            for profile in self.names:
                ones = self._ones(profile, sizes)
                found[profile] += weight * sum(number * ones[index] for index, number in enumerate(here) if number)
        return found

    def holding(self, places: Sequence[str]) -> dict[Profile, Holding]:
        """Return what each likeness counts in some places together."""
        states = self._held(places)
        return {profile: self._holding(profile, states) for profile in self.names}

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _class(self, kinds: Kinds) -> int:
        index = self._classes.setdefault(kinds, len(self._classes))
        if index == len(self._fixed):
            self._fixed.append(0)
        return index

    def _sizes(self, state: int) -> Sizes:
        sizes, full = list(self._fixed), self._counts.full
        for shift, index in self._columns:
            sizes[index] += state >> shift & full
        return tuple(sizes)

    def _find_single(self, index: int) -> dict[Profile, int]:
        low = self._counts.low
        return {
            profile: sum((weight & low) * self._ones(profile, sizes)[index] for sizes, weight in self._weights.items())
            for profile in self.names
        }

    def _held(self, places: Sequence[str]) -> dict[tuple[Sizes, Sizes], int]:
        """The weights of the worlds, by the sizes of all classes and those in ``places``."""
        counts = self._counts
        fixed = [0] * len(self._fixed)
        columns: list[tuple[int, int]] = []
        for place in places:
            for kinds, number in counts.public.get(place, {}).items():
                fixed[self._classes[kinds & counts.pool.live]] += number
            for kinds, shift in counts.columns.get(place, {}).items():
                columns.append((shift, self._classes[kinds & counts.pool.live]))
        found: dict[tuple[Sizes, Sizes], int] = {}
        for state, sizes in self._by_state.items():
            here = list(fixed)
            for shift, index in columns:
                here[index] += state >> shift & counts.full
            key = sizes, tuple(here)
            found[key] = found.get(key, 0) + (counts.table[state] & counts.low)
        return found

    def _find_packed(self, sizes: Sizes) -> tuple[tuple[int, ...], Groups, Sizes]:
        """The classes that have positions, the groups with these only, and their sizes."""
        kept = tuple(index for index, size in enumerate(sizes) if size)
        return kept, packed(self._groups, kept), tuple(sizes[index] for index in kept)

    def _find_spread(self, profile: Profile, sizes: Sizes) -> tuple[tuple[Spread, int], ...]:
        kept, groups, few = self._packed(sizes)
        return spread(groups, packed(profile, kept), few)

    def _find_ones(self, profile: Profile, sizes: Sizes) -> tuple[int, ...]:
        """For each class, the ways in which one certain position of it holds one certain name of a likeness."""
        kept, _groups, few = self._packed(sizes)
        found = [0] * len(few)
        for there, number in self._spread(profile, sizes):
            times = number * _placed(few, there)
            for nth, held in there:
                found[nth] += times * held
        ones = [0] * len(sizes)
        for nth, index in enumerate(kept):
            ones[index] = found[nth] // few[nth]
        return tuple(ones)

    def _holding(self, profile: Profile, states: dict[tuple[Sizes, Sizes], int]) -> Holding:
        cards = without = 0
        least, most, may = sum(copies for _classes, copies in profile), 0, _may(profile)
        alike: dict[tuple[Sizes, Sizes], int] = {}
        for (sizes, here), weight in states.items():
            key = sizes, tuple(number if may >> index & 1 else 0 for index, number in enumerate(here))
            alike[key] = alike.get(key, 0) + weight
        for (sizes, everywhere), weight in alike.items():
            if not any(everywhere):
                without += weight * ways(self._groups, sizes)
                least = 0
                continue
            kept, _groups, few = self._packed(sizes)
            held_here = [everywhere[index] for index in kept]
            elsewhere = tuple(map(int.__sub__, few, held_here))
            for there, number in self._spread(profile, sizes):
                without += number * weight * _placed(elsewhere, there)
                least = min(least, sum([held - elsewhere[nth] for nth, held in there if held > elsewhere[nth]]))
                most = max(most, sum([min(held, held_here[nth]) for nth, held in there]))
            ones = self._ones(profile, sizes)
            cards += weight * sum(number * ones[index] for index, number in enumerate(everywhere) if number)
        return Holding(cards, without, least, most)


@lru_cache(maxsize=1 << 14)
def _may(profile: Profile) -> int:
    """Every class that may hold one of a likeness, as bits."""
    found = 0
    for classes, _copies in profile:
        found |= classes
    return found


@lru_cache(maxsize=1 << 14)
def spread(groups: Groups, profile: Profile, sizes: Sizes) -> tuple[tuple[Spread, int], ...]:
    """Return how the copies of one name may be spread over classes, each with the ways to do so and to lay all other cards.

    Which positions of a class they take is left to the caller (``_placed`` counts it).
    """
    rest = dict(groups)
    found: dict[Sizes, int] = {(0,) * len(sizes): 1}
    for classes, copies in profile:
        rest[classes] -= copies
        mine = [index for index in range(len(sizes)) if classes >> index & 1]
        more: dict[Sizes, int] = {}
        for there, number in found.items():
            for shares in parted(copies, [(0, min(copies, sizes[index] - there[index])) for index in mine]):
                now, times, left = list(there), number, copies
                for index, share in zip(mine, shares, strict=True):
                    if share:
                        now[index] += share
                        times *= comb(left, share)
                        left -= share
                key = tuple(now)
                more[key] = more.get(key, 0) + times
        found = more
    others = tuple(sorted(rest.items()))
    spreads = ((there, number * ways(others, tuple(map(int.__sub__, sizes, there)))) for there, number in found.items())
    return tuple((tuple((nth, held) for nth, held in enumerate(there) if held), number) for there, number in spreads if number)


def _placed(sizes: Sizes, there: Spread) -> int:
    """In how many ways cards, told apart, can take so many of the positions of each class."""
    found = 1
    for nth, held in there:
        found *= perm(sizes[nth], held)
    return found
