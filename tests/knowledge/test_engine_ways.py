"""Counting in how many ways cards can lie, against going through all of them."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from records.knowledge.worlds.arrangements import parted, ways

# ruff: noqa: S311 -- a seed makes the tables repeat


def counted(groups: dict[int, int], sizes: tuple[int, ...]) -> int:
    """Deal every card to every position."""
    cards = [classes for classes, number in groups.items() for _ in range(number)]
    positions = [index for index, size in enumerate(sizes) for _ in range(size)]
    if len(cards) != len(positions):
        return 0
    return sum(all(card >> index & 1 for card, index in zip(order, positions, strict=True)) for order in permutations(cards))


@pytest.mark.parametrize("seed", range(60))
def test_ways_are_as_many_as_there_are(seed: int) -> None:
    """For groups of cards and classes of positions of any overlap the number is that of all deals that fit."""
    random = Random(seed)
    classes = random.randint(1, 4)
    sizes = tuple(random.randint(0, 3) for _ in range(classes))
    groups: dict[int, int] = {}
    for _ in range(min(sum(sizes), 7) if random.random() < 0.9 else 3):
        kind = random.randrange(1, 1 << classes)
        groups[kind] = groups.get(kind, 0) + 1
    assert ways(tuple(sorted(groups.items())), sizes) == counted(groups, sizes)


def test_a_number_is_parted_within_bounds() -> None:
    """Every sum comes once, and none that a part may not have."""
    assert sorted(parted(3, [(0, 2), (1, 3)])) == [(0, 3), (1, 2), (2, 1)]
    assert parted(4, [(0, 1), (0, 2)]) == []
    assert parted(0, []) == [()]
