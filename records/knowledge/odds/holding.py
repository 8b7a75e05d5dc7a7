"""The chance that a hand, or the next cards of a deck, hold one of some cards."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from records.core.table import hand_place
from records.knowledge.worlds.arrangements import ways
from records.knowledge.worlds.states import groups

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.worlds.arrangements import Sizes
    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.pool import Kinds


def hand_holds(table: TrackedTable, seat: SeatKey, cards: Sequence[str]) -> Fraction:
    """Return the chance that a hand holds at least one of ``cards``."""
    if any(table.held[seat][card] > 0 for card in cards):
        return Fraction(1)
    return holds(table, [hand_place(seat)], cards)


def holds(table: TrackedTable, places: Sequence[str], cards: Sequence[str]) -> Fraction:
    """Return the chance that the counted cards of ``places`` hold at least one of ``cards``."""
    counts, kinds = table.counts.together(), table.counts.pool.within(table.plan.cards.index.several(cards))
    return 1 - Fraction(holding_none(counts, places, kinds), holding_none(counts, (), 0))


def holding_none(counts: Counts, places: Sequence[str], of: Kinds) -> int:
    """Return the weight of the worlds in which none of the kinds ``of`` lies in ``places``; without places, of all worlds."""
    classes: dict[Kinds, int] = {}
    fixed: defaultdict[int, int] = defaultdict(int)
    columns: list[tuple[int, int]] = []
    for place, here in counts.public.items():
        for kinds, number in here.items():
            fixed[classes.setdefault(counts.class_of(kinds) & ~(of if place in places else 0), len(classes))] += number
    for place, shifts in counts.columns.items():
        for kinds, shift in shifts.items():
            columns.append((shift, classes.setdefault(counts.class_of(kinds) & ~(of if place in places else 0), len(classes))))
    weights: defaultdict[Sizes, int] = defaultdict(int)
    for state, weight in counts.table.items():
        sizes = [fixed[index] for index in range(len(classes))]
        for shift, index in columns:
            sizes[index] += state >> shift & counts.full
        weights[tuple(sizes)] += weight & counts.low
    hidden = groups(counts, classes)
    return sum(weight * ways(hidden, sizes) for sizes, weight in weights.items())
