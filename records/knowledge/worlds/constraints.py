"""Constraints: a statement about a place removes worlds (design/knowledge: Moves).

Positions of one class split into those within a set and those without, in as many ways as there are to choose them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from records.knowledge.worlds.arrangements import parted
from records.knowledge.worlds.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from records.knowledge.worlds.card_sets import Names
    from records.knowledge.worlds.pool import Kinds

MOST_SPLITS = 30_000
"""Worlds that what is said may make of those before it; where there would be more, it is not used, and the answers are not exact."""
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
        out: dict[int, int] = {}
        for state, weight in counts.table.items():
            for after, factor in self._spread(state, pieces):
                if self.fits(self._numbers(after)):
                    out[after] = out.get(after, 0) + weight * factor
        counts.note_spread(lambda state: self._spread(state, pieces))
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
        numbers = list(self.fixed)
        for shift, nth in self.inside.items():
            numbers[nth] += state >> shift & self.counts.full
        return numbers

    def _spread(self, state: int, pieces: Sequence[tuple[int, Sequence[tuple[int, bool]]]]) -> Iterator[tuple[int, int]]:
        """Yield the state with each class split in each way, and in how many ways its positions can be chosen so."""
        if not pieces:
            yield state, 1
            return
        shift, shares = pieces[0]
        number = state >> shift & self.counts.full
        most = number if self.at_most is None else min(number, self.at_most)
        for parts in parted(number, [(0, most if bounded else number) for _piece, bounded in shares]):
            after, factor, left = state - (number << shift), 1, number
            for (piece, _bounded), share in zip(shares, parts, strict=True):
                after += share << piece
                factor *= comb(left, share)
                left -= share
            for last, times in self._spread(after, pieces[1:]):
                yield last, factor * times
