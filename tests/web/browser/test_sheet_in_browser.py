"""The game sheet on paper: Chromium makes a PDF of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from support.soaking import rest_soaked
from web.pages.exports.sheet import document

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
GAMES = Path(__file__).parents[3] / "examples" / "games"
A4_WIDE = 703
"""Pixels between the margins."""


SHEETS = {
    "castle-rampage-yucata.jsonl": "open",
    "regicide-gold.jsonl": "A",
    "creature-crush-answers.jsonl": "B",
    "night-ferry.json": "public",
}


@pytest.mark.parametrize("name", rest_soaked(SHEETS))
def test_a_sheet_fits_on_paper(name: str, tmp_path: Path, chromium: Browser) -> None:
    """Through every kind of eyes: nothing stands out to the side, the drawing has room on one page, and all is ink on white."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as book:
        (stored,) = store_file(book, LOCAL, (GAMES / name).read_bytes(), name, ImportOptions())
        view = book.record(LOCAL, stored.id, SHEETS[name])
        page = chromium.new_page()
        page.set_viewport_size({"width": A4_WIDE, "height": 1000})
        page.emulate_media(media="print", color_scheme="dark")
        page.set_content(document(view))
        assert page.evaluate("document.documentElement.scrollWidth") <= A4_WIDE
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.locator("ol > li").count() == len(view.timeline.versions)
        assert page.locator("figure svg").bounding_box()["height"] < 1000  # type: ignore[index]
        pdf = page.pdf(prefer_css_page_size=True)
        assert pdf.startswith(b"%PDF")
        pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
        page.close()
        assert 1 <= pages <= 2 + len(view.timeline.versions) // 40
