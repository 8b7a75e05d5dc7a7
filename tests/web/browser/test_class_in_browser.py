"""A phone and the teacher's page in a real browser: what is shown comes by itself, and a form that is being filled in stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.classes.events import ChoicePoll
from support import books
from support.lesson import held_class
from support.soaking import soaked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from records.service import GameBook, RecordView

pytestmark = pytest.mark.browser
IN_SIGHT = """() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const below = [...document.querySelectorAll(".card, .live-poll h2")].map((it) => it.getBoundingClientRect().bottom);
  return scrollHeight <= innerHeight && scrollWidth <= innerWidth && Math.max(...below) <= innerHeight;
}"""

ROWS = """() => [...document.querySelectorAll("table.roster tbody tr")].map((row) => {
  const above = row.closest("table").querySelector("thead").getBoundingClientRect().bottom;
  return [Math.round(above), Math.round(row.getBoundingClientRect().top)];
})"""
"""Of each learner's line where the headings above it end, and where it begins."""

book = books.own


@pytest.mark.parametrize("asked", [False, soaked(True)])
def test_a_phone_follows_the_teacher_by_itself(chromium: Browser, tmp_path: Path, asked: bool) -> None:
    """By the arrow keys of one page the board of the other; a question is answered by a touch, and revealed on both."""
    with held_class(tmp_path, program=False) as held:
        context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844})
        phone, teacher = context.new_page(), context.new_page()
        complaints: list[str] = []
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        phone.goto(f"{held.address}/join?code={held.code}")
        phone.get_by_label("Nickname").fill("Kim")
        phone.get_by_role("button", name="Join", exact=True).click()
        with phone.expect_navigation():
            phone.get_by_role("link", name="To the class").click()
        begun = phone.locator("[data-live=table]").get_attribute("data-key")
        teacher.goto(f"http://{held.host}:{held.other_port}/classes/{held.id}/live")
        teacher.get_by_text("Ask a question of your own").click()
        teacher.get_by_role("textbox", name="Question").fill("Who")
        teacher.locator("h1").click()
        teacher.keyboard.press("ArrowRight")
        later = f"[data-live=table]:not([data-key='{begun}'])"
        phone.locator(later).wait_for()
        teacher.locator(later).wait_for()
        assert teacher.get_by_role("textbox", name="Question").input_value() == "Who"
        progress = context.new_page()
        progress.goto(f"http://{held.host}:{held.other_port}/classes/{held.id}")
        assert len(rows := progress.evaluate(ROWS)) >= 1
        assert all(above <= below for above, below in rows)
        assert complaints == []
        if not asked:
            context.close()
            return
        teacher.get_by_label("Answer 1", exact=True).fill("Ana")
        teacher.get_by_label("Answer 2", exact=True).fill("Ben")
        teacher.get_by_role("button", name="Ask it").click()
        phone.get_by_role("button", name="Ben").click()
        teacher.get_by_text("1 of 1 answered").wait_for()
        assert phone.get_by_role("button", name="Ben").get_attribute("aria-pressed") == "true"
        teacher.get_by_role("button", name="Reveal the answer to all").click()
        phone.locator(".bars b", has_text="1").wait_for()
        assert all(fits(teacher, f"{held.address}/classes/{held.id}/board"))
        context.close()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "load"),
    [
        ("castle-rampage", lambda view, at: len(it.arrivals) if (it := view.fight(at)) else 0),
        ("regicide", lambda view, at: len(it.plays) if (it := view.enemy(at)) else 0),
        ("creature-crush", lambda view, at: len(it.stack) if (it := view.field(at)) else 0),
    ],
)
def test_table_and_question_fit_the_wall(
    visit: Callable[..., Page], book: GameBook, game: str, load: Callable[[RecordView, int], int]
) -> None:
    """Where most lies on the table, the whole board and what is asked stand on a projector's screen."""
    view = book.record(LOCAL, book.writing.add(LOCAL, next(iter(simulate(library()[game], seed=7, games=1))))[0].id, "A")
    most = max(range(1, view.steps + 1), key=lambda at: (load(view, at), at))
    in_class = book.classes.open_class_on_record(LOCAL, view.header.record, "A", "Tuesdays").id
    session = book.classes.begin_session(LOCAL, in_class).session
    assert session is not None
    assert session.shown is not None
    book.classes.show(LOCAL, in_class, session.shown.chapter, most)
    page = visit(f"/classes/{in_class}/board")
    assert all(fits(page, page.url)), "the table alone"
    book.classes.open_poll(LOCAL, in_class, ChoicePoll(question="Who wins this attack, and by how much?", choices=("Ana", "Ben"), right=0))
    assert all(fits(page, page.url)), "with a question"


def fits(page: Page, address: str) -> list[bool]:
    """Whether a page needs no scrolling and all its cards are in sight, on each size of a projector."""
    page.goto(address)
    page.locator("#board .card").first.wait_for()
    fitting = []
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        fitting.append(bool(page.evaluate(IN_SIGHT)))
    return fitting


@pytest.mark.soak
def test_a_move_is_answered_by_touching_the_board(chromium: Browser, tmp_path: Path) -> None:
    """A card of the hand, then the place: the list says what is meant by it, and only what the touches leave; then it is sent."""
    with held_class(tmp_path, program=False, move=True) as held:
        context = chromium.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, has_touch=True)
        phone = context.new_page()
        phone.goto(f"{held.address}/join?code={held.code}")
        phone.get_by_label("Nickname").fill("Kim")
        phone.get_by_role("button", name="Join", exact=True).click()
        phone.get_by_role("link", name="To the class").click()
        phone.locator("#live").wait_for()
        held.lead("ask", chapter=held.chapter)
        choice = phone.get_by_label("Which move?")
        choice.wait_for()
        card = phone.locator("#board [data-place^=hand-] .card[data-lit]").last
        card.tap()
        left = choice.evaluate("it => [...it.options].filter((one) => !one.hidden).map((one) => one.text)")
        place = phone.locator("#board [data-pile][data-lit]").last
        place.tap(position={"x": 4, "y": 4})
        meant = choice.evaluate("it => it.selectedOptions[0].text")
        assert meant in left
        assert 1 <= len(left) < choice.evaluate("it => it.options.length")
        phone.get_by_role("button", name="Answer").tap()
        phone.get_by_text(f"You answered: {meant}").wait_for()
        assert choice.evaluate("it => [...it.options].some((one) => one.hidden)")
        held.lead("reveal", poll=1)
        phone.locator(".bars b", has_text="1").wait_for()
        assert phone.locator("[data-lit]").count() == 0
        assert meant in held.ask(f"/classes/{held.id}/answers.csv")[2]
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        context.close()
