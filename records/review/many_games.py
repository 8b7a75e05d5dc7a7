"""A player's luck and skill over many games: the mean of each part, and its precision (design/review: Luck and skill)."""

from __future__ import annotations

from fractions import Fraction
from math import fsum, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.ids import SeatKey
    from records.review.rows import Split

LEAST = 5
"""Least number of games for which an interval is stated."""
CONFIDENCE = 0.95


class GameParts(msgspec.Struct, frozen=True, kw_only=True):
    """A result taken apart for one player of a game, in shares of a game won.

    ``result = start + chance + skill + others + lay + unjudged``, exactly.
    """

    result: Fraction
    start: Fraction
    """What the game was worth before the deal."""
    chance: Fraction
    """Deal, draws and reveals."""
    skill: Fraction
    """The player's own decisions, judged by what they could know."""
    others: Fraction
    """Those of the other players, as they count for this one."""
    lay: Fraction
    """How the unseen cards happened to lie at decisions."""
    unjudged: Fraction
    """Decisions that could not be weighed: skill and lay in one."""

    @property
    def less_chance(self) -> Fraction:
        """The result minus the gains by start and chance: it has the same mean over games as the result, with less noise (AIVAT's idea)."""
        return self.result - self.start - self.chance

    def plus(self, other: GameParts) -> GameParts:
        """Return the sums of both."""
        return GameParts(**{field: getattr(self, field) + getattr(other, field) for field in GameParts.__struct_fields__})


NO_PARTS = GameParts(**dict.fromkeys(GameParts.__struct_fields__, Fraction(0)))


class MeanPoints(msgspec.Struct, frozen=True, kw_only=True):
    """A mean over games, in points."""

    mean: float
    half: float | None
    """Half the width of its interval of 95 %; None of fewer than ``LEAST`` games."""


class PlayerParts(msgspec.Struct, frozen=True, kw_only=True):
    """A player over some games."""

    name: str
    games: int
    sums: GameParts
    less_chance: MeanPoints
    skill: MeanPoints

    def mean(self, part: str) -> float:
        """Return a part on average, in points."""
        return float(getattr(self.sums, part) * 100 / self.games)


def parts_of(split: Split, seat: SeatKey) -> GameParts:
    """Return the parts for who sits at ``seat``; ``split`` is that seat's, or where all win and lose together everybody's."""
    own = split.skill.get(seat, Fraction(0))
    return GameParts(
        result=split.result,
        start=split.start,
        chance=split.chance,
        skill=own,
        others=sum(split.skill.values(), Fraction(0)) - own,
        lay=split.lay,
        unjudged=split.unjudged,
    )


def player_parts(name: str, games: Sequence[GameParts]) -> PlayerParts:
    """Return the parts of a player's games; there is at least one game."""
    sums = NO_PARTS
    for one in games:
        sums = sums.plus(one)
    return PlayerParts(
        name=name,
        games=len(games),
        sums=sums,
        less_chance=mean_points(one.less_chance for one in games),
        skill=mean_points(one.skill for one in games),
    )


def mean_points(shares: Iterable[Fraction]) -> MeanPoints:
    """Return the mean of shares in points with its interval by Student's t: games are dealt anew, so one says nothing of another.

    The errors of the estimates themselves are among what spreads.
    """
    points = [float(share * 100) for share in shares]
    count = len(points)
    mean = fsum(points) / count
    if count < LEAST:
        return MeanPoints(mean=mean, half=None)
    spread = fsum((one - mean) ** 2 for one in points) / (count - 1)
    return MeanPoints(mean=mean, half=students_t(count - 1) * sqrt(spread / count))


def students_t(free: int) -> float:
    """Return how many standard errors hold 95 % on both sides together; right to a hundredth from four degrees of freedom on.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return fsum(
        (
            z,
            (z**3 + z) / (4 * free),
            (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2),
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3),
            (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * free**4),
        )
    )
