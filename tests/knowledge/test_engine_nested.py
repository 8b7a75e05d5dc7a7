"""Counting in classes that are nested, apart or overlap, against going through all deals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from records.knowledge.worlds.arrangements import Sizes
from records.knowledge.worlds.nested import Nest
from records.knowledge.worlds.pool import CardPool, Kinds
from support.soaking import one_in

# ruff: noqa: S311 -- a seed makes the tables repeat

WIDTH = 64
Deal = list[tuple[int, int]]
"""(kind, class) of each card."""


class Table:
    """Cards in positions of random classes, of which some lie in a place that is asked about."""

    def __init__(self, seed: int, *, overlapping: bool) -> None:
        random = Random(seed)
        self.pool, number = CardPool(), random.randint(2, 4)
        for name in range(number):
            self.pool.fresh({name if random.random() < 0.7 else 0: random.randint(1, 2)})
        classes = {self.pool.live}
        while len(classes) < 4 and random.random() < 0.9:
            one = random.randrange(1, 1 << number)
            if overlapping or all(not one & other or one | other in (one, other) for other in classes):
                classes.add(one)
        self.classes: list[Kinds] = sorted(classes, key=lambda kinds: (kinds.bit_count(), kinds))
        cards = [kind for kind, copies in enumerate(self.pool.copies) for _ in range(copies)]
        self.cards = cards
        positions = [random.choice([at for at, kinds in enumerate(self.classes) if kinds >> kind & 1]) for kind in cards]
        self.sizes: Sizes = tuple(map(positions.count, range(len(self.classes))))
        self.inside: Sizes = tuple(random.randint(0, size) for size in self.sizes)
        self.nest = Nest(self.pool, self.classes, [self.sizes])

    def deals(self) -> Iterator[Deal]:
        """Yield each card with the index of its position, in every way that fits; positions of a class are in a row, those inside first."""
        places = [(at, nth < self.inside[at]) for at, size in enumerate(self.sizes) for nth in range(size)]
        self.places = places
        for order in permutations(range(len(places))):
            if all(self.classes[places[position][0]] >> kind & 1 for kind, position in zip(self.cards, order, strict=True)):
                yield list(zip(self.cards, order, strict=True))


TABLES = [(seed, overlapping) for seed in range(60) for overlapping in (False, True)]


@pytest.mark.parametrize(("seed", "overlapping"), one_in(4, TABLES))
def test_shares_of_positions_are_those_of_all_deals(seed: int, overlapping: bool) -> None:
    """How likely one position of a class is of each kind is what all deals together say."""
    table = Table(seed, overlapping=overlapping)
    deals, nest = list(table.deals()), table.nest
    ones = nest.ones(table.sizes, WIDTH)
    for index, size in enumerate(table.sizes):
        first = sum(table.sizes[:index])
        for kind, copies in enumerate(table.pool.copies):
            times = ones[index] >> nest.home(1 << kind) * WIDTH & ((1 << WIDTH) - 1)
            there = sum((kind, first) in deal for deal in deals) if size else 0
            assert Fraction(copies * times, nest.ways(table.sizes)) == Fraction(there, len(deals))


@pytest.mark.parametrize(("seed", "overlapping"), one_in(4, TABLES))
def test_a_name_avoids_a_place_as_often_as_in_all_deals(seed: int, overlapping: bool) -> None:
    """How likely no copy of a name lies in a place, and how many can at most, is what all deals together say."""
    table = Table(seed, overlapping=overlapping)
    deals, nest = list(table.deals()), table.nest
    worlds = nest.split({(table.inside, table.sizes): 1})
    for nth, (named, names) in enumerate(nest.names.items()):
        ways = sum(weight * nest.avoiding(list(nest.names), *world)[nth] for world, weight in worlds.items())
        for name in names:
            held = [sum(table.places[at][1] for kind, at in deal if table.pool.name[kind] == name) for deal in deals]
            assert Fraction(ways, nest.ways(table.sizes)) == Fraction(held.count(0), len(deals))
            assert max(nest.most(named, *world) for world in worlds) == max(held)
            elsewhere = [(tuple(map(int.__sub__, whole, inside)), whole) for inside, whole in worlds]
            assert sum(copies for _home, copies in named) - max(nest.most(named, *world) for world in elsewhere) == min(held)


def test_too_many_positions_of_a_class_leave_no_way() -> None:
    """Where a class has more positions than cards there is no way, and none where a card has no class."""
    pool = CardPool()
    pool.fresh({0: 2, 1: 1})
    assert Nest(pool, [0b01, 0b11], [(2, 1)]).ways((2, 1))
    assert not Nest(pool, [0b01, 0b11], [(3, 0)]).ways((3, 0))
    assert not Nest(pool, [0b01], [(3,)]).ways((3,))
