"""The board of all against one in a real Chromium: what glides where, what rests for less motion, and that all of it fits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.games.regicide.game import REGICIDE
from records.games.regicide.model.events import CardsPlayed, RoyalDefeated, RoyalRevealed, ShieldRaised
from records.service import GameBook
from records.service.writing.simulation import simulate
from support import books
from support.movement import WATCH, names, press, until
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import FloatRect, Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
CUT = "() => [...document.querySelectorAll('[data-far] .seat-name bdi')].map((it) => it.scrollWidth - it.clientWidth)"
"""Of each name how many pixels of it are cut."""
LINES = """(which) => [...document.querySelectorAll(which)].map((it) => {
  const words = document.createRange(), box = it.getBoundingClientRect();
  words.selectNodeContents(it);
  const whole = ({ left, right }) => left >= box.left && right <= box.right;
  return [...words.getClientRects()].map((line) => line.top >= box.bottom ? "hidden" : whole(line) ? "whole" : "cut");
})"""
"""Of the words of each element, how each of their lines is seen."""
PLACE = re.compile(r"slot-s[0-9]+|play-[0-9]+|castle|tavern|discard|heap|aside|flipped")


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game of three in which royals fell in both ways and Spades were played."""
    for game in simulate(REGICIDE, seed=35, games=90, players=3):
        events = [entry.event for entry in game.entries]
        exact = {event.exact for event in events if isinstance(event, RoyalDefeated)}
        if exact == {True, False} and any(isinstance(event, ShieldRaised) for event in events):
            return book.writing.add(LOCAL, game)[0].id
    raise AssertionError("no such game")


def version(book: GameBook, record: str, kind: type, **fields: Any) -> int:
    """The first event of a class with these fields."""
    events = book.record(LOCAL, record, "open").events
    return next(
        one.v for one in events if isinstance(one.event, kind) and all(getattr(one.event, name) == value for name, value in fields.items())
    )


def step_to(visit: Open, record: str, at: int, before: int | None = None, **how: Any) -> list[dict[str, Any]]:
    """Stand at the told step before ``at``, press the key that leads on, and return what moved."""
    page = visit(f"/records/{record}?at={at - 1 if before is None else before}&as=public", **how)
    page.evaluate(WATCH)
    moves = press(page, "ArrowRight", at)
    assert all(PLACE.fullmatch(move["name"]) for move in moves), moves
    return moves


def aimed_at(move: dict[str, Any], box: FloatRect | None) -> bool:
    """Whether a movement ends (or, of what is there now, begins) in the middle of a box."""
    assert box is not None
    x, y = map(float, re.findall(r"-?[0-9.]+", move["ways"][-1 if move["gone"] else 0])[:2])
    left, top, width, height = move["box"]
    middle = (left + width / 2 + x, top + height / 2 + y)
    return middle == pytest.approx((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), abs=3)


@pytest.mark.soak
def test_a_play_glides_from_its_hand(visit: Open, played: str, book: GameBook) -> None:
    """The cards of a play come out of the hand of who plays them, as one place with a number, never as cards."""
    at = version(book, played, CardsPlayed)
    seat = book.record(LOCAL, played, "open").events[at - 1].event.seat
    (play,) = step_to(visit, played, at)
    assert (play["name"], play["gone"]) == ("play-1", False)
    page = visit(f"/records/{played}?at={at - 1}&as=public")
    assert aimed_at(play, page.locator(f'[data-place="hand-{seat}"]').bounding_box())


@pytest.mark.soak
def test_a_royal_goes_where_it_falls(visit: Open, played: str, book: GameBook) -> None:
    """By exact damage it glides to the Tavern, which is told by no face; by more it breaks where it stands and nothing glides."""
    exact = version(book, played, RoyalDefeated, exact=True)
    slot = f"slot-{book.record(LOCAL, played, 'open').events[exact - 1].event.slot}"
    (fallen,) = [move for move in step_to(visit, played, exact) if move["name"] == slot]
    assert fallen["gone"]
    page = visit(f"/records/{played}?at={exact}&as=public")
    assert aimed_at(fallen, page.locator('[data-place="tavern"]').bounding_box())
    beaten = version(book, played, RoyalDefeated, exact=False)
    assert not [move for move in step_to(visit, played, beaten) if move["name"].startswith("slot-") and move["gone"]]


@pytest.mark.soak
def test_the_next_royal_comes_out_of_the_castle(visit: Open, played: str, book: GameBook) -> None:
    """It enters from the Castle, and the plays against the one before go to the discard pile."""
    defeat = version(book, played, RoyalDefeated)
    events = book.record(LOCAL, played, "open").events
    at = next(one.v for one in events if isinstance(one.event, RoyalRevealed) and one.v > defeat)
    moves = step_to(visit, played, at, before=defeat)
    assert f"slot-{events[at - 1].event.slot}" in names(moves, gone=False)
    assert "play-1" in names(moves, gone=True)
    page = visit(f"/records/{played}?at={at}&as=public")
    assert aimed_at(next(move for move in moves if move["name"] == "play-1"), page.locator('[data-place="discard"]').bounding_box())


@pytest.mark.soak
def test_figures_count_only_while_a_step_is_shown(visit: Open, played: str, book: GameBook) -> None:
    """A figure that changed grows into its new number; who asked for less motion sees it changed and nothing move."""
    at = version(book, played, ShieldRaised)
    page = visit(f"/records/{played}?at={at - 1}&as=public")
    page.evaluate(
        "document.documentElement.style.setProperty('--d-glide', '5s'); document.documentElement.style.setProperty('--d-count', '5s')"
    )
    page.keyboard.press("ArrowRight")
    until(page, "document.getAnimations().some((it) => it.animationName === 'count')")
    calm = visit(f"/records/{played}?at={at - 1}&as=public", reduced_motion="reduce")
    calm.evaluate(WATCH)
    calm.keyboard.press("ArrowRight")
    calm.wait_for_url(re.compile(rf"\?at={at}&as=public$"))
    expect(calm.locator(".meter.attack[data-changed]")).to_be_visible()
    assert calm.evaluate("[window.seen.at(-1).moves.length, document.getAnimations().length]") == [0, 0]


@pytest.mark.soak
def test_the_team_opens_beside_the_board_and_stays_open(visit: Open, played: str) -> None:
    """Enter works it out among the odds; a step and another viewer show their own, a reload keeps it open, a click closes it."""
    page = visit(f"/records/{played}?at=12&as=A")
    page.evaluate(WATCH)
    page.locator('a[data-tab][href="#odds"]').click()
    line = page.locator(".team summary")
    expect(page.locator(".team tbody tr")).to_have_count(0)
    line.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".team tbody tr")).to_have_count(4)
    expect(page.locator(".team a.more")).to_be_hidden()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"\?at=1[5-9]&as=A$"))
    expect(page.locator(".team tbody tr")).to_have_count(4)
    expect(page.locator(".team [data-more-place]")).to_have_attribute("aria-busy", "false")
    page.route("**/team?*as=B", lambda route: route.fulfill(body="<p>nothing</p>", content_type="text/html"))
    page.keyboard.press("v")
    page.wait_for_url(re.compile(r"as=B$"))
    expect(page.locator(".team [data-more-place]")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".team tbody tr")).to_have_count(0)  # what Ana was told must not stand there for Ben
    page.unroute("**/team?*as=B")
    page.reload()
    expect(page.locator(".team tbody tr")).to_have_count(4)
    page.locator(".team summary").click()
    expect(page.locator(".team tbody tr").first).to_be_hidden()
    page.reload()
    expect(page.locator(".team[open]")).to_have_count(0)


@pytest.mark.soak
def test_without_a_script_the_team_is_a_page_of_its_own(visit: Open, played: str) -> None:
    """The line opens to a link, the link leads to the page, and that leads back."""
    page = visit(f"/records/{played}?at=12&as=A", java_script_enabled=False)
    page.locator('a[data-tab][href="#odds"]').click()
    page.locator(".team summary").click()
    page.get_by_role("link", name="what the team holds").click()
    expect(page.get_by_role("heading", name="What the team holds")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(4)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".all-against-one")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize(("players", "looks"), [(4, 6), (1, 6)])
def test_board_and_dock_fit_a_wide_page(visit: Open, site: str, book: GameBook, players: int, looks: int) -> None:
    """At 900 px height nothing is cut off or needs scrolling while five plays at most lie against a royal."""
    record = book.writing.add(LOCAL, *simulate(REGICIDE, seed=7, games=1, players=players))[0].id
    view = book.record(LOCAL, record, "A")
    page = visit("about:blank")
    for at in range(0, view.steps + 1, max(1, view.steps // looks)):
        enemy = view.enemy(at)
        assert enemy is not None
        if len(enemy.plays) > 5:
            continue
        page.goto(f"{site}/records/{record}?at={at}&as=A")
        assert page.evaluate("document.documentElement.scrollHeight") <= 900, at


@pytest.mark.soak
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_board_scrolls_sideways(visit: Open, site: str, book: GameBook, played: str, *, language: str) -> None:
    """On no width from 320 px does the board or the team lens scroll sideways, or stand out of its part."""
    alone = book.writing.add(LOCAL, *simulate(REGICIDE, seed=7, games=1, players=1))[0].id
    steps = book.record(LOCAL, played, "open").steps
    page = visit("about:blank", locale=language)
    addresses = (f"{played}?at={steps // 2}&as=A", f"{played}?at={steps - 8}&as=open", f"{played}/team?at=9&as=A", f"{alone}?at=60&as=A")
    for address in addresses:
        page.goto(f"{site}/records/{address}")
        for width in (320, 360, 390, 640, 641, 761, 768, 860, 1024, 1280, 1399, 1440, 1700):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)
            cut = page.evaluate(
                """() => [...document.querySelectorAll(".table, .side, .arena, .clash, .plays, .says, .supply, .dialog")].filter((box) => {
                  if (getComputedStyle(box).display === "contents") return false;
                  const edge = box.getBoundingClientRect().right + 1;
                  const parts = [...box.querySelectorAll(".card, .meter, .sign, p, h2, h3")];
                  return parts.some((part) => part.getBoundingClientRect().right > edge + 4);
                }).map((box) => box.className)"""
            )
            assert cut == [], (address, width)


@pytest.mark.soak
def test_what_opens_is_large_enough_to_touch(visit: Open, played: str) -> None:
    """On a phone cards that open, headings and the ways to a list are at least 44 px high, their targets counted in."""
    page = visit(f"/records/{played}?at=40&as=A", viewport={"width": 360, "height": 780}, has_touch=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".board a.card, .open, .team summary")].filter((it) => it.checkVisibility()).map((it) => {
          const box = it.getBoundingClientRect(), after = getComputedStyle(it, "::after");
          return [it.className, Math.max(box.height, parseFloat(after.minHeight) || 0)];
        }).filter(([, height]) => height < 43.5)"""
    )
    assert small == []


@pytest.mark.parametrize(("width", "height"), rest_soaked(((390, 844), (360, 640))))
def test_the_hand_stands_above_the_dock_whatever_heaps_there_are(visit: Open, book: GameBook, width: int, height: int) -> None:
    """In German, beside a heap that nobody has seen, the decks still have two lines of a phone."""
    file = Path(__file__).parents[3] / "examples" / "games" / "regicide-team.jsonl"
    record = store_file(book, LOCAL, file.read_bytes(), file.name, ImportOptions())[0].id
    page = visit(f"/records/{record}?at=103&as=A", viewport={"width": width, "height": height}, locale="de-DE")
    assert page.locator("[data-heaps]").count() == 1
    hand = page.evaluate("Math.max(...[...document.querySelectorAll('.own .card')].map((it) => it.getBoundingClientRect().bottom))")
    assert hand <= page.evaluate("document.getElementById('dock').getBoundingClientRect().top")


@pytest.mark.parametrize("width", rest_soaked((1440, 1280, 768)))
def test_backs_overlap_before_a_name_is_cut(visit: Open, book: GameBook, width: int) -> None:
    """Three others share a row with their hands; a name of four letters lost two of them to a pixel."""
    record = book.writing.add(LOCAL, next(iter(simulate(REGICIDE, seed=7, games=1, players=4))))[0].id
    page = visit(f"/records/{record}?at=60&as=A", viewport={"width": width, "height": 900})
    assert page.evaluate(CUT) == [0, 0, 0]


@pytest.mark.parametrize(
    ("locale", "width", "seen"),
    rest_soaked(
        [("de-DE", 768, "hidden"), ("en-GB", 1280, "whole"), ("de-DE", 1440, "whole"), ("de-DE", 700, "whole"), ("en-GB", 768, "hidden")]
    ),
)
def test_what_a_seat_does_is_said_whole_or_not_at_all(visit: Open, book: GameBook, locale: str, width: int, seen: str) -> None:
    """Who is to move beside three others, where there is room for it; and that nothing was played yet stands in one line."""
    record = book.writing.add(LOCAL, next(iter(simulate(REGICIDE, seed=5, games=1, players=4))))[0].id
    page = visit(f"/records/{record}?at=7&as=A", viewport={"width": width, "height": 900}, locale=locale)
    assert page.evaluate(LINES, "[data-far] .seat-name small") == [[seen]]
    assert page.evaluate(LINES, ".plays .none") == [["whole"]]


def test_dice_leave_a_name_its_room(visit: Open, book: GameBook) -> None:
    """On a phone an opponent on turn has dice beside the name, and of the hand only how many cards it has."""
    file = Path(__file__).parents[3] / "examples" / "games" / "creature-crush-draft.kbz"
    record = store_file(book, LOCAL, file.read_bytes(), file.name, ImportOptions())[0].id
    end = book.record(LOCAL, record, "open").steps
    page = visit(f"/records/{record}?at={end}&as=A", viewport={"width": 390, "height": 844}, locale="de-DE")
    assert page.locator("[data-far] .die").count() == 4
    assert page.evaluate(CUT) == [0]


@pytest.mark.parametrize(("width", "height"), rest_soaked(((1280, 720), (360, 640), (1440, 900), (1920, 1080), (390, 844), (768, 1024))))
def test_the_end_of_a_game_is_as_high_as_its_steps(visit: Open, book: GameBook, width: int, height: int) -> None:
    """Who won stands between two fields; in German it took more lines than the step before, and the hand lay under the dock."""
    file = Path(__file__).parents[3] / "examples" / "games" / "castle-rampage-yucata.jsonl"
    record = store_file(book, LOCAL, file.read_bytes(), file.name, ImportOptions())[0].id
    end = book.record(LOCAL, record, "open").steps
    page = visit(f"/records/{record}?at={end}&as=open", viewport={"width": width, "height": height}, locale="de-DE")
    assert page.locator(".ending .verdict").count() == 1
    hand = page.evaluate("Math.max(...[...document.querySelectorAll('.own .card')].map((it) => it.getBoundingClientRect().bottom))")
    assert hand <= page.evaluate("document.getElementById('dock').getBoundingClientRect().top")
