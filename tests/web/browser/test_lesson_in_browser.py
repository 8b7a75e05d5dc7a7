"""A lesson in the browser alone, from a record to a file without a network: the whole way of a teacher and of a learner."""

from __future__ import annotations

import random
import re
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

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
MOVE = "Ada ends the turn."
SIEGE = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-siege.jsonl"


book = books.own


@pytest.mark.soak
@pytest.mark.parametrize(("width", "notes"), [(390, 1), (390, 3), (1440, 3)])
def test_a_lesson_is_made_solved_and_taken_along(
    book: GameBook, visit: Callable[..., Page], chromium: Browser, tmp_path: Path, *, width: int, notes: int
) -> None:
    """A note or three, an arrow, a variation, a study of two chapters with both kinds of quiz, solved, and solved again in the file."""
    record = store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id
    page = visit(f"/records/{record}?at=40&as=A", viewport={"width": width, "height": 900}, has_touch=True, reduced_motion="reduce")
    _annotated(page, notes)
    _varied(page)
    _written(page, book, record)
    (study,) = book.studies.studies(LOCAL)
    key = book.studies.study(LOCAL, study.id, 1).chapters[0].key
    assert key is not None
    _solved(page, key.candidates)
    with page.expect_download() as kept:
        page.get_by_role("link", name="As one file that works offline").click()
    kept.value.save_as(tmp_path / "study.html")
    alone = chromium.new_context(viewport={"width": width, "height": 900}, offline=True).new_page()
    alone.goto((tmp_path / "study.html").as_uri())
    _solved_alone(alone, key.candidates)


@pytest.mark.soak
def test_a_lesson_of_three_chapters_takes_few_clicks(book: GameBook, visit: Callable[..., Page]) -> None:
    """From the replay to a published study, each chapter from another step: 13, where it took 20."""
    record = store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id
    page = visit(f"/records/{record}?at=40&as=A", reduced_motion="reduce")
    clicks = 0

    def click(role: str, name: str) -> None:
        nonlocal clicks
        page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]  # a role
        clicks += 1

    page.locator("[role=slider]").wait_for()
    click("link", "Notes")
    for nth in range(3):
        if nth:
            click("link", "Next chapter from the same game")
            page.locator("[role=slider]").wait_for()
            page.keyboard.press("ArrowRight")
            expect(page.locator("#place-open b")).to_have_text(str(36 + nth))
        click("link", "Add to a study")
        if not nth:
            page.get_by_label("Title of a new study").fill("The siege")
        click("button", "Nothing: the chapter is read step by step")
        page.get_by_label("Title").fill(f"Chapter {nth + 1}")
        click("button", "Save")
        expect(page.locator(".chapters li[data-chapter]")).to_have_count(nth + 1)
    click("button", "Publish it as version 1")
    expect(page.get_by_role("link", name="As it was published")).to_be_visible()
    assert clicks <= 13


def _annotated(page: Page, notes: int) -> None:
    """Write about so many moments, with an arrow at the first, at which the page stands."""
    for nth, at in enumerate(range(40, 40 + 4 * notes, 4)):
        if nth:
            page.goto(re.sub(r"at=\d+", f"at={at}", page.url))
        page.keyboard.press("c")
        form = page.locator("#note-form")
        expect(form.locator("textarea")).to_be_focused()
        page.keyboard.type(f"Moment {nth}")
        if nth == 0:
            cards = page.locator("#board [data-far] [data-pile] [data-slot]")
            cards.first.drag_to(cards.last)
            expect(page.locator("#board-marks .head")).to_have_count(1)
        form.get_by_role("button", name="Save").click()
        expect(page.locator("#narration .note")).to_contain_text(f"Moment {nth}")


def _varied(page: Page) -> None:
    """Play something else at an earlier step."""
    page.goto(re.sub(r"\?.*", "?at=12&as=open", page.url))
    page.keyboard.press("w")
    page.wait_for_url("**/lines?at=12&as=open")
    thumb = Thumb(page, random.Random(2))  # noqa: S311 -- a test
    thumb.rest()
    page.get_by_label("Cards and dice").select_option("lay")
    thumb.play(next(nth for nth, move in enumerate(thumb.data()["moves"]) if move[2].startswith("Bruno lets")))
    expect(page.locator(".imagined")).to_contain_text("1 move on")


def _written(page: Page, book: GameBook, record: str) -> None:
    """Make two chapters from steps of the replay, and publish them."""
    view = book.record(LOCAL, record, "A")
    assert view.game.play is not None
    asked = next(at for at in range(40, view.steps) if any(one.exact and one.certain is None for one in view.knowledge(at).slots.values()))
    moved = next(
        at for at in range(30, view.steps) if view.position(at).state.to_act == "A" and len(view.game.play.legal(view.position(at))) > 2
    )
    for nth, (kind, at) in enumerate((("What can it be?", asked), ("Which move?", moved))):
        page.goto(re.sub(r"/(records|lines|studies).*", f"/records/{record}?at={at}&as=A", page.url))
        if page.locator("#rail-open").is_visible():
            page.locator("#rail-open").click()
        page.locator(".rail-tabs").get_by_role("link", name="Notes").click()
        page.get_by_role("link", name="Add to a study").click()
        if nth == 0:
            page.get_by_label("Title of a new study").fill("The siege")
        page.get_by_role("button", name=kind).click()
        page.get_by_label("Title").fill(f"Chapter {nth + 1}")
        page.get_by_label("Text (Markdown)").fill("Look *closely*.")
        expect(page.locator("#prose em")).to_have_text("closely")
        if kind == "Which move?":
            page.locator("select[name=move-0]").select_option(label=MOVE)
            page.get_by_role("button", name="Show the choices and the key").click()
        else:
            page.get_by_label("Hints, one per line").fill("Count.")
        expect(page.locator(".key li").first).to_be_visible()
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".chapters li a")).to_have_count(nth + 1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Publish it as version 1").click()
    page.get_by_role("link", name="As it was published").click()


def _solved(page: Page, cards: tuple[str, ...]) -> None:
    """Solve both chapters as a learner, the first with a hint."""
    page.get_by_role("link", name="Begin").click()
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".hint-told")).to_contain_text("Count.")
    for card in cards:
        page.locator(f'input[name=card][value="{card}"]').check()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator(".key h3")).to_have_text("Solved")
    page.locator(".key").get_by_role("link", name="Next chapter").click()
    page.locator("#choices .chip", has_text=MOVE).wait_for()
    last = page.locator(".strip.own .card").last.bounding_box() or {}
    room = "(it) => it.clientWidth - Number.parseFloat(getComputedStyle(it).paddingLeft) * 2"
    words = "(it) => { const said = document.createRange(); said.selectNode(it.firstChild); return said.getBoundingClientRect().width; }"
    nth = page.locator(".ways .btn.outline")
    assert nth.evaluate(words) <= nth.evaluate(room) + 1, "which chapter of how many it is stands within its button"
    assert last["y"] + last["height"] <= (page.locator(".pad").bounding_box() or {})["y"], "the hand lies above the pad"
    page.locator("#choices .chip", has_text=MOVE).click()
    page.locator("#write").click()
    expect(page.locator(".key h3")).to_have_text("Solved")
    page.locator(".key").get_by_role("link", name="To the study").click()
    expect(page.locator(".told")).to_contain_text("You have completed this study.")


def _solved_alone(alone: Page, cards: tuple[str, ...]) -> None:
    """Solve both chapters in the file."""
    for card in cards:
        alone.locator(f'input[name=card][value="{card}"]').check()
    alone.get_by_role("button", name="Answer", exact=True).click()
    expect(alone.locator(".question")).to_contain_text("Solved")
    alone.get_by_role("link", name="Chapter 2").click()
    alone.locator("select[name=move]").select_option(label=MOVE)
    alone.get_by_role("button", name="Answer", exact=True).click()
    expect(alone.locator(".question")).to_contain_text("Solved")
    assert alone.evaluate("document.documentElement.scrollWidth <= innerWidth")
