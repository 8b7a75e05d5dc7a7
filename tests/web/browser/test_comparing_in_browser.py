"""Two readings in step, in a real Chromium: keys and buttons of the replay lead both tables, and the way back leads them back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser


book = books.shared


def at_moment(page: Page, nth: int) -> None:
    """Wait until both tables stand at a moment."""
    expect(page.locator("#pair .here")).to_contain_text(f"Moment {nth} of")


@pytest.mark.parametrize("width", rest_soaked([390, 1440]))
def test_keys_and_buttons_lead_both_tables(visit: Open, book: GameBook, width: int) -> None:
    """Arrows by moments, with Shift by plays, Home and End; the address goes along, and nothing is wider than the page."""
    record = book.writing.add(LOCAL, *simulate(library()["regicide"], seed=5, games=1))[0].id
    page = visit(
        f"/records/{record}/compare?switch=drawing%3Done+player+after+the+other&as=A&step=0", viewport={"width": width, "height": 900}
    )
    at_moment(page, 0)
    assert page.locator(".pair [data-apart]").count() == 0
    page.keyboard.press("ArrowRight")
    at_moment(page, 1)
    page.locator('#pair a[data-control="on"]').click()
    at_moment(page, 2)
    expect(page).to_have_url(re.compile("step=2"))
    expect(page.locator('#pair a[data-control="on"]')).to_be_focused()
    page.keyboard.press("ArrowLeft")
    at_moment(page, 1)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#pair .here")).not_to_contain_text("Moment 1 of")
    page.keyboard.press("End")
    expect(page.locator('#pair [data-control="on"]')).to_have_attribute("aria-disabled", "true")
    assert page.locator(".pair .board [data-apart]").count()
    page.go_back()
    expect(page.locator('#pair [data-control="on"]')).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    at_moment(page, 0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    left = [box["x"] for box in (it.bounding_box() for it in page.locator(".pair-column").all()) if box]
    assert (len(set(left)) == 1) == (width == 390)
