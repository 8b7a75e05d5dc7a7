"""What a chart draws, as numbers: the same for the page, its table, and the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from records.core.viewers import viewer_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.service.views.series import Measured, Series, Sum

PLACES = 6
"""Digits that a number keeps behind the point."""


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A number at a step."""

    at: int
    value: float | None
    """None where the record does not say."""
    least: int | None = None
    """Bounds that always hold, where the chart has any."""
    most: int | None = None
    exact: bool = True
    """False: the value is an approximation."""
    pending: bool = False
    """True: there is no value yet, for the work of one question was done before."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """Numbers over the steps of a game."""

    of: str
    """What is measured: a pile's id, or a word of the chart."""
    eyes: str
    """Whose number it is: a seat's key, ``public``, or ``open`` for what the record itself holds."""
    points: tuple[ChartPoint, ...]


def strength_lines(all_series: Sequence[Series]) -> tuple[ChartLine, ...]:
    """Return what each pile is worth: a line for each pile and series."""
    piles = dict.fromkeys(pile for series in all_series for one in series.measured for pile in one.sums)
    lines = []
    for pile in piles:
        for series in all_series:
            points = [_sum(one.at, one.sums[pile]) for one in series.measured]
            lines.append(ChartLine(pile, viewer_key(series.viewer), _with_pending(points, series)))
    return tuple(lines)


def _sum(at: int, found: Sum | None) -> ChartPoint:
    if found is None:
        return ChartPoint(at, None)
    return ChartPoint(at, round(float(found.expected), PLACES), found.least, found.most, found.exact)


def _with_pending(points: Sequence[ChartPoint], series: Series) -> tuple[ChartPoint, ...]:
    return tuple(sorted([*points, *(ChartPoint(at, None, pending=True) for at in series.pending)], key=lambda point: point.at))


TOTAL, IN_PILES, IN_HANDS = "all", "piles", "hands"


def uncertainty_lines(all_series: Sequence[Series]) -> tuple[ChartLine, ...]:
    """Return what each viewer lacks, in bits: of all cards, of those in piles, of those in hands."""
    return tuple(line for series in all_series for line in _lacking(series))


def _lacking(series: Series) -> Iterator[ChartLine]:
    for word in (TOTAL, IN_PILES, IN_HANDS):
        yield ChartLine(word, viewer_key(series.viewer), _with_pending([_bits(one, word) for one in series.measured], series))


def _bits(one: Measured, word: str) -> ChartPoint:
    bits = {TOTAL: one.bits, IN_PILES: one.piles, IN_HANDS: one.hands}[word]
    return ChartPoint(one.at, round(bits, PLACES) + 0.0, exact=one.exact)
