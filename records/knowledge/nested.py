"""In how many ways cards lie in classes of which each two are nested or apart: in closed form (ENGINE, section 5).

The classes are filled from the smallest up: the positions of one take their cards from those of its set that its subclasses left over. So
the ways are a product of one falling factorial for each class. Classes that cross are parted first, in each way in which their positions
can lie on either side; in a game that is rare, and then few positions are of such a class.

Cards that belong to the same smallest class are alike: that class is their **home**. They lie in it or in one that it lies in.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from math import comb, perm
from typing import TYPE_CHECKING, TypeAlias

from records.knowledge.ways import parted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.knowledge.pool import Kinds, Pool

Sizes: TypeAlias = tuple[int, ...]
"""Positions of each class."""
Named: TypeAlias = tuple[tuple[int, int], ...]
"""(home, copies) of a name, sorted: names with the same are alike."""


class Nest:
    """The classes of some positions, filled with all cards of a pool."""

    def __init__(self, pool: Pool, classes: Sequence[Kinds], sizes: Sequence[Sizes]) -> None:
        """``classes`` are sets of live kinds, smallest first; ``sizes`` are all that will be asked about, or more."""
        self._classes = classes
        self._pieces = _parted(classes, [max(column) for column in zip(*sizes, strict=True)])
        self.nodes = sorted({piece for pieces in self._pieces for piece in pieces}, key=lambda kinds: (kinds.bit_count(), kinds))
        """Sets that do not cross; those that lie within another come before it."""
        self._numbers = {kinds: number for number, kinds in enumerate(self.nodes)}
        self._plain = list(self.nodes) == list(classes)
        self._cards = [pool.number(kinds) for kinds in self.nodes]
        self.parent = [self._smallest(kinds, number + 1) for number, kinds in enumerate(self.nodes)]
        """The smallest set that each lies in; -1 for none."""
        self.names = _names(self, pool)
        """What each name has where; the numbers of all names of one likeness."""
        least = [min(column) for column in zip(*sizes, strict=True)]
        most = max((sum(copies for _home, copies in named) for named in self.names), default=0)
        self._cut = [max(0, least[classes.index(kinds)] - most - 1) if kinds in classes else 0 for kinds in self.nodes]
        """For an outermost set a number of positions whose factorial every count has as a factor; it is left out."""
        self._stray = any(home < 0 for named in self.names for home, _copies in named)
        self._fill = cache(self._filled)
        self._level = cache(self._levelled)

    def ways(self, sizes: Sizes) -> int:
        """Return the ways to lay each card on a position of its own, cards and positions told apart, without a factor common to all."""
        if self._stray:
            return 0
        return sum([times * self._fill(nodes)[0] for nodes, times in self._over_nodes(sizes)])

    def ones(self, sizes: Sizes, width: int) -> list[int]:
        """Return for each class in how many ways one certain position of it holds one certain card, by the home of the card.

        Each is an int with a field of ``width`` bits for each home. 0 for a class that has no position.
        """
        if self._plain:
            return self._ones(sizes, width)
        found = []
        for index, size in enumerate(sizes):
            total = 0
            for nodes, times in self._over_nodes((*sizes[:index], size - 1, *sizes[index + 1 :])) if size else ():
                for piece in self._pieces[index]:
                    node = self._numbers[piece]
                    total += times * self._ones((*nodes[:node], nodes[node] + 1, *nodes[node + 1 :]), width)[node]
            found.append(total)
        return found

    def avoiding(self, named: Named, inside: Sizes, outside: Sizes) -> int:
        """Return in how many ways no copy of a name lies in the positions ``inside``, all cards in both."""
        found = 0
        for within, times in self._over_nodes(inside):
            for without, more in self._over_nodes(outside):
                found += times * more * self._avoided(named, tuple(map(int.__add__, within, without)), without)
        return found

    def most(self, named: Named, inside: Sizes, outside: Sizes) -> int:
        """Return how many copies of a name can lie ``inside`` at most; there is a way to lay all cards."""
        return max(
            self._packed(named, within, tuple(map(int.__add__, within, without)))
            for within, _times in self._over_nodes(inside)
            for without, _more in self._over_nodes(outside)
        )

    def holders(self, named: Named) -> list[int]:
        """Return the classes that can hold a copy of a name."""
        homes = [self.nodes[home] for home, _copies in named if home >= 0]
        return [index for index, kinds in enumerate(self._classes) if any(kinds & home for home in homes)]

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _smallest(self, kinds: Kinds, start: int) -> int:
        return next((number for number in range(start, len(self.nodes)) if not kinds & ~self.nodes[number]), -1)

    def home(self, kinds: Kinds) -> int:
        """Return the smallest class that holds a set of kinds; -1 for none."""
        return self._smallest(kinds, 0)

    def _over_nodes(self, sizes: Sizes) -> Iterator[tuple[Sizes, int]]:
        """Yield the sizes of the nodes, in each way in which positions of classes that cross can be parted, and how often."""
        if self._plain:
            yield sizes, 1
            return
        shares = [parted(size, [(0, size)] * len(pieces)) for size, pieces in zip(sizes, self._pieces, strict=True)]
        for chosen in product(*shares):
            nodes, times = [0] * len(self.nodes), 1
            for pieces, share in zip(self._pieces, chosen, strict=True):
                left = sum(share)
                for piece, number in zip(pieces, share, strict=True):
                    nodes[self._numbers[piece]] += number
                    times *= comb(left, number)
                    left -= number
            yield tuple(nodes), times

    def _filled(self, nodes: Sizes) -> tuple[int, list[int]]:
        """The ways, and for each node the cards that its subclasses leave to it."""
        below, free, ways = [0] * len(nodes), [], 1
        for number, (size, cards, parent) in enumerate(zip(nodes, self._cards, self.parent, strict=True)):
            left = cards - below[number]
            free.append(left)
            if parent >= 0:
                if left < size:
                    return 0, free
                ways *= perm(left, size)
                below[parent] += below[number] + size
            elif left == size:
                ways *= perm(size, size - self._cut[number])
            else:
                return 0, free
        return ways, free

    def _ones(self, nodes: Sizes, width: int) -> list[int]:
        ways, free = self._fill(nodes)
        found = [0] * len(nodes)
        for home in {home for named in self.names for home, _copies in named} if ways else ():
            node, left, shift = home, ways, home * width
            while node >= 0 and left:  # the card was left over by all smaller classes in ``left`` of the ways
                found[node] += left // free[node] << shift
                left = left * (free[node] - nodes[node]) // free[node]
                node = self.parent[node]
        return [here if nodes[number] else 0 for number, here in enumerate(found)]

    def _avoided(self, named: Named, nodes: Sizes, outside: Sizes) -> int:
        """The same for nodes: the copies that are not laid yet are carried from the smallest class up."""
        ways, free = self._fill(nodes)
        if not ways:
            return 0
        carried: dict[int, tuple[int, ...]] = {}
        found = 1
        own = dict(named)
        for number, parent in enumerate(self.parent):
            coming, size, left = carried.pop(number, ()), nodes[number], free[number]
            if number in own:
                coming = (0,) * own[number] + (coming or (1,))
            if not coming:
                found *= perm(left, size) if parent >= 0 else perm(size, size - self._cut[number])
            elif parent >= 0:
                going = self._level(coming, size, outside[number], left)
                before = carried.get(parent)
                carried[parent] = going if before is None else _both(before, going)
            else:
                cut = self._cut[number]
                found *= sum(
                    [
                        times * perm(outside[number], waiting) * perm(size - waiting, size - waiting - cut)
                        for waiting, times in enumerate(coming)
                        if times
                    ]
                )
        return found

    def _levelled(self, coming: tuple[int, ...], size: int, outside: int, left: int) -> tuple[int, ...]:
        """Lay copies on positions outside and other cards on the rest: by the number of copies that are still to be laid."""
        going = [0] * len(coming)
        for waiting, times in enumerate(coming):
            if times:
                for laid in range(min(waiting, outside, size) + 1):
                    going[waiting - laid] += times * comb(waiting, laid) * perm(outside, laid) * perm(left - waiting, size - laid)
        return tuple(going)

    def _packed(self, named: Named, inside: Sizes, nodes: Sizes) -> int:
        """The most copies inside: for each node by the number of copies that are still to be laid, -1 where there is no way."""
        ways, free = self._fill(nodes)
        if not ways:
            return 0
        own, carried, found = dict(named), dict[int, list[int]](), 0
        for number, parent in enumerate(self.parent):
            coming, size, left = carried.pop(number, []), nodes[number], free[number]
            if number in own:
                coming = [-1] * own[number] + (coming or [0])
            going = [-1] * len(coming)
            for waiting, held in enumerate(coming):
                for laid in range(min(waiting, size) + 1) if held >= 0 else ():
                    if size - laid <= left - waiting:
                        going[waiting - laid] = max(going[waiting - laid], held + min(laid, inside[number]))
            if going and parent < 0:
                found += going[0]
            elif going:
                before = carried.get(parent)
                carried[parent] = going if before is None else _best(before, going)
        return found


def _both(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    found = [0] * (len(one) + len(other) - 1)
    for first, times in enumerate(one):
        for second, more in enumerate(other):
            found[first + second] += times * more
    return tuple(found)


def _best(one: Sequence[int], other: Sequence[int]) -> list[int]:
    found = [-1] * (len(one) + len(other) - 1)
    for first, held in enumerate(one):
        for second, more in enumerate(other):
            if held >= 0 and more >= 0:
                found[first + second] = max(found[first + second], held + more)
    return found


def _names(nest: Nest, pool: Pool) -> Mapping[Named, list[int]]:
    by_name: dict[int, dict[int, int]] = {}
    for kind, copies in enumerate(pool.copies):
        if copies > 0:
            here = by_name.setdefault(pool.name[kind], {})
            home = nest.home(1 << kind)
            here[home] = here.get(home, 0) + copies
    found: dict[Named, list[int]] = {}
    for name, here in by_name.items():
        found.setdefault(tuple(sorted(here.items())), []).append(name)
    return found


def _parted(classes: Sequence[Kinds], sizes: Sequence[int]) -> list[tuple[Kinds, ...]]:
    """Return for each class the sets that it is parted into, so that no two of all of them cross; those with few positions are parted."""
    pieces = [[kinds] for kinds in classes]
    held = dict(zip(classes, sizes, strict=True))
    while crossing := next(((a, b) for a, b in combinations(held, 2) if a & b and a & ~b and b & ~a), None):
        cut, by = sorted(crossing, key=lambda kinds: (held[kinds], kinds))
        size = held.pop(cut)
        for parts in pieces:
            if cut in parts:
                parts.remove(cut)
                parts += [piece for piece in (cut & by, cut & ~by) if piece not in parts]
        for piece in (cut & by, cut & ~by):
            held[piece] = max(size, held.get(piece, 0))
    return [tuple(parts) for parts in pieces]
