"""In how many ways no copy of a name lies in some positions, and how many copies can at most: in classes that are nested or apart.

The copies of a name are the same to every class that holds them, so that a class is asked only how many still wait to be laid.
"""

from __future__ import annotations

from math import comb, perm, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.knowledge.worlds.arrangements import Sizes

Named: TypeAlias = tuple[tuple[int, int], ...]
"""(home, copies) of a name, sorted: names with the same are alike."""


class Tree(msgspec.Struct, frozen=True):
    """The classes within one outermost class that can hold a copy of a name, smallest first."""

    nodes: tuple[int, ...]
    up: tuple[int, ...]
    """For each the place in ``nodes`` of the smallest class that it lies in; -1 for none."""
    own: tuple[int, ...]
    """Copies whose home each is."""
    meet: int
    """The place in ``nodes`` of the smallest class that holds all these copies."""
    copies: int


class Climb(msgspec.Struct, frozen=True):
    """Where the copies of a name can lie, whatever the sizes are."""

    copies: int
    trees: tuple[Tree, ...]
    nodes: tuple[int, ...]
    """The nodes of all trees."""


def climb(named: Named, parent: Sequence[int]) -> Climb:
    """Return where the copies of a name can lie; a home of -1 is nowhere."""
    by_root: dict[int, dict[int, int]] = {}
    for home, copies in named:
        path, node = [], home
        while node >= 0:
            path.append(node)
            node = parent[node]
        if path:
            tree = by_root.setdefault(path[-1], {})
            for holder in path:
                tree.setdefault(holder, 0)
            tree[home] += copies
    trees = tuple(_tree(dict(sorted(own.items())), parent) for own in by_root.values())
    return Climb(sum(copies for _home, copies in named), trees, tuple(node for tree in trees for node in tree.nodes))


def _tree(own: dict[int, int], parent: Sequence[int]) -> Tree:
    nodes, copies = tuple(own), sum(own.values())
    place = {node: nth for nth, node in enumerate(nodes)}
    up, beneath = tuple(place.get(parent[node], -1) for node in nodes), list(own.values())
    for nth, above in enumerate(up):
        if above >= 0:
            beneath[above] += beneath[nth]
    return Tree(nodes, up, tuple(own.values()), beneath.index(copies), copies)


class _Chain(NamedTuple):
    """In how many ways how many cards that wait at a class lie outside, by itself."""

    nth: int
    """Which one of all that are known."""
    ways: Sequence[int]


_NONE = _Chain(-1, ())


class AskedNames(msgspec.Struct, frozen=True):
    """Names that are asked about in the same classes, whatever their sizes are."""

    climbs: tuple[Climb, ...]
    most: tuple[int, ...]
    """For each class how many copies of one name can wait there; -1 where none is asked about."""
    known: dict[tuple[int, int, int, int, int], _Chain] = msgspec.field(default_factory=dict)
    """By class, its positions, its free cards, its positions outside, and the chain of the class that it lies in."""


def asked(climbs: Iterable[Climb], parent: Sequence[int]) -> AskedNames:
    """Return names to be asked about."""
    names, most = tuple(climbs), [-1] * len(parent)
    for name in names:
        for tree in name.trees:
            meet = tree.nodes[tree.meet]
            most[meet] = max(most[meet], tree.copies)
    for number, above in enumerate(parent):
        if above >= 0:
            most[above] = max(most[above], most[number])
    return AskedNames(names, tuple(most))


class Filled(msgspec.Struct, frozen=True):
    """Classes, those that lie within another before it, with all their positions."""

    parent: Sequence[int]
    """The smallest class that each lies in; -1 for none."""
    cut: Sequence[int]
    """For an outermost class a number of positions whose factorial is left out of all counts."""
    sizes: Sizes
    free: Sequence[int]
    """Cards that its subclasses leave to each class."""
    ways: int
    """Above 0."""
    beside: dict[tuple[int, ...], int] = msgspec.field(default_factory=dict)
    """By some classes the ways to fill all others, as far as somebody asked."""

    def alone(self, number: int) -> int:
        """Return the ways to lay the free cards of one class on its positions."""
        size = self.sizes[number]
        return perm(self.free[number], size) if self.parent[number] >= 0 else perm(size, size - self.cut[number])

    def avoiding(self, asked: AskedNames, outside: Sizes) -> list[int]:
        """Return for each name that is asked about in how many ways all its copies lie ``outside``."""
        chains, beside, found = self._chains(asked, outside), self.beside, list[int]()
        for name in asked.climbs:
            times = beside.get(name.nodes)
            if times is None:
                times = beside[name.nodes] = self.ways // prod([self.alone(number) for number in name.nodes])
            for tree in name.trees:
                chain = chains[tree.nodes[tree.meet]].ways
                if tree.meet:
                    times *= sum(map(int.__mul__, self._waiting(tree, outside), chain))
                else:  # all copies have the same home, and all wait there
                    times *= chain[tree.copies] if tree.copies < len(chain) else 0
            found.append(times)
        return found

    def _chains(self, asked: AskedNames, outside: Sizes) -> list[_Chain]:
        """Return for each class and number up to ``most`` in how many ways so many of its free cards lie ``outside`` by themselves.

        Only the class and those that it lies in are filled. A class is not asked about where ``most`` is -1. Worlds differ in few classes:
        what is known of a class is not counted again where all that it depends on is the same.
        """
        found: list[_Chain] = [_NONE] * len(self.sizes)
        for number in range(len(self.sizes) - 1, -1, -1):
            parent = self.parent[number]
            above = found[parent] if parent >= 0 else _NONE
            key = number, self.sizes[number], self.free[number], outside[number], above.nth
            chain = asked.known.get(key)
            if chain is None:
                most = min(asked.most[number], self.free[number])
                chain = asked.known[key] = _Chain(len(asked.known), self._chain(number, outside[number], above.ways, most + 1))
            found[number] = chain
        return found

    def _chain(self, number: int, out: int, above: Sequence[int], most: int) -> list[int]:
        size, left = self.sizes[number], self.free[number]
        if self.parent[number] >= 0 and not size:
            return list(above[:most])
        if self.parent[number] < 0:
            cut = self.cut[number]
            return [perm(out, waiting) * perm(size - waiting, size - waiting - cut) for waiting in range(most)]
        return [
            sum(
                [
                    comb(waiting, laid) * perm(out, laid) * perm(left - waiting, size - laid) * above[waiting - laid]
                    for laid in range(max(0, waiting - len(above) + 1), min(waiting, out, size) + 1)
                ]
            )
            for waiting in range(most)
        ]

    def _waiting(self, tree: Tree, outside: Sizes) -> list[int]:
        """In how many ways how many copies wait where all meet, if none lies inside below; only the classes below are filled."""
        carried: list[list[int]] = [[1]] * (tree.meet + 1)
        for nth in range(tree.meet):
            number, coming = tree.nodes[nth], carried[nth]
            if own := tree.own[nth]:
                coming = [0] * own + coming
            if size := self.sizes[number]:
                left, out, going = self.free[number], outside[number], [0] * len(coming)
                for waiting, times in enumerate(coming):
                    for laid in range(min(waiting, out, size) + 1) if times else ():
                        going[waiting - laid] += times * comb(waiting, laid) * perm(out, laid) * perm(left - waiting, size - laid)
                coming = going
            before = carried[tree.up[nth]]
            carried[tree.up[nth]] = coming if before == [1] else _both(before, coming)
        return [0] * tree.own[tree.meet] + carried[tree.meet]

    def most(self, name: Climb, inside: Sizes) -> int:
        """Return how many copies of a name can lie ``inside`` at most.

        As many as there is room for are laid inside at once, from the smallest class up: one that waited would gain no more later, and the
        fewer wait, the fewer must be laid outside because a class has no other cards.
        """
        sizes, free, found = self.sizes, self.free, 0
        for tree in name.trees:
            waiting, up = list(tree.own), tree.up
            for nth, number in enumerate(tree.nodes):
                if not (copies := waiting[nth]):
                    continue
                if size := sizes[number]:
                    room, forced = inside[number], copies - free[number] + size
                    fitting = min(copies, room)
                    found += fitting
                    copies -= max(fitting, forced)
                if copies and up[nth] >= 0:
                    waiting[up[nth]] += copies
        return found


def filled(parent: Sequence[int], cut: Sequence[int], cards: Sequence[int], sizes: Sizes) -> Filled:
    """Return classes of so many ``cards`` each, with all cards laid on positions; the ways are 0 if that cannot be."""
    below, free, ways = [0] * len(sizes), [], 1
    for number, (size, of) in enumerate(zip(sizes, cards, strict=True)):
        left, above = of - below[number], parent[number]
        free.append(left)
        if left < size or (above < 0 and left > size):
            return Filled(parent, cut, sizes, free, 0)
        if above >= 0:
            ways *= perm(left, size)
            below[above] += below[number] + size
        else:
            ways *= perm(size, size - cut[number])
    return Filled(parent, cut, sizes, free, ways)


def _both(one: Sequence[int], other: Sequence[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for first, times in enumerate(one):
        for second, more in enumerate(other):
            found[first + second] += times * more
    return found
