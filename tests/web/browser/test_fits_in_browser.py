"""The replay at every size of screen: what a reader needs is on it together, or a short scroll away while sentence and controls stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440))
ZOOMED = ((640, 360), (320, 180))
"""1280 by 720 at 200 and 400 %."""
BOXES = """() => {
  const box = (wanted) => {
    const parts = [...document.querySelectorAll(wanted)].filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect());
    return parts.length ? [Math.min(...parts.map((it) => it.top)), Math.max(...parts.map((it) => it.bottom))] : null;
  };
  const present = document.querySelector("#now-said").checkVisibility() ? "#now-said" : "#narration .line[aria-current]";
  return {
    head: box(".masthead")[1], dock: box(".dock"), hand: box(".side:not([data-far]) .strip.own .card"), far: box(".side[data-far]"),
    sentence: box(present), controls: box("#transport .btn"), strip: document.querySelector("#now-said").checkVisibility(),
    wide: document.documentElement.scrollWidth, page: document.documentElement.scrollHeight,
  };
}"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book with all games, on a store of its own."""
    with GameBook(open_store(f"sqlite:///{tmp_path_factory.mktemp('book') / 'sizes.sqlite'}")) as opened:
        yield opened


@pytest.fixture(scope="module")
def addresses(book: GameBook) -> list[str]:
    """A step in the middle of a game of each kind, as a player who holds cards."""
    castle = next(iter(simulate(library()["castle-rampage"], seed=7, games=1, ruleset="castle-rampage/plain")))
    regicide = next(iter(simulate(library()["regicide"], seed=7, games=1, players=3)))
    crush = next(iter(simulate(library()["creature-crush"], seed=3, games=1)))
    added = [book.add(LOCAL, game)[0].id for game in (castle, regicide, crush)]
    middles = []
    for record in added:
        view = book.record(LOCAL, record, "A")
        middles.append(next(at for at in range(60, view.steps) if view.position(at).table.hands["A"].count in (3, 4)))
    return [f"/records/{record}?at={at}&as=A" for record, at in zip(added, middles, strict=True)]


def boxes(page: Page) -> dict[str, Any]:
    """Tops and bottoms of what matters, in px of the screen."""
    found: dict[str, Any] = page.evaluate(BOXES)
    return found


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_board_sentence_and_controls_share_the_screen(visit: Open, addresses: list[str], locale: str) -> None:
    """Masthead and dock take a fifth at most; one's own hand is on the first screen too, or less than a screen away."""
    page = visit(addresses[0], locale=locale)
    site = page.url.split("/records/")[0]
    for address in addresses:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(site + address)
            at = boxes(page)
            where = (address, width, height, at)
            assert at["wide"] <= width, where
            assert at["head"] + at["dock"][1] - at["dock"][0] <= 0.205 * height, where
            assert at["far"][0] < at["dock"][0], where
            assert at["controls"][1] <= height, where
            assert at["sentence"][1] <= (height if at["strip"] else at["dock"][0]), where
            if height >= 720 and width >= 390:
                assert at["hand"][1] <= at["dock"][0], where
            else:
                assert at["hand"][1] - at["dock"][0] < height, where


def test_on_a_low_screen_sentence_and_buttons_are_one_strip(visit: Open, addresses: list[str]) -> None:
    """Below 500 px of height they take 44 px; at 400 % nothing is lost: board, narration and hand are there when scrolled to."""
    for address in addresses:
        for width, height in (*ZOOMED, (844, 390)):
            page = visit(address, viewport={"width": width, "height": height})
            at = boxes(page)
            assert at["dock"][1] - at["dock"][0] <= 46, (address, width)
            assert at["wide"] <= width, (address, width)
            for wanted in (".side:not([data-far]) .strip.own .card", ".side[data-far]", "#narration .line[aria-current]"):
                part = page.locator(wanted).last
                part.scroll_into_view_if_needed()
                box = part.bounding_box()
                assert box is not None
                assert box["height"] > 0


def test_a_projector_shows_large_cards(visit: Open, addresses: list[str]) -> None:
    """At 2560 by 1440 a card on the table is about twice as wide as at 1280 by 720, or more."""
    for address in addresses:
        wide = []
        for width, height in ((1280, 720), (2560, 1440)):
            page = visit(address, viewport={"width": width, "height": height})
            box = page.locator(".side:not([data-far]) .strip.own .card").first.bounding_box()
            assert box is not None
            wide.append(box["width"])
        assert wide[1] >= 1.9 * wide[0], (address, wide)
