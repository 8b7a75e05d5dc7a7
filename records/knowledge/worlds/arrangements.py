"""In how many ways the cards of a pool can lie in its positions (design/knowledge: Ways)."""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial, perm
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Groups: TypeAlias = tuple[tuple[int, int], ...]
"""(classes that may hold these cards, as bits; how many cards), sorted: cards that the same classes may hold are one group."""
Sizes: TypeAlias = tuple[int, ...]
"""Positions of each class."""


@lru_cache(maxsize=1 << 15)
def ways(groups: Groups, sizes: Sizes) -> int:
    """Return the number of ways to lay each card of ``groups`` on a position of its own; 0 if there are not as many cards as positions.

    Cards are distinguished, and so are positions.
    """
    if sum(number for _classes, number in groups) != sum(sizes):
        return 0
    factor, groups, sizes = _forced(groups, sizes)
    found = _shared_out(tuple(sorted(groups, key=_width)), sizes) if factor else 0
    for size in sizes if found else ():
        found *= factorial(size)
    return factor * found


def fewer(groups: Groups, classes: int) -> Groups:
    """Return groups with one card less of that which ``classes`` may hold."""
    return tuple((of, number - (of == classes)) for of, number in groups)


def options(left: Groups, sizes: Sizes, index: int) -> tuple[list[int], list[int]]:
    """Return for a position of a class the groups whose cards it can hold, and their weights summed up: the ways to lay the rest."""
    rest, able, sums = (*sizes[:index], sizes[index] - 1, *sizes[index + 1 :]), [], [0]
    for classes, number in left:
        if number and classes >> index & 1:
            able.append(classes)
            sums.append(sums[-1] + number * ways(fewer(left, classes), rest))
    return able, sums[1:]


def _forced(groups: Groups, sizes: Sizes) -> tuple[int, Groups, Sizes]:
    """Take out what can go one way only: a class that one group feeds, a group that feeds one. Return the ways to do so, and the rest."""
    factor, left, alive = 1, list(sizes), sum(1 << index for index, size in enumerate(sizes) if size)
    rest = _masked(groups, alive)
    changed = True
    while changed:
        once = twice = 0
        for classes in rest:
            twice |= once & classes
            once |= classes
        if alive & ~once or 0 in rest:
            return 0, (), ()
        lone = once & ~twice
        changed = bool(lone)
        for classes, cards in list(rest.items()) if lone else ():
            number, mine = cards, classes & lone
            while mine:
                index = mine.bit_length() - 1
                if left[index] > number:
                    return 0, (), ()
                factor *= perm(number, left[index])
                number -= left[index]
                left[index] = 0
                mine ^= 1 << index
            rest[classes] = number
        alive &= ~lone
        for classes, number in rest.items():
            if number and not classes & (classes - 1) and classes & alive:
                index = classes.bit_length() - 1
                if left[index] < number:
                    return 0, (), ()
                factor *= perm(left[index], number)
                left[index] -= number
                rest[classes] = 0
                alive &= ~0 if left[index] else ~classes
                changed = True
        rest = _masked(rest.items(), alive) if changed else rest
    kept = tuple(index for index, size in enumerate(left) if size)
    return factor, packed(tuple(rest.items()), kept), tuple(left[index] for index in kept)


def _masked(groups: Iterable[tuple[int, int]], alive: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for classes, number in groups:
        if number:
            found[classes & alive] = found.get(classes & alive, 0) + number
    return found


def packed(groups: Groups, kept: Sequence[int]) -> Groups:
    """Return groups with only the bits of some classes, renumbered, and equal groups merged."""
    found: dict[int, int] = {}
    for classes, number in groups:
        bits = 0
        for nth, index in enumerate(kept):
            bits |= (classes >> index & 1) << nth
        found[bits] = found.get(bits, 0) + number
    return tuple(sorted(found.items()))


def _width(group: tuple[int, int]) -> tuple[int, int]:
    return group[0].bit_count(), group[1]


@lru_cache(maxsize=1 << 15)
def _shared_out(groups: Groups, sizes: Sizes) -> int:
    """The coefficient of t^sizes in the product over the groups of (sum of their classes' t) ^ number. The narrowest groups come first."""
    if not groups:
        return int(not any(sizes))
    (classes, number), rest = groups[0], groups[1:]
    later = 0
    for other, _number in rest:
        later |= other
    if any(size and not (classes | later) >> index & 1 for index, size in enumerate(sizes)):
        return 0
    found = 0
    mine = [index for index, size in enumerate(sizes) if size and classes >> index & 1]
    for shares in parted(number, [(0 if later >> index & 1 else sizes[index], sizes[index]) for index in mine]):
        left, term, cards = list(sizes), 1, number
        for index, share in zip(mine, shares, strict=True):
            if share:
                left[index] -= share
                term *= comb(cards, share)
                cards -= share
        found += term * (_shared_out(rest, tuple(left)) if rest else not any(left))
    return found


def parted(number: int, bounds: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return every way to write ``number`` as a sum with one part within each of the (least, most) bounds."""
    least_left, most_left = sum(low for low, _high in bounds), sum(high for _low, high in bounds)
    found: list[tuple[tuple[int, ...], int]] = [((), number)]
    for low, high in bounds:
        least_left, most_left = least_left - low, most_left - high
        found = [
            ((*parts, share), left - share)
            for parts, left in found
            for share in range(max(low, left - most_left), min(high, left - least_left) + 1)
        ]
    return [parts for parts, left in found if not left]
