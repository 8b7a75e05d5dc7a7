"""In how many ways cards lie in classes that are pairwise nested or disjoint: in closed form (design/knowledge: Ways).

The classes are filled from the smallest up: the positions of one take their cards from those of its set that its subclasses left over. So
the ways are a product of one falling factorial for each class. Classes that overlap are parted first, in each way in which their positions
can lie on either side; in a game that is rare, and then few positions are of such a class. Where that would be too many ways ``widening``
has made the classes wider.

Cards that belong to the same smallest class are alike: that class is their **home**. They lie in it or in one that it lies in.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from records.knowledge.worlds.arrangements import Sizes
from records.knowledge.worlds.avoiding import AskedNames, Climb, Filled, Named, asked, climb, filled
from records.knowledge.worlds.effort import Effort
from records.knowledge.worlds.parting import Parted, Parting
from records.knowledge.worlds.pool import bits
from records.knowledge.worlds.widening import in_order
from records.knowledge.worlds.widening import pieces as parted_classes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.knowledge.worlds.pool import CardPool, Kinds


_PartOfWorld: TypeAlias = tuple[Sizes, Filled]
"""The sizes of nodes in some places, and all of them with all cards."""


LAID = 5
"""The work of laying the copies of a name as far as there is room."""


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
        self._cards = [pool.number(kinds) for kinds in self.nodes]
        self.parent = [self._smallest(kinds, number + 1) for number, kinds in enumerate(self.nodes)]
        """The smallest set that each lies in; -1 for none."""
        self._parting = Parting(self._pieces, self.parent, self._cards, sizes)
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
        over, known = self._whole(sizes), self._known
        self._spend(len(over))
        return sum([times * known(nodes).ways for nodes, times, _counted in over])

    def ones(self, sizes: Sizes, width: int) -> list[int]:
        """Return for each class in how many ways one certain position of it holds one certain card, by the home of the card.

        Each is an int with a field of ``width`` bits for each home, wide enough for all ways times the positions; 0 if it has no position.
        """
        if self._plain:
            return self._ones(sizes, width)
        found, alone, shared = [0] * len(sizes), self._parting.alone, self._parting.shared
        low = self._parting.low
        for nodes, times, counted in self._whole(sizes):
            ones = self._ones(nodes, width)
            for index, piece in alone:
                found[index] += times * ones[piece]
            for index, piece, field in shared:
                if ones[piece] and (number := counted >> field & low):
                    found[index] += number * ones[piece]
        several = [size if len(pieces) > 1 else 1 for size, pieces in zip(sizes, self._pieces, strict=True)]
        return [here // number if size else 0 for here, size, number in zip(found, sizes, several, strict=True)]

    def able(self, sizes: Sizes) -> list[int]:
        """Return for each class the homes of the cards that one certain position of it may hold, as bits: what ``ones`` has above 0."""
        if self._plain:
            return self._able(sizes)
        found, alone, shared = [0] * len(sizes), self._parting.alone, self._parting.shared
        low = self._parting.low
        for nodes, _times, counted in self._whole(sizes):
            able = self._able(nodes)
            for index, piece in alone:
                found[index] |= able[piece]
            for index, piece, field in shared:
                if able[piece] & ~found[index] and counted >> field & low:
                    found[index] |= able[piece]
        return found

    def split(self, worlds: Mapping[tuple[Sizes, Sizes], int]) -> Mapping[tuple[Sizes, Sizes], int]:
        """Return the weights of worlds by the sizes of nodes, given by those of classes: (in some places, in all)."""
        if self._plain:
            return worlds
        found: dict[tuple[Sizes, Sizes], int] = {}
        for (inside, whole), weight in worlds.items():
            outside = _less(whole, inside)
            self._spend(len(self._over(inside)) * len(self._over(outside)))
            for (within, times, _counted), (without, more, _others) in product(self._over(inside), self._over(outside)):
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

    def _whole(self, sizes: Sizes) -> Sequence[Parted]:
        """In which ways the positions of all cards can be parted."""
        return ((sizes, 1, 1),) if self._plain else self._worked(self._parting.whole(sizes))

    def _over(self, sizes: Sizes) -> Sequence[Parted]:
        """In which ways the positions of some places can be parted."""
        return ((sizes, 1, 1),) if self._plain else self._worked(self._parting.part(sizes))

    def _worked(self, found: tuple[Sequence[Parted], int]) -> Sequence[Parted]:
        self._spend(found[1])  # also where it was kept, so that no answer depends on what was asked before
        return found[0]

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

    def _able(self, nodes: Sizes) -> list[int]:
        here, found = self._fill(nodes), [0] * len(nodes)
        for home in self._homes if here.ways else ():
            node, bit = home, 1 << home
            while node >= 0:
                if nodes[node]:
                    found[node] |= bit
                    if here.free[node] == nodes[node]:  # none is left over to the class around it
                        break
                node = self.parent[node]
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


def _less(whole: Sizes, part: Sizes) -> Sizes:
    return tuple(map(int.__sub__, whole, part))


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
