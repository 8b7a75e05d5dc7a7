"""The chart of a review: chances over the steps of a game, each with the band of its error, and a sign at each marked decision."""

from __future__ import annotations

from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any

import msgspec
import plotly.graph_objects as go

from web.charts.drawing import Pen, figure
from web.charts.lines import PLACES, ChartLine, ChartPoint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.review.rows import SeatEstimate
    from records.review.tally import PlayoutTally

BAND = 2
"""Standard errors from a chance to either edge of its band."""
ROOM_FOR_100 = {"l": 52, "t": 14}
"""Pixels at the left and the top: a label that does not fit is not drawn, and without "100 %" the top edge says nothing."""
_SIGNS = {"inaccuracy": "triangle-down-open", "mistake": "triangle-down", "blunder": "x"}


class MarkSign(msgspec.Struct, frozen=True):
    """A marked decision in the chart."""

    at: int
    chance: float
    """In points, after it."""
    mark: str
    says: str
    """The mark with its loss and error."""


def chance_line(eyes: str, chances: Iterable[tuple[int, PlayoutTally]], gaps: Iterable[int] = ()) -> ChartLine:
    """Return chances by event as a line in points, with the bounds of its band between 0 and 100; at ``gaps`` it is broken."""
    return _line(eyes, (_point(at, chance) for at, chance in chances if chance.plays), gaps)


def estimate_line(eyes: str, estimates: Iterable[SeatEstimate], gaps: Iterable[int] = ()) -> ChartLine:
    """Return estimated chances by event as ``chance_line`` does, each with its band."""
    return _line(eyes, (ChartPoint(one.version, one.chance / 10, *_edges(one.chance / 10, one.band)) for one in estimates), gaps)


def _line(eyes: str, points: Iterable[ChartPoint], gaps: Iterable[int]) -> ChartLine:
    every = [*points, *(ChartPoint(at, None) for at in gaps)]
    return ChartLine("chance", eyes, tuple(sorted(every, key=lambda point: point.at)))


def _point(at: int, chance: PlayoutTally) -> ChartPoint:
    mean, error = float(chance.mean), chance.error
    if not isfinite(error):
        return ChartPoint(at, round(mean, PLACES), exact=False)
    return ChartPoint(at, round(mean, PLACES), *_edges(mean, BAND * error))


def _edges(mean: float, off: float) -> tuple[int, int]:
    return max(floor(mean - off), 0), min(ceil(mean + off), 100)


def chances_figure(
    lines: Sequence[tuple[ChartLine, Pen]], signs: Sequence[MarkSign], *, at: int | None, last: int, steps: str, nth: Callable[[int], int]
) -> dict[str, Any]:
    """Return data and layout of the figure, as ``drawing.figure`` does."""
    made = figure(lines, at=at, last=last, steps=steps, nth=nth)
    made["layout"]["yaxis"] |= {"range": [0, 100], "ticksuffix": " %"}
    made["layout"]["margin"] |= ROOM_FOR_100
    if signs:
        trace = go.Scatter(
            x=[nth(sign.at) for sign in signs],
            y=[sign.chance for sign in signs],
            customdata=[sign.says for sign in signs],
            mode="markers",
            marker={"symbol": [_SIGNS[sign.mark] for sign in signs], "size": 11, "color": "var(--bad)"},
            hovertemplate="%{customdata}<extra></extra>",
        )
        made["data"] = [*made["data"], *go.Figure([trace]).to_plotly_json()["data"]]
    return made
