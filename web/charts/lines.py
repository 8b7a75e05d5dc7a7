"""What a chart draws, as numbers: the same for the page, its table, and the API."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from records.core.viewers import viewer_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.ids import PileId
    from records.service.measuring.measures import Lacking, Sum
    from records.service.measuring.series import Series

T = TypeVar("T")
PLACES = 6
"""Digits that a number keeps behind the point."""


class ChartPoint(msgspec.Struct, frozen=True):
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


class ChartLine(msgspec.Struct, frozen=True):
    """Numbers over the steps of a game."""

    of: str
    """What is measured: a pile's id, or a word of the chart."""
    eyes: str
    """Whose number it is: a seat's key, ``public``, or ``open`` for what the record itself holds."""
    points: tuple[ChartPoint, ...]


def strength_lines(all_series: Sequence[Series[Mapping[PileId, Sum | None]]]) -> tuple[ChartLine, ...]:
    """Return what each pile is worth: a line for each pile and series."""
    piles = dict.fromkeys(pile for series in all_series for sums in series.measured.values() for pile in sums)
    return tuple(_line(pile, series, partial(_sum, pile)) for pile in piles for series in all_series)


def _sum(pile: PileId, at: int, sums: Mapping[PileId, Sum | None]) -> ChartPoint:
    found = sums[pile]
    if found is None:
        return ChartPoint(at, None)
    return ChartPoint(at, round(float(found.expected), PLACES), found.least, found.most, found.exact)


TOTAL, IN_PILES, IN_HANDS = "all", "piles", "hands"


def uncertainty_lines(all_series: Sequence[Series[Lacking]]) -> tuple[ChartLine, ...]:
    """Return what each viewer lacks, in bits: of all cards, of those in piles, of those in hands."""
    return tuple(_line(word, series, partial(_bits, word)) for series in all_series for word in (TOTAL, IN_PILES, IN_HANDS))


def _bits(word: str, at: int, one: Lacking) -> ChartPoint:
    bits = {TOTAL: one.bits, IN_PILES: one.piles, IN_HANDS: one.hands}[word]
    return ChartPoint(at, round(bits, PLACES) + 0.0, exact=one.exact)


def _line(of: str, series: Series[T], point: Callable[[int, T], ChartPoint]) -> ChartLine:
    points = [point(at, one) for at, one in series.measured.items()]
    points += [ChartPoint(at, None, pending=True) for at in series.pending]
    return ChartLine(of, viewer_key(series.viewer), tuple(sorted(points, key=lambda one: one.at)))
