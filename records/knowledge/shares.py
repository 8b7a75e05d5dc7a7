"""How likely a closed card is of one of several sets, without asking for each name: what an attack needs to know of a defender."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from records.knowledge.ways import ways

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.knowledge.counts import Counts
    from records.knowledge.lying import Stays
    from records.knowledge.pool import Kinds
    from records.knowledge.ways import Groups, Sizes


def shares(counts: Counts, card: Stays, sets: Sequence[Kinds]) -> list[int]:
    """Return in how many worlds ``card`` is of each of ``sets``, which do not overlap.

    The position of the card is taken out of its class and becomes a class of its own, within the set.
    """
    live = counts.pool.live
    fields: Mapping[Kinds, int]
    if card.era != counts.era or len(card.classes) == 1:
        union = 0
        for kinds in card.classes:
            union |= kinds
        fields = {union & live: 0}
    else:
        fields = {kinds & live: counts.width * (mark + 1) for kinds, mark in card.classes.items() if mark is not None}
    classes, weights = _weights(counts)
    found = []
    for within in sets:
        number = 0
        for kinds, field in fields.items():
            if not kinds & within:
                continue
            index = classes[kinds]
            groups = _groups(counts, [*classes, kinds & within])
            for sizes, weight in weights.items():
                here = weight >> field & counts.low
                if here and sizes[index]:
                    number += here * ways(groups, (*sizes[:index], sizes[index] - 1, *sizes[index + 1 :], 1))
        found.append(number)
    return found


def _weights(counts: Counts) -> tuple[dict[Kinds, int], dict[Sizes, int]]:
    """Return the classes with their places in sizes, and the packed weight of the worlds by the sizes of all classes."""
    live = counts.pool.live
    classes: dict[Kinds, int] = {}
    fixed: defaultdict[int, int] = defaultdict(int)
    columns: list[tuple[int, int]] = []
    for here in counts.public.values():
        for kinds, number in here.items():
            fixed[classes.setdefault(kinds & live, len(classes))] += number
    for column in counts.columns.values():
        for kinds, shift in column.items():
            columns.append((shift, classes.setdefault(kinds & live, len(classes))))
    weights: defaultdict[Sizes, int] = defaultdict(int)
    for state, weight in counts.table.items():
        sizes = [fixed[index] for index in range(len(classes))]
        for shift, index in columns:
            sizes[index] += state >> shift & counts.full
        weights[tuple(sizes)] += weight
    return classes, weights


def _groups(counts: Counts, classes: Sequence[Kinds]) -> Groups:
    copies: defaultdict[int, int] = defaultdict(int)
    for kind, number in enumerate(counts.pool.copies):
        if number > 0:
            copies[sum(1 << index for index, kinds in enumerate(classes) if kinds >> kind & 1)] += number
    return tuple(sorted(copies.items()))
