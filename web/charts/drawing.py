"""Lines as a figure for plotly's script. Colours are names of the style sheet's, put in by the page's script."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from web.words.texts import _, tag

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from web.charts.lines import ChartLine, ChartPoint

_DASHES = ("solid", "dot", "dash", "longdash")
"""By seat color, so that lines are distinguishable without colour."""
_HATCHES = ("\\", ".", "/", "x")
"""By seat color, none of them level as a line of the grid is: where two bands lie on each other, both stay to be seen."""
_HATCHED = {"fgopacity": 0.45, "size": 11, "solidity": 0.09}
"""So thin that the lines of three viewers stand before them."""
_AS_IT_WAS, _NO_SEAT = "var(--ink)", "var(--chart)"
_ROUGH, _ALONE = 6, 6
"""Pixels of the mark of an approximation, and of a number between two steps that have none."""
_POINTS = {"de": ",.", "en": ".,"}
"""Decimal point and grouping, by language."""


class Pen:
    """How a viewer's line looks."""

    def __init__(self, name: str, seat_color: int | None, *, record: bool = False) -> None:
        self.name, self.seat_color, self.record = name, seat_color, record

    @property
    def color(self) -> str:
        """A variable of the style sheet."""
        if self.record:
            return _AS_IT_WAS
        return f"var(--seat-{self.seat_color})" if self.seat_color else _NO_SEAT

    @property
    def band(self) -> dict[str, Any]:
        """How the room between bounds is filled: a seat's with its hatch, any other thinly (by the page's script)."""
        if self.record or not self.seat_color:
            return {"fillcolor": self.color}
        return {"fillpattern": {"shape": _HATCHES[(self.seat_color - 1) % len(_HATCHES)], "fgcolor": self.color, **_HATCHED}}

    @property
    def dash(self) -> str:
        """A dash of plotly's."""
        if self.record:
            return "solid"
        return _DASHES[(self.seat_color - 1) % len(_DASHES)] if self.seat_color else "dashdot"


def figure(lines: Sequence[tuple[ChartLine, Pen]], *, at: int | None, last: int, steps: str, nth: Callable[[int], int]) -> dict[str, Any]:
    """Return data and layout of a figure; ``at`` is the event that a needle marks, ``steps`` the title of the axis.

    ``nth`` gives the number of the step after an event, as the arrows count.
    """
    traces = [trace for line, pen in lines for trace in (*_band(line, pen, nth), _mean(line, pen, nth))]
    layout = go.Layout(
        template=go.layout.Template(),
        separators=separators(),
        showlegend=False,
        hovermode="x unified",
        hoverdistance=-1,  # however far the next point is: a click anywhere leads to a step
        clickmode="event",
        dragmode=False,
        margin={"l": 44, "r": 12, "t": 8, "b": 44},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        xaxis=axis(title={"text": steps}, range=[0, max(nth(last), 1)], tickformat="d", fixedrange=True),
        yaxis=axis(rangemode="tozero", fixedrange=True),
        shapes=[] if at is None else [_needle(nth(at))],
    )
    made: dict[str, Any] = go.Figure(traces, layout).to_plotly_json()
    return {"data": made["data"], "layout": made["layout"]}


def bounds(point: ChartPoint) -> str:
    """Return the bounds of a point in words."""
    return _("%(least)s to %(most)s", least=point.least, most=point.most)


def separators() -> str:
    """Return decimal point and grouping in the reader's language."""
    return _POINTS.get(tag(), _POINTS["en"])


def axis(**more: Any) -> dict[str, Any]:
    """Return an axis in the colours of the style sheet."""
    return {"gridcolor": "var(--rule)", "linecolor": "var(--rule-2)", "zerolinecolor": "var(--rule-2)", "showline": True, **more}


def _needle(at: int) -> dict[str, Any]:
    return {"type": "line", "x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": 1, "line": {"color": "var(--rubric)", "width": 2}}


def _runs(line: ChartLine) -> list[tuple[ChartPoint, ...]]:
    """Return the points with a number, in runs that no step without one interrupts: nothing is drawn from one run to the next."""
    return [tuple(run) for has_number, run in groupby(line.points, key=lambda point: point.value is not None) if has_number]


def _band(line: ChartLine, pen: Pen, nth: Callable[[int], int]) -> list[Any]:
    """Return the room between the bounds, where there are any apart from the line itself; the page's script thins its colour."""
    return [trace for run in _runs(line) if any(point.least != point.most for point in run) for trace in _between_bounds(run, pen, nth)]


def _between_bounds(run: Sequence[ChartPoint], pen: Pen, nth: Callable[[int], int]) -> list[Any]:
    steps = [nth(point.at) for point in run]
    edge = {"mode": "lines", "hoverinfo": "skip"}
    if len(run) == 1:
        return [go.Scatter(x=[*steps, *steps], y=[run[0].least, run[0].most], line={"width": 1, "color": pen.color}, **edge)]
    outline = {"width": 1, "shape": "hv", "color": pen.color, "dash": pen.dash}
    return [
        go.Scatter(x=steps, y=[point.least for point in run], line=outline, **edge),
        go.Scatter(x=steps, y=[point.most for point in run], fill="tonexty", **pen.band, line=outline, **edge),
    ]


def _mean(line: ChartLine, pen: Pen, nth: Callable[[int], int]) -> Any:
    name = escape(pen.name)
    alone = {run[0].at for run in _runs(line) if len(run) == 1}
    sizes = [_ROUGH if not point.exact else _ALONE if point.at in alone else 0 for point in line.points]
    return go.Scatter(
        x=[nth(point.at) for point in line.points],
        y=[point.value for point in line.points],
        customdata=["" if point.least == point.most else f" ({bounds(point)})" for point in line.points],
        name=name,
        mode="lines+markers" if any(sizes) else "lines",
        marker={"symbol": ["circle" if point.exact else "circle-open" for point in line.points], "size": sizes, "color": pen.color},
        line={"color": pen.color, "dash": pen.dash, "width": 4 if pen.record else 2, "shape": "hv"},
        hovertemplate=f"{name}: %{{y:.1f}}%{{customdata}}<extra></extra>",
    )
