"""The cards that the viewer does not see, by kind.

A **kind** is a card's name and the moment at which copies of it went out of sight: copies of a knight that were shuffled back are another
kind than those that were never seen, so that a position which closed before cannot hold them. Sets of kinds are ints, bit i for kind i.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.knowledge.worlds.card_sets import Names

Kinds: TypeAlias = int
"""A set of kinds: bit i is kind i."""


class CardPool:
    """Kinds, and how many copies of each lie out of sight. ``live`` holds the kinds that have any."""

    def __init__(self) -> None:
        self.name: list[int] = []
        """The number of each kind's name."""
        self.copies: list[int] = []
        self.live: Kinds = 0
        self._by_name: dict[int, Kinds] = {}
        self._within: dict[Names, Kinds] = {}

    def copied(self) -> CardPool:
        """Return a pool of its own with the same kinds."""
        found = CardPool.__new__(CardPool)
        found.live = self.live
        found.name, found.copies = self.name.copy(), self.copies.copy()
        found._by_name, found._within = self._by_name.copy(), self._within.copy()  # noqa: SLF001 -- its own copy
        return found

    def fresh(self, bag: Mapping[int, int]) -> Kinds:
        """Return a new kind for each name in ``bag``, with so many copies."""
        made = 0
        for name, number in bag.items():
            bit = 1 << len(self.name)
            self._by_name[name] = self._by_name.get(name, 0) | bit
            self.name.append(name)
            self.copies.append(number)
            made |= bit
        self.live |= made
        self._within.clear()
        return made

    def add(self, kind: int, number: int) -> None:
        """Change how many copies of ``kind`` lie out of sight."""
        self.copies[kind] += number
        if self.copies[kind] > 0:
            self.live |= 1 << kind
        else:
            self.live &= ~(1 << kind)

    def within(self, names: Names) -> Kinds:
        """Return every kind of one of ``names``."""
        found = self._within.get(names)
        if found is None:
            if names < 0:
                found = ((1 << len(self.name)) - 1) & ~self.within(~names)
            else:
                found = 0
                for name in bits(names):
                    found |= self._by_name.get(name, 0)
            self._within[names] = found
        return found

    def number(self, kinds: Kinds) -> int:
        """Return how many copies of ``kinds`` lie out of sight, all together."""
        return sum([self.copies[kind] for kind in bits(kinds & self.live)])


def bits(number: int) -> list[int]:
    """Return which bits of a number are set, the lowest first."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found
