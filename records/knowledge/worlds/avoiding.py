"""In how many ways no copy of a name lies in some positions, and how many copies can at most: in classes that are nested or apart.

The copies of a name are the same to every class that holds them, so that a class is asked only how many still wait to be laid.
"""

from __future__ import annotations

from math import comb, perm
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    def alone(self, number: int) -> int:
        """Return the ways to lay the free cards of one class on its positions."""
        size = self.sizes[number]
        return perm(self.free[number], size) if self.parent[number] >= 0 else perm(size, size - self.cut[number])

    def chains(self, outside: Sizes, most: Sequence[int]) -> list[list[int]]:
        """Return for each class and number up to ``most`` in how many ways so many of its free cards lie ``outside`` by themselves.

        Only the class and those that it lies in are filled. A class is not asked about where ``most`` is -1.
        """
        found: list[list[int]] = [[]] * len(self.sizes)
        for number in range(len(self.sizes) - 1, -1, -1):
            parent, size, left, out = self.parent[number], self.sizes[number], self.free[number], outside[number]
            number_of = range(min(most[number], left) + 1)
            if parent < 0:
                cut = self.cut[number]
                found[number] = [perm(out, waiting) * perm(size - waiting, size - waiting - cut) for waiting in number_of]
            elif not size:
                found[number] = found[parent][: len(number_of)]
            else:
                above = found[parent]
                found[number] = [
                    sum(
                        [
                            comb(waiting, laid) * perm(out, laid) * perm(left - waiting, size - laid) * above[waiting - laid]
                            for laid in range(max(0, waiting - len(above) + 1), min(waiting, out, size) + 1)
                        ]
                    )
                    for waiting in number_of
                ]
        return found

    def avoiding(self, climbs: Sequence[Climb], outside: Sizes) -> list[int]:
        """Return for each name in how many ways all its copies lie ``outside``."""
        most = [-1] * len(self.sizes)
        for name in climbs:
            for tree in name.trees:
                meet = tree.nodes[tree.meet]
                most[meet] = max(most[meet], tree.copies)
        for number, parent in enumerate(self.parent):
            if parent >= 0:
                most[parent] = max(most[parent], most[number])
        chains, alone = self.chains(outside, most), [self.alone(number) for number in range(len(self.sizes))]
        beside: dict[tuple[int, ...], int] = {}
        found = []
        for name in climbs:
            times = beside.get(name.nodes)
            if times is None:
                times = 1
                for number in name.nodes:
                    times *= alone[number]
                times = beside[name.nodes] = self.ways // times
            for tree in name.trees:
                waiting = self._waiting(tree, outside)
                times *= sum(map(int.__mul__, waiting, chains[tree.nodes[tree.meet]]))
            found.append(times)
        return found

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
