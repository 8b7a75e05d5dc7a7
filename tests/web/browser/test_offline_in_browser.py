"""A file is opened without a network in a real Chromium: stepped through, read, and its tasks solved with the grades of the server."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from records.studies.chapters import events as ev
from records.studies.tasks.grading import graded_cards, graded_chance
from support.soaking import shares
from web.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def _opened(chromium: Browser, path: Path, width: int) -> tuple[Page, list[str]]:
    page = chromium.new_context(viewport={"width": width, "height": 844}, offline=True).new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith("file:") else wrong.append(asked.url))
    page.goto(path.as_uri())
    return page, wrong


def _leads_to_step_10(page: Page) -> None:
    """Keys lead there, and its note, its line and the charts are in view."""
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_contain_text("Step 10 of")
    expect(page.locator("#notes em")).to_have_text("note")
    expect(page.locator("#story [aria-current]")).to_have_count(1)
    assert page.evaluate("scrollY") == 0
    assert page.locator("#charts svg").count() > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _plays(page: Page, last: int) -> None:
    """From step 10: *Play* leads on until a turn is led back, and a click on the bar leads there."""
    page.clock.install()
    page.keyboard.press("Space")
    page.clock.run_for(5000)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", re.compile("^1[2-5]$"))
    page.keyboard.press("Shift+ArrowLeft")
    page.clock.run_for(5000)
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    box = page.get_by_role("slider").bounding_box() or {}
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    middle = round(last / 2)
    assert abs(int(page.get_by_role("slider").get_attribute("aria-valuenow") or "") - middle) <= 1
    expect(page.get_by_role("group", name="Step").get_by_role("button")).to_have_count(5)


@pytest.mark.parametrize("steps", shares(24, None))
def test_a_record_and_a_study_work_without_a_network(chromium: Browser, tmp_path: Path, steps: int | None) -> None:
    """Keys, dock, narration, notes and charts of a record at 390; a study's tasks at 1440, graded as on the server, with hint and key.

    Every day the record up to an early step, and the chapters from shortly before their questions.
    """
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as book:
        record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
        view = book.record(LOCAL, record, "A")
        last = view.timeline.stops[steps] if steps else view.steps
        stop = view.timeline.stops[9]
        book.notes.write_note(LOCAL, record, NoteText(at=stop, text="A *note*.", audience=("*",), since=0), viewer="A")
        assert view.game.play is not None
        at = next(at for at in range(40, view.steps) if len(view.game.play.legal(view.position(at))) > 2)
        slot, chances = next((slot, one) for slot, one in sorted(view.knowledge(at).slots.items()) if one.exact and one.certain is None)
        move = msgspec.Raw(msgspec.json.encode(view.game.play.legal(view.position(at))[0]))
        card = max(chances.of, key=lambda name: (chances.of[name], name))
        tasks: tuple[Any, ...] = (
            ev.AskCandidates(place=slot, hints=("Count.",), says="All of these."),
            ev.AskChance(place=slot, card=card),
            ev.FindMove(answers=(ev.AcceptedMove(pattern=move, says="Well done."),)),
        )
        study = book.studies.open_study(LOCAL, "A study").id
        for nth, task in enumerate(tasks):
            chapter = NewChapter(title=f"Chapter {nth}", record=record, viewer="A", first=at - 4 if steps else 0, last=at, task=task)
            book.studies.add_chapter(LOCAL, study, chapter)
        book.studies.publish_study(LOCAL, study)
        client = create_app(book).test_client()
        for name, address in (("record", f"/records/{record}/offline?as=A&at={last}&open=0"), ("study", f"/learn/{study}/offline")):
            (tmp_path / f"{name}.html").write_text(client.get(address, headers={"Accept-Language": "en"}).text)
    page, wrong = _opened(chromium, tmp_path / "record.html", 390)
    _leads_to_step_10(page)
    _plays(page, view.timeline.step_number(last))
    page.keyboard.press("End")
    expect(page.locator("#where")).to_contain_text(f"Step {view.timeline.step_number(last)} of")
    assert wrong == []

    page, wrong = _opened(chromium, tmp_path / "study.html", 1440)
    expect(page.locator("#board [data-asked]")).to_have_count(1)
    page.get_by_role("button", name="A hint").click()
    expect(page.locator(".question")).to_contain_text("Count.")
    true = sorted(chances.of)
    for named in (true[:1], [*true[:2], next(name for name in view.faces if name not in chances.of)], true):
        for box in page.locator("input[name=card]").all():
            box.set_checked(box.get_attribute("value") in named)
        page.get_by_role("button", name="Answer", exact=True).click()
        expect(page.locator(".question [role=status]")).to_contain_text(f"{graded_cards(named, true).worth} of 100")
    expect(page.locator(".question")).to_contain_text("All of these.")
    page.get_by_role("link", name="Chapter 1").click()
    for percent in (0, 9, 100 * chances.of[card]):
        worth = graded_chance(Fraction(percent) / 100, chances.of[card]).worth
        page.locator("input[name=chance]").fill(f"{float(percent):.6f}")
        page.get_by_role("button", name="Answer", exact=True).click()
        expect(page.locator(".question [role=status]")).to_contain_text(f"{worth} of 100")
        if worth == 100:
            break
    page.get_by_role("link", name="Chapter 2").click()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".question")).to_contain_text("Well done.")
    assert wrong == []
