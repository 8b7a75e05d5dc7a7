"""A log told beside the board in a real Chromium, on a phone: a touched move is tied to the lit line, and its words are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from support import books
from support.trial_log import begun_beside, trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser as RealBrowser

    from records.service import GameBook

pytestmark = pytest.mark.browser

book = books.own


@pytest.mark.soak
def test_a_touched_move_is_tied_to_the_line_that_is_lit(site: str, chromium: RealBrowser, book: GameBook) -> None:
    """The line stands above the thumb; the log's answer is chosen already; the page stays as wide as the phone."""
    told = begun_beside(book, trial(book))
    with chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{site}/records/{told}/record")
        page.locator("#log li", has_text="The Jack of Diamonds comes out").get_by_role("button").click()
        lit = page.locator("#log .is-next b")
        expect(lit).to_have_text("Ben plays Ace of Clubs, 9 of Spades.")
        expect(page.locator(".lit-line")).to_be_visible()
        for card in ("Ace of Clubs", "9 of Spades"):
            page.locator("#board [data-lit]", has_text=card).first.click()
        page.locator("#write").click()
        expect(page.locator("#write")).to_have_text("Write down: Jack of Hearts")
        page.locator("#write").click()
        expect(lit).to_have_text("Clubs: the damage of 10 is doubled.")
        with page.expect_navigation():
            page.locator("#log .each button").first.click()
        expect(page.locator("#log .each")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        bird, name = (page.locator(it).first.evaluate("it => it.getBoundingClientRect().bottom") for it in (".brand .i", ".brand"))
        assert bird >= name, "the name stands below the bird"
    assert book.retelling.word_tables(book.keeper)[0].means == {"{seat} plays {cards}.": "{cards}"}
