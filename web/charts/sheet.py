"""The numbers of a chart for one viewer: who may see whose is asked here, each through its own door."""

from __future__ import annotations

from bisect import bisect_right
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec

from records import errors
from records.core.sentences import N_
from records.core.viewers import OPEN
from records.service.measuring.series import measure
from web.charts.kinds import CHARTS
from web.looking import check_step, look
from web.problems import Refused
from web.words.texts import _

if TYPE_CHECKING:
    from records.core.viewers import Caller, Viewer
    from records.service import GameBook, RecordView
    from web.charts.kinds import Chart
    from web.charts.lines import ChartLine


GRAINS = {"turn": N_("turn by turn"), "step": N_("step by step")}
"""After which steps it is measured, the usual choice first: the last one of each turn, or each; and their labels."""
MOST_MEASURED = 2_000
"""Steps of a chart. The longest game here has some hundred; a file of a few megabytes may have a hundred thousand."""


class ChartSheet(msgspec.Struct, frozen=True):
    """A chart's numbers for one viewer, and whose."""

    view: RecordView
    chart: Chart[Any]
    lines: tuple[ChartLine, ...]
    eyes: tuple[Viewer, ...]
    """Whose numbers are in it, in order."""
    grain: str
    last: int
    """The step at which it ends."""
    pending: int
    """How many numbers of steps are not worked out yet; asked again, it goes on with them."""
    stride: int = 1
    """It is measured after every so many of the steps that ``grain`` names: above 1 where these are more than ``MOST_MEASURED``."""


def chart_sheet(
    book: GameBook, caller: Caller, record: str, chart: str, *, viewer: str | None, grain: str, at: int | None = None
) -> ChartSheet:
    """Return the numbers of a chart: at the open table of every seat as which the caller may look, else of the viewer alone.

    It ends at step ``at``; without one it goes through the whole record. Raises Refused (404 for a record, a step or a chart that is not
    there, 422 for a viewer that it does not have), and NotYours.
    """
    view = look(book, caller, record, viewer)
    if at is not None:
        check_step(view, at)
    last = view.steps if at is None else at
    kind = CHARTS.get(chart)
    if kind is None or not kind.fits(view):
        raise Refused(HTTPStatus.NOT_FOUND, _("This record has no such chart."), ("path", "chart"))
    views = _seats(book, caller, view) if view.viewer is OPEN else [view]
    if kind.with_record and view.viewer is OPEN:
        views = [view, *views]
    steps = [_steps(one, grain, last) for one in views]
    stride = max(-(-len(own) // MOST_MEASURED) for own in steps)
    series = [measure(one, _thinned(own, stride), kind.measure, share=len(views)) for one, own in zip(views, steps, strict=True)]
    pending = sum(len(one.pending) for one in series)
    return ChartSheet(view, kind, kind.lines(series), tuple(one.viewer for one in views), grain, last, pending, stride)


def _thinned(steps: tuple[int, ...], stride: int) -> tuple[int, ...]:
    """Return every so many of some steps, and the last."""
    return steps if stride == 1 else tuple(sorted({*steps[::stride], steps[-1]}))


def _steps(view: RecordView, grain: str, last: int) -> tuple[int, ...]:
    """Return the start and the steps up to ``last`` after which is measured."""
    versions = view.timeline.versions
    until = versions[: bisect_right(versions, last)]
    if grain == "step":
        return (0, *until)
    ends = {turn.told[-1].version for turn in view.timeline.turns if turn.told}
    return (0, *(version for version in until if version in ends or version == until[-1]))


def _seats(book: GameBook, caller: Caller, view: RecordView) -> list[RecordView]:
    """Return the record through the eyes of each seat, each behind its own door; seats that the caller may not look as are left out."""
    views = []
    for seat in view.header.seats:
        try:
            views.append(book.record(caller, view.header.record, seat))
        except errors.NotYours:
            continue
    return views
