"""Notes on the replay in a real browser: opened by a key, marked by touch and drag, told while one types, drawn for who reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
MOMENTS = """() => [...document.querySelectorAll(".moments > li")].map((row) => {
  const parts = [...row.children].map((it) => it.getBoundingClientRect());
  const crossed = parts.some((one, nth) => parts.slice(nth + 1).some((it) =>
    one.left < it.right && it.left < one.right && one.top < it.bottom && it.top < one.bottom));
  return [row.querySelector("div").getBoundingClientRect().width, crossed];
})"""
"""Of each moment how wide its words are, and whether anything lies on something else."""
SIEGE = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-siege.jsonl"


book = books.own


@pytest.mark.soak
def test_a_note_is_written_beside_the_board(book: GameBook, visit: Callable[..., Page]) -> None:
    """By a key, on a phone: a touch marks, a drag draws an arrow, its status is said; its reader sees it drawn, others do not."""
    record = store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id
    how: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
    page = visit(f"/records/{record}?at=40&as=A", **how)
    page.keyboard.press("c")
    form = page.locator("#note-form")
    expect(form.locator("textarea")).to_be_focused()
    page.keyboard.type("Why **here**? c")
    cards = page.locator("#board [data-far] [data-pile] [data-slot]")
    first, last = cards.first, cards.last
    names = [one.get_attribute("data-slot") for one in (first, last)]
    page.get_by_role("button", name="Aside").click()  # then the nearer half of the board can be marked too
    assert page.locator("#note-panel").bounding_box()["height"] < 80  # type: ignore[index]
    page.get_by_role("button", name="Aside").click()
    first.click()
    expect(page.locator("#board-marks rect")).to_have_count(1)
    first.drag_to(last)
    expect(page.locator("#board-marks .head")).to_have_count(1)
    assert page.url.endswith("at=40&as=A")
    form.get_by_role("checkbox", name="Bruno").check()
    expect(form.locator("#draft")).to_contain_text("Declared")
    expect(form.locator("#draft strong")).to_have_text("here")
    form.get_by_role("button", name="Save").click()
    expect(page.locator("#narration .note strong")).to_have_text("here")
    expect(page.locator("#board-marks .head")).to_have_count(1)
    expect(page.locator("#viewpoint :checked")).to_have_value("open")  # it is not for Ada, through whose eyes it was written
    (layer,) = book.notes.layers(LOCAL, record, "B")
    assert [getattr(mark, "place", None) or (mark.start, mark.end) for mark in layer.notes[0].marks] == [names[0], tuple(names)]  # type: ignore[union-attr]
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board-marks")).to_have_count(0)
    other = visit(f"/records/{record}?at=40&as=public", **how)
    expect(other.locator("#board-marks, .note")).to_have_count(0)


@pytest.mark.parametrize("width", rest_soaked((390, 360, 768)))
def test_moments_have_the_width_for_their_words(book: GameBook, visit: Callable[..., Page], width: int) -> None:
    """What can be done with a moment stands below it on a phone; neither covers the other, and words have two thirds of the page."""
    record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
    page = visit(f"/records/{record}/moments?as=A", viewport={"width": width, "height": 844}, locale="de-DE")
    rows = page.evaluate(MOMENTS)
    assert rows
    assert min(words for words, _ in rows) > (2 / 3 if width < 700 else 1 / 3) * width
    assert not any(crossed for _, crossed in rows)
