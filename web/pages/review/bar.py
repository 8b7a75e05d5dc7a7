"""What a review adds to the replay: signs of marked decisions for its bar, and its turning points by what they were worth."""

from __future__ import annotations

from bisect import bisect_left
from math import hypot, inf, isfinite
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.viewers import viewer_key
from records.review.passes import CHART
from web.pages.board.seat_colors import percent
from web.pages.replay.marks import FIRST, ICONS
from web.pages.replay.reviewed import review_address
from web.pages.review.luck import for_whom
from web.pages.review.rows import decision_row
from web.words import texts
from web.words.reviews import points
from web.words.wording import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from records.review.rows import SeatChance
    from records.service import RecordView
    from records.service.reviews.views import OpenPoint, ReviewView
    from web.pages.review.rows import DecisionRow


class WorthPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A turning point with what it was worth."""

    version: int
    nth: int
    to: str
    icon: str
    says: Markup
    worth: str
    """In points with its error; "" where no chances stand around it."""


class ReviewBar:
    """What the template takes."""

    def __init__(self, view: RecordView, review: ReviewView) -> None:
        self._view = view
        self.replay = f"{url_for('pages.replay', record=view.header.record)}?as={viewer_key(view.viewer)}"
        self.page = review_address(view)
        self._count = view.timeline.step_number(view.steps)
        marked = [one for seat in review.seats for one in seat.decisions if one.mark]
        rows = [decision_row(view, one, None, self._step(one.version)) for one in marked]
        self.rows: Sequence[DecisionRow] = sorted((row for row in rows if row.mark), key=lambda row: (-row.loss, row.version))
        self.for_whom = for_whom(view, review)
        """For whom turning points are counted, "" where that goes without saying."""
        self._chart, self._gaps = _chart(review)
        found = self._points() if self._chart else []
        self.points, self.others = found[:FIRST], found[FIRST:]

    def _step(self, version: int) -> str:
        return f"{self.replay}&at={version}"

    def x(self, row: DecisionRow) -> str:
        """Return where a decision stands on the bar, as an SVG length."""
        return percent(row.nth - 0.5, self._count)

    def _points(self) -> list[WorthPoint]:
        worths = _worths(self._chart, self._gaps, [*self._view.turning_points(self._view.steps)])
        ranked = sorted(self._view.turning_points(self._view.steps).items(), key=lambda one: (-abs(worths[one[0]][0]), one[0]))
        return [
            WorthPoint(
                version=version,
                nth=self._view.timeline.step_number(version),
                to=self._step(version),
                icon=ICONS[point.kind],
                says=say(point.says, self._view.names, self._view.faces),
                worth=points(*worths[version], texts, sign=True) if isfinite(worths[version][1]) else "",
            )
            for version, point in ranked
        ]


def _chart(review: ReviewView) -> tuple[Sequence[SeatChance | OpenPoint], Sequence[int]]:
    """Return the chances that judge a turning point, with their gaps: the open table's, or the seat's own; none before all are there.

    Between the points of a chart that is half done lie several turning points, and what moved it is not each one's.
    """
    found = review.open if review.open is not None else next(iter(review.seats), None)
    return (found.chart, found.gaps) if found is not None and found.work.passed >= CHART else ((), ())


def _worths(chart: Sequence[SeatChance | OpenPoint], gaps: Sequence[int], versions: Sequence[int]) -> Mapping[int, tuple[float, float]]:
    """Return how far the chance moved, with its error, from the point before each event to the first one with it.

    Nought with an infinite error where a point between these two is missing: the move would be that of both, or tell what is closed.
    """
    at = [point.version for point in chart]
    found = {}
    for version in versions:
        nth = bisect_left(at, version)
        before, after = chart[max(nth - 1, 0)], chart[min(nth, len(chart) - 1)]
        moved = float(after.chance.mean - before.chance.mean), hypot(before.chance.error, after.chance.error)
        found[version] = (0.0, inf) if any(before.version < gap <= version or version <= gap < after.version for gap in gaps) else moved
    return found
