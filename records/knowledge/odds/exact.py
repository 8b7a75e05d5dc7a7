"""How many cards an attack destroys, in all worlds together (design/knowledge: Attack odds)."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from records.knowledge.odds.budget import TooWide
from records.knowledge.odds.cost_sums import CostSums
from records.knowledge.odds.couplings import Couplings
from records.knowledge.odds.late_stops import LateStops

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.knowledge.odds.couplings import CountsBySort
    from records.knowledge.odds.encounters import Encounter

MOST_WORK = 60_000
"""Most numbers that are visited for one question. A number, not a time, so that answers are reproducible."""


class Exact:
    """Attacks of any strength on the defenders of ``encounter``. What has been worked out is kept; it never changes an answer."""

    def __init__(self, encounter: Encounter) -> None:
        self._encounter = encounter
        self._ends = LateStops(encounter)
        self._cost = [0, *accumulate(0 if known is None else known.net for known in encounter.known)]
        """What the known defenders before each defender, and before the end, cost together."""
        self._gains = sum(max(0, -known.net) for known in encounter.known if known is not None)
        for cell in encounter.cells:
            if not cell.plain:
                ((effects, copies),) = cell.cards
                self._gains += copies * max(max(0, -one.net) for one in effects if one is not None)
        self._couplings = cache(lambda deep: Couplings(encounter, deep))
        self._sums = cache(lambda most: CostSums(encounter, most))

    def destroys(self, strength: int, most: int) -> tuple[list[int], int]:
        """Return the weight of the worlds in which an attack destroys at least 0, 1 ... ``most`` cards, more than which it never does.

        With it comes the sum over all worlds of the strength that is left behind the last defender. Raises ``TooWide``.
        """
        couplings, sums = self._couplings(self._ends.closed[most]), self._sums(max(0, strength + self._gains))
        attack = _Attack(self._ends, self._cost, strength, couplings, sums)
        weights = [couplings.total, *(attack.destroys(number) for number in range(1, most + 1))]
        return weights, attack.surplus(most) if most == len(self._encounter.defenders) else 0


class _Attack:
    """An attack of one strength."""

    def __init__(self, ends: LateStops, cost: Sequence[int], strength: int, couplings: Couplings, sums: CostSums) -> None:
        self._ends, self._cost, self._strength, self._couplings, self._sums = ends, cost, strength, couplings, sums
        self._done: set[tuple[int, tuple[int, ...]]] = set()
        self._work = 0

    def _coupled(self, before: int, pinned: tuple[int, ...]) -> Mapping[CountsBySort, int]:
        found = self._couplings.coupled(before, pinned)
        self._work += len(found.weights)
        if (before, pinned) not in self._done:
            self._done.add((before, pinned))
            self._work += found.work
        if self._work > MOST_WORK:
            raise TooWide
        return found.weights

    def destroys(self, number: int) -> int:
        found, left = 0, self._strength - self._cost[number]
        for taken, weight in self._coupled(self._ends.closed[number], ()).items():
            found += weight * self._sums.up_to(taken, (), left)
        return found - self._stopped(number, 0)

    def surplus(self, number: int) -> int:
        """What is left after ``number`` cards, summed up: in how many worlds it is at least 1, 2 ..., added."""
        found, left = 0, self._strength - self._cost[number]
        for taken, weight in self._coupled(self._ends.closed[number], ()).items():
            found += weight * self._sums.left_of(taken, (), left)
        return found - sum(self._stopped(number, least) for least in range(1, self._ends.bounds[number]))

    def _stopped(self, number: int, least: int) -> int:
        """The worlds in which its strength would cover the sum of the costs, and a card stops it before."""
        lates, work = self._ends.late(number, least)
        self._work, found = self._work + work, 0
        for late, times in lates.items():
            left = self._strength - self._cost[late.first]
            for taken, weight in self._coupled(self._ends.closed[late.first], late.pinned).items():
                passed = self._sums.up_to(taken, late.gone, left - late.others) - self._sums.up_to(taken, late.gone, left - late.need)
                found += weight * times * passed
        return found
