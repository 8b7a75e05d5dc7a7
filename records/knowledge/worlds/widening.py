"""Classes that overlap too much to be counted are taken for wider ones that do not: none is lost (design/knowledge: Overlapping hints).

Two sets overlap if they meet and neither lies in the other. To count cards in such classes their positions are parted along each other, in
every way (``nested``), so that worlds multiply with each class: of twelve closed cards with a hint of their own each there would be
hundreds of thousands. Where there would be too many the class that rules out the fewest cards is taken for the smallest
set around it that nothing overlaps, and so on until there are not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from records.knowledge.worlds.arrangements import parted
from records.knowledge.worlds.pool import Kinds
from records.knowledge.worlds.positions import REST, TAG_BIT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from records.knowledge.worlds.positions import Positions

MOST_OVERLAPPING = 16
"""Overlapping classes above which some are widened without a count; sixteen overlap on five pieces at least, in some thousand ways."""
Lot: TypeAlias = "tuple[str, Kinds]"
"""Positions that an answer may be about together: (place, tag); all that never moves or lies alone is one."""
LotNumbers: TypeAlias = "tuple[tuple[Kinds, int], ...]"
"""How many positions of each class are in one lot; the same numbers stand in the same order."""
ClassNumbers: TypeAlias = "tuple[LotNumbers, ...]"
"""The same of each lot."""


def overlaps(one: Kinds, other: Kinds) -> bool:
    """Return whether two sets meet and neither lies in the other."""
    return bool(one & other and one & ~other and other & ~one)


def widened(counts: Positions, most: int) -> dict[Kinds, Kinds]:
    """Return the classes of ``counts`` that are to be taken for wider ones, as far as they are live, each with that one.

    After that there are at most ``most`` worlds, parted, beside those of the table.
    """
    live, number = counts.pool.live, counts.pool.number
    if not _overlapping({kinds & live for here in (*counts.public.values(), *counts.columns.values()) for kinds in here}):
        return {}
    counts.effort.spend(len(counts.table) * (8 + sum(map(len, counts.columns.values()))))
    worlds = Counter(_numbers(counts))
    every = sum([len(here) for numbers in worlds for here in numbers])
    taken = {kinds: kinds for here in dict.fromkeys(here for numbers in worlds for here in numbers) for kinds, _number in here}
    while overlapping := _overlapping(set(taken.values())):
        ordered = sorted(overlapping, key=lambda kinds: (-number(kinds), kinds))
        counts.effort.spend(every + len(worlds) * len(ordered) + len(taken) ** 2)
        too_many = ordered[: max(0, len(ordered) - MOST_OVERLAPPING)]
        if not too_many and _few(worlds, taken, most):
            break
        for kinds in too_many or ordered[:1]:
            around = _around(kinds, set(taken.values()))
            taken = {own: around if wide == kinds else wide for own, wide in taken.items()}
    return {own: wide for own, wide in taken.items() if own != wide}


def in_order(classes: Iterable[Kinds]) -> list[Kinds]:
    """Return classes, those that lie within another before it."""
    return sorted(classes, key=lambda kinds: (kinds.bit_count(), kinds))


def pieces(classes: Sequence[Kinds], sizes: Sequence[int]) -> list[tuple[Kinds, ...]]:
    """Return for each class the sets that it is parted into, so that no two of all of them overlap; those with few positions are parted."""
    found = [[kinds] for kinds in classes]
    held = dict(zip(classes, sizes, strict=True))
    while overlapping := next(((a, b) for a, b in combinations(held, 2) if overlaps(a, b)), None):
        cut, by = sorted(overlapping, key=lambda kinds: (held[kinds], kinds))
        size = held.pop(cut)
        for parts in found:
            if cut in parts:
                parts.remove(cut)
                parts += [piece for piece in (cut & by, cut & ~by) if piece not in parts]
        for piece in (cut & by, cut & ~by):
            held[piece] = max(size, held.get(piece, 0))
    return [tuple(parts) for parts in found]


def _overlapping(classes: Collection[Kinds]) -> set[Kinds]:
    return {kinds for pair in combinations(classes, 2) if overlaps(*pair) for kinds in pair}


def _around(kinds: Kinds, classes: Collection[Kinds]) -> Kinds:
    """The smallest set around one that none of ``classes`` overlaps."""
    while met := [other for other in classes if overlaps(kinds, other)]:
        for other in met:
            kinds |= other
    return kinds


def _few(worlds: Mapping[ClassNumbers, int], taken: Mapping[Kinds, Kinds], left: int) -> bool:
    """Whether classes, ``taken`` for wider ones, can be parted into few enough worlds."""
    held: dict[Kinds, int] = {}
    wides: dict[LotNumbers, dict[Kinds, int]] = {}
    for numbers in worlds:
        sizes: dict[Kinds, int] = {}
        for here in numbers:
            if here not in wides:
                wides[here] = _taken(here, taken)
            for wide, number in wides[here].items():
                sizes[wide] = sizes.get(wide, 0) + number
        for wide, number in sizes.items():
            if number > held.get(wide, 0):
                held[wide] = number
    classes = in_order(set(taken.values()))
    parts = dict(zip(classes, pieces(classes, [held.get(kinds, 0) for kinds in classes]), strict=True))
    nodes = dict.fromkeys(piece for several in parts.values() for piece in several)
    shifts = {piece: nth * sum(held.values()).bit_length() for nth, piece in enumerate(nodes)}
    split = {wide: [shifts[piece] for piece in several] for wide, several in parts.items() if several[1:]}
    keys = {here: tuple([(wide, number) for wide, number in sizes.items() if wide in split]) for here, sizes in wides.items()}
    ways_of: dict[LotNumbers, int] = {}
    for numbers, times in worlds.items():
        ways = 1
        for here in numbers:
            key = keys[here]
            if key not in ways_of:  # less is left later: what is too much now is so then
                ways_of[key] = _ways([(size, split[wide]) for wide, size in key], left)
            ways *= ways_of[key]
            if (ways - 1) * times > left:
                return False
        left -= (ways - 1) * times
    return True


def _taken(here: LotNumbers, taken: Mapping[Kinds, Kinds]) -> dict[Kinds, int]:
    found: dict[Kinds, int] = {}
    for kinds, number in here:
        wide = taken[kinds]
        found[wide] = found.get(wide, 0) + number
    return found


def _ways(positions: Sequence[tuple[int, Sequence[int]]], most: int) -> int:
    """In how many ways positions can be shared out to pieces, told apart by the sums of the pieces; above ``most`` + 1 it may be less."""
    found = {0}
    for number, shifts in positions:
        if comb(number + len(shifts) - 1, number) > most + 1:
            return most + 2
        shares = [sum(map(int.__lshift__, share, shifts)) for share in parted(number, [(0, number)] * len(shifts))]
        found = {before + share for before in found for share in shares}
        if len(found) > most + 1:
            break
    return len(found)


def _numbers(counts: Positions) -> Iterator[ClassNumbers]:
    """Yield for each state the classes that have positions in it."""
    live, fixed = counts.pool.live, Counter[tuple[Lot, Kinds]]()
    moving: dict[Lot, list[tuple[Kinds, int]]] = {}
    for place, here in counts.public.items():
        for kinds, number in here.items():
            fixed[_lot(counts, place, kinds), kinds & live] += number
    for place, shifts in counts.columns.items():
        for kinds, shift in shifts.items():
            moving.setdefault(_lot(counts, place, kinds), []).append((kinds & live, shift))
    still: dict[Lot, dict[Kinds, int]] = defaultdict(dict)
    for (lot, kinds), number in fixed.items():
        still[lot][kinds] = number
    same = tuple(tuple(sorted(here.items())) for lot, here in sorted(still.items()) if lot not in moving)
    lots = [_Lot(still.get(lot, {}), columns, counts.full) for lot, columns in moving.items()]
    for state in counts.table:
        yield *same, *[lot.numbers(state) for lot in lots]


class _Lot:
    """A lot whose numbers differ from state to state."""

    def __init__(self, still: Mapping[Kinds, int], columns: Sequence[tuple[Kinds, int]], full: int) -> None:
        self._still, self._columns, self._full = still, sorted(columns), full
        self._mask = reduce(or_, (full << shift for _kinds, shift in columns))
        self._found: dict[int, LotNumbers] = {}

    def numbers(self, state: int) -> LotNumbers:
        """Return how many positions of each class there are in a state; the same numbers are the same object where their columns are."""
        part = state & self._mask
        found = self._found.get(part)
        if found is None:
            here, full = dict(self._still), self._full
            for kinds, shift in self._columns:
                if number := part >> shift & full:
                    here[kinds] = here.get(kinds, 0) + number
            found = self._found[part] = tuple(here.items())
        return found


def _lot(counts: Positions, place: str, kinds: Kinds) -> Lot:
    return "" if place == REST or counts.size[place] == 1 else place, kinds >> TAG_BIT
