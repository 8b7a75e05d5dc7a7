"""The states of counted worlds, read: how many positions of each class there are, and of which class single cards are."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.knowledge.worlds.arrangements import Groups, Sizes
    from records.knowledge.worlds.counts import Counts
    from records.knowledge.worlds.pool import Kinds

Picked: TypeAlias = tuple[int, ...]
"""For some cards in a row, the class of each."""


def worlds(counts: Counts, places: Sequence[str]) -> tuple[dict[Kinds, int], list[tuple[Sizes, Picked]]]:
    """Return the classes with their numbers, and for each state the positions of each class, without those in ``places``, and theirs.

    Each of ``places`` holds one card.
    """
    apart = {place: nth for nth, place in enumerate(places)}
    index: dict[Kinds, int] = {}
    fixed: defaultdict[int, int] = defaultdict(int)
    only = [0] * len(apart)
    columns: list[tuple[int, int]] = []
    picks: list[list[tuple[int, int]]] = [[] for _ in apart]
    for place, here in counts.public.items():
        for kinds, number in here.items():
            of = index.setdefault(counts.class_of(kinds), len(index))
            if place in apart:
                only[apart[place]] = of
            else:
                fixed[of] += number
    for place, shifts in counts.columns.items():
        for kinds, shift in shifts.items():
            of = index.setdefault(counts.class_of(kinds), len(index))
            (picks[apart[place]] if place in apart else columns).append((shift, of))
    found, start = [], [fixed[of] for of in range(len(index))]
    for state in counts.table:
        sizes = start.copy()
        for shift, of in columns:
            sizes[of] += state >> shift & counts.full
        picked = tuple(next((of for shift, of in here if state >> shift & counts.full), only[nth]) for nth, here in enumerate(picks))
        found.append((tuple(sizes), picked))
    return index, found


def holders(index: Mapping[Kinds, int], kind: int) -> int:
    """Return the classes that hold a kind, as bits."""
    return sum(1 << number for kinds, number in index.items() if kinds >> kind & 1)


def groups(counts: Counts, index: Mapping[Kinds, int]) -> Groups:
    """Return the hidden cards by the classes that hold them."""
    found: defaultdict[int, int] = defaultdict(int)
    for kind, copies in enumerate(counts.pool.copies):
        if copies > 0:
            found[holders(index, kind)] += copies
    return tuple(sorted(found.items()))
