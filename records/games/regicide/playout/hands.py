"""A hand as the kernel looks at it: which plays it allows, and which of its cards meet an attack at the least cost."""

from __future__ import annotations

from records.games.regicide.model.plays import COMBO
from records.games.regicide.player.cards import NO_SUIT
from records.games.regicide.playout.places import (
    ALIKE,
    CARDS,
    COMPANION,
    COSTS,
    COUNT,
    FOUND,
    HAND,
    IMMUNE,
    KEPT,
    SUIT_OF,
    SUMS,
    VALUE,
)


def plays(s: list[int], t: list[int], at: int) -> int:
    """Note every play of the hand of a level, a bit for each of its cards, and return how many there are (§ 3.2 to 3.4, 8.1)."""
    count, hand, found, number = s[at + COUNT], at + HAND, at + FOUND, 0
    for first in range(count):
        one = s[hand + first]
        fresh = 1
        for nth in range(first):
            if s[hand + nth] == one:
                fresh = 0
        if fresh:
            s[found + number] = 1 << first
            number += 1
        if t[SUIT_OF + one] == NO_SUIT:
            continue
        alike = t[ALIKE + one]
        for second in range(first + 1, count):
            two = s[hand + second]
            if t[SUIT_OF + two] == NO_SUIT:
                continue
            if t[COMPANION + one] or t[COMPANION + two]:
                s[found + number] = 1 << first | 1 << second
                number += 1
            if not alike or t[ALIKE + two] != alike or 2 * alike > COMBO:
                continue
            s[found + number] = 1 << first | 1 << second
            number += 1
            for third in range(second + 1, count):
                if t[ALIKE + s[hand + third]] != alike or 3 * alike > COMBO:
                    continue
                s[found + number] = 1 << first | 1 << second | 1 << third
                number += 1
                for fourth in range(third + 1, count):
                    if t[ALIKE + s[hand + fourth]] == alike and 4 * alike <= COMBO:
                        s[found + number] = 1 << first | 1 << second | 1 << third | 1 << fourth
                        number += 1
    return number


def sums(s: list[int], t: list[int], at: int) -> int:
    """Note of each part of the hand of a level what it is worth together and what it costs, and return how many parts there are."""
    parts, costs = 1, KEPT + s[at + IMMUNE] * CARDS
    s[SUMS] = s[COSTS] = 0
    for nth in range(s[at + COUNT]):
        card = s[at + HAND + nth]
        value, cost = t[VALUE + card], t[costs + card]
        for part in range(parts):
            s[SUMS + parts + part] = s[SUMS + part] + value
            s[COSTS + parts + part] = s[COSTS + part] + cost
        parts *= 2
    return parts


def cheapest(s: list[int], t: list[int], at: int, need: int) -> int:
    """Return the cheapest part of the hand of a level that is worth ``need``; -1 if the hand is not enough.

    Parts are looked at in their order, without those that cost as much as the best so far, and those that cannot be worth enough: no
    card costs less than nought.
    """
    count, hand, costs, rest = s[at + COUNT], at + HAND, KEPT + s[at + IMMUNE] * CARDS, 0
    for nth in range(count):
        s[SUMS + nth] = rest
        rest += t[VALUE + s[hand + nth]]
    s[SUMS + count] = rest
    part = worth = cost = 0
    found, least, level = -1, -1, count
    while level <= count:
        if worth >= need:
            if least < 0 or cost < least:
                found, least = part, cost
        elif worth + s[SUMS + level] >= need and (least < 0 or cost < least):
            level -= 1
            continue
        while level < count and part >> level & 1:
            part ^= 1 << level
            worth -= t[VALUE + s[hand + level]]
            cost -= t[costs + s[hand + level]]
            level += 1
        if level < count:
            part |= 1 << level
            worth += t[VALUE + s[hand + level]]
            cost += t[costs + s[hand + level]]
        else:
            level += 1
    return found


def size(part: int) -> int:
    """Return how many cards a part of a hand has."""
    number = 0
    while part:
        part &= part - 1
        number += 1
    return number


def comes_first(s: list[int], at: int, one: int, two: int) -> int:
    """Return 1 where of two plays of the hand of a level the first stands before the other by its cards, else 0."""
    nth = mth = 0
    while one >> nth and two >> mth:
        while not one >> nth & 1:
            nth += 1
        while not two >> mth & 1:
            mth += 1
        first, second = s[at + HAND + nth], s[at + HAND + mth]
        if first != second:
            return 1 if first < second else 0
        nth += 1
        mth += 1
    return 1 if not one >> nth and two >> mth else 0
