"""Constraints: a statement about a place removes worlds (design/knowledge: Moves).

Positions of one class split into those within a set and those without, in as many ways as there are to choose them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from records.knowledge.worlds.arrangements import parted
from records.knowledge.worlds.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.knowledge.worlds.card_sets import Names
    from records.knowledge.worlds.pool import Kinds

MOST_SPLITS = 30_000
"""Most worlds into which one statement may split those before it; a statement that needs more is not used, and answers are not exact."""
WIDEST = 6
"""Different masks that hang together, up to which every union is looked at."""


def require(counts: Counts, places: Sequence[str], within: Kinds, least: int = 0, most: int | None = None) -> None:
    """Keep the worlds in which ``places`` hold from ``least`` to ``most`` cards ``within`` a set, all together."""

    def fits(numbers: Sequence[int]) -> bool:
        return numbers[0] >= least and (most is None or numbers[0] <= most)

    if least > 0 or most is not None:
        _refine(counts, places, (within,), fits, at_most=most)


def require_sum(counts: Counts, places: Sequence[str], worth: Sequence[tuple[int, Kinds]], below: int) -> None:
    """Keep the worlds in which the values of ``places`` sum to less than ``below``; ``worth`` has the kinds of each value but one."""
    values = [value for value, _kinds in worth]

    def fits(numbers: Sequence[int]) -> bool:
        return sum(value * number for value, number in zip(values, numbers, strict=True)) < below

    _refine(counts, places, tuple(kinds for _value, kinds in worth), fits)


def require_bag(counts: Counts, places: Sequence[str], masks: Sequence[Names], known: Callable[[Names], int]) -> None:
    """Keep the worlds in which ``places`` hold cards that match ``masks``, one card each; ``known`` counts cards seen there within a set.

    By Hall's theorem that is so if for each union of masks there are as many cards within it as masks that it covers.
    """
    for distinct in _components(sorted(set(masks), key=lambda mask: (mask.bit_count(), mask))):
        if len(distinct) > WIDEST:
            counts.exact = False
        for size in range(1, len(distinct) + 1 if len(distinct) <= WIDEST else 2):
            for chosen in combinations(distinct, size):
                union = 0
                for mask in chosen:
                    union |= mask
                if len(_components(chosen)) == 1:
                    covered = sum(not mask & ~union for mask in masks)
                    require(counts, places, counts.pool.within(union), covered - known(union))


def _components(masks: Sequence[Names]) -> list[list[Names]]:
    """Return masks that hang together, each with those that it meets."""
    found: list[tuple[Names, list[Names]]] = []
    for mask in masks:
        met = [component for component in found if component[0] & mask]
        found = [component for component in found if not component[0] & mask]
        union, together = mask, [mask]
        for names, members in met:
            union |= names
            together = members + together
        found.append((union, together))
    return [members for _names, members in found]


def _refine(
    counts: Counts, places: Sequence[str], parts: Sequence[Kinds], fits: Callable[[Sequence[int]], bool], at_most: int | None = None
) -> None:
    """Split classes along ``parts``, which are disjoint, and keep worlds whose numbers within them all together fit."""
    live = counts.pool.live
    fixed = [0] * len(parts)
    inside: dict[int, int] = {}
    """The part that a column lies in, by its bit."""
    whole: list[tuple[str, Kinds, int]] = []
    split: list[tuple[str, Kinds]] = []
    for place in places:
        for kinds in counts.classes(place):
            met = [nth for nth, part in enumerate(parts) if kinds & live & part]
            if len(met) == 1 and not kinds & live & ~parts[met[0]]:
                whole.append((place, kinds, met[0]))
            elif met:
                split.append((place, kinds))
    for place, kinds, nth in whole:
        if kinds in counts.columns[place] or (split and at_most != 0):  # a piece may be of the same class
            inside[counts.column(place, kinds)] = nth
        else:
            fixed[nth] += counts.public[place][kinds]
    if not split and not inside:
        if not fits(fixed):
            counts.table = {}
    elif at_most == 0 and not inside and not any(fixed) and not any(kinds in counts.columns[place] for place, kinds in split):
        _rule_out(counts, split, parts[0])
    elif (worlds := len(counts.table) * _splits(counts, split, parts, at_most)) > (
        MOST_SPLITS if counts.effort.limits is None else counts.effort.limits.splits
    ):
        counts.exact = False
    else:
        counts.effort.spend(worlds)
        _Splitting(counts, parts, fixed, inside, fits, at_most).run(split)


def _splits(counts: Counts, split: Sequence[tuple[str, Kinds]], parts: Sequence[Kinds], at_most: int | None) -> int:
    """In how many ways at most the positions of one world can be split along ``parts``."""
    ways, live = 1, counts.pool.live
    for place, kinds in split:
        met = sum(bool(kinds & live & part) for part in parts)
        shift, number = counts.columns[place].get(kinds), counts.public[place].get(kinds, 0)
        if shift is not None:
            number += max([state >> shift & counts.full for state in counts.table], default=0)
        ways *= comb(number + met, met) if at_most is None else (min(number, at_most) + 1) ** met
    return ways


def _rule_out(counts: Counts, split: Sequence[tuple[str, Kinds]], part: Kinds) -> None:
    """None of these is there: no world branches, the classes are smaller."""
    for place, kinds in split:
        less = kinds & ~part
        number = counts.public[place].pop(kinds)
        counts.public[place][less] = counts.public[place].get(less, 0) + number


class _Way(NamedTuple):
    """One way to split the positions of some classes: what it adds to a state, and how often it can be chosen."""

    change: int
    factor: int
    numbers: int
    """Which of the numbers within the parts it adds, by their place in ``_Ways.numbers``."""


class _Ways(NamedTuple):
    ways: list[_Way]
    numbers: list[tuple[int, ...]]


@dataclass
class _Splitting:
    counts: Counts
    parts: Sequence[Kinds]
    fixed: list[int]
    inside: dict[int, int]
    fits: Callable[[Sequence[int]], bool]
    at_most: int | None

    def run(self, split: Sequence[tuple[str, Kinds]]) -> None:
        counts, pieces = self.counts, [self._pieces(place, kinds) for place, kinds in split]
        for (place, _kinds), (_shift, shares) in zip(split, pieces, strict=True):
            counts.grow(len(shares) ** counts.size[place])
        shifts, full = [shift for shift, _shares in pieces], counts.full
        known: dict[tuple[int, ...], _Ways] = {}

        def spread(state: int) -> _Ways:
            split_up = tuple([state >> shift & full for shift in shifts])
            if (found := known.get(split_up)) is None:
                found = known[split_up] = self._ways(split_up, pieces)
            return found

        out: dict[int, int] = {}
        for state, weight in counts.table.items():
            before, (ways, numbers) = self._numbers(state), spread(state)
            fit = [self.fits([old + new for old, new in zip(before, added, strict=True)]) for added in numbers]
            for change, factor, nth in ways:
                if fit[nth]:
                    after = state + change
                    out[after] = out.get(after, 0) + weight * factor
        counts.note_spread(lambda state: [(state + change, factor) for change, factor, _nth in spread(state).ways])
        counts.keep(out)

    def _pieces(self, place: str, kinds: Kinds) -> tuple[int, list[tuple[int, bool]]]:
        """The bit of a class, and for each of its pieces the bit and whether it may have at most ``at_most``."""
        counts, rest, pieces = self.counts, kinds, []
        shift = counts.column(place, kinds)
        for nth, part in enumerate(self.parts):
            rest &= ~part
            if kinds & part & counts.pool.live:
                piece = counts.column(place, kinds & (part | counts.tagged))
                self.inside[piece] = nth
                pieces.append((piece, True))
        if rest & counts.pool.live:
            pieces.append((counts.column(place, rest), False))
        return shift, pieces

    def _numbers(self, state: int) -> list[int]:
        """How many cards a state has within each part, those apart that are about to be split."""
        numbers = list(self.fixed)
        for shift, nth in self.inside.items():
            numbers[nth] += state >> shift & self.counts.full
        return numbers

    def _ways(self, split_up: Sequence[int], pieces: Sequence[tuple[int, Sequence[tuple[int, bool]]]]) -> _Ways:
        """Return each way to split classes of so many positions, and how often those positions can be chosen so."""
        found: list[tuple[int, int, tuple[int, ...]]] = [(0, 1, (0,) * len(self.parts))]
        for number, (shift, shares) in zip(split_up, pieces, strict=True):
            own = self._ways_of(number, shift, shares)
            found = [
                (change + more, factor * times, tuple(map(add, numbers, added)))
                for change, factor, numbers in found
                for more, times, added in own
            ]
        numbered: dict[tuple[int, ...], int] = {}
        ways = [_Way(change, factor, numbered.setdefault(numbers, len(numbered))) for change, factor, numbers in found]
        return _Ways(ways, list(numbered))

    def _ways_of(self, number: int, shift: int, shares: Sequence[tuple[int, bool]]) -> list[tuple[int, int, tuple[int, ...]]]:
        most, found = number if self.at_most is None else min(number, self.at_most), []
        for parts in parted(number, [(0, most if bounded else number) for _piece, bounded in shares]):
            change, factor, left, numbers = -(number << shift), 1, number, [0] * len(self.parts)
            for (piece, _bounded), share in zip(shares, parts, strict=True):
                change += share << piece
                factor *= comb(left, share)
                left -= share
                if piece in self.inside:
                    numbers[self.inside[piece]] += share
            found.append((change, factor, tuple(numbers)))
        return found
