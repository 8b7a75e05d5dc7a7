"""A game that is typed in a real Chromium: the table beside the text follows the cursor, a fault is marked where it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from support import books

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser as RealBrowser
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
FILE = next((Path(__file__).parents[3] / "examples" / "games").glob("regicide*.kbz"))
GAME = FILE.read_text("utf-8")


book = books.own


@pytest.fixture
def page(chromium: RealBrowser) -> Iterator[Page]:
    """A phone's page that may read and write the clipboard."""
    permissions = ["clipboard-read", "clipboard-write"]
    with chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", permissions=permissions) as context:
        yield context.new_page()


def cursor(page: Page, place: int) -> None:
    """Put the cursor behind the first ``place`` characters, as a click there does."""
    page.locator("#notation").evaluate("(field, at) => { field.focus(); field.setSelectionRange(at, at); }", place)
    page.locator("#notation").dispatch_event("click")


@pytest.mark.soak
def test_the_table_follows_the_cursor_and_a_fault_is_marked_where_it_is_typed(site: str, page: Page, book: GameBook) -> None:
    """A game is typed in: its table is at the cursor's line. A wrong card is marked on its line; mended, it goes on the shelf."""
    page.goto(f"{site}/notation")
    field, beside = page.locator("#notation"), page.locator("#draft")
    field.fill(GAME)
    cursor(page, len(GAME))
    expect(beside.locator("svg").first).to_be_visible()
    last = beside.locator(".drawn").inner_html()
    first_turn = GAME.index("\n", GAME.index("\n1. "))
    cursor(page, first_turn)
    expect(beside.locator(".drawn")).not_to_have_js_property("innerHTML", last)

    wrong = GAME.index("\n2. ") + 1
    field.fill(f"{GAME[:wrong]}   castel zebra\n{GAME[wrong:]}")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#at-fault")).to_be_visible()
    line = GAME[:wrong].count("\n") + 1
    expect(beside.locator(".state")).to_have_attribute("data-line", str(line))
    marked, typed = page.locator("#at-fault").bounding_box(), field.bounding_box()
    assert marked is not None
    assert typed is not None
    height = float(field.evaluate("(field) => Number.parseFloat(getComputedStyle(field).lineHeight)"))
    scrolled = float(field.evaluate("(field) => field.scrollTop"))
    assert abs(marked["y"] - (typed["y"] + (line - 1) * height - scrolled)) < 2 * height
    assert book.records.count(LOCAL) == (0, 0)

    field.fill(GAME)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Put on the shelf").click()
    page.wait_for_url("**/records/*")
    assert book.records.count(LOCAL)[0] == 1


@pytest.mark.soak
def test_a_records_text_is_copied_by_its_button(site: str, page: Page, book: GameBook) -> None:
    """What lies on the clipboard is the text that the page shows."""
    (stored,) = store_file(book, LOCAL, GAME.encode(), FILE.name, ImportOptions())
    page.goto(f"{site}/records/{stored.id}/notation?as=public")
    page.locator("#copy").click()
    expect(page.locator("#told")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n").strip() == page.locator("#notation").input_value().strip()
