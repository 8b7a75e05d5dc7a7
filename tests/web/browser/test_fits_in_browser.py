"""The replay at every size of screen and its hardest steps: what a reader needs is there together, or a short scroll away."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import books

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from records.service import RecordView

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
BOTH = ((1280, 720), (2560, 1440))
"""A usual screen, and a projector with cards twice as large."""
SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1366, 768), (1440, 900), (1920, 1080))
ZOOMED = ((640, 360), (320, 180))
"""1280 by 720 at 200 and 400 %."""
STRIP = 500
"""Px of height below which sentence and buttons are one strip."""
NAMES = ("Maximiliane", "Hans-Christian", "Friederike", "Bartholomäus")
BOXES = """() => {
  const box = (wanted) => {
    const parts = [...document.querySelectorAll(wanted)].filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect());
    return parts.length ? [Math.min(...parts.map((it) => it.top)), Math.max(...parts.map((it) => it.bottom))] : null;
  };
  const strip = document.querySelector("#now-said").checkVisibility();
  const own = ".side:not([data-far]) .strip.own .card";
  const reached = [own, ".side[data-far]", "#narration .line[aria-current]", ".viewbar"].every((wanted) => {
    const part = document.querySelector(wanted);
    part.scrollIntoView({ block: "center" });
    const at = part.getBoundingClientRect();
    return at.height > 0 && at.left >= -1 && at.right <= innerWidth + 1 && at.top < innerHeight && at.bottom > 0;
  });
  scrollTo(0, 0);
  return {
    head: box(".masthead")[1], dock: box(".dock"), hand: box(own), far: box(".side[data-far]"),
    card: document.querySelector(own).clientWidth,
    sentence: box(strip ? "#now-said" : "#narration .line[aria-current]"), controls: box("#transport .btn"), strip, reached,
    ahead: [...document.querySelectorAll(".ahead")].filter((it) => it.checkVisibility()).map((it) => it.textContent).join(),
    viewbar: box(".viewbar"), wide: document.documentElement.scrollWidth,
  };
}"""
UNDER_ITSELF = """(links) => links.map((it) => [...it.getClientRects()].every((at) =>
  it.contains(document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2))))"""
STANDING_OUT = """() => [...document.querySelectorAll(".cell-of .sign")]
  .filter((it) => it.getBoundingClientRect().right > it.closest(".cell-of").getBoundingClientRect().right).map((it) => it.textContent)"""
LYING = """() => [...document.querySelectorAll(".cell-of:has(.face)")].map((cell) => {
  const box = (it) => it.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(cell.querySelector(".called"));
  const [name, place, card] = [words, cell, cell.querySelector(".card")].map(box);
  return {
    fills: Math.min(card.width / place.width, card.height / place.height),
    covered: [...cell.querySelectorAll(".sign")].map(box)
      .some((it) => it.bottom > name.top + 1 && it.left < name.right && it.right > name.left),
    below: place.bottom - name.bottom,
    drawn: [...cell.querySelectorAll(".charge use")].every((it) => it.getBBox().width > 0),
  };
})"""
HAND = """() => [...document.querySelectorAll(".side:not([data-far]) .strip.own .card")].map((it) => {
  const at = it.getBoundingClientRect();
  return [Math.round(at.left), Math.round(at.top), Math.round(at.right), it.querySelector(".name").scrollWidth - it.clientWidth];
})"""
STANDS = """() => [".clash", ".side:not([data-far])"].map((it) => {
  const at = document.querySelector(it).getBoundingClientRect();
  return [Math.round(at.top + scrollY), Math.round(at.bottom + scrollY)];
}).flat()"""


book = books.shared


def played(book: GameBook, game: str, seed: int, **how: Any) -> RecordView:
    """A game that played itself between people with long names, as its first seat saw it."""
    new = next(iter(simulate(library()[game], seed=seed, games=1, **how)))
    new = replace(new, names=dict(zip(new.seats, NAMES, strict=False)))
    return book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "A")


def hardest(view: RecordView, how_much: Callable[[int], float]) -> int:
    """The step at which most lies on the table and in the viewer's hand, by this measure of the rest."""

    def load(at: int) -> float:
        table = view.position(at).table
        hand = table.hands.get("A")  # type: ignore[call-overload]
        return how_much(at) + (0.5 * hand.count if hand is not None else 0) + 0.3 * sum(map(len, table.piles.values()))

    return max(range(1, view.steps + 1), key=load)


@pytest.fixture(scope="module")
def royals(book: GameBook) -> RecordView:
    """Regicide with four players: seven plays against one royal."""
    return played(book, "regicide", 7, players=4)


@pytest.fixture(scope="module")
def addresses(book: GameBook, royals: RecordView) -> dict[str, str]:
    """The hardest step of a game of each kind."""
    castle = played(book, "castle-rampage", 1, ruleset="castle-rampage/plain")
    crush = played(book, "creature-crush", 3)
    steps = {
        "castle": (castle, hardest(castle, lambda at: 2 * len(it.arrivals) if (it := castle.fight(at)) else -9)),
        "royal": (royals, hardest(royals, lambda at: 2 * len(it.plays) if (it := royals.enemy(at)) else -9)),
        "crush": (crush, hardest(crush, lambda at: 2 * len(it.stack) if (it := crush.field(at)) else -9)),
    }
    return {name: f"/records/{view.header.record}?at={at}&as=A" for name, (view, at) in steps.items()}


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_board_sentence_and_controls_share_the_screen(visit: Open, addresses: dict[str, str], locale: str) -> None:
    """Masthead and dock take a fifth at most, the viewers one line; one's own hand is on the first screen too, or less than a screen away.

    An attack's forecast tells where it comes from. On a low screen and at 400 % sentence and buttons are one strip and nothing is
    lost; a projector shows cards twice as large.
    """
    for name, address in addresses.items():
        page = visit(address, locale=locale, reduced_motion="reduce")
        if name == "castle":
            page.locator("#odds summary").click()
            page.locator("#odds li").first.wait_for()
        cards = {}
        for width, height in (*BOTH, *SIZES, *ZOOMED):
            page.set_viewport_size({"width": width, "height": height})
            at = page.evaluate(BOXES)
            where = (name, width, height, at)
            cards[width] = at["card"]
            assert at["wide"] <= width, where
            assert at["reached"], where
            assert at["controls"][1] <= height, where
            assert name != "castle" or re.search(r"\w \N{MINUS SIGN}\d", at["ahead"]), where
            if height < STRIP:
                assert at["dock"][1] - at["dock"][0] <= 46, where
            if (width, height) in ZOOMED:
                continue
            assert at["head"] + at["dock"][1] - at["dock"][0] <= 0.2 * height, where
            assert at["far"][0] < at["dock"][0], where
            assert at["viewbar"][1] - at["viewbar"][0] <= 48, where
            assert at["sentence"][1] <= (height if at["strip"] else at["dock"][0]), where
            if height >= 720 and width >= 390:
                assert at["hand"][1] <= at["dock"][0], where
            else:
                assert at["hand"][1] - at["dock"][0] < height, where
        assert cards[2560] >= 1.9 * cards[1280], (name, cards)


@pytest.mark.soak
def test_the_ground_of_a_royal_keeps_its_place_and_height(visit: Open, royals: RecordView) -> None:
    """With nothing played, with most played, and when somebody has to suffer: neither the royal's ground nor one's own hand moves."""
    enemies = {at: it for at in range(1, royals.steps + 1) if (it := royals.enemy(at))}
    most = max(enemies, key=lambda at: len(enemies[at].plays))
    bare = max(at for at, it in enemies.items() if at < most and not it.plays)
    due = max(at for at, it in enemies.items() if at < most and it.due)
    stands: dict[tuple[int, int], list[Any]] = {}
    page = visit(f"/records/{royals.header.record}?at={bare}&as=A", reduced_motion="reduce")
    site = page.url.split("/records/")[0]
    for step in (bare, due, most):
        page.goto(f"{site}/records/{royals.header.record}?at={step}&as=A")
        for width, height in ((390, 844), (844, 390), (768, 1024), (1280, 720), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            stands.setdefault((width, height), []).append(page.evaluate(STANDS))
    for size, (first, *others) in stands.items():
        assert all(abs(one - other) <= 2 for it in others for one, other in zip(first, it, strict=True)), (
            size,
            first,
            others,
        )


@pytest.mark.soak
def test_no_link_below_the_players_covers_another(visit: Open, addresses: dict[str, str]) -> None:
    """Where the links beside a wide table fill several lines, the middle of each line of a link is its own."""
    page = visit(addresses["castle"], viewport={"width": 1280, "height": 720}, locale="de-DE")
    links = page.locator(".imprint a")
    assert links.count() > 3
    assert links.evaluate_all(UNDER_ITSELF) == [True] * links.count()


@pytest.mark.soak
def test_side_by_side_figures_stay_in_their_place_on_a_phone(visit: Open, addresses: dict[str, str]) -> None:
    """Attack and life stand within the place of their card, and nothing is scrolled sideways."""
    page = visit(addresses["crush"].replace("?", "/eyes?") + "&other=B", viewport={"width": 390, "height": 844})
    assert page.locator(".cell-of .sign").count()
    assert page.evaluate(STANDING_OUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.soak
def test_a_picture_fills_its_place_and_leaves_the_name_to_be_read(visit: Open, addresses: dict[str, str]) -> None:
    """A card on the field is as large as its place, its picture has come, and no figure covers its name, which stands on the lower edge."""
    page = visit(addresses["crush"])
    for width, height in ((360, 640), (1280, 720), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        places = page.evaluate(LYING)
        assert len(places) >= 4
        assert [it for it in places if it["fills"] < 0.92 or it["covered"] or not 0 <= it["below"] < 16 or not it["drawn"]] == [], width


@pytest.mark.soak
def test_no_card_of_a_full_hand_covers_a_name(visit: Open, addresses: dict[str, str]) -> None:
    """Nine cards and more in hand lie side by side in two rows where the table is wide, each with its whole name."""
    page = visit(addresses["crush"], locale="de-DE")
    for width, height in ((1280, 720), (1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.evaluate(HAND)
        assert len(boxes) >= 9, "a full hand"
        assert all(over <= 0 for *_, over in boxes), boxes
        assert all(one[1] != other[1] or one[2] <= other[0] for one, other in pairwise(boxes)), boxes
