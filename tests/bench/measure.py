"""Timing that holds on a machine that does other things too: all ways of one comparison take turns, ratios are taken turn by turn."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True, slots=True)
class Way:
    """One way of doing a thing, over and over."""

    run: Callable[[Any], Any]
    """What is timed; gets what ``prepare`` gave."""
    count: int
    """Events, or whatever is counted, that one run is about."""
    prepare: Callable[[], Any] = lambda: None
    check: Callable[[Any], bool] = lambda _: True
    """Whether the result of ``run`` is right; asked after every run, outside the clock."""
    total: Callable[[], int] = lambda: 0
    """Counts the stored rows, outside the clock, before and after every run ..."""
    grows: int = 0
    """... which must have added this many."""
    clock: Callable[[], float] = perf_counter
    """``process_time`` for what computes and does not wait: the time of one core, whatever else the machine does."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Microseconds for each counted thing, one value a turn."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """Half of the turns took longer."""
        return statistics.median(self.values)

    def times(self, other: Samples) -> Samples:
        """Return how many times as long as ``other`` each turn took."""
        return Samples(tuple(mine / theirs for mine, theirs in zip(self.values, other.values, strict=True)))


def in_turns(ways: Mapping[str, Way], turns: int) -> dict[str, Samples]:
    """Run all ``ways`` one after the other, ``turns`` times after a first one that does not count; the order turns round each time."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for turn in range(-1, turns):
        for name in names if turn % 2 else reversed(names):
            way = ways[name]
            prepared = way.prepare()
            before = way.total()
            gc.collect()
            gc.disable()
            try:
                start = way.clock()
                result = way.run(prepared)
                seconds = way.clock() - start
            finally:
                gc.enable()
            if not way.check(result) or way.total() - before != way.grows:
                raise AssertionError(f"{name}: the result, or the number of rows stored, is not what it should be")
            if turn >= 0:
                taken[name].append(seconds / way.count * 1e6)
    return {name: Samples(tuple(values)) for name, values in taken.items()}
