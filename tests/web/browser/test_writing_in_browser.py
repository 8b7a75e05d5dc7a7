"""Writing a game down and putting files on the shelf in a real Chromium, with no script at all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from records.core.viewers import LOCAL
from records.service import GameBook
from support import books

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser as RealBrowser
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
GAMES = Path(__file__).parents[3] / "examples" / "games"


book = books.own


@pytest.fixture
def page(chromium: RealBrowser) -> Iterator[Page]:
    """A phone's page without scripts."""
    with chromium.new_context(viewport={"width": 390, "height": 800}, locale="en-GB", java_script_enabled=False) as context:
        yield context.new_page()


@pytest.mark.soak
def test_a_game_is_written_down_without_a_script(site: str, page: Page) -> None:
    """From the shelf: names, the deal, a card laid, a mistake taken back; nothing is wider than the phone."""
    page.goto(site)
    page.locator("#main").get_by_role("link", name="Write a game down").click()
    page.get_by_label("Player 1").fill("Ana")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="Begin").click()
    for _ in range(2):
        for nth, card in enumerate(("knight", "archer", "giant", "medic", "robber")):
            page.get_by_label(f"Card {nth + 1}").select_option(card)
        page.get_by_role("button", name="Go on").click()
    page.wait_for_url(re.compile(r"/records/[0-9a-z]{16}/record$"))
    page.get_by_label("Ana puts Archer under the Gate.").check()
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".told .line").last).to_have_text("Ana puts Archer under the Gate.")
    page.get_by_text("Take something back").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".told")).to_contain_text("The game goes back to step 5.")
    assert page.locator("body").bounding_box()["width"] <= 390  # type: ignore[index]


@pytest.mark.soak
def test_files_are_put_on_the_shelf_without_a_script(site: str, page: Page) -> None:
    """Several at once; the report has a line for each, and the shelf shows what was taken."""
    page.goto(f"{site}/upload")
    page.get_by_role("button", name="Drop records here").set_input_files(
        [GAMES / "night-ferry.json", GAMES / "castle-rampage-plain.jsonl", Path(__file__)]
    )
    page.get_by_role("button", name="Put on the shelf").click()
    expect(page.locator(".report li")).to_have_count(4)
    expect(page.locator(".report .no")).to_contain_text("test_writing_in_browser.py, line 1")
    page.goto(site)
    expect(page.locator(".records > li")).to_have_count(2)


@pytest.mark.soak
def test_a_page_of_another_site_writes_nothing(site: str, page: Page, book: GameBook) -> None:
    """A form elsewhere that is sent to us gets 403, and nothing is stored."""
    fields = {"game": "castle-rampage", "rules": "castle-rampage/plain", "begins": "1", "chance": "dealt"}
    boxes = "".join(f'<input name="{name}" value="{value}">' for name, value in (*fields.items(), ("name", "Ana"), ("name", "Ben")))
    page.route(
        "http://elsewhere.example/",
        lambda route: route.fulfill(
            content_type="text/html", body=f'<form method="post" action="{site}/records/new">{boxes}<button>Win</button></form>'
        ),
    )
    page.goto("http://elsewhere.example/")
    with page.expect_response(f"{site}/records/new") as answer:
        page.get_by_role("button", name="Win").click()
    assert answer.value.status == 403
    assert book.records.shelf(LOCAL).total == 0
