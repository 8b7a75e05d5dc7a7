"""Charts, rules, odds and what a card can be, in a real Chromium: no complaint of the content policy, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from records.core.faces import known
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked, soaked
from web.charts import CHARTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from records.core.position import Position

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 780}
WIDE = "document.documentElement.scrollWidth <= innerWidth"


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself."""
    return book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))[0].id


@pytest.fixture(scope="module")
def steps(book: GameBook, played: str) -> tuple[int, int]:
    """Two steps that Ana is told of, one after the other, at which Ben has closed cards that she does not know."""
    view = book.record(LOCAL, played, "A")
    told = [step for step in view.timeline.told if step.rule]
    first = next(nth for nth, step in enumerate(told) if step.version >= 60 and hidden(view.position(step.version)))
    later = next(version for version in view.timeline.versions if version > told[first].version)
    return told[first].version, later


def hidden(position: Position[Any]) -> list[str]:
    """Return the slots of Ben's that are not known."""
    return [slot for slot, lying in position.table.slots.items() if lying.pile.endswith(":B") and not known(lying.face)]


def turn_ends(book: GameBook, played: str) -> list[int]:
    """Return the steps at which the usual chart has a point."""
    return [0, *(turn.told[-1].version for turn in book.record(LOCAL, played, "A").timeline.turns if turn.told)]


def drawn(page: Page) -> None:
    """Wait until every figure is drawn."""
    for plot in page.locator(".plot").all():
        expect(plot).to_have_attribute("data-drawn", "", timeout=20_000)
        expect(plot.locator(".scatterlayer path.js-line").first).to_be_attached()


@pytest.mark.parametrize("chart", rest_soaked(CHARTS))
def test_each_chart_opens_and_a_click_lands_on_its_step(visit: Open, book: GameBook, played: str, chart: str) -> None:
    """Every figure is drawn by plotly's own script, nothing is reported, and a click leads to the step below the pointer."""
    page = visit(f"/records/{played}/charts/{chart}?as=A")
    drawn(page)
    field = page.locator(".plot .nsewdrag").first
    box = field.bounding_box()
    assert box is not None
    field.scroll_into_view_if_needed()
    field.hover(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    expect(page.locator(".plot .hoverlayer .legend, .plot .hoverlayer text").first).to_be_attached()
    field.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
    page.wait_for_url(re.compile(rf"/records/{played}\?at=\d+&as=A$"))
    at = int(re.search(r"at=(\d+)", page.url)[1])  # type: ignore[index]
    steps = int(page.locator("#where input[name=step]").get_attribute("max") or 0)
    number = book.record(LOCAL, played, "A").timeline.step_number
    nearest = min(map(number, turn_ends(book, played)), key=lambda nth: abs(nth - steps / 2))
    assert abs(number(at) - nearest) <= 1 + steps / box["width"]
    expect(page.locator("#where input[name=step]")).to_have_value(str(number(at)))


@pytest.mark.soak
def test_a_chart_is_drawn_in_the_colours_of_its_page(visit: Open, played: str) -> None:
    """By lamplight lines and letters are light, on paper dark; a change of the theme draws them anew."""
    page = visit(f"/records/{played}/charts/uncertainty?as=A", color_scheme="dark")
    drawn(page)
    stroke = "getComputedStyle(document.querySelector('.scatterlayer path.js-line')).stroke"
    by_night = page.evaluate(stroke)
    page.locator("[data-theme-switch]").click()
    page.wait_for_function(f"{stroke} !== '{by_night}'")
    assert page.evaluate("getComputedStyle(document.querySelector('.stroke line')).stroke") == page.evaluate(stroke)


@pytest.mark.soak
@pytest.mark.parametrize("path", ["odds?at=60&as=A", "charts/strength?as=open", "charts/uncertainty?as=open&lang=de", "rules?as=A&lang=de"])
def test_everything_fits_a_phone(visit: Open, played: str, path: str) -> None:
    """Nothing but the table of numbers scrolls sideways."""
    page = visit(f"/records/{played}/{path}", viewport=PHONE)
    if "charts" in path:
        drawn(page)
        page.locator(".numbers summary").click()
    assert page.evaluate(WIDE)


@pytest.mark.soak
def test_without_a_script_the_numbers_are_there(visit: Open, played: str) -> None:
    """The figure's place is not shown, the table with its links is."""
    page = visit(f"/records/{played}/charts/strength?as=A", java_script_enabled=False)
    expect(page.locator(".plot").first).to_be_hidden()
    page.locator(".numbers summary").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.locator(".numbers tbody a").nth(3).click()
    expect(page.locator("#board")).to_be_visible()


def test_a_closed_card_opens_by_enter_with_what_it_can_be(visit: Open, book: GameBook, played: str, steps: tuple[int, int]) -> None:
    """Enter on a closed card opens its dialog over the table, Close stays in view, Escape closes it and the focus is on the card again."""
    at, later = steps
    view = book.record(LOCAL, played, "A")
    slot = next(slot for slot in hidden(view.position(at)) if slot in hidden(view.position(later)))
    page = visit(f"/records/{played}?at={at}&as=A")
    card = page.locator(f'#board .card[data-slot="{slot}"]')
    card.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#dialog")
    expect(dialog.get_by_role("heading", name="What it can be")).to_be_visible()
    expect(dialog.locator(".chances li").first).to_contain_text("%")
    expect(dialog.get_by_role("heading", name="Why?")).to_be_visible()
    expect(dialog.locator(".reasons li").first).to_contain_text("without it")
    down = [dialog.locator(part).first.bounding_box() or {} for part in (".lying", ".chances", ".reasons", ".way")]
    assert sorted(down, key=lambda box: box["y"]) == down, "the card, what it can be, why, its way"
    dialog.evaluate("it => it.scrollTo(0, it.scrollHeight)")
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(card).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(f"at={later}&as=A$"))
    expect(page.locator(f'#board .card[data-slot="{slot}"]')).to_have_attribute("href", re.compile(f"slots/{slot}.at={later}&as=A$"))


@pytest.mark.soak
def test_the_draw_pile_opens_its_candidates(visit: Open, played: str) -> None:
    """A click on what the draw pile can hold lists the cards over the table."""
    page = visit(f"/records/{played}?at=60&as=A")
    page.get_by_role("link", name=re.compile("^Draw pile")).click()
    expect(page.locator("#dialog").get_by_role("heading", name="What it can hold")).to_be_visible()


@pytest.mark.parametrize("whole", [False, soaked(True)])
def test_the_odds_follow_the_steps(visit: Open, book: GameBook, played: str, steps: tuple[int, int], whole: bool) -> None:
    """The panel asks when it is opened and anew at each step, tells the step it is of, and stays open on the next page."""
    page = visit(f"/records/{played}?at={steps[0]}&as=A")
    first, second = (book.record(LOCAL, played, "A").timeline.step_number(at) for at in steps)
    page.locator('a[data-tab][href="#odds"]').click()
    panel = page.locator("[data-place-odds]")
    expect(panel).to_contain_text(f"at step {first}")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(f"at={steps[1]}"))
    expect(panel).to_contain_text(f"at step {second}")
    expect(panel).to_have_attribute("aria-busy", "false")
    if not whole:
        return
    strength = panel.locator("input[name=strength]")
    strength.fill("2")
    strength.press("Enter")
    expect(panel.locator("section:has(form[data-odds-form=attack]) li").first).to_be_visible()
    expect(strength).to_be_focused()
    expect(strength).to_have_value("2")
    page.reload()
    expect(panel).to_contain_text(f"at step {second}")


@pytest.mark.soak
def test_a_step_leads_to_its_rule_and_back(visit: Open, played: str, steps: tuple[int, int]) -> None:
    """The paragraph that a step names is in sight and marked on the page of the rules, and the way back leads to that step."""
    page = visit(f"/records/{played}?at={steps[0]}&as=A")
    link = page.locator(".lines li:has([aria-current]) .para")
    number = link.inner_text().removeprefix("§ ")
    link.click()
    paragraph = page.locator(f'[id="p{number}"]')
    expect(paragraph).to_be_in_viewport()
    assert page.evaluate("document.querySelector(':target').id") == f"p{number}"
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(re.compile(rf"/records/{played}\?at={steps[0]}&as=A$"))


def test_what_a_chapter_asks_fits_a_phone_in_german(visit: Open, played: str) -> None:
    """Its longest choice has more lines instead of going over the edge."""
    page = visit(f"/records/{played}/study?as=A&lang=de", viewport=PHONE)
    expect(page.locator("fieldset.row .btn").first).to_contain_text("Schritt für Schritt")
    assert page.evaluate(WIDE)
