"""Tables that are wider than their room, in a real Chromium: at the edge it is to be seen that there is more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
CSS = Path(__file__).parents[3] / "web" / "static" / "css"
RIGHT, LEFT = {"x": 292, "y": 0, "width": 8, "height": 30}, {"x": 0, "y": 0, "width": 8, "height": 30}


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.soak)])
def test_a_shadow_lies_where_there_is_more_of_a_table(chromium: Browser, theme: str) -> None:
    """At the right before it is scrolled, at the left once it is at its end, and nowhere where all of it is to be seen."""
    styles = "".join((CSS / f"{name}.css").read_text() for name in ("tokens", "shell"))
    context = chromium.new_context(viewport={"width": 300, "height": 100}, color_scheme=theme)  # type: ignore[arg-type]  # "light", "dark"
    page = context.new_page()
    page.set_content(
        f"<style>{styles} body {{ margin: 0 }} table {{ height: 60px }} .wide::-webkit-scrollbar {{ display: none }}</style>"
        '<div class="wide"><table><tr><td></td></tr></table></div>'
    )
    table = page.locator("table")

    def edges(width: int, scrolled: int) -> tuple[bytes, bytes]:
        table.evaluate("(it, width) => (it.style.width = `${width}px`)", width)
        page.locator(".wide").evaluate("(it, left) => (it.scrollLeft = left)", scrolled)
        return page.screenshot(clip=LEFT), page.screenshot(clip=RIGHT)  # type: ignore[arg-type]  # a box

    left, right = edges(300, 0)
    assert edges(900, 0) == (left, edges(900, 0)[1])
    assert edges(900, 0)[1] != right
    assert edges(900, 600) == (edges(900, 600)[0], right)
    assert edges(900, 600)[0] != left
    context.close()
