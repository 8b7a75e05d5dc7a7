"""Results of play-outs added up: whole numbers, so that sums are the same in any order."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, isfinite, sqrt
from typing import TYPE_CHECKING

import msgspec

from records.core.playing.results import WON

if TYPE_CHECKING:
    from collections.abc import Iterable

POINTS = Fraction(100, WON)
"""Points, each a hundredth of a chance, in a sixth of a game."""
MILLION = 1_000_000


class PlayoutTally(msgspec.Struct, frozen=True, array_like=True):
    """Results of play-outs, or differences of paired ones, in sixths."""

    plays: int = 0
    total: int = 0
    squares: int = 0
    """Sum of their squares."""

    @property
    def share(self) -> Fraction:
        """The mean as a share of a game won, from 0 to 1; of differences from -1 to 1. 0 of no play-outs."""
        return Fraction(self.total, self.plays * WON) if self.plays else Fraction(0)

    @property
    def mean(self) -> Fraction:
        """The mean in points."""
        return self.share * 100

    @property
    def error(self) -> float:
        """The standard error of the mean, in points; infinite of fewer than two play-outs."""
        if self.plays < 2:  # noqa: PLR2004 -- one tells nothing of how far they spread
            return float("inf")
        spread = self.plays * self.squares - self.total * self.total
        return float(POINTS) * sqrt(spread / (self.plays * self.plays * (self.plays - 1)))

    @property
    def chance_of_none(self) -> int:
        """In millionths how likely a mean as great as this is where in truth there is no gain: one-sided, by Student's t.

        Of few play-outs the normal distribution would call too much; t is taken for a normal number that it is close to.
        """
        free = self.plays - 1
        if free < 1 or self.total <= 0:
            return MILLION // 2
        if not (spread := self.plays * self.squares - self.total * self.total):
            return 0
        t = self.total * sqrt(free / spread)
        return round(MILLION / 2 * erfc(t * (1 - 1 / (4 * free)) / sqrt(2 * (1 + t * t / (2 * free)))))

    def with_more(self, other: PlayoutTally) -> PlayoutTally:
        """Return both together."""
        return PlayoutTally(self.plays + other.plays, self.total + other.total, self.squares + other.squares)

    def turned(self) -> PlayoutTally:
        """Return the same differences the other way round."""
        return PlayoutTally(self.plays, -self.total, self.squares)


def tally(results: Iterable[int]) -> PlayoutTally:
    """Return results added up."""
    listed = list(results)
    return PlayoutTally(len(listed), sum(listed), sum(result * result for result in listed))


def paired(one: Iterable[int], other: Iterable[int]) -> PlayoutTally:
    """Return how much better ``one`` came off than ``other``, in the same worlds."""
    return tally(first - second for first, second in zip(one, other, strict=True))


def error_of(sums: Iterable[PlayoutTally]) -> float:
    """Return the standard error of a sum of means that do not depend on each other, in points; those without one count as certain."""
    return sqrt(sum(one.error**2 for one in sums if isfinite(one.error)))
