"""The total worth of the cards of one place: the numbers of worlds by that sum (design/knowledge: Sums of a hand).

Cards that the same classes may hold and that are worth the same are alike. For each group of classes a polynomial says in how many ways so
many of its cards lie in each class of the place and are worth so much; what is left over lies elsewhere, in as many ways as ``ways`` says.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, partial
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeAlias

from records.knowledge.worlds.arrangements import Groups, Sizes, parted, ways
from records.knowledge.worlds.effort import Effort, OverBudget
from records.knowledge.worlds.filling import Filling, WorthPolynomial, add, product, steps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.pool import Kinds

Alike: TypeAlias = "Mapping[int, Mapping[int, int]]"
"""By the classes that may hold them, as bits, and what they are worth: how many cards."""
States: TypeAlias = "Mapping[Sizes, Mapping[Sizes, int]]"
"""The weight of the worlds by the sizes of all classes in the place and then elsewhere."""
Shares: TypeAlias = Sizes
"""Cards of one group that lie in each class of the place."""
OVERHEAD = 3
"""Work of putting two polynomials together, beside their products."""
FIRST = 150_000
"""Work that the sums may take in the place and elsewhere at once. What fills many classes in few ways fits; a small hand may not."""


def sums(counts: Counts, place: str, values: Mapping[int, int]) -> WorthPolynomial:
    """Return the weight of the worlds by what the counted cards of ``place`` are worth together; ``values`` by the number of a name.

    A name without a value is worth 0. The weights sum to that of all worlds.
    """
    classes, states = _states(counts, place)
    spend = counts.effort.spend
    spend(len(counts.table) * (len(classes) + 1))
    groups: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    for kind, copies in enumerate(counts.pool.copies):
        if copies > 0:
            may = sum(1 << index for index, kinds in enumerate(classes) if kinds >> kind & 1)
            groups[may][values.get(counts.pool.name[kind], 0)] += copies
    effort = Effort(most=min(FIRST, counts.effort.left))
    try:
        found = _filled(groups, states, len(classes), effort)
    except OverBudget:
        return _left_over(groups, states, spend)
    spend(effort.spent)
    return found


def _filled(alike: Alike, states: States, classes: int, effort: Effort) -> WorthPolynomial:
    """Return the sums, counted in the place and elsewhere at once."""
    filling, found = Filling(steps(alike, classes), classes, effort.spend), WorthPolynomial()
    for here, elsewhere in states.items():
        for sizes, weight in elsewhere.items():
            ordered = weight * prod(map(factorial, here + sizes))
            add(found, {worth: times * ordered for worth, times in filling.ways(0, here + sizes).items()})
    return dict(sorted(found.items()))


def _left_over(groups: Alike, states: States, spend: Callable[[int], None]) -> WorthPolynomial:
    """Return the sums, counted in the place first; what is left over lies elsewhere."""
    found: WorthPolynomial = {}
    for here, elsewhere in states.items():
        for rest, polynomial in _laid(groups, here, spend).items():
            spend(len(elsewhere) * 20)
            number = sum(weight * ways(rest, sizes) for sizes, weight in elsewhere.items())
            add(found, {worth: times * number for worth, times in polynomial.items() if number})
    return dict(sorted(found.items()))


def _states(counts: Counts, place: str) -> tuple[list[Kinds], States]:
    """Return the classes, and the weight of the worlds by the sizes of all classes in ``place`` and then elsewhere."""
    classes: dict[Kinds, int] = {}
    fixed: list[tuple[bool, int, int]] = []
    columns: list[tuple[bool, int, int]] = []
    for other, public in counts.public.items():
        fixed += [(other == place, classes.setdefault(counts.class_of(kinds), len(classes)), number) for kinds, number in public.items()]
    for other, column in counts.columns.items():
        columns += [(other == place, classes.setdefault(counts.class_of(kinds), len(classes)), shift) for kinds, shift in column.items()]
    states: defaultdict[Sizes, defaultdict[Sizes, int]] = defaultdict(lambda: defaultdict(int))
    for state, weight in counts.table.items():
        elsewhere, here = [0] * len(classes), [0] * len(classes)
        for mine, index, number in (*fixed, *((mine, index, state >> shift & counts.full) for mine, index, shift in columns)):
            (here if mine else elsewhere)[index] += number
        states[tuple(here)][tuple(elsewhere)] += weight & counts.low
    return list(classes), {here: dict(elsewhere) for here, elsewhere in states.items()}


def _laid(groups: Alike, here: Sizes, spend: Callable[[int], None]) -> dict[Groups, WorthPolynomial]:
    """Return for all cards that can be left over in how many ways the others lie ``here`` and are worth how much."""
    mine = [index for index, number in enumerate(here) if number]
    placed = prod(factorial(here[index]) for index in mine)
    found: dict[tuple[Shares, Groups], WorthPolynomial] = {(tuple(here[index] for index in mine), ()): {0: placed}}
    for may, alike in sorted(groups.items()):
        able = [nth for nth, index in enumerate(mine) if may >> index & 1]
        after: dict[tuple[Shares, Groups], WorthPolynomial] = {}
        shared, whole = cache(partial(_shared, alike, spend)), sum(alike.values())
        for (room, rest), got in found.items():
            for shares, polynomial in shared(tuple(room[nth] for nth in able)).items():
                now = list(room)
                for nth, share in zip(able, shares, strict=True):
                    now[nth] -= share
                left = whole - sum(shares)
                key = tuple(now), (*rest, (may, left)) if left else rest
                spend(len(got) * len(polynomial) + OVERHEAD)
                add(after.setdefault(key, {}), product(got, polynomial))
        found = after
    return {rest: polynomial for (room, rest), polynomial in found.items() if not any(room)}


def _shared(alike: Mapping[int, int], spend: Callable[[int], None], room: Shares) -> dict[Shares, WorthPolynomial]:
    """Return for each way to share cards of one group out to classes with ``room`` in how many ways they are worth how much there."""
    found: dict[Shares, WorthPolynomial] = {(0,) * len(room): {0: 1}}
    for worth, copies in alike.items():
        after: dict[Shares, WorthPolynomial] = {}
        for there, got in found.items():
            spend(len(got) + 2)
            bounds = [(0, min(copies, most - held)) for most, held in zip(room, there, strict=True)]
            for *shares, _elsewhere in parted(copies, [*bounds, (0, copies)]):
                spend(len(got) + 2)
                times, left = 1, copies
                for share in shares:
                    times *= comb(left, share)
                    left -= share
                value = worth * sum(shares)
                key = tuple(map(int.__add__, there, shares))
                add(after.setdefault(key, {}), {total + value: number * times for total, number in got.items()})
        found = after
    return found
