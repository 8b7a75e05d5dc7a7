"""In how many ways cards lie in classes of which each two are nested or apart: in closed form (design/knowledge: Ways).

The classes are filled from the smallest up: the positions of one take their cards from those of its set that its subclasses left over. So
the ways are a product of one falling factorial for each class. Classes that overlap are parted first, in each way in which their positions
can lie on either side; in a game that is rare, and then few positions are of such a class. Where that would be too many ways ``widening``
has made the classes wider.

Cards that belong to the same smallest class are alike: that class is their **home**. They lie in it or in one that it lies in.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from records.knowledge.worlds.arrangements import Sizes, parted
from records.knowledge.worlds.avoiding import AskedNames, Climb, Filled, Named, asked, climb, filled
from records.knowledge.worlds.effort import Effort
from records.knowledge.worlds.pool import bits
from records.knowledge.worlds.widening import in_order
from records.knowledge.worlds.widening import pieces as parted_classes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.knowledge.worlds.pool import CardPool, Kinds


_Split: TypeAlias = tuple[Sizes, int, "Mapping[tuple[int, int], int]"]
"""The sizes of all nodes; in how many ways positions can be so; that times how many of a class are of a piece, by (class, piece)."""

_PartOfWorld: TypeAlias = tuple[Sizes, Filled]
"""The sizes of nodes in some places, and all of them with all cards."""

_Shared: TypeAlias = tuple[int, dict[tuple[int, int], int]]
"""The last two of these, while they are computed."""


SHARE, LAID = 3, 5
"""The work of one way to share a class out to its pieces, and of laying the copies of a name as far as there is room."""


class HeldBounds(NamedTuple):
    """What some places hold of one likeness of names."""

    without: int
    """The weight of the worlds in which no copy is there."""
    least: int
    most: int


class Nest:
    """The classes of some positions, filled with all cards of a pool."""

    def __init__(self, pool: CardPool, classes: Sequence[Kinds], sizes: Sequence[Sizes], effort: Effort | None = None) -> None:
        """``classes`` are sets of live kinds, smallest first; ``sizes`` are all that will be asked about, or more."""
        self._spend = (effort or Effort()).spend
        pieces = parted_classes(classes, [max(column) for column in zip(*sizes, strict=True)])
        self.nodes = in_order({piece for parts in pieces for piece in parts})
        """Sets that do not overlap; those that lie within another come before it."""
        self._pieces = [tuple(map(self.nodes.index, parts)) for parts in pieces]
        self._plain = list(self.nodes) == list(classes)
        self._split: dict[Sizes, tuple[Sequence[_Split], int]] = {}
        """Each with its work."""
        self._cards = [pool.number(kinds) for kinds in self.nodes]
        self.parent = [self._smallest(kinds, number + 1) for number, kinds in enumerate(self.nodes)]
        """The smallest set that each lies in; -1 for none."""
        self.names = _names(self.nodes, pool)
        """What each name has where; the numbers of all names of one likeness."""
        least = [min(column) for column in zip(*sizes, strict=True)]
        most = max((sum(copies for _home, copies in named) for named in self.names), default=0)
        self._cut = [max(0, least[classes.index(kinds)] - most - 1) if kinds in classes else 0 for kinds in self.nodes]
        """For an outermost set a number of positions whose factorial every count has as a factor; it is left out."""
        self._homes = {home for named in self.names for home, _copies in named}
        self._climbs = {named: climb(named, self.parent) for named in self.names}
        self._filled: dict[Sizes, Filled] = {}

    def ways(self, sizes: Sizes) -> int:
        """Return the ways to lay each card on a position of its own, cards and positions told apart, without a factor common to all."""
        if -1 in self._homes:
            return 0
        return sum([times * self._fill(nodes).ways for nodes, times, _shares in self._over(sizes)])

    def ones(self, sizes: Sizes, width: int) -> list[int]:
        """Return for each class in how many ways one certain position of it holds one certain card, by the home of the card.

        Each is an int with a field of ``width`` bits for each home, wide enough for all ways times the positions; 0 if it has no position.
        """
        if self._plain:
            return self._ones(sizes, width)
        found = [0] * len(sizes)
        for nodes, times, shares in self._over(sizes):
            ones = self._ones(nodes, width)
            for index, pieces in enumerate(self._pieces):
                found[index] += times * ones[pieces[0]] if len(pieces) == 1 else 0
            for (index, piece), number in shares.items():
                found[index] += number * ones[piece]
        several = [size if len(pieces) > 1 else 1 for size, pieces in zip(sizes, self._pieces, strict=True)]
        return [here // number if size else 0 for here, size, number in zip(found, sizes, several, strict=True)]

    def able(self, sizes: Sizes, index: int) -> int:
        """Return the homes of the cards that one certain position of a class may hold, as bits; what ``ones`` has above 0, for less."""
        if self._plain:
            return self._able(sizes, index)
        found, pieces = 0, self._pieces[index]
        for nodes, _times, shares in self._over(sizes):
            for piece in pieces:
                if len(pieces) == 1 or (index, piece) in shares:
                    found |= self._able(nodes, piece)
        return found

    def split(self, worlds: Mapping[tuple[Sizes, Sizes], int]) -> Mapping[tuple[Sizes, Sizes], int]:
        """Return the weights of worlds by the sizes of nodes, given by those of classes: (in some places, in all)."""
        if self._plain:
            return worlds
        found: dict[tuple[Sizes, Sizes], int] = {}
        for (inside, whole), weight in worlds.items():
            outside = _less(whole, inside)
            self._spend(len(self._over(inside)) * len(self._over(outside)))
            for (within, times, _shares), (without, more, _others) in product(self._over(inside), self._over(outside)):
                key = within, tuple(map(int.__add__, within, without))
                found[key] = found.get(key, 0) + weight * times * more
        return {key: weight for key, weight in found.items() if self._fill(key[1]).ways}

    def holding(self, worlds: Mapping[tuple[Sizes, Sizes], int]) -> dict[Named, HeldBounds]:
        """Return what some places hold of each likeness of names; ``worlds`` as in ``split``."""
        split, without = self.split(worlds), [0] * len(self._climbs)
        self._spend(len(split) * (len(without) + len(self.nodes)) * 8)
        inside, outside = self._inside(split), self._outside(split)
        for (elsewhere, filled_up), weight in zip(outside, split.values(), strict=True):
            self._spend(1)
            ways = filled_up.avoiding(self._asked, elsewhere)
            without = [before + weight * number for before, number in zip(without, ways, strict=True)]
        return {
            named: HeldBounds(none, 0 if none else self._least(one, outside), self._most(one, inside))
            for (named, one), none in zip(self._climbs.items(), without, strict=True)
        }

    def bounds(self, worlds: Mapping[tuple[Sizes, Sizes], int]) -> dict[Named, tuple[int, int]]:
        """Return how many copies of each likeness some places hold at least and at most; ``worlds`` as in ``split``."""
        split = self.split(worlds)
        inside, outside = self._inside(split), self._outside(split)
        self._spend(len(split))
        return {named: (self._least(one, outside), self._most(one, inside)) for named, one in self._climbs.items()}

    def most_held(self, worlds: Mapping[tuple[Sizes, Sizes], int]) -> dict[Named, int]:
        """Return how many copies of each likeness some places can hold at most; ``worlds`` as in ``split``."""
        inside = self._inside(self.split(worlds))
        return {named: self._most(one, inside) for named, one in self._climbs.items()}

    def avoiding(self, names: Sequence[Named], inside: Sizes, whole: Sizes) -> list[int]:
        """Return for each name in how many ways no copy lies in the positions ``inside``, all cards in the ``whole``; sizes of nodes."""
        return self._fill(whole).avoiding(asked([self._climbs[named] for named in names], self.parent), _less(whole, inside))

    def most(self, named: Named, inside: Sizes, whole: Sizes) -> int:
        """Return how many copies of a name can lie ``inside`` at most; sizes are those of nodes, and there is a way to lay all cards."""
        return self._fill(whole).most(self._climbs[named], inside)

    def home(self, kinds: Kinds) -> int:
        """Return the smallest node that holds a set of kinds; -1 for none."""
        return self._smallest(kinds, 0)

    # -- parts ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _asked(self) -> AskedNames:
        return asked(self._climbs.values(), self.parent)

    def _least(self, name: Climb, outside: Sequence[_PartOfWorld]) -> int:
        found = 0
        for elsewhere, filled_up in outside:
            self._spend(LAID)
            if (most := filled_up.most(name, elsewhere)) > found:
                found = most
                if found == name.copies:
                    break
        return name.copies - found

    def _most(self, name: Climb, inside: Sequence[_PartOfWorld]) -> int:
        """The most copies of a likeness in some places; looked for only where there is room for more than were found."""
        copies, nodes, found = name.copies, name.nodes, 0
        for here, filled_up in inside:
            if found < sum([here[node] for node in nodes]):
                self._spend(LAID)
                if (most := filled_up.most(name, here)) > found:
                    found = most
                    if found == copies:
                        break
        return found

    def _smallest(self, kinds: Kinds, start: int) -> int:
        return next((number for number in range(start, len(self.nodes)) if not kinds & ~self.nodes[number]), -1)

    def _over(self, sizes: Sizes) -> Sequence[_Split]:
        if self._plain:
            return ((sizes, 1, {}),)
        kept = self._split.get(sizes)
        if kept is None:
            kept = self._split[sizes] = self._split_up(sizes)
        found, work = kept
        self._spend(work)  # also where it was kept, so that no answer depends on what was asked before
        return found

    def _split_up(self, sizes: Sizes) -> tuple[list[_Split], int]:
        first = [0] * len(self.nodes)
        for size, pieces in zip(sizes, self._pieces, strict=True):
            first[pieces[0]] += size if len(pieces) == 1 else 0
        found: dict[Sizes, _Shared] = {tuple(first): (1, {})}
        work = 0
        for index, (size, pieces) in enumerate(zip(sizes, self._pieces, strict=True)):
            if size and len(pieces) > 1:
                before = len(found)
                found = _split_on(found, index, pieces, size)
                work += before * comb(size + len(pieces) - 1, size) * SHARE
        return [(nodes, times, shares) for nodes, (times, shares) in found.items()], work + len(found)

    def _inside(self, split: Iterable[tuple[Sizes, Sizes]]) -> list[_PartOfWorld]:
        """Fill each world for what lies in some places; its work counts the look at it."""
        return [(here, self._known(whole)) for here, whole in split]

    def _outside(self, split: Iterable[tuple[Sizes, Sizes]]) -> list[_PartOfWorld]:
        """The same for what lies elsewhere."""
        return [(_less(whole, here), self._known(whole)) for here, whole in split]

    def _fill(self, nodes: Sizes) -> Filled:
        self._spend(1)
        return self._known(nodes)

    def _known(self, nodes: Sizes) -> Filled:
        found = self._filled.get(nodes)
        if found is None:
            found = self._filled[nodes] = filled(self.parent, self._cut, self._cards, nodes)
        return found

    @cached_property
    def _below(self) -> Mapping[int, list[tuple[int, tuple[int, ...]]]]:
        """For each node the homes that lie in it, each with the nodes that it lies in before that one."""
        return _below(self._homes, self.parent)

    def _able(self, nodes: Sizes, piece: int) -> int:
        here = self._fill(nodes)
        if not here.ways or not nodes[piece]:
            return 0
        free = here.free
        return sum([1 << home for home, path in self._below.get(piece, ()) if all(free[node] > nodes[node] for node in path)])

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


def _below(homes: Iterable[int], parent: Sequence[int]) -> Mapping[int, list[tuple[int, tuple[int, ...]]]]:
    found: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for home in homes:
        path: list[int] = []
        node = home
        while node >= 0:
            found.setdefault(node, []).append((home, tuple(path)))
            path.append(node)
            node = parent[node]
    return found


def _less(whole: Sizes, part: Sizes) -> Sizes:
    return tuple(map(int.__sub__, whole, part))


def _split_on(found: Mapping[Sizes, _Shared], index: int, pieces: Sequence[int], size: int) -> dict[Sizes, _Shared]:
    """Split the positions of one class more, in every way."""
    more: dict[Sizes, _Shared] = {}
    for share in parted(size, [(0, size)] * len(pieces)):
        ways, left = 1, size
        for number in share:
            ways *= comb(left, number)
            left -= number
        moved = [(piece, number) for piece, number in zip(pieces, share, strict=True) if number]
        for nodes, (times, shares) in found.items():
            after = list(nodes)
            for piece, number in moved:
                after[piece] += number
            before, theirs = more.get(tuple(after), (0, {}))
            for key, of in shares.items():
                theirs[key] = theirs.get(key, 0) + of * ways
            for piece, number in moved:
                theirs[index, piece] = theirs.get((index, piece), 0) + times * ways * number
            more[tuple(after)] = before + times * ways, theirs
    return more


def _names(nodes: Sequence[Kinds], pool: CardPool) -> Mapping[Named, list[int]]:
    by_name: dict[int, dict[int, int]] = {}
    homes, left = dict[int, int](), pool.live
    for number, kinds in enumerate(nodes):  # the smallest come first
        homes.update(dict.fromkeys(bits(left & kinds), number))
        left &= ~kinds
    for kind in bits(pool.live):
        here, home = by_name.setdefault(pool.name[kind], {}), homes.get(kind, -1)
        here[home] = here.get(home, 0) + pool.copies[kind]
    found: dict[Named, list[int]] = {}
    for name, here in by_name.items():
        found.setdefault(tuple(sorted(here.items())), []).append(name)
    return found
