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

        Only the class and those that it lies in are filled.
        """
        found: list[list[int]] = [[]] * len(self.sizes)
        for number in range(len(self.sizes) - 1, -1, -1):
            parent, size, left, out = self.parent[number], self.sizes[number], self.free[number], outside[number]
            number_of = range(min(most[number], left) + 1)
            if parent < 0:
                cut = self.cut[number]
                found[number] = [perm(out, waiting) * perm(size - waiting, size - waiting - cut) for waiting in number_of]
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

    def avoiding(self, names: Sequence[Named], outside: Sizes) -> list[int]:
        """Return for each name in how many ways all its copies lie ``outside``."""
        most = [0] * len(self.sizes)
        for named in names:
            if len(named) == 1:
                ((home, copies),) = named
                most[home] = max(most[home], copies)
        for number, parent in enumerate(self.parent):
            if parent >= 0:
                most[parent] = max(most[parent], most[number])
        chains, beside = self.chains(outside, most), dict[int, int]()
        found = []
        for named in names:
            if len(named) > 1:
                found.append(self._spread(named, outside))
                continue
            ((home, copies),) = named
            if home not in beside:
                times, number = 1, home
                while number >= 0:
                    times *= self.alone(number)
                    number = self.parent[number]
                beside[home] = self.ways // times
            found.append(beside[home] * chains[home][copies] if copies < len(chains[home]) else 0)
        return found

    def most(self, named: Named, inside: Sizes) -> int:
        """Return how many copies of a name can lie ``inside`` at most.

        As many as there is room for are laid inside at once, from the smallest class up: one that waited would gain no more later, and the
        fewer wait, the fewer must be laid outside because a class has no other cards.
        """
        waiting, found = dict(named), 0
        while waiting:
            number = min(waiting)
            copies, parent, room = waiting.pop(number), self.parent[number], inside[number]
            forced = copies - self.free[number] + self.sizes[number]
            laid = max(min(copies, room), forced)
            found += min(laid, room)
            if parent >= 0 and laid < copies:
                waiting[parent] = waiting.get(parent, 0) + copies - laid
        return found

    def _spread(self, named: Named, outside: Sizes) -> int:
        """The same for a name whose copies come from several homes: carried from the smallest class up."""
        own, carried, found = dict(named), dict[int, list[int]](), 1
        for number, parent in enumerate(self.parent):
            coming, size, left, out = carried.pop(number, []), self.sizes[number], self.free[number], outside[number]
            if number in own:
                coming = [0] * own[number] + (coming or [1])
            if not coming:
                found *= self.alone(number)
            elif parent < 0:
                cut = self.cut[number]
                found *= sum(
                    [
                        times * perm(out, waiting) * perm(size - waiting, size - waiting - cut)
                        for waiting, times in enumerate(coming)
                        if times
                    ]
                )
            else:
                going = [0] * len(coming)
                for waiting, times in enumerate(coming):
                    for laid in range(min(waiting, out, size) + 1) if times else ():
                        going[waiting - laid] += times * comb(waiting, laid) * perm(out, laid) * perm(left - waiting, size - laid)
                before = carried.get(parent)
                carried[parent] = going if before is None else _both(before, going)
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
