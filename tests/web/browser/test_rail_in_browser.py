"""The rail beside the board in a real Chromium: tabs with and without a script, the sheet of a phone, a long hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from records.service import RecordView

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

book = books.shared


@pytest.fixture(scope="module")
def view(book: GameBook) -> RecordView:
    """A game of CreatureCrush as A saw it."""
    new = next(iter(simulate(library()["creature-crush"], seed=3, games=1)))
    return book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "A")


def test_on_a_phone_the_rail_is_a_sheet_that_stays_while_one_steps(visit: Open, view: RecordView) -> None:
    """The dock opens it over half of the screen; its tab is kept for the next page, and a digit opens the field for a step."""
    page = visit(f"/records/{view.header.record}?at=60&as=A", **PHONE)
    rail = page.locator("#rail")
    expect(rail).to_be_hidden()
    page.locator("#rail-open").tap()
    expect(rail).to_be_visible()
    assert rail.bounding_box()["height"] <= 844 / 2 + 2  # type: ignore[index]
    rail.get_by_role("link", name="Rules", exact=True).tap()
    expect(page.locator("#rules-here")).to_be_visible()
    expect(page.locator("#narration")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#overview")).not_to_have_attribute("data-at", "60")
    expect(page.locator("#rules-here")).to_be_visible()
    page.keyboard.press("4")
    expect(page.locator("#where input[name=step]")).to_be_focused()
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(page.locator("#overview")).to_have_attribute("data-step-number", "40")
    expect(page.locator("#place")).to_be_hidden()
    page.reload()
    page.locator("#rail-open").tap()
    expect(page.locator("#rules-here")).to_be_visible()


@pytest.mark.soak
def test_without_a_script_the_fragment_shows_a_tab(visit: Open, view: RecordView) -> None:
    """A tab is a link into the page; one panel is seen at a time, the story first."""
    page = visit(f"/records/{view.header.record}?at=60&as=A", java_script_enabled=False)
    expect(page.locator("#narration")).to_be_visible()
    for name, panel in (("Rules", "#rules-here"), ("Review", "#turning-list"), ("Story", "#narration")):
        page.locator("#rail").get_by_role("link", name=name, exact=True).first.click()
        expect(page.locator(panel)).to_be_visible()
        assert page.locator(".panel:visible").count() == 1


@pytest.mark.soak
def test_a_finger_on_a_covered_card_opens_the_whole_hand(visit: Open, view: RecordView) -> None:
    """Where too little of a card is free to be meant; one that is free, and a mouse, open the card itself."""
    held = {at: sum(hand.count for seat, hand in view.position(at).table.hands.items() if seat == "A") for at in view.timeline.versions}
    at = max(held, key=lambda version: held[version])
    page = visit(f"/records/{view.header.record}?at={at}&as=A", **PHONE, is_mobile=True)
    cards = page.locator("#board .own [data-place] a.card")
    assert cards.count() >= 8
    cards.nth(2).tap(position={"x": 6, "y": 30})
    expect(page.locator("#dialog .rows li")).to_have_count(cards.count())
    page.keyboard.press("Escape")
    cards.last.tap()
    expect(page.locator("#dialog h2").first).to_be_visible()
    expect(page.locator("#dialog .rows li")).not_to_have_count(cards.count())
