"""The drawn table in a real Chromium: autoplay, movement, keys, the dialog over the table, and that all of it fits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from importers import read_file
from importers.base import ImportOptions
from records.core.viewers import LOCAL, sees
from records.service import GameBook
from records.service.incoming import Exchanged
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.movement import WATCH, names, press, until
from support.soaking import rest_soaked, soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
EXAMPLE = Path(__file__).parents[3] / "examples/games/castle-rampage-example-gate.jsonl"
PLACE = re.compile(r"slot-s[0-9]+(\.[0-9]+)?|attacker|draw|discard|aside|now-line")


book = books.shared


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """The printed example of the German text: 9 against 3, 4 and an Ogre with 6 in the Gate of B."""
    (twin,) = read_file(book.games, EXAMPLE.read_bytes(), EXAMPLE.name, ImportOptions())
    assert isinstance(twin, Exchanged)
    return book.writing.take_in(LOCAL, twin).id


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself, 277 events long."""
    return book.writing.add(LOCAL, *list(simulate(library()["castle-rampage"], seed=7, games=4, ruleset="castle-rampage/plain"))[3:])[0].id


def step_is(page: Page, at: int, viewer: str = "public") -> None:
    """Wait until address and page are at this step."""
    page.wait_for_url(re.compile(rf"\?at={at}&as={viewer}$"))
    expect(page.locator("#overview")).to_have_attribute("data-at", str(at))


@pytest.mark.soak
def test_only_what_changed_its_place_moves_and_its_name_is_a_place(visit: Open, record: str) -> None:
    """A step turns the card that is turned over and nothing that lies still; what moves is named by its place, never by a face."""
    page = visit(f"/records/{record}?at=3&as=public")
    page.evaluate(WATCH)
    revealed = press(page, "ArrowRight", 4)
    assert names(revealed, gone=False) - {"now-line"} == names(revealed, gone=True) == {"slot-s1.13"}
    assert all("rotateY" in way for move in revealed if move["name"] == "slot-s1.13" for way in move["ways"])
    destroyed = press(page, "ArrowRight", 5)
    assert "now-line" in names(destroyed, gone=False)
    for moves in (revealed, destroyed):
        assert all(PLACE.fullmatch(move["name"]) for move in moves)
        assert "slot-s1.16" not in names(moves, gone=False), "the last card of the Gate lies still"
    until(page, "document.querySelector('.moving .table')?.childElementCount !== 1")


@pytest.mark.soak
def test_a_card_glides_from_hand_to_wall(visit: Open, played: str, book: GameBook) -> None:
    """A card that is laid comes out of its hand's place; none of the cards of a hand moves."""
    events = book.record(LOCAL, played, "public").events
    laid = next(recorded.v for recorded in events if type(recorded.event).__name__ == "CardPlaced")
    page = visit(f"/records/{played}?at={laid - 1}&as=public")
    page.evaluate(WATCH)
    hand = page.locator('[data-place="hand-B"]').bounding_box()
    assert hand is not None
    (move,) = press(page, "ArrowRight", laid)
    assert (move["name"], move["gone"]) == (f"slot-s{laid}", False)
    x, y = map(float, re.findall(r"-?[0-9.]+", move["ways"][0])[:2])
    left, top, width, height = move["box"]
    middle = (left + width / 2 + x, top + height / 2 + y)
    assert middle == pytest.approx((hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2), abs=2)


@pytest.mark.soak
def test_backwards_and_jumps_stand_at_once(visit: Open, record: str) -> None:
    """A step back, a turn, the ends and another viewer move nothing."""
    page = visit(f"/records/{record}?at=5&as=public")
    page.evaluate(WATCH)
    for key, at in (("ArrowLeft", 4), ("End", 11), ("Home", 0)):
        assert press(page, key, at) == []


@pytest.mark.soak
def test_a_press_shows_the_step_at_once_and_the_next_ends_the_movement(visit: Open, record: str) -> None:
    """While a movement is shown the page already stands at its step; the next press ends it and goes on from there."""
    page = visit(f"/records/{record}?at=3&as=public")
    page.evaluate(WATCH)
    page.evaluate(
        "document.documentElement.style.setProperty('--d-glide', '30s'); document.documentElement.style.setProperty('--d-turn', '30s')"
    )
    assert press(page, "ArrowRight", 4)
    page.evaluate("window.first = document.getAnimations().filter((it) => !it.animationName)")
    assert page.evaluate("window.first.length > 0 && window.first.every((it) => it.playState === 'running')")
    press(page, "ArrowRight", 5)
    assert page.evaluate("window.first.every((it) => it.playState === 'idle')")  # well before its 30 s are over
    press(page, "ArrowLeft", 4)
    assert page.evaluate("document.querySelectorAll('.moving, [data-moves], [data-moving]').length") == 0


@pytest.mark.soak
def test_with_reduced_motion_nothing_moves(visit: Open, record: str) -> None:
    """Whoever asked for less motion sees the same states follow each other, without any movement."""
    page = visit(f"/records/{record}?at=3&as=public", reduced_motion="reduce")
    page.evaluate(WATCH)
    assert press(page, "ArrowRight", 4) == []
    assert page.evaluate("document.getAnimations().length") == 0


REGIONS = """() => {
  const passing = ["data-moves", "data-moving", "aria-pressed"];
  const said = (node) => node.getAttributeNames().filter((it) => !passing.includes(it)).sort().map((it) => [it, node.getAttribute(it)]);
  const plain = (node) => node instanceof Element
    ? [node.localName, said(node),
       [...node.childNodes].map(plain).filter((it) => it !== " ")]
    : node.textContent.replace(/\\s+/g, " ");
  return [...document.querySelectorAll("[data-region]")].map((region) => JSON.stringify(plain(region)));
}"""
BREACHES_CAME = "!document.querySelector('[data-breaches] a[rel=nofollow]')"
"""What is against the rules comes after the table, by a link that stands there until then."""
KEYS = "ArrowRight ArrowRight Shift+ArrowRight PageDown ArrowLeft ArrowLeft PageUp Home ArrowRight End ArrowLeft"
"""A way on which each step comes after each other kind; every day a shorter one."""


@pytest.mark.parametrize(("viewer", "keys"), [("A", "PageDown ArrowLeft"), *(soaked(viewer, KEYS) for viewer in ("A", "public", "open"))])
def test_a_page_that_was_stepped_to_is_the_page_that_is_opened(visit: Open, played: str, viewer: str, keys: str) -> None:
    """Only what differs is changed from step to step; after any jump every region is what a visit shows."""
    page = visit(f"/records/{played}?at=90&as={viewer}")
    fresh = visit(f"/records/{played}?at=90&as={viewer}")
    for key in keys.split():
        before = page.url
        page.keyboard.press(key)
        until(page, f"location.href !== {before!r}")
        fresh.goto(page.url)
        for each in (page, fresh):
            until(each, BREACHES_CAME)
        assert page.evaluate(REGIONS) == fresh.evaluate(REGIONS), (key, page.url)


@pytest.mark.soak
def test_space_plays_and_any_other_visit_stops(visit: Open, played: str) -> None:
    """Space plays one event after another without filling the history; a step by hand stops it, and so does Space."""
    page = visit(f"/records/{played}?at=40&as=public")
    entries = page.evaluate("history.length")
    for _ in range(4):
        page.keyboard.press(">")
    expect(page.locator("#speed")).to_contain_text("4\u00d7")
    button = page.locator("[data-control=play]")
    page.keyboard.press("Space")
    expect(button).to_have_attribute("aria-pressed", "true")
    until(page, "Number(new URL(location).searchParams.get('at')) >= 43")
    assert page.evaluate("history.length") == entries
    page.keyboard.press("ArrowLeft")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(700)
    stood = page.url
    page.wait_for_timeout(700)
    assert page.url == stood
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator("#speed")).to_contain_text("4\u00d7")


@pytest.mark.soak
def test_autoplay_waits_and_waits_twice_at_the_end_of_a_turn(visit: Open, played: str, book: GameBook) -> None:
    """At speed 1 the page waits 900 ms for an event, at the end of a turn 1800; the end of the record stops it."""
    timeline = book.record(LOCAL, played, "public").timeline
    turn = next(turn for turn in timeline.turns if turn.number >= 3 and len(turn.told) >= 3)
    first, second = turn.told[-2].version, turn.told[-1].version
    page = visit(f"/records/{played}?at={first}&as=public")
    page.evaluate(
        """() => { window.at = []; window.waits = [];
           addEventListener("kiebitz-step", () => window.at.push([location.href, window.waits.at(-1)]));
           const real = window.setTimeout; // what is waited for is written down and comes at once
           window.setTimeout = (done, time) => time < 900 ? real(done, time) : (window.waits.push(time), real(done, 0)); }"""
    )
    page.keyboard.press("Space")
    until(page, "window.at.length >= 2", 15)
    page.keyboard.press("Space")
    (one, waited), (_other, at_the_end, *_more), *_rest = page.evaluate("window.at")
    assert f"at={second}&" in one
    assert (waited, at_the_end) == (900, 1800)
    count = book.record(LOCAL, played, "public").steps
    page.goto(re.sub(r"at=[0-9]+", f"at={count - 1}", page.url))
    page.keyboard.press("Space")
    step_is(page, count)
    expect(page.locator("[data-control=play]")).to_have_attribute("aria-pressed", "false")


@pytest.mark.soak
def test_brackets_and_page_keys_go_by_rounds(visit: Open, played: str, book: GameBook) -> None:
    """A round is a turn of each of the two seats: both pairs of keys go to where one begins; the narration keeps its own page keys."""
    turns = book.record(LOCAL, played, "public").timeline.turns
    starts = [turn.told[0].version for turn in turns if turn.number % 2]
    page = visit(f"/records/{played}?at={starts[1]}&as=public")
    for key, at in (("]", starts[2]), ("PageDown", starts[3]), ("[", starts[2]), ("PageUp", starts[1]), ("PageUp", starts[0])):
        page.keyboard.press(key)
        step_is(page, at)
    page.locator("#narration").focus()
    page.keyboard.press("PageDown")
    page.wait_for_timeout(200)
    step_is(page, starts[0])


def test_a_card_opens_large_over_the_table(visit: Open, record: str) -> None:
    """Enter or a click on a card that is known opens it with values, text and who says so; keys rest; Escape leads back to the card."""
    page = visit(f"/records/{record}?at=8&as=A")
    card = page.locator(".pile .card[data-now]")
    card.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Ogre")
    expect(dialog).to_be_visible()
    expect(dialog.locator("tbody tr")).to_have_count(3)
    expect(dialog).to_contain_text("PG")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    step_is(page, 8, "A")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(card).to_be_focused()
    page.locator(".attack .card").click()
    expect(page.get_by_role("dialog", name="Fight Plan")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    assert page.locator(".pile .card[data-face=down][href*='/cards/']").count() == 0


@pytest.mark.soak
def test_a_heading_opens_the_full_list(visit: Open, record: str) -> None:
    """The count of a place opens all its cards in rows that can be touched; a row leads on to its card."""
    page = visit(f"/records/{record}?at=9&as=public")
    page.get_by_role("link", name="Discard pile: show all").last.click()
    dialog = page.get_by_role("dialog", name="Discard pile")
    expect(dialog.locator(".rows li")).to_have_count(2)
    assert all(row.bounding_box()["height"] >= 44 for row in dialog.locator(".rows li").all())  # type: ignore[index]
    dialog.locator(".rows a").first.click()
    expect(page.get_by_role("dialog", name="Knight")).to_be_visible()


CARDS = "(all) => all.map((it) => [it.dataset.slot, it.dataset.face ?? null, it.outerHTML])"


@pytest.mark.parametrize("viewer", rest_soaked(["B", "public", "A", "open"]))
def test_the_page_holds_no_face_that_its_viewer_may_not_know(visit: Open, book: GameBook, played: str, viewer: str) -> None:
    """Stepping by keyboard, every card on the page bears a face only where this viewer was shown one, in names and addresses too."""
    full = book.record(LOCAL, played, "open")
    page = visit(f"/records/{played}?at=100&as={viewer}")
    eyes = full.viewer if viewer == "open" else book.record(LOCAL, played, viewer).viewer
    for _ in range(12):
        at = int(page.locator("#overview").get_attribute("data-at") or 0)
        table = full.position(at).table
        for slot, facing, html in page.locator(".pile .card[data-slot]:not([data-fell])").evaluate_all(CARDS):
            lying = table.slots[slot]
            known = sees(eyes, lying.known_to)
            title = full.faces[str(lying.face)].title["en"].replace("\u00ad", "")
            assert (title in html.replace("\u00ad", "")) == known, (at, html)
            assert known or str(lying.face) not in html
            assert (facing == "down") == (not known)
        page.keyboard.press("ArrowRight")
        until(page, f"document.getElementById('overview').dataset.at !== '{at}'")


STEPS = (8, 50, 277, 0, 49, 86, 150, 234)


@pytest.mark.soak
@pytest.mark.parametrize("moments", [[(at, viewer) for viewer in ("A", "B", "open")] for at in STEPS])
def test_board_and_dock_fit_a_wide_page(visit: Open, site: str, played: str, moments: list[tuple[int, str]]) -> None:
    """At 900 px height nothing of table or dock is cut off or needs scrolling, in set-up, in a fight and at the end."""
    page = visit("about:blank")
    for at, viewer in moments:
        page.goto(f"{site}/records/{played}?at={at}&as={viewer}")
        assert page.evaluate("document.documentElement.scrollHeight") <= 900, (at, viewer)


WIDTHS = (320, 360, 640, 641, 761, 768, 860, 1024, 1399, 1440, 1700)
PAGES = ("?at=49&as=A", "?at=150&as=open", "?at=234&as=B", "?at=8&as=public", "/places/discard?at=200&as=A", "/cards/knight?as=A")


@pytest.mark.soak
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_table_scrolls_sideways(visit: Open, site: str, played: str, language: str) -> None:
    """On no width from 320 px does a drawn table or a dialog scroll sideways, in either language."""
    page = visit("about:blank", locale=language)
    for address in PAGES:
        page.goto(f"{site}/records/{played}{address}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)
            cut = page.evaluate(
                """() => [...document.querySelectorAll(".side, .middle, .pile, .dialog")].filter((box) => {
                  const edge = box.getBoundingClientRect().right + 1;
                  return [...box.querySelectorAll(".card")].some((card) => card.getBoundingClientRect().right > edge + 4);
                }).map((box) => box.className)"""
            )
            assert cut == [], (address, width)


@pytest.mark.soak
def test_cards_are_large_enough_to_touch(visit: Open, played: str) -> None:
    """On a phone a card that opens, a heading's target and every row are at least 44 px high."""
    page = visit(f"/records/{played}?at=150&as=A", viewport={"width": 360, "height": 780}, has_touch=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".board a.card, .board .open")].filter((it) => it.checkVisibility()).map((it) => {
          const box = it.getBoundingClientRect(), after = getComputedStyle(it, "::after");
          return [it.className, Math.max(box.height, parseFloat(after.minHeight) || 0)];
        }).filter(([, height]) => height < 43.5)"""
    )
    assert small == []


FOCUSED = "(document.activeElement.dataset.control ?? document.activeElement.closest('[id]')?.id ?? document.activeElement.localName)"


@pytest.mark.soak
def test_tab_leads_to_play_in_twenty_stops_and_lists_are_one_each(visit: Open, played: str) -> None:
    """From the top of the page Play is at most 20 stops away, and as many back; up and down lead through a list, left and right step."""
    page = visit(f"/records/{played}?at=120&as=A")
    stops = []
    while not stops or stops[-1] != "play":
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))
        assert len(stops) <= 20, "\n".join(stops)
    board = next(n for n, stop in enumerate(reversed(stops)) if stop == "board")
    for _ in range(board):
        page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    before = page.evaluate("document.activeElement.outerHTML")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    assert page.evaluate("document.activeElement.outerHTML") != before
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.outerHTML") == before
    page.keyboard.press("ArrowRight")
    step_is(page, 121, "A")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#board')") is None


@pytest.mark.soak
def test_skip_links_lead_to_board_controls_and_narration(visit: Open, played: str) -> None:
    """The first three stops of the page skip to its parts."""
    page = visit(f"/records/{played}?at=120&as=A")
    skips = page.locator("a.skip")
    assert [skip.get_attribute("href") for skip in skips.all()] == ["#main", "#dock", "#narration"]
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(skips.nth(1)).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.dock') !== null")
