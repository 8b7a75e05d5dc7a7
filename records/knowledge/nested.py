"""In how many ways cards lie in classes of which each two are nested or apart: in closed form (ENGINE, section 5).

The classes are filled from the smallest up: the positions of one take their cards from those of its set that its subclasses left over. So
the ways are a product of one falling factorial for each class. Classes that cross are parted first, in each way in which their positions
can lie on either side; in a game that is rare, and then few positions are of such a class.

Cards that belong to the same smallest class are alike: that class is their **home**. They lie in it or in one that it lies in.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING

from records.knowledge.avoiding import Filled, Named, Sizes, filled
from records.knowledge.ways import parted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.knowledge.pool import Kinds, Pool


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
        self._homes = {home for named in self.names for home, _copies in named}
        self._filled: dict[Sizes, Filled] = {}

    def ways(self, sizes: Sizes) -> int:
        """Return the ways to lay each card on a position of its own, cards and positions told apart, without a factor common to all."""
        if -1 in self._homes:
            return 0
        return sum([times * self._fill(nodes).ways for nodes, times in self._over_nodes(sizes)])

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

    def avoiding(self, names: Sequence[Named], inside: Sizes, outside: Sizes) -> list[int]:
        """Return for each name in how many ways no copy of it lies in the positions ``inside``, all cards in both."""
        found = [0] * len(names)
        for within, times in self._over_nodes(inside):
            for without, more in self._over_nodes(outside):
                filled = self._fill(tuple(map(int.__add__, within, without)))
                if filled.ways:
                    found = [before + times * more * here for before, here in zip(found, filled.avoiding(names, without), strict=True)]
        return found

    def most(self, named: Named, inside: Sizes, outside: Sizes) -> int:
        """Return how many copies of a name can lie ``inside`` at most; there is a way to lay all cards."""
        filled = (
            (self._fill(tuple(map(int.__add__, within, without))), within)
            for within, _times in self._over_nodes(inside)
            for without, _more in self._over_nodes(outside)
        )
        return max(here.most(named, within) for here, within in filled if here.ways)

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

    def _fill(self, nodes: Sizes) -> Filled:
        found = self._filled.get(nodes)
        if found is None:
            found = self._filled[nodes] = filled(self.parent, self._cut, self._cards, nodes)
        return found

    def _ones(self, nodes: Sizes, width: int) -> list[int]:
        here, found = self._fill(nodes), [0] * len(nodes)
        for home in self._homes if here.ways else ():
            node, left, shift = home, here.ways, home * width
            while node >= 0 and left:  # the card was left over by all smaller classes in ``left`` of the ways
                if nodes[node]:
                    found[node] += left // here.free[node] << shift
                left = left * (here.free[node] - nodes[node]) // here.free[node]
                node = self.parent[node]
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
