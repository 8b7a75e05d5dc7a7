"""In how many ways cards can be chosen from a cell, by their total cost to an attack.

A **polynomial** packs one count for each cost into an int, so that to add costs is to multiply.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import comb, factorial, perm
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.knowledge.odds.couplings import CountsBySort
    from records.knowledge.odds.encounters import AttackEffects, Encounter

Gone: TypeAlias = tuple[tuple[int, int], ...]
"""(cell, which of its cards) of copies that lie elsewhere, sorted."""
CostPolynomial: TypeAlias = int


class CostSums:
    """Sums of costs up to ``most``, which is at least what any question asks for."""

    def __init__(self, encounter: Encounter, most: int) -> None:
        closed = sum(known is None for known in encounter.known)
        cards = sum(cell.copies for cell in encounter.cells)
        self._encounter, self.most = encounter, most
        self._bits = (closed + 1) * (cards + 1).bit_length() + 2 * (most + 2).bit_length()
        self._mask = (1 << self._bits * (most + 1)) - 1
        self._ones = sum(1 << self._bits * cost for cost in range(most + 1))
        self._limits = tuple(
            Counter(defender.sort for defender, known in zip(encounter.defenders, encounter.known, strict=True) if known is None)[sort]
            for sort in range(encounter.sorts)
        )
        self._product, self._chosen, self._tables = cache(self._find_product), cache(self._find_chosen), cache(self._choices)

    def up_to(self, taken: CountsBySort, gone: Gone, cost: int) -> int:
        """Return in how many ways closed defenders that take so many of each cell cost up to ``cost`` together; copies are distinct."""
        times, shift, _costs, summed, _twice = self._product(taken, gone)
        at = cost - shift
        return times * (summed >> self._bits * at & ((1 << self._bits) - 1)) if at >= 0 else 0

    def left_of(self, taken: CountsBySort, gone: Gone, strength: int) -> int:
        """Return what all of these ways leave of a strength, summed up; none leaves less than nothing."""
        times, shift, _costs, _summed, twice = self._product(taken, gone)
        at = strength - shift - 1
        return times * (twice >> self._bits * at & ((1 << self._bits) - 1)) if at >= 0 else 0

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _find_product(self, taken: CountsBySort, gone: Gone) -> tuple[int, int, CostPolynomial, CostPolynomial, CostPolynomial]:
        """The factor and the cost of cells of one effect, and the polynomial of the others: itself, summed up, and again."""
        times, shift, found, sorts = 1, 0, 1, self._encounter.sorts
        missing: dict[int, list[int]] = {}
        for number, card in gone:
            missing.setdefault(number, []).append(card)
        for nth, cell in enumerate(self._encounter.cells):
            here = taken[nth * sorts : (nth + 1) * sorts]
            if not any(here):
                continue
            if cell.plain:
                found = found * self._chosen(nth, here, tuple(missing.get(nth, ()))) & self._mask
                for number in here:
                    times *= factorial(number)
            else:
                times *= perm(cell.copies - len(missing.get(nth, ())), sum(here))
                ((effects, _copies),) = cell.cards
                shift += sum(number * one.net for number, one in zip(here, effects, strict=True) if one is not None)
        summed = found * self._ones & self._mask
        return times, shift, found, summed, summed * self._ones & self._mask

    def _find_chosen(self, nth: int, here: tuple[int, ...], missing: tuple[int, ...]) -> CostPolynomial:
        """Choices of so many copies of a cell for each sort of pile, without an order."""
        if missing:
            effects, _copies = self._encounter.cells[nth].cards[missing[-1]]
            found = self._chosen(nth, here, missing[:-1])
            for sort, one in enumerate(effects):
                if here[sort] and one is not None:
                    fewer = (*here[:sort], here[sort] - 1, *here[sort + 1 :])
                    found -= (self._chosen(nth, fewer, missing) << self._bits * one.net) & self._mask
            return found
        return self._tables(nth).get(here, 0)

    def _choices(self, nth: int) -> dict[tuple[int, ...], CostPolynomial]:
        """The same for all numbers that can be, of the whole cell."""
        found: dict[tuple[int, ...], CostPolynomial] = {(0,) * self._encounter.sorts: 1}
        for effects, copies in self._encounter.cells[nth].cards:
            ways = list(self._of_one(effects, copies))
            more: dict[tuple[int, ...], CostPolynomial] = {}
            for before, polynomial in found.items():
                for numbers, times, cost in ways:
                    after = tuple(map(int.__add__, before, numbers))
                    if cost <= self.most and all(map(int.__le__, after, self._limits)):
                        more[after] = more.get(after, 0) + (polynomial * times << self._bits * cost & self._mask)
            found = more
        return found

    def _of_one(self, effects: AttackEffects, copies: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Yield numbers of copies for each sort of pile, the choices, and what they cost."""
        for numbers in product(
            *(range(min(limit, copies) + 1 if one is not None else 1) for limit, one in zip(self._limits, effects, strict=True))
        ):
            times, left, cost = 1, copies, 0
            for number, one in zip(numbers, effects, strict=True):
                times *= comb(left, number)
                left -= number
                cost += number * one.net if one is not None else 0
            if times:
                yield numbers, times, cost
