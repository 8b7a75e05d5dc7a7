"""The drawn table in a real Chromium: autoplay, movement, keys, the dialog over the table, and that all of it fits."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from importers import read_file
from importers.base import ImportOptions
from records.core.viewers import LOCAL, sees
from records.service import GameBook
from records.service.incoming import Exchanged
from records.service.library import library
from records.service.simulation import simulate
from records.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
EXAMPLE = Path(__file__).parents[3] / "examples/games/castle-rampage-example-gate.jsonl"
PLACE = re.compile(r"slot-s[0-9]+(_[0-9]+)?|attacker|draw|discard|aside|hand-[A-Z]|now-line")
WATCH = """() => {
  window.seen = [];
  const start = document.startViewTransition.bind(document);
  const named = () => [...document.querySelectorAll("*")].map((it) => it.style.viewTransitionName).filter(Boolean);
  document.startViewTransition = (put) => {
    const entry = { old: named(), fresh: [], moved: [] };
    window.seen.push(entry);
    const transition = start(() => { const done = put(); entry.fresh = named(); return done; });
    const frame = () => new Promise(requestAnimationFrame);
    transition.ready.then(frame, () => {}).then(() => {
      entry.moved = document.getAnimations().map((it) => it.effect.pseudoElement).filter((it) => it && it.startsWith("::view-transition"));
    });
    transition.finished.then(() => { entry.finished = performance.now(); });
    return transition;
  };
}"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book with all games, on a store of its own."""
    with GameBook(open_store(f"sqlite:///{tmp_path_factory.mktemp('book') / 'castle.sqlite'}")) as opened:
        yield opened


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """The printed example of the German text: 9 against 3, 4 and an Ogre with 6 in the Gate of B."""
    (twin,) = read_file(book.games, EXAMPLE.read_bytes(), EXAMPLE.name, ImportOptions())
    assert isinstance(twin, Exchanged)
    return book.take_in(LOCAL, twin).id


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game that played itself, 277 events long."""
    return book.add(LOCAL, *list(simulate(library()["castle-rampage"], seed=7, games=4, ruleset="castle-rampage/plain"))[3:])[0].id


def until(page: Page, expression: str, seconds: float = 10) -> None:
    """Wait until an expression is true on the page; the page's own policy forbids the browser to wait for one by itself."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(30)


def step_is(page: Page, at: int, viewer: str = "public") -> None:
    """Wait until address and page are at this step."""
    page.wait_for_url(re.compile(rf"\?at={at}&as={viewer}$"))
    expect(page.locator("#where input[name=at]")).to_have_value(str(at))


def step(page: Page, key: str, at: int) -> dict[str, Any]:
    """Press a key that leads to a step, and return the movement that it began."""
    before = page.evaluate("window.seen.length")
    page.keyboard.press(key)
    step_is(page, at)
    until(page, f"window.seen.length > {before} && window.seen.at(-1).finished")
    seen: dict[str, Any] = page.evaluate("window.seen.at(-1)")
    return seen


def test_only_what_moves_has_a_name_and_names_are_places(visit: Open, record: str) -> None:
    """A step names the card that is turned over, the line of the attack and nothing that lies still; a name is a place, never a face."""
    page = visit(f"/records/{record}?at=3&as=public")
    page.evaluate(WATCH)
    revealed = step(page, "ArrowRight", 4)
    assert revealed["old"] == revealed["fresh"] == ["slot-s1_13"]
    assert "::view-transition-new(slot-s1_13)" in revealed["moved"]
    destroyed = step(page, "ArrowRight", 5)
    assert {"slot-s1_13", "discard", "now-line"} <= set(destroyed["fresh"])
    for seen in (revealed, destroyed):
        assert all(PLACE.fullmatch(name) for name in seen["old"] + seen["fresh"])
        assert "slot-s1_16" not in seen["fresh"], "the last card of the Gate lies still"
    page.wait_for_timeout(50)
    assert page.evaluate("[...document.querySelectorAll('*')].filter((it) => it.style.viewTransitionName).length") == 0


def test_a_card_glides_from_hand_to_wall_and_from_wall_to_discard(visit: Open, played: str, book: GameBook) -> None:
    """A card that is laid comes out of its hand's place; the hand itself has one name, none of its cards has."""
    page = visit(f"/records/{played}?at=0&as=public")
    page.evaluate(WATCH)
    events = book.record(LOCAL, played, "public").events
    laid = next(recorded.v for recorded in events if type(recorded.event).__name__ == "CardPlaced")
    page.goto(re.sub(r"at=[0-9]+", f"at={laid - 1}", page.url))
    page.evaluate(WATCH)
    seen = step(page, "ArrowRight", laid)
    slot = f"slot-s{laid}"
    assert slot in seen["fresh"]
    assert slot not in seen["old"]
    assert f"::view-transition-group({slot})" in seen["moved"]
    assert {name for name in seen["fresh"] if not name.startswith("slot-")} == {"hand-B"}


def test_backwards_and_jumps_cross_fade(visit: Open, record: str) -> None:
    """A step back, a turn, the ends and another viewer name nothing: the page fades over."""
    page = visit(f"/records/{record}?at=5&as=public")
    page.evaluate(WATCH)
    for key, at in (("ArrowLeft", 4), ("End", 11), ("Home", 0)):
        seen = step(page, key, at)
        assert seen["old"] == seen["fresh"] == []


def test_a_press_shows_the_step_at_once_and_the_next_ends_the_movement(visit: Open, record: str) -> None:
    """While a movement is shown the page already stands at its step; the next press ends it and goes on from there."""
    page = visit(f"/records/{record}?at=3&as=public")
    page.evaluate(WATCH)
    page.evaluate(
        "document.documentElement.style.setProperty('--d-glide', '30s'); document.documentElement.style.setProperty('--d-turn', '30s')"
    )
    page.keyboard.press("ArrowRight")
    step_is(page, 4)
    assert page.evaluate("window.seen.at(-1).finished") is None
    page.keyboard.press("ArrowRight")
    step_is(page, 5)
    until(page, "window.seen[0].finished")  # well before its 30 s are over


def test_with_reduced_motion_nothing_moves(visit: Open, record: str) -> None:
    """Whoever asked for less motion sees the same states follow each other, without any movement."""
    page = visit(f"/records/{record}?at=3&as=public", reduced_motion="reduce")
    page.evaluate(WATCH)
    page.keyboard.press("ArrowRight")
    step_is(page, 4)
    assert page.evaluate("window.seen.length") == 0
    assert page.evaluate("document.getAnimations().length") == 0


def test_space_plays_and_any_other_visit_stops(visit: Open, played: str) -> None:
    """Space plays one event after another without filling the history; a step by hand stops it, and so does Space."""
    page = visit(f"/records/{played}?at=40&as=public")
    entries = page.evaluate("history.length")
    for _ in range(4):
        page.keyboard.press(">")
    expect(page.locator("#speed")).to_have_text("4\u00d7")
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
    expect(page.locator("#speed")).to_have_text("4\u00d7")


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


def test_a_heading_opens_the_full_list(visit: Open, record: str) -> None:
    """The count of a place opens all its cards in rows that can be touched; a row leads on to its card."""
    page = visit(f"/records/{record}?at=9&as=public")
    page.get_by_role("link", name="Discard pile, 2 cards. Show all").last.click()
    dialog = page.get_by_role("dialog", name="Discard pile")
    expect(dialog.locator(".rows li")).to_have_count(2)
    assert all(row.bounding_box()["height"] >= 44 for row in dialog.locator(".rows li").all())  # type: ignore[index]
    dialog.locator(".rows a").first.click()
    expect(page.get_by_role("dialog", name="Knight")).to_be_visible()


@pytest.mark.parametrize("viewer", ["A", "B", "public", "open"])
def test_the_page_holds_no_face_that_its_viewer_may_not_know(visit: Open, book: GameBook, played: str, viewer: str) -> None:
    """Stepping by keyboard, every card on the page bears a face only where this viewer was shown one, in names and addresses too."""
    full = book.record(LOCAL, played, "open")
    page = visit(f"/records/{played}?at=100&as={viewer}")
    eyes = full.viewer if viewer == "open" else book.record(LOCAL, played, viewer).viewer
    for _ in range(12):
        at = int(page.locator("#where input[name=at]").input_value())
        table = full.position(at).table
        for card in page.locator(".pile .card[data-slot]:not([data-fell])").all():
            lying = table.slots[card.get_attribute("data-slot")]  # type: ignore[index]
            html = card.evaluate("(it) => it.outerHTML")
            known = sees(eyes, lying.known_to)
            title = full.faces[str(lying.face)].title["en"].replace("\u00ad", "")
            assert (title in html.replace("\u00ad", "")) == known, (at, html)
            assert known or str(lying.face) not in html
            assert (card.get_attribute("data-face") == "down") == (not known)
        page.keyboard.press("ArrowRight")
        until(page, f"document.querySelector('#where input[name=at]').value !== '{at}'")


def test_board_and_dock_fit_a_wide_page(visit: Open, played: str) -> None:
    """At 900 px height nothing of table or dock is cut off or needs scrolling, in set-up, in a fight and at the end."""
    page = visit("/")
    for at in (0, 8, 49, 50, 86, 150, 234, 277):
        for viewer in ("A", "B", "open"):
            page.goto(f"{page.url.split('/records')[0].rstrip('/')}/records/{played}?at={at}&as={viewer}")
            assert page.evaluate("document.documentElement.scrollHeight") <= 900, (at, viewer)


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_table_scrolls_sideways(visit: Open, played: str, language: str) -> None:
    """On no width from 320 px does a drawn table or a dialog scroll sideways, in either language."""
    page = visit("/", locale=language)
    site = page.url.rstrip("/")
    for address in (
        "?at=49&as=A",
        "?at=150&as=open",
        "?at=234&as=B",
        "?at=8&as=public",
        "/places/discard?at=200&as=A",
        "/cards/knight?as=A",
    ):
        page.goto(f"{site}/records/{played}{address}")
        for width in (320, 360, 640, 641, 761, 768, 860, 1024, 1399, 1440, 1700):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)
            cut = page.evaluate(
                """() => [...document.querySelectorAll(".side, .middle, .pile, .dialog")].filter((box) => {
                  const edge = box.getBoundingClientRect().right + 1;
                  return [...box.querySelectorAll(".card")].some((card) => card.getBoundingClientRect().right > edge + 4);
                }).map((box) => box.className)"""
            )
            assert cut == [], (address, width)


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
