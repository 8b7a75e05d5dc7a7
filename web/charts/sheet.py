"""The numbers of a chart for one viewer: who may see whose is asked here, each through its own door."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from records import errors
from records.core.sentences import N_
from records.core.viewers import OPEN
from records.service.series import measure
from web.charts.kinds import CHARTS
from web.looking import look
from web.problems import Refused
from web.texts import _

if TYPE_CHECKING:
    from records.core.viewers import Caller, Viewer
    from records.service import GameBook, RecordView
    from web.charts.kinds import Chart
    from web.charts.lines import ChartLine


GRAINS = {"turn": N_("turn by turn"), "step": N_("step by step")}
"""After which steps it is measured, the usual choice first: the last one of each turn, or each; and their labels."""


@dataclass(frozen=True, slots=True)
class ChartSheet:
    """A chart's numbers for one viewer, and whose."""

    view: RecordView
    chart: Chart
    lines: tuple[ChartLine, ...]
    eyes: tuple[Viewer, ...]
    """Whose numbers are in it, in order."""
    grain: str
    pending: int
    """How many numbers of steps are not worked out yet; asked again, it goes on with them."""


def chart_sheet(book: GameBook, caller: Caller, record: str, chart: str, *, viewer: str | None, grain: str) -> ChartSheet:
    """Return the numbers of a chart: at the open table of every seat as which the caller may look, else of the viewer alone.

    Raises Refused (404 for a record or a chart that is not there, 422 for who is no viewer of it), and NotYours.
    """
    view = look(book, caller, record, viewer)
    kind = CHARTS.get(chart)
    if kind is None or not kind.fits(view):
        raise Refused(HTTPStatus.NOT_FOUND, _("This record has no such chart."), ("path", "chart"))
    views = _seats(book, caller, view) if view.viewer is OPEN else [view]
    if kind.with_record and view.viewer is OPEN:
        views = [view, *views]
    series = [measure(one, _steps(one, grain), share=len(views)) for one in views]
    return ChartSheet(view, kind, kind.lines(series), tuple(one.viewer for one in views), grain, sum(len(one.pending) for one in series))


def _steps(view: RecordView, grain: str) -> tuple[int, ...]:
    """Return the start and the steps after which is measured."""
    if grain == "step":
        return (0, *view.timeline.versions)
    return (0, *(turn.told[-1].version for turn in view.timeline.turns if turn.told))


def _seats(book: GameBook, caller: Caller, view: RecordView) -> list[RecordView]:
    """Return the record through the eyes of each seat, each behind its own door; seats that the caller may not look as are left out."""
    views = []
    for seat in view.header.seats:
        try:
            views.append(book.record(caller, view.header.record, seat))
        except errors.NotYours:
            continue
    return views
