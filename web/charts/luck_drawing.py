"""Luck and skill of players for plotly's script: a point for each with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from web.charts.drawing import axis
from web.charts.shelf_drawing import figure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.review.many_games import MeanPoints

APART = 0.13
"""Half of what lies between two points of a name, in rows."""


def luck_and_skill(names: Sequence[str], series: Sequence[tuple[str, Sequence[MeanPoints]]], unit: str) -> dict[str, Any]:
    """Return points a game for each name and series, with the intervals of those that have one; ``unit`` is said below the axis."""
    traces = [
        go.Scatter(
            y=[place + APART * (2 * nth - len(series) + 1) for place in range(len(names))],
            customdata=list(names),
            x=[one.mean for one in points],
            error_x={"type": "data", "array": [one.half or 0 for one in points], "color": f"var(--seat-{nth + 1})"},
            mode="markers",
            name=title,
            marker={"color": f"var(--seat-{nth + 1})", "size": 10, "symbol": ("circle", "diamond")[nth % 2]},
            hovertemplate="%{customdata}: %{x:.1f}<extra>%{fullData.name}</extra>",
        )
        for nth, (title, points) in enumerate(series)
    ]
    return figure_of(
        traces,
        xaxis=axis(fixedrange=True, zeroline=True, title=unit),
        yaxis=axis(
            fixedrange=True,
            range=[len(names) - 0.5, -0.5],
            tickvals=list(range(len(names))),
            ticktext=list(names),
            automargin=True,
            zeroline=False,
        ),
        hovermode="closest",
        showlegend=True,
        legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0},
    )
