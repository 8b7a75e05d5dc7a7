"""Draws the points of ``make bench-scale`` with plotly, as the picture of ``docs/scale.md``: times above, memory below."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go
from playwright.sync_api import sync_playwright
from plotly.offline import get_plotlyjs
from plotly.subplots import make_subplots

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench.scaling_points import PARTS, PICTURE, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.scaling_points import Point

WIDTH, HEIGHT = 900, 640


def figure(points: Sequence[Point]) -> go.Figure:
    """Return a line for each part over the number of records, both logarithmic: milliseconds of one core, and megabytes until then."""
    drawn: Any = make_subplots(rows=2, cols=1, shared_xaxes=True, row_heights=[0.65, 0.35], vertical_spacing=0.06)
    for nth, (part, title) in enumerate(PARTS.items()):
        there = [(point.records, point.took[part]) for point in points if part in point.took]
        line: dict[str, Any] = {"x": [records for records, _ in there], "mode": "lines+markers", "name": title}
        line |= {"legendgroup": part, "line": {"color": f"hsl({nth * 360 // len(PARTS)},55%,42%)"}}
        drawn.add_trace(go.Scatter(y=[took.cpu for _, took in there], **line), row=1, col=1)
        drawn.add_trace(go.Scatter(y=[took.memory for _, took in there], showlegend=False, **line), row=2, col=1)
    drawn.update_xaxes(type="log", dtick=1)
    drawn.update_xaxes(title="records", row=2, col=1)
    drawn.update_yaxes(type="log", title="ms of one core", row=1, col=1)
    drawn.update_yaxes(title="MB", rangemode="tozero", row=2, col=1)
    drawn.update_layout(template="plotly_white", width=WIDTH, height=HEIGHT, legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"})
    return drawn


def drawing(shown: go.Figure) -> str:
    """Return a figure as SVG, drawn by plotly's script in a browser without a network."""
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    if chromium is None:
        sys.exit("there is no chromium on the PATH")
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content("<div id=chart></div>")
        page.add_script_tag(content=get_plotlyjs())
        draw = "async figure => Plotly.toImage(await Plotly.newPlot('chart', figure), {format: 'svg', imageDataOnly: true})"
        found: str = page.evaluate(draw, shown.to_plotly_json() | {"frames": []})
        browser.close()
    return found


def main() -> None:
    """Write the picture."""
    points = read()
    if len(points) < 2:
        sys.exit("a curve takes two points: make bench-scale")
    PICTURE.write_text(drawing(figure(points)), "utf-8")
    print(f"written to {PICTURE}")


if __name__ == "__main__":
    main()
