"""An onlooker follows a running game in a real Chromium: at its last step, looking back, cut off and back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from bench.following import played
from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook, NewTable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
SOON = 8000
"""Milliseconds."""


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A store without accounts."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.sqlite") as opened:
        yield opened


def test_an_onlooker_follows_is_cut_off_and_comes_back_where_the_game_is(book: GameBook, chromium: Browser, site: str) -> None:
    """The last step goes on by itself; who looked back is told how many are new; without a line it is said, and then all is there."""
    record = book.writing.begin(LOCAL, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True))
    played(book, record, 4, 0)
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(SOON)

    def steps() -> int:
        return book.record(LOCAL, record).steps

    def stands_at_the_end() -> None:
        expect(page).to_have_url(re.compile(rf"\?at={steps()}&"), timeout=SOON)

    page.goto(f"{site}/records/{record}?at={steps()}&as=public")
    page.locator("#transport").wait_for()
    expect(page.locator(".live-chip")).to_have_text("Live")
    played(book, record, 1, 0)
    stands_at_the_end()
    page.goto(f"{site}/records/{record}?at={steps() - 1}&as=public")
    page.locator("#transport").wait_for()
    back = page.url
    played(book, record, 1, 0)
    news = page.locator("#dock .news")
    expect(news).to_have_text(re.compile(r"^\d+ new steps?$"))
    assert page.url == back
    news.tap()
    stands_at_the_end()
    expect(news).to_have_count(0)
    context.set_offline(True)
    expect(page.locator("#lost")).to_be_visible()
    played(book, record, 2, 0)
    page.wait_for_timeout(1200)
    context.set_offline(False)
    stands_at_the_end()
    expect(page.locator("#lost")).to_have_count(0)
    context.close()
