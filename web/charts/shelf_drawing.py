"""Figures of many records for plotly's script: bars by month, boxes of lengths, shares with their bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from web.charts.drawing import axis, separators

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.service.views.shelf_figures import WonShare

COLORS = 4
"""Colours of seats that the style sheet has."""


def by_month(months: Mapping[str, Mapping[str, int]], games: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return bars of records by month, each game's on those before it; ``games`` are keys and titles."""
    bars = [
        go.Bar(x=list(months), y=[of.get(key, 0) for of in months.values()], name=title, marker={"color": _color(nth)})
        for nth, (key, title) in enumerate(games)
    ]
    return figure_of(
        bars,
        barmode="stack",
        xaxis=axis(fixedrange=True, type="category", automargin=True),
        yaxis=axis(rangemode="tozero", fixedrange=True, tickformat="d"),
        showlegend=len(games) > 1,
        legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0},
    )


def lengths(games: Sequence[tuple[str, Sequence[int]]]) -> dict[str, Any]:
    """Return a box of turns for each game: the middle half, the median, and the rest."""
    boxes = [go.Box(x=list(turns), name=title, marker={"color": _color(nth)}, boxpoints=False) for nth, (title, turns) in enumerate(games)]
    return figure_of(
        boxes,
        xaxis=axis(rangemode="tozero", fixedrange=True, tickformat="d"),
        yaxis=axis(fixedrange=True, autorange="reversed", automargin=True),
        hovermode="closest",
    )


def shares(rows: Sequence[tuple[str, WonShare]]) -> dict[str, Any]:
    """Return a point in per cent for each row, with the bounds of its interval."""
    points = go.Scatter(
        y=[name for name, _ in rows],
        x=[100 * one.share for _, one in rows],
        error_x={
            "type": "data",
            "array": [100 * (one.most - one.share) for _, one in rows],
            "arrayminus": [100 * (one.share - one.least) for _, one in rows],
            "color": "var(--ink-2)",
        },
        mode="markers",
        marker={"color": "var(--ink)", "size": 11},
        hovertemplate="%{x:.0f} %<extra></extra>",
    )
    return figure_of(
        [points],
        xaxis=axis(range=[0, 100], fixedrange=True, ticksuffix=" %"),
        yaxis=axis(fixedrange=True, type="category", autorange="reversed", automargin=True),
        hovermode="closest",
    )


def _color(nth: int) -> str:
    return f"var(--seat-{nth % COLORS + 1})"


def figure_of(traces: Sequence[Any], **more: Any) -> dict[str, Any]:
    """Return a figure of so many traces; ``more`` is said of its layout."""
    layout = go.Layout(
        template=go.layout.Template(),
        separators=separators(),
        dragmode=False,
        margin={"l": 44, "r": 12, "t": 8, "b": 44},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        **{"showlegend": False, "hovermode": "x unified", **more},
    )
    made: dict[str, Any] = go.Figure(list(traces), layout).to_plotly_json()
    return {"data": made["data"], "layout": made["layout"]}
