"""The modes of the replay in a real Chromium: each is opened in the place of the table, and Back shows the table as it was left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.studies.chapters.events import AskCandidates, GuidedReading
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
SIEGE = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-siege.jsonl"
WAYS = {
    "a dispute": ("Dispute", "Disputes", "/cases"),
    "what if": ("What if", "What if", "/lines"),
    "all notes": ("All notes", "Notes", "/notes"),
}
"""What is clicked, what the heading says then, and where one is."""

LOSE = """() => {
    const sent = window.fetch;
    window.fetch = async (address, how) => {
        const answer = await sent(address, how);
        if (how?.method === "POST" && String(address).endsWith("/notes")) throw new TypeError("the answer is lost");
        return answer;
    };
}"""
"""A note arrives, and its answer does not."""

book = books.own


@pytest.fixture
def siege(book: GameBook, visit: Callable[..., Page]) -> Page:
    """The replay of a siege."""
    return opened(book, visit)


def opened(book: GameBook, visit: Callable[..., Page], **how: Any) -> Page:
    """Open the replay at a step, as a seat saw it, with a mark that a new page would not have."""
    record = store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id
    page = visit(f"/records/{record}?at=38&as=A", viewport={"width": 1440, "height": 900}, reduced_motion="reduce", **how)
    page.locator("[role=slider]").wait_for()
    page.evaluate("window.stays = true")
    return page


@pytest.mark.parametrize("mode", rest_soaked(["a dispute", "what if"]))
def test_a_mode_is_opened_in_place_and_back_leads_to_the_step(siege: Page, mode: str) -> None:
    """The focus is at its heading, and its name is said; then the table is there again, with its step, its eyes and its focus."""
    clicked, heading, where = WAYS[mode]
    siege.locator(".acts").get_by_role("link", name=clicked, exact=True).click()
    expect(siege.locator("h1")).to_have_text(heading)
    assert f"{where}?at=38&as=A" in siege.url
    expect(siege.locator("h1")).to_be_focused()
    expect(siege.locator("#told")).to_contain_text(heading)
    siege.go_back()
    expect(siege.locator("#overview")).to_have_attribute("data-at", "38")
    expect(siege.locator(".acts").get_by_role("link", name=clicked, exact=True)).to_be_focused()
    siege.keyboard.press("ArrowRight")
    expect(siege.locator("#place-open b")).to_have_text("37")
    assert siege.evaluate("window.stays"), "the page is the same one"


@pytest.mark.soak
def test_a_dispute_is_led_to_another_step_opened_and_left_in_place(siege: Page) -> None:
    """Arrows lead to the step in question, forms stay on the page, and a page that is loaded anew goes the same way back."""
    siege.locator(".acts").get_by_role("link", name="Dispute", exact=True).click()
    expect(siege.locator(".steps p")).to_have_text("Step 36 of 103")
    siege.keyboard.press("ArrowLeft")
    expect(siege.locator(".steps p")).to_have_text("Step 35 of 103")
    siege.get_by_label("What is asked?").fill("Is that so?")
    siege.get_by_role("button", name="Open the dispute").click()
    expect(siege.locator("h1")).to_have_text("Dispute: open")
    siege.get_by_role("button", name="Claim").click()
    expect(siege.locator(".verdict")).to_have_text("It follows.")
    siege.locator(".steps").get_by_role("link", name="Back to the table").click()
    expect(siege.locator("#transport")).to_be_visible()
    assert siege.evaluate("window.stays"), "the page is the same one"
    siege.go_back()
    expect(siege.locator("h1")).to_have_text("Dispute: open")
    siege.reload()
    expect(siege.locator("h1")).to_have_text("Dispute: open")
    siege.go_back()
    expect(siege.locator("h1")).to_have_text("Disputes")


def test_a_refused_form_says_why_beside_what_was_typed(book: GameBook, visit: Callable[..., Page]) -> None:
    """The page, its address and what was typed stay, the reason is an alert, and the same form is sent once more."""
    siege = opened(book, visit, refusal=422)
    siege.locator(".acts").get_by_role("link", name="Dispute", exact=True).click()
    question = siege.get_by_label("What is asked?")
    question.fill("  ")
    siege.get_by_label("Who asks").fill("Ana")
    there = siege.url
    with siege.expect_response(lambda answer: answer.request.method == "POST") as answered:
        siege.get_by_role("button", name="Open the dispute").click()
    assert answered.value.status == 422
    expect(siege.get_by_role("alert")).to_have_count(1)
    expect(siege.get_by_role("alert")).not_to_be_empty()
    expect(siege.get_by_label("Who asks")).to_have_value("Ana")
    assert siege.url == there
    question.fill("Is that so?")
    siege.get_by_role("button", name="Open the dispute").click()
    expect(siege.locator("h1")).to_have_text("Dispute: open")
    expect(siege.get_by_role("alert")).to_have_count(0)
    assert siege.evaluate("window.stays"), "the page is the same one"


def test_a_note_is_saved_in_place_and_one_that_is_refused_says_why(book: GameBook, visit: Callable[..., Page]) -> None:
    """The page stays at its step and shows the note; what was typed stays where it is refused, and is kept the next time."""
    siege = opened(book, visit, refusal=422)
    siege.keyboard.press("c")
    form = siege.locator("#note-form")
    with siege.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/notes")) as answered:
        form.get_by_role("button", name="Save").click()
    assert answered.value.status == 422
    expect(form.get_by_role("alert")).not_to_be_empty()
    form.locator("textarea").fill("Why **here**?")
    form.get_by_role("button", name="Save").click()
    expect(siege.locator("#narration .note strong")).to_have_text("here")
    expect(siege.locator("#note-panel")).to_be_hidden()
    expect(siege.locator(".acts").get_by_role("link", name="Note", exact=True)).to_be_focused()
    expect(siege.locator("#overview")).to_have_attribute("data-at", "38")
    siege.keyboard.press("ArrowRight")
    expect(siege.locator("#narration .note")).to_have_count(0)
    siege.keyboard.press("ArrowLeft")
    expect(siege.locator("#narration .note")).to_have_count(1)
    assert siege.evaluate("window.stays"), "the page is the same one"


@pytest.mark.soak
def test_a_note_whose_answer_is_lost_is_kept_once(book: GameBook, visit: Callable[..., Page]) -> None:
    """The form is sent again by the browser itself, with its key; the step shows one note."""
    siege = opened(book, visit)
    siege.evaluate(LOSE)
    siege.keyboard.press("c")
    form = siege.locator("#note-form")
    form.locator("textarea").fill("Why **here**?")
    form.get_by_role("button", name="Save").click()
    expect(siege.locator("#narration .note strong")).to_have_text("here")
    expect(siege.locator("#narration .note")).to_have_count(1)
    assert not siege.evaluate("window.stays"), "the browser has loaded a page"
    record = siege.url.split("/records/")[1].split("?")[0]
    (layer,) = book.notes.layers(LOCAL, record, "open")
    assert len(layer.notes) == 1


def test_one_chapter_leads_to_the_next_in_place(book: GameBook, visit: Callable[..., Page]) -> None:
    """By the arrow, by what says that it is read, and back; the task of the next one is taken up, and its title has the focus."""
    record = store_file(book, LOCAL, SIEGE.read_bytes(), SIEGE.name, ImportOptions())[0].id
    study = book.studies.open_study(LOCAL, "The siege").id
    tasks = {"To read": GuidedReading(), "To solve": AskCandidates(place=asked(book, record)), "At the end": GuidedReading()}
    for title, task in tasks.items():
        book.studies.add_chapter(LOCAL, study, NewChapter(title=title, record=record, viewer="A", last=38, text="*Read.*", task=task))
    first = book.studies.publish_study(LOCAL, study).chapters[0].id
    page = visit(f"/learn/{study}/{first}/chapter", viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    expect(page.locator("h1")).to_have_text("To read")
    page.evaluate("window.stays = true")
    page.get_by_role("button", name="I have read it: next chapter").click()
    expect(page.locator("h1")).to_have_text("To solve")
    expect(page.locator("h1")).to_be_focused()
    page.locator(".ways [rel=next]").click()
    expect(page.locator("h1")).to_have_text("At the end")
    page.go_back()
    expect(page.locator("h1")).to_have_text("To solve")
    page.get_by_role("checkbox").first.check()
    page.go_back()
    expect(page.locator("h1")).to_have_text("To read")
    assert page.url.endswith(f"/learn/{study}/{first}/chapter")
    assert page.evaluate("window.stays"), "the page is the same one"


def asked(book: GameBook, record: str) -> str:
    """Return a closed card of which seat A can be asked at step 38."""
    slots = book.record(LOCAL, record, "A").knowledge(38).slots
    return next(str(slot) for slot, chances in slots.items() if chances.certain is None)
