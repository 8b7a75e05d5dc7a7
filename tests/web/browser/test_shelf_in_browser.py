"""The list of games in a real Chromium: what stands on the first screen, what it weighs, and that it follows what is typed."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook, NewTable
from support import books
from support.axe import findings
from support.every_page import GAMES
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page, Response, Route

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
FILES = ("castle-rampage-plain.jsonl", "regicide-team.jsonl", "creature-crush-together.jsonl", "night-ferry.json", "three-herons.json")
SIZES = ((390, 844), (1280, 720), (1440, 900))
LOOKS = (
    ((390, 844), "dark", "de-DE"),
    *product(SIZES, ("light", "dark"), ("en-GB", "de-DE")),
)
"""The look of every day, then all."""
MOST_SENT = 100_000
"""Bytes of a first visit, compressed: page, style sheets, scripts, symbols and drawings."""
MOST_SENT_OF_REPLAY = 150_000
"""The same of a replay."""
BOXES = """() => {
  const box = (wanted) => { const at = document.querySelector(wanted).getBoundingClientRect(); return [at.top, at.bottom]; };
  const doors = [...document.querySelectorAll(".masthead > .doors a")].map((it) => it.getBoundingClientRect());
  return {
    scene: box(".scene"), picture: box(".scene img"), drawn: document.querySelector(".scene img").naturalWidth, game: box(".record h2"),
    doors: doors.map((it) => [it.left, it.right, it.height]),
    wide: document.documentElement.scrollWidth,
    cut: [...document.querySelectorAll(".masthead > *")].filter((it) => it.getBoundingClientRect().right > innerWidth + 1).length,
  };
}"""
HEAD = """() => [...document.querySelectorAll(".brand, .doors li, .menu > nav li, .menu .lang, .menu .btn, .in-bar .btn")]
  .filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect()).map((it) => [it.left, it.right, (it.top + it.bottom) / 2])
  .sort((one, other) => one[0] - other[0])"""
HELD = """([text, what]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "lantern-coast.json"));
  document.querySelector(".records").dispatchEvent(new DragEvent(what, { dataTransfer, bubbles: true, cancelable: true }));
}"""

book = books.shared


@pytest.fixture(scope="module", autouse=True)
def filled(book: GameBook) -> None:
    """Games of each kind, and one that was only begun."""
    for file in FILES:
        store_file(book, LOCAL, (GAMES / file).read_bytes(), file, ImportOptions())
    book.writing.begin(LOCAL, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=SeatKey("A"), dealt=True), ())


def looked_at(visit: Open, size: tuple[int, int], theme: str, locale: str) -> Page:
    """The shelf in one of its looks."""
    width, height = size
    return visit(
        "/", viewport={"width": width, "height": height}, color_scheme=theme, locale=locale, reduced_motion="reduce", bypass_csp=True
    )


@pytest.mark.parametrize(("size", "theme", "locale"), rest_soaked(LOOKS))
def test_the_first_screen_shows_a_drawn_position_and_a_game(visit: Open, size: tuple[int, int], theme: str, locale: str) -> None:
    """Both in its upper half; the doors are in the bar, large enough to touch, and nothing is wider than the screen."""
    width, height = size
    page = looked_at(visit, size, theme, locale)
    at: dict[str, Any] = page.evaluate(BOXES)
    assert at["drawn"] == 360
    assert 0 < at["picture"][0] < at["picture"][1] <= at["scene"][1] <= height / 2, at
    assert at["scene"][1] < at["game"][0] < at["game"][1] <= height / 2, at
    assert at["wide"] <= width
    assert page.locator(".tabs.views ul").evaluate("list => list.scrollWidth - list.clientWidth") <= 1, "a view is cut off"
    ends = page.locator(".views a").evaluate_all("all => all.map((it) => it.getBoundingClientRect().right)")
    assert max(ends) <= width, "a view runs off the row"
    assert len(at["doors"]) == 4
    assert all(left >= 0 and right <= width and high >= 43.5 and right - left >= 43.5 for left, right, high in at["doors"]), at
    assert at["cut"] == 0


@pytest.mark.soak
@pytest.mark.parametrize(("size", "theme", "locale"), LOOKS[1:])
def test_axe_finds_nothing_on_the_shelf(visit: Open, size: tuple[int, int], theme: str, locale: str) -> None:
    """In each size, theme and language."""
    assert findings(looked_at(visit, size, theme, locale)) == []


def weighed(chromium: Browser, address: str) -> dict[str, int]:
    """Return what a browser that was never here fetches at an address: bytes by address, compressed."""
    sent: dict[str, int] = {}

    def weigh(response: Response) -> None:
        sent[response.url] = len(gzip.compress(response.body(), 6))

    with chromium.new_context(viewport={"width": 390, "height": 844}) as fresh:
        page = fresh.new_page()
        page.on("response", weigh)
        page.goto(address, wait_until="networkidle")
    return sent


def test_a_first_visit_is_light(chromium: Browser, site: str, record_property: Callable[[str, object], None]) -> None:
    """Everything that is fetched for it, compressed, is at most a tenth of a megabyte."""
    sent = weighed(chromium, site)
    assert len([url for url in sent if "scene.svg" in url]) == 3
    record_property("measured", f"{sum(sent.values()) / 1000:.1f} kB in {len(sent)} answers")
    assert sum(sent.values()) <= MOST_SENT, sorted(sent.items(), key=lambda one: -one[1])


@pytest.mark.parametrize("game", rest_soaked(["creature-crush", "regicide", "castle-rampage", "observed"]))
def test_a_first_visit_of_a_replay_is_light(
    chromium: Browser, site: str, book: GameBook, game: str, record_property: Callable[[str, object], None]
) -> None:
    """At its last step, with the steps that are read ahead and every drawing."""
    record = next(entry.id for entry in book.records.shelf(LOCAL).entries if entry.game == game)
    sent = weighed(chromium, f"{site}/records/{record}?at={book.record(LOCAL, record).steps}")
    assert any("faces.svg" in url for url in sent) or game == "observed"
    record_property("measured", f"{game}: {sum(sent.values()) / 1000:.1f} kB in {len(sent)} answers")
    assert sum(sent.values()) <= MOST_SENT_OF_REPLAY, sorted(sent.items(), key=lambda one: -one[1])


@pytest.mark.soak
def test_the_list_follows_what_is_typed(visit: Open) -> None:
    """Without a button: rows, counts and address change, the field keeps the focus, and Back is not filled with letters."""
    page = visit("/")
    before = page.evaluate("history.length")
    expect(page.locator(".find button")).to_be_hidden()
    page.locator("#q").press_sequentially("bruno")
    expect(page.locator(".record")).to_have_count(1)
    expect(page.locator(".chips a").first).to_have_text("All 1")
    expect(page.locator("#q")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/\?q=bruno&sort=finished$"))
    page.locator(".find select").select_option("oldest")
    expect(page).to_have_url(page.url.replace("finished", "oldest"))
    page.locator("#q").fill("")
    expect(page.locator(".record")).to_have_count(3)  # of a page
    assert page.evaluate("history.length") == before


@pytest.mark.soak
def test_what_is_typed_before_the_script_has_come_is_found(site: str, chromium: Browser) -> None:
    """The script comes late; the letters that stand in the field by then are searched for."""
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    with chromium.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.route("**/shelf.js*", hold)
        with page.expect_request("**/shelf.js*"):
            page.goto(site)
        page.locator("#q").press_sequentially("bruno")
        expect(page.locator(".record")).to_have_count(3)  # of a page
        late[0].continue_()
        expect(page.locator(".record")).to_have_count(1)


@pytest.mark.soak
def test_the_whole_page_takes_files(visit: Open) -> None:
    """A file that is let go anywhere on the list comes in, and it is said what became of it."""
    page = visit("/")
    text = (GAMES / "lantern-coast.json").read_text(encoding="utf-8")
    page.wait_for_load_state("networkidle")
    page.evaluate(HELD, [text, "dragenter"])
    expect(page.locator(".let-go")).to_be_visible()
    page.evaluate(HELD, [text, "drop"])
    page.wait_for_url("**/upload")
    expect(page.locator(".report")).to_contain_text("lantern-coast.json")


@pytest.mark.soak
def test_the_step_that_was_seen_last_is_where_the_list_leads(visit: Open, book: GameBook) -> None:
    """Steps that a script put on the page count too."""
    record = next(entry.id for entry in book.records.shelf(LOCAL).entries if entry.game == "regicide")
    page = visit(f"/records/{record}?at=9&as=A")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#overview")).not_to_have_attribute("data-at", "9")
    shown = page.locator("#overview").get_attribute("data-at")
    page.locator(".doors a").first.click()
    expect(page.locator(".scene").first).to_have_attribute("href", f"/records/{record}?at={shown}&as=A")


@pytest.mark.soak
@pytest.mark.parametrize("below", ["?at=20&as=A", "/charts?at=20&as=A", ""])
def test_the_head_of_a_page_is_one_row_at_every_width(visit: Open, book: GameBook, below: str) -> None:
    """In German, whose words are longest: nothing lies on something else or sticks out, and what has no room is in the menu."""
    record = next(entry.id for entry in book.records.shelf(LOCAL).entries if entry.game == "castle-rampage" and entry.turns > 2)
    page = visit(f"/records/{record}{below}" if below else "/", locale="de-DE")
    for width in (360, 390, 768, 1241, 1280, 1401, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        parts: list[tuple[float, float, float]] = page.evaluate(HEAD)
        where = (width, parts)
        assert all(end <= start + 1 for (_, end, _), (start, _, _) in pairwise(parts)), where
        assert parts[-1][1] <= width, where
        assert max(middle for *_, middle in parts) - min(middle for *_, middle in parts) <= 8, where
        assert len(parts) > 4, where
