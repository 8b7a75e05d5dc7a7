"""The charts of a record as plain drawings: the library that draws them on pages is larger than a whole game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from web.charts import CHARTS
from web.charts.sheet import chart_sheet
from web.pages.charts.page import ChartPage
from web.words.texts import _, decimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView

WIDE, HIGH, LEFT, LOW = 640, 200, 44, 24
"""Of a drawing, in its own units; and the room for numbers at its left and below."""
TRIES = 50
"""How often a chart is counted on."""


def graphs(book: GameBook, caller: Caller, view: RecordView, viewer: str, last: int) -> list[dict[str, Any]]:
    """Return the charts up to event ``last``: title, what each says in a sentence, and the drawing."""
    record = view.header.record
    found = []
    for name, kind in CHARTS.items():
        if not kind.fits(view):
            continue
        for _again in range(TRIES):
            sheet = chart_sheet(book, caller, record, name, viewer=viewer, grain="step", at=last)
            if not sheet.pending:
                break
        for panel in ChartPage(book, sheet, None).panels:
            lines = list(_lines(panel.figure["data"]))
            title = f"{_(kind.title)}: {panel.title}"
            if lines:
                found.append({"title": title, "says": panel.summary, "svg": str(_drawing(lines, title))})
    return found


def _lines(traces: list[dict[str, Any]]) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    for trace in traces:
        points = [(float(x), float(y)) for x, y in zip(trace.get("x", ()), trace.get("y", ()), strict=False) if y is not None]
        if points and not trace.get("fill") and trace.get("line", {}).get("width") != 0:
            yield str(trace.get("line", {}).get("color", "var(--chart)")), points


def _drawing(lines: list[tuple[str, list[tuple[float, float]]]], title: str) -> Markup:
    most_x = max(x for _color, points in lines for x, _y in points) or 1
    most_y = max(y for _color, points in lines for _x, y in points) or 1
    wide, high = WIDE - LEFT, HIGH - LOW

    def place(x: float, y: float) -> str:
        return f"{LEFT + wide * x / most_x:.1f},{high - (high - 8) * y / most_y:.1f}"

    line = Markup('<polyline points="{}" style="stroke:{}"/>')
    drawn = Markup("").join(line.format(" ".join(place(x, y) for x, y in points), color) for color, points in lines)
    frame = Markup('<path d="M{left} 8V{high}H{wide}"/>').format(left=LEFT, high=high, wide=WIDE)
    axes = Markup('<text x="4" y="16">{most_y}</text><text x="{right}" y="{below}" text-anchor="end">{most_x:.0f}</text>').format(
        most_y=decimal(most_y), right=WIDE - 4, below=HIGH - 6, most_x=most_x
    )
    needle = Markup(
        '<line class="needle" x1="0" x2="0" y1="8" y2="{high}" data-left="{left}" data-wide="{wide}" data-most="{most}"/>'
    ).format(high=high, left=LEFT, wide=wide, most=most_x)
    whole = Markup('<svg class="graph" viewBox="0 0 {wide} {high}" role="img" aria-label="{title}">{inside}</svg>')
    return whole.format(wide=WIDE, high=HIGH, title=title, inside=frame + drawn + axes + needle)
