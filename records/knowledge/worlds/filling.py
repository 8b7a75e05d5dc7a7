"""The same sums as of ``sums``, counted in the place and elsewhere at once (design/knowledge: Sums of a hand).

One group of cards after the other is shared out to all classes. How many of its cards lie in the place decides what they can be worth,
whichever classes of it hold them; what is left to be filled by the later groups is counted once, however many ways lead there.
"""

from __future__ import annotations

from collections import defaultdict
from math import comb, factorial
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from records.knowledge.worlds.arrangements import Sizes, parted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WorthPolynomial: TypeAlias = dict[int, int]
"""From a sum to the number of ways to get it."""


class _SharedGroup(msgspec.Struct, frozen=True):
    """A group of cards that is shared out."""

    may: int
    """The classes that may hold it, as bits: those of the place, then the same elsewhere."""
    later: int
    """Those that a later group may be in."""
    cards: int
    chosen: tuple[WorthPolynomial, ...]
    """By how many of its cards lie in the place: in how many ways these are chosen and are worth how much."""


def steps(groups: Mapping[int, Mapping[int, int]], classes: int) -> tuple[_SharedGroup, ...]:
    """Return the groups in an order that fills classes early: the narrowest first."""
    found: list[_SharedGroup] = []
    later = 0
    for may, alike in sorted(groups.items(), key=lambda group: (group[0].bit_count(), group[0]), reverse=True):
        both = may | may << classes
        found.append(_SharedGroup(both, later, sum(alike.values()), _chosen(alike)))
        later |= both
    return tuple(reversed(found))


def _chosen(alike: Mapping[int, int]) -> tuple[WorthPolynomial, ...]:
    found: list[WorthPolynomial] = [{0: 1}]
    for worth, copies in alike.items():
        after: list[WorthPolynomial] = [{} for _ in range(len(found) + copies)]
        for before, polynomial in enumerate(found):
            for more in range(copies + 1):
                number = comb(copies, more)
                add(after[before + more], {total + more * worth: times * number for total, times in polynomial.items()})
        found = after
    return tuple(found)


class Filling(msgspec.Struct, frozen=True):
    """In how many ways classes are filled by groups, and what lies in the place is worth then."""

    steps: tuple[_SharedGroup, ...]
    classes: int
    spend: Callable[[int], None]
    known: dict[tuple[int, Sizes], WorthPolynomial] = msgspec.field(default_factory=dict)

    def ways(self, nth: int, left: Sizes) -> WorthPolynomial:
        """Return it for the groups from ``nth`` on, where so many positions are ``left``; without the order within a class."""
        if nth == len(self.steps):
            return {} if any(left) else {0: 1}
        found = self.known.get((nth, left))
        if found is None:
            found = self.known[nth, left] = self._shared_out(self.steps[nth], nth, left)
        return found

    def _shared_out(self, step: _SharedGroup, nth: int, left: Sizes) -> WorthPolynomial:
        self.spend(len(left))
        if any(size and not (step.may | step.later) >> index & 1 for index, size in enumerate(left)):
            return {}
        mine = [index for index, size in enumerate(left) if size and step.may >> index & 1]
        by_number: defaultdict[int, WorthPolynomial] = defaultdict(dict)
        for shares in parted(step.cards, [(0 if step.later >> index & 1 else left[index], left[index]) for index in mine]):
            here, now, orders = 0, list(left), 1
            for index, share in zip(mine, shares, strict=True):
                now[index] -= share
                orders *= factorial(share)
                here += share if index < self.classes else 0
            then = self.ways(nth + 1, tuple(now))
            self.spend(len(left) + len(then))
            times = factorial(here) * factorial(step.cards - here) // orders
            add(by_number[here], {worth: number * times for worth, number in then.items()})
        found: WorthPolynomial = {}
        for here, polynomial in by_number.items():
            self.spend(len(polynomial) * len(step.chosen[here]))
            add(found, product(polynomial, step.chosen[here]))
        return found


def product(one: WorthPolynomial, other: WorthPolynomial) -> WorthPolynomial:
    """Return the ways to get each sum of both."""
    found: WorthPolynomial = {}
    for first, number in one.items():
        for second, times in other.items():
            found[first + second] = found.get(first + second, 0) + number * times
    return found


def add(to: WorthPolynomial, more: WorthPolynomial) -> None:
    """Add ways to others."""
    for worth, number in more.items():
        to[worth] = to.get(worth, 0) + number
