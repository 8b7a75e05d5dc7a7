"""Turning points in a real Chromium: keys, marks on the bar, and the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from records.core.viewers import LOCAL
from records.core.wording.turning import ranked
from records.games.regicide.game import REGICIDE
from records.service import GameBook
from records.service.writing.simulation import simulate
from support import books
from support.planted import planted_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
COUNT_AT_STEPS = """() => {
  document.body.dataset.counts = "";
  addEventListener("kiebitz-step", () => (document.body.dataset.counts += `${document.querySelectorAll("#overview .finding").length} `));
}"""


book = books.shared


@pytest.mark.soak
def test_b_leads_from_one_turning_point_to_the_next_and_marks_stay_behind(visit: Open, book: GameBook) -> None:
    """`b` goes on without a new page, `B` back; the bar bears a mark for each one passed, and the list leads to them."""
    game = next(game for game in simulate(REGICIDE, seed=35, games=20) if len(game.entries) > 120)
    record = book.writing.add(LOCAL, game)[0].id
    view = book.record(LOCAL, record, "A")
    points = [*view.turning_points(view.steps)]
    page = visit(f"/records/{record}?at=0&as=A")
    page.evaluate("document.body.dataset.samePage = ''")
    expect(page.locator("#overview .point")).to_have_count(0)
    for at in points[:3]:
        page.keyboard.press("b")
        expect(page.locator("#overview")).to_have_attribute("data-at", str(at))
        expect(page.locator("#overview .point")).to_have_count(len(view.turning_points(at)))
    before = max(version for version in view.turning_points(points[2]) if version < points[2])
    page.keyboard.press("Shift+B")
    expect(page.locator("#overview")).to_have_attribute("data-at", str(before))
    page.locator('a[data-tab][href="#review"]').click()
    expect(page.locator("#review")).to_be_visible()
    page.locator("#turning-list ol a").first.click()
    expect(page.locator("#overview")).to_have_attribute("data-at", str(ranked(view.turning_points(view.steps))[0]))
    assert page.evaluate("'samePage' in document.body.dataset")


@pytest.mark.soak
def test_what_is_against_the_rules_comes_after_the_step(visit: Open, book: GameBook) -> None:
    """Its marks and its list are put in when the reader rests, and the marks behind the reader stay while a step is taken."""
    record = book.writing.add(LOCAL, planted_game("castle-rampage"))[0].id
    end = book.record(LOCAL, record, "A").steps
    page = visit(f"/records/{record}?at={end}&as=A")
    expect(page.locator("#overview .finding")).to_have_count(12)
    expect(page.locator("#rules-here [data-breaches-found] li")).to_have_count(12)
    page.evaluate(COUNT_AT_STEPS)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("body")).to_have_attribute("data-counts", "12 ")
    page.keyboard.press("Home")
    expect(page.locator("body")).to_have_attribute("data-counts", "12 0 ")
    expect(page.locator("#rules-here [data-breaches-found]")).to_have_count(1)
