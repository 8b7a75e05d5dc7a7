"""In how many worlds the cards that an attack meets come from which cells of hidden cards: whatever its strength is.

Which copy of a cell lies where, and so what it does to the attack, is left to ``cost_sums``: to the rest of the world copies are alike.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from records.knowledge.odds.budget import TooWide
from records.knowledge.worlds.arrangements import ways

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.knowledge.odds.encounters import Encounter
    from records.knowledge.worlds.arrangements import Groups, Sizes
    from records.knowledge.worlds.states import Picked

MOST_WAYS = 25_000
"""Most fillings of the rest of the world that are counted for one question. A number, not a time, so that answers are reproducible."""
MOST_SPREAD = 30_000
"""Ways of naming cells, of one kind and of all together."""
CellCounts: TypeAlias = tuple[int, ...]
"""Cards taken of each cell."""
CountsBySort: TypeAlias = tuple[int, ...]
"""Cards taken of each cell in each sort of pile; cell by cell."""
Where: TypeAlias = tuple[tuple[int, int], ...]
"""(sort of pile, class) of some closed defenders, sorted."""


class Coupled(NamedTuple):
    """Worlds, and what it took to count them."""

    weights: Mapping[CountsBySort, int]
    work: int
    """Numbers that were visited."""


class Couplings:
    """The couplings of the first ``deep`` closed defenders; raises ``TooWide``."""

    def __init__(self, encounter: Encounter, deep: int) -> None:
        self.encounter, self.deep = encounter, deep
        self._sort = [defender.sort for defender, known in zip(encounter.defenders, encounter.known, strict=True) if known is None]
        self._copies = [cell.copies for cell in encounter.cells]
        self._spread, self.coupled = cache(self._find_spread), cache(self._find_coupled)
        self._levels: list[dict[Picked, dict[CellCounts, int]]] = [self._deepest()]
        while len(self._levels) <= deep:
            self._levels.insert(0, self._shallower(self._levels[0]))

    @property
    def total(self) -> int:
        """The weight of all worlds."""
        return sum(weight for taken in self._levels[0].values() for weight in taken.values())

    def _find_coupled(self, before: int, pinned: tuple[int, ...]) -> Coupled:
        """Return the weight of the worlds by what the first ``before`` closed defenders take; those after them are of the cells ``pinned``.

        The copies that they take are still to be chosen.
        """
        work = 0
        together: defaultdict[Where, defaultdict[CellCounts, int]] = defaultdict(lambda: defaultdict(int))
        for picked, weights in self._levels[before + len(pinned)].items():
            if all(cell in self.encounter.able[index] for index, cell in zip(picked[before:], pinned, strict=True)):
                here = together[self._where(picked[:before])]
                work += len(weights)
                for taken, weight in weights.items():
                    here[taken] += weight
        found: defaultdict[CountsBySort, int] = defaultdict(int)
        for where, weights in together.items():
            spread = self._spread(where)
            work += len(spread)
            for taken, number in spread.items():
                weight = weights.get(self._cells(taken, pinned), 0)
                if weight:
                    found[taken] += number * weight
        return Coupled(found, work)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _where(self, picked: Picked) -> Where:
        return tuple(sorted(zip(self._sort, picked, strict=False)))

    def _cells(self, taken: CountsBySort, pinned: tuple[int, ...] = ()) -> CellCounts:
        sorts = self.encounter.sorts
        found = [sum(taken[nth * sorts : (nth + 1) * sorts]) for nth in range(len(self._copies))]
        for cell in pinned:
            found[cell] += 1
        return tuple(found)

    def _find_spread(self, where: Where) -> dict[CountsBySort, int]:
        """In how many ways cells can be named for closed defenders, by how often each is."""
        sorts = self.encounter.sorts
        if not where:
            return {(0,) * (len(self._copies) * sorts): 1}
        (sort, index), found = where[-1], defaultdict[CountsBySort, int](int)
        for taken, number in self._spread(where[:-1]).items():
            for cell in self.encounter.able[index]:
                first = cell * sorts
                if sum(taken[first : first + sorts]) < self._copies[cell]:
                    at = first + sort
                    found[*taken[:at], taken[at] + 1, *taken[at + 1 :]] += number
                    if len(found) > MOST_SPREAD:
                        raise TooWide
        return found

    def _deepest(self) -> dict[Picked, dict[CellCounts, int]]:
        """The worlds in which the closed defenders take so many of each cell, times the ways to lay all other cards."""
        rest: defaultdict[Picked, defaultdict[Sizes, int]] = defaultdict(lambda: defaultdict(int))
        for (sizes, picked), weight in self.encounter.worlds.items():
            left = list(sizes)
            for index in picked[self.deep :]:
                left[index] += 1
            rest[picked[: self.deep]][tuple(left)] += weight
        options: dict[Picked, set[CellCounts]] = {}
        spread = fillings = 0
        for picked, weights in rest.items():
            named = self._spread(self._where(picked))
            options[picked] = {self._cells(taken) for taken in named}
            spread, fillings = spread + len(named), fillings + len(options[picked]) * len(weights)
            if spread > MOST_SPREAD or fillings > MOST_WAYS:
                raise TooWide
        groups = cache(self._without)
        found: dict[Picked, dict[CellCounts, int]] = {}
        for picked, weights in rest.items():
            found[picked] = here = {}
            for taken in options[picked]:
                left_over = groups(taken)
                weight = sum(weight * ways(left_over, sizes) for sizes, weight in weights.items())
                if weight:
                    here[taken] = weight
        return found

    def _without(self, taken: CellCounts) -> Groups:
        left = dict(self.encounter.groups)
        for cell, number in zip(self.encounter.cells, taken, strict=True):
            left[cell.classes] -= number
        return tuple(sorted(left.items()))

    def _shallower(self, level: dict[Picked, dict[CellCounts, int]]) -> dict[Picked, dict[CellCounts, int]]:
        """The same with the last defender left to lie with the rest."""
        found: defaultdict[Picked, defaultdict[CellCounts, int]] = defaultdict(lambda: defaultdict(int))
        for picked, weights in level.items():
            here = found[picked[:-1]]
            for cell in self.encounter.able[picked[-1]]:
                for taken, weight in weights.items():
                    if taken[cell]:
                        less = taken[cell] - 1
                        here[*taken[:cell], less, *taken[cell + 1 :]] += weight * (self._copies[cell] - less)
        return {picked: dict(weights) for picked, weights in found.items()}
