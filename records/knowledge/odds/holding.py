"""In how many worlds some places hold none of some cards: what a hand that may block an attack, or the next cards of a deck, comes to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from records.knowledge.odds.states import groups
from records.knowledge.worlds.arrangements import ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.knowledge.worlds.arrangements import Sizes
    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.pool import Kinds


def holding_none(counts: Counts, places: Sequence[str], of: Kinds) -> int:
    """Return in how many worlds none of the kinds ``of`` lies in ``places``; without places, in how many there are."""
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
