"""What if, on a phone in a real browser: asked in the replay, played by touch, led along by keys, named, beside what was played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from support import books
from support.touching import Thumb

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
COVERED = """() => {
  const pad = document.querySelector(".pad").getBoundingClientRect().top;
  const hand = document.querySelector(".side:not([data-far]) [data-place^=hand-]");
  return scrollY || Math.max(...[...hand.querySelectorAll(".card")].map((it) => it.getBoundingClientRect().bottom)) - pad;
}"""
"""Px of one's own hand that lie below the pad; less than nothing where all of it is in sight."""
SIEGE = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-siege.jsonl"


book = books.own


def asked_what_if(book: GameBook, visit: Callable[..., Page]) -> tuple[str, Page, Thumb]:
    """Ask "what if" by a key on a phone at a step of the replay; return the record, the page, and a thumb on it."""
    record = store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id
    page = visit(f"/records/{record}?at=12&as=open", viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page.keyboard.press("w")
    page.wait_for_url("**/lines?at=12&as=open")
    thumb = Thumb(page, random.Random(2))  # noqa: S311 -- a test
    thumb.rest()
    for width, height in ((1280, 720), (1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) <= 0, "the hand lies above the pad"
    page.get_by_label("Cards and dice").select_option("lay")
    return record, page, thumb


def play(thumb: Thumb, begins: str) -> None:
    """Play the first move whose words begin so."""
    thumb.play(next(nth for nth, move in enumerate(thumb.data()["moves"]) if move[2].startswith(begins)))


def test_a_move_that_was_not_played_is_played_by_touch(book: GameBook, visit: Callable[..., Page]) -> None:
    """By a key from the replay; the line grows by it."""
    page, thumb = asked_what_if(book, visit)[1:]
    play(thumb, "Bruno lets")
    expect(page.locator(".imagined")).to_contain_text("Imagined, not played. 1 move on")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.soak
def test_two_moves_and_another_one_instead_are_played_by_touch(book: GameBook, visit: Callable[..., Page]) -> None:
    """The line grows, keys lead back and to the sibling, it gets a name and stands beside what was played."""
    record, page, thumb = asked_what_if(book, visit)
    for begins in ("Bruno lets", "Ada plays Archer"):
        play(thumb, begins)
    expect(page.locator(".imagined")).to_contain_text("Imagined, not played. 2 moves on")
    expect(page.locator(".followed li").first).to_contain_text("Ada plays Archer.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".imagined")).to_contain_text("1 move on")
    thumb.rest()
    play(thumb, "Ada plays Knight and pays Cook")
    expect(page.locator(".tree [aria-current]")).to_have_text("Ada plays Knight and pays Cook.")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".tree [aria-current]")).to_have_text("Ada plays Archer.")
    page.go_back()
    expect(page.locator(".tree [aria-current]")).to_have_text("Ada plays Knight and pays Cook.")
    page.keyboard.press("n")
    page.locator("#keep textarea").fill("The knight")
    page.get_by_role("button", name="Name the line").tap()
    expect(page.locator("h1")).to_have_text("The knight")
    page.get_by_label("Beside what was played (d)").tap()
    expect(page.locator(".as-played .board")).to_be_visible()
    expect(page.locator(".apart-list tbody tr").first).to_be_visible()
    thumb.rest()
    page.keyboard.press("d")
    expect(page.locator(".as-played")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("What else was tried in this place")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    (layer,) = book.notes.layers(LOCAL, record, "open")
    assert [(line.name, sorted(line.nodes)) for line in layer.lines] == [("The knight", [1, 2, 3])]
