"""The bar as a scrubber, steps by swipes, three strides, and steps in passing, in a real Chromium."""

from __future__ import annotations

from itertools import pairwise
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
from support import books, first_page
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from records.service import RecordView

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser

SEATS = """() => [...document.querySelectorAll("#board .side")].map((side) => {
  const box = (it) => it.getBoundingClientRect();
  const [ground, name, figures] = [side, side.querySelector(".seat-name"), side.querySelector(".figures")].map(box);
  const lines = [...side.querySelectorAll("dt, dd, bdi, small")].map((it) => box(it).height / parseFloat(getComputedStyle(it).fontSize));
  const whole = [name, figures].every((it) => it.left >= ground.left && it.right <= ground.right && it.bottom <= ground.bottom);
  const overlaps = name.right > figures.left && name.bottom > figures.top && name.top < figures.bottom;
  return { inside: whole, overlaps, lines: Math.max(...lines) / 1.6 };
})"""
FERRY = Path(__file__).parents[3] / "examples" / "games" / "night-ferry.json"


book = books.shared


@pytest.fixture(scope="module")
def view(book: GameBook) -> RecordView:
    """A game of Castle Rampage as A saw it."""
    game = next(iter(simulate(library()["castle-rampage"], seed=7, games=1)))
    return book.record(LOCAL, book.writing.add(LOCAL, game)[0].id, "A")


def at_step(page: Page, at: int) -> None:
    """Wait until the page stands at a step."""
    expect(page.locator("#overview")).to_have_attribute("data-at", str(at))


def point(page: Page, view: RecordView, at: int) -> tuple[float, float]:
    """Where a step lies on the bar."""
    box: Any = page.locator("#overview").bounding_box()
    grasp: Any = page.locator("#scrub").bounding_box()
    return box["x"] + box["width"] * (view.timeline.step_number(at) - 0.5) / len(view.timeline.stops), grasp["y"] + grasp["height"] * 0.75


def far_from_marks(view: RecordView, at: int) -> int:
    """The first told step from one on that no mark of the bar lies near to."""
    marks = view.turning_points(view.steps)
    return next(version for version in view.timeline.versions if version >= at and all(abs(version - mark) > 6 for mark in marks))


def test_the_bar_is_clicked_and_drawn_along(visit: Open, view: RecordView) -> None:
    """A click leads to the step below it; a drag shows sentence and board on its way, and only where it ends the page stands."""
    page = visit(f"/records/{view.header.record}?at=60&as=A")
    page.evaluate("document.body.dataset.samePage = ''")
    first, second = far_from_marks(view, 40), far_from_marks(view, 90)
    page.mouse.click(*point(page, view, first))
    at_step(page, first)
    x, y = point(page, view, first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*point(page, view, second), steps=3)
    expect(page.locator("#board[data-preview]")).to_be_visible()
    expect(page.locator("#peek")).to_contain_text(f"Step {view.timeline.step_number(second)}")
    assert page.locator("#peek span").inner_text()
    assert f"at={first}&" in page.url
    page.mouse.up()
    at_step(page, second)
    expect(page.locator("#board[data-preview]")).to_have_count(0)
    page.mouse.move(*point(page, view, first))
    page.mouse.down()
    page.mouse.move(*point(page, view, far_from_marks(view, first + 20)))
    page.keyboard.press("Escape")
    page.mouse.up()
    at_step(page, second)
    page.go_back()
    at_step(page, first)
    assert page.evaluate("'samePage' in document.body.dataset")


@pytest.mark.parametrize("width", rest_soaked((768, 1280, 1440, 390)))
def test_what_is_counted_of_a_seat_stands_whole_beside_its_name(visit: Open, book: GameBook, width: int) -> None:
    """Three seats share a row: a name and its number lie in the seat's ground, each in one line, and neither on the other."""
    record = store_file(book, LOCAL, FERRY.read_bytes(), FERRY.name, ImportOptions())[0].id
    page = visit(f"/records/{record}?at=12&as=A", viewport={"width": width, "height": 900}, locale="de-DE")
    seats = page.evaluate(SEATS)
    assert len(seats) == 4
    assert [seat for seat in seats if not seat["inside"] or seat["overlaps"] or seat["lines"] > 1] == []


@pytest.mark.soak
@pytest.mark.parametrize("game", ["castle-rampage", "night-ferry", "regicide", "creature-crush"])
def test_numbers_count_what_the_arrows_count(visit: Open, book: GameBook, game: str) -> None:
    """Each press shows the next number wherever one stands, events of which nothing is told or not; its address shows the same anew."""
    if game == "night-ferry":
        record = store_file(book, LOCAL, FERRY.read_bytes(), FERRY.name, ImportOptions())[0].id
    else:
        record = book.writing.add(LOCAL, next(iter(simulate(library()[game], seed=7, games=1))))[0].id
    timeline = book.record(LOCAL, record, "A").timeline
    gap = next((nth for nth, (one, other) in enumerate(pairwise(timeline.stops), 1) if other > one + 1 and nth > 2), 3)
    page = visit(f"/records/{record}?at={timeline.version_of(gap - 2)}&as=A")
    for nth in range(gap - 1, gap + 4):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#where input[type=number]")).to_have_value(str(nth))
    last = gap + 3
    for _again in range(2):
        assert f"step {last}" in page.title()
        expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(last))
        expect(page.locator("#where input[type=number]")).to_have_value(str(last))
        page.goto(page.url)
    page.keyboard.press("g")
    page.keyboard.type(str(gap))
    page.keyboard.press("Enter")
    at_step(page, timeline.stops[gap - 1])
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where input[type=number]")).to_have_value(str(gap - 1))


@pytest.mark.soak
def test_what_lies_ahead_is_passed_over_in_silence(visit: Open, view: RecordView) -> None:
    """Hovering tells the sentence of a step behind and of a later one only its number; near a mark it tells the mark."""
    page = visit(f"/records/{view.header.record}?at={view.steps // 2}&as=A")
    behind, ahead = far_from_marks(view, 40), far_from_marks(view, view.steps // 2 + 20)
    page.mouse.move(*point(page, view, behind))
    expect(page.locator("#peek b")).to_contain_text(f"Step {view.timeline.step_number(behind)}")
    assert page.locator("#peek span").inner_text()
    page.mouse.move(*point(page, view, ahead))
    expect(page.locator("#peek b")).to_contain_text(f"Step {view.timeline.step_number(ahead)}")
    assert not page.locator("#peek span").inner_text()
    marks = view.turning_points(view.steps // 2)
    if marks:
        mark = next(iter(marks))
        page.mouse.move(*point(page, view, mark))
        expect(page.locator("#peek span")).to_have_text(page.locator(f'#overview [data-at="{mark}"]').get_attribute("data-says") or "-")
    page.mouse.move(10, 10)
    expect(page.locator("#peek")).to_be_hidden()


@pytest.mark.soak
def test_the_bar_is_a_slider_for_keyboard_and_ear(visit: Open, view: RecordView) -> None:
    """It has its role, its value in words, and all keys; without a script it is a picture, and links step."""
    page = visit(f"/records/{view.header.record}?at=60&as=A")
    bar = page.get_by_role("slider")
    bar.focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "PageUp", "End"):
        page.keyboard.press(key)
        page.wait_for_timeout(120)
        page.wait_for_function("document.getElementById('scrub').ariaValueNow === document.getElementById('overview').dataset.stepNumber")
        expect(bar).to_be_focused()
    at_step(page, view.steps)
    assert f"Step {len(view.timeline.stops)}" in (bar.get_attribute("aria-valuetext") or "")
    bare = visit(f"/records/{view.header.record}?at=60&as=A", java_script_enabled=False)
    assert bare.get_by_role("slider").count() == 0
    assert bare.locator("#overview[role=img]").count() == 1


TOUCH = """([x, y, dx, dy]) => {
  const target = document.elementFromPoint(x, y);
  const finger = { bubbles: true, cancelable: true, pointerId: 5, pointerType: "touch", isPrimary: true };
  const send = (kind, [clientX, clientY]) => target.dispatchEvent(new PointerEvent(kind, { ...finger, clientX, clientY }));
  send("pointerdown", [x, y]);
  send("pointermove", [x + dx / 2, y + dy / 2]);
  send("pointerup", [x + dx, y + dy]);
}"""


@pytest.mark.soak
def test_a_swipe_over_the_board_steps_and_scrolling_does_not(visit: Open, view: RecordView) -> None:
    """To the left on, to the right back; short, steep and upward movements are no swipes, and the board lets the browser scroll."""
    versions = view.timeline.versions
    nth = len(versions) // 2
    page = visit(f"/records/{view.header.record}?at={versions[nth]}&as=A", viewport={"width": 390, "height": 844}, has_touch=True)
    for by, to in (((-120, 10), nth + 1), ((-90, -20), nth + 2), ((110, 5), nth + 1), ((-20, 0), nth + 1), ((-80, 120), nth + 1)):
        page.evaluate(TOUCH, [200, 300, *by])
        page.wait_for_timeout(150)
        at_step(page, versions[to])
    assert page.evaluate("getComputedStyle(document.getElementById('board')).touchAction") == "pan-y pinch-zoom"
    grasp: Any = page.locator("#scrub").bounding_box()
    assert grasp["width"] > 370
    page.touchscreen.tap(80, grasp["y"] + grasp["height"] / 2)
    expect(page.locator("#overview")).not_to_have_attribute("data-at", str(versions[nth + 1]))


@pytest.mark.soak
def test_arrows_lead_by_turn_and_round_once_chosen(visit: Open, view: RecordView) -> None:
    """`s` changes it without a new page; arrows, Play's way and the number count the same; Shift and brackets stay as they are."""
    page = visit(f"/records/{view.header.record}?at=0&as=A")
    page.evaluate("document.body.dataset.samePage = ''")
    page.keyboard.press("s")
    expect(page.locator("#stride")).to_have_text("Arrows move by turn")
    starts = view.timeline.turn_starts
    for nth in range(3):
        page.keyboard.press("ArrowRight")
        at_step(page, starts[nth])
        expect(page.locator("#where input[type=number]")).to_have_value(str(view.timeline.told_turns[nth].number))
    page.keyboard.press("g")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    at_step(page, next(turn.told[0].version for turn in view.timeline.told_turns if turn.number == 1))
    page.keyboard.press("s")
    expect(page.locator("#stride")).to_have_text("Arrows move by round")
    page.keyboard.press("Home")
    at_step(page, 0)
    for start in view.timeline.round_starts[:2]:
        page.keyboard.press("ArrowRight")
        at_step(page, start)
    page.keyboard.press("Shift+ArrowRight")
    at_step(page, next(start for start in starts if start > view.timeline.round_starts[1]))
    assert "by=" not in page.url
    assert page.evaluate("'samePage' in document.body.dataset")


@pytest.mark.soak
def test_a_line_of_the_narration_shows_its_board_in_passing(visit: Open, view: RecordView) -> None:
    """While a mouse rests on it, and not for a finger; when it leaves, and on Escape, the page's own board is there again."""
    at = view.timeline.versions[-3]
    page = visit(f"/records/{view.header.record}?at={at}&as=A")
    page.wait_for_load_state("networkidle")  # all is there that comes after the page
    page.evaluate("window.own = document.getElementById('board').cloneNode(true)")
    line = page.locator("#narration a.line").nth(-6)
    line.scroll_into_view_if_needed()
    line.hover()
    expect(page.locator("#board")).to_have_attribute("data-preview", line.get_attribute("data-words") or "-")
    assert f"at={at}&" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("#board[data-preview]")).to_have_count(0)
    assert page.evaluate("document.getElementById('board').isEqualNode(window.own)")
    page.locator("#narration a.line").nth(-7).hover()
    expect(page.locator("#board[data-preview]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    at_step(page, view.timeline.versions[-4])
    expect(page.locator("#board[data-preview]")).to_have_count(0)
    line = page.locator("#narration a.line").nth(-5)
    line.dispatch_event("pointerover", {"pointerType": "touch"})
    page.wait_for_timeout(250)
    expect(page.locator("#board[data-preview]")).to_have_count(0)


@pytest.mark.soak
def test_a_card_leads_along_its_way_and_back(visit: Open, view: RecordView) -> None:
    """A click on a card, a click on the step at which it came to lie there, and the way back, all on one page."""
    slot, stations = next((slot, way) for slot, way in view.seen.journeys.slots.items() if way[0].version > 60)
    at = next(version for version in view.timeline.versions if version > stations[0].version)
    page = visit(f"/records/{view.header.record}?at={at}&as=A")
    page.evaluate("document.body.dataset.samePage = ''")
    page.locator(f'#board a.card[data-slot="{slot}"]').click()
    page.locator(f'#dialog .way a[href*="at={stations[0].version}&"]').last.click()
    at_step(page, stations[0].version)
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#return")).to_have_attribute("aria-label", f"Back to step {view.timeline.step_number(at)}")
    page.keyboard.press("ArrowLeft")
    page.locator("#return").click()
    at_step(page, at)
    expect(page.locator("#return")).to_be_hidden()
    assert page.evaluate("'samePage' in document.body.dataset")


def test_the_first_page_is_small_and_loads_no_chart(visit: Open, view: RecordView) -> None:
    """Page, styles, scripts and symbols are no more than what the measures aim at; plotly's script is on pages with a chart only."""
    page = visit(f"/records/{view.header.record}?at=90&as=A")
    page.wait_for_load_state("networkidle")
    sent = page.evaluate(first_page.SENT)
    assert not [name for name, _size in sent if "plotly" in name]
    assert sum(size for _name, size in sent) < first_page.MOST * 1000
    assert len(sent) > 20


WHOLE = """async (regions) => {
  const at = document.getElementById("overview").dataset.at;
  const answer = await fetch(`${location.pathname}/steps/${at}${location.search.replace(/at=\\d+&/, "")}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const bare = (region) => {
    const copy = document.importNode(region, true);
    for (const it of [copy, ...copy.querySelectorAll("[tabindex]")]) it.removeAttribute("tabindex");
    return copy;
  };
  return regions.filter((id) => !bare(document.getElementById(id)).isEqualNode(bare(fresh.getElementById(id))));
}"""
"""Which regions of the page are not as the server draws them whole; a list's one stop for the keyboard is the script's."""


WAY = [*["ArrowRight"] * 3, *["ArrowLeft"] * 2, "Shift+ArrowRight", "ArrowRight", "Home", "ArrowRight", "End"]


@pytest.mark.soak
@pytest.mark.parametrize("stride", ["turn", "event"])
def test_what_is_not_sent_stays_as_the_server_would_draw_it(visit: Open, view: RecordView, stride: str) -> None:
    """After each press, there and back and after a leap, all turns are those of the whole page; a step next door is sent short.

    Leaps are by turn, to either end, and what comes after these; the whole pages to compare with are asked for here.
    """
    middle = view.timeline.versions[len(view.timeline.versions) // 2]
    page = visit(f"/records/{view.header.record}?at={middle}&as=A&by={stride}")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/steps/" in request.url else None)
    for key in WAY:
        before = page.locator("#overview").get_attribute("data-at") or ""
        page.keyboard.press(key)
        expect(page.locator("#overview")).not_to_have_attribute("data-at", before)
        assert page.evaluate(WHOLE, ["narration"]) == [], key
    assert sum("short=on" not in url for url in sent) <= len(WAY) + 4
    assert page.locator("[data-stays]").count() == 0
