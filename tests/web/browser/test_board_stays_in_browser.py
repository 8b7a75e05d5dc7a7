"""What decides can be read and stays where it is: values under no seal, a board of one height, choices that do not move, large cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.events import name_of
from records.core.viewers import LOCAL
from records.service import GameBook
from support import books
from support.every_page import every_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
BEYOND = """() => {
  const edge = (it) => it.getBoundingClientRect().right;
  const cards = [...document.querySelectorAll(".side .strip li")].filter((it) => it.checkVisibility());
  const beyond = cards.filter((it) => edge(it) > edge(it.closest(".side")) + 1);
  const names = [...document.querySelectorAll(".pile h3 .open")].filter((it) => it.checkVisibility());
  const hidden = names.filter((it) => {
    const { right, top, bottom } = it.getBoundingClientRect();
    return [top + 2, (top + bottom) / 2, bottom - 2].some((y) => document.elementFromPoint(right - 1, y)?.closest(".open") !== it);
  });
  return [beyond.length, hidden.length];
}"""
"""Cards that reach over the edge of their side, and names of piles of which something else lies on the right edge."""
SIZES = ((390, 844), (768, 1024), (1280, 720), (1440, 900))
COVERED = """() => [...document.querySelectorAll(".board .card:has(> .seal)")].flatMap((card) => {
  const seals = [...card.querySelectorAll(":scope > .seal")].map((it) => it.getBoundingClientRect());
  const values = [...card.querySelectorAll(".value b, .index b, .index .i")].filter((it) => it.checkVisibility());
  return values.filter((value) => {
    const one = value.getBoundingClientRect();
    return seals.some((seal) => {
      const wide = Math.min(one.right, seal.right) - Math.max(one.left, seal.left);
      const high = Math.min(one.bottom, seal.bottom) - Math.max(one.top, seal.top);
      return wide > 1.5 && high > 0.2 * one.height;
    });
  }).map((value) => `${card.textContent.slice(0, 40)}: ${value.textContent}`);
})"""
FANNED = """() => {
  const piles = [...document.querySelectorAll(".pile[data-counts]")];
  const values = piles.flatMap((pile) => [...pile.querySelectorAll(`.value[data-outline="${pile.dataset.counts}"]`)]);
  const covered = values.filter((value) => {
    const next = value.closest(".slot").nextElementSibling?.querySelector(".card");
    return next && value.getBoundingClientRect().right > next.getBoundingClientRect().left + 2;
  });
  return [values.length, covered.map((it) => it.closest(".card").textContent.slice(0, 40))];
}"""
NAMES = """() => {
  const seals = [...document.querySelectorAll(".pile .seal")].map((it) => it.getBoundingClientRect());
  const covers = (one, seal) => seal.top < one.bottom && one.top < seal.bottom && seal.left < one.right && one.left < seal.right;
  const names = [...document.querySelectorAll(".pile h3 > *, .pile h3 .i")].filter((it) => it.checkVisibility());
  const covered = names.filter((it) => seals.some((seal) => covers(it.getBoundingClientRect(), seal)));
  return [seals.length, covered.map((it) => it.outerHTML.slice(0, 60))];
}"""
TOUCHED = """() => [...document.querySelectorAll("#board .pile .card")].filter((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".card") !== card;
}).map((card) => card.outerHTML.slice(0, 80))"""
"""Cards of piles that a touch in their middle does not reach."""
HEIGHT = "document.querySelector('.board > .table').getBoundingClientRect().height"


book = books.shared


@pytest.fixture(scope="module")
def addresses(book: GameBook) -> dict[str, str]:
    """The address of each page by a short name."""
    return every_page(book)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_touch_in_the_middle_of_a_card_reaches_it(visit: Open, addresses: dict[str, str], width: int) -> None:
    """The name of a pile stands upright on a phone, and its touch area lies around it, not over the first card."""
    page = visit(addresses["castle-attack"], viewport={"width": width, "height": 844})
    assert page.locator("#board .pile .card").count() > 3
    assert page.evaluate(TOUCHED) == []


@pytest.mark.soak
def test_no_value_lies_under_a_seal(visit: Open, site: str, addresses: dict[str, str]) -> None:
    """Neither on piles nor in hands, at any width."""
    page = visit("about:blank")
    for name in ("castle-attack", "castle-after", "castle-end", "royal-four-suffers"):
        page.goto(site + addresses[name])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED) == [], (name, width)


@pytest.mark.soak
def test_no_card_reaches_beyond_its_side(visit: Open, site: str, addresses: dict[str, str]) -> None:
    """Beside a long hand what is laid out is whole, at any width; and a card that fell leaves the name of its pile to be touched."""
    page = visit("about:blank")
    for name in ("castle-attack", "castle-after"):
        page.goto(site + addresses[name])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            beyond, hidden = page.evaluate(BEYOND)
            assert beyond == 0, (name, width)
            assert hidden == 0 or width > 860, (name, width)  # there names stand above, and seals on them where a screen is low


@pytest.mark.soak
def test_no_seal_lies_on_the_name_of_a_pile(visit: Open, site: str, addresses: dict[str, str]) -> None:
    """On a screen that is high enough for both."""
    page = visit("about:blank")
    for name in ("castle-attack", "castle-after"):
        page.goto(site + addresses[name])
        for width, height in ((1440, 900), (1920, 1080), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            seals, covered = page.evaluate(NAMES)
            assert seals
            assert covered == [], (name, width)


@pytest.mark.soak
def test_no_card_of_a_fan_covers_the_value_that_counts(visit: Open, addresses: dict[str, str]) -> None:
    """Where a long pile overlaps, its shields or towers stand on the edge that stays in sight, at any width."""
    page = visit(addresses["castle-attack"])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        seen, covered = page.evaluate(FANNED)
        assert seen >= 8, width
        assert covered == [], width


@pytest.mark.soak
def test_the_board_keeps_its_height_when_an_attack_begins(visit: Open, site: str, book: GameBook, addresses: dict[str, str]) -> None:
    """On the step that announces it: in Castle Rampage at every width, in Regicide where the sentence stands on the board."""
    page = visit("about:blank")
    for name, begins in (("castle-attack", "attack-declared/1"), ("royal-two", "attack-suffered/1")):
        record = addresses[name].split("/")[2].partition("?")[0]
        events = book.record(LOCAL, record, "open").events
        at = [one.v for one in events if name_of(one.event).endswith(begins)][3]
        high: dict[int, list[float]] = {}
        for step in (at - 1, at):
            page.goto(f"{site}/records/{record}?at={step}&as=A")
            for width, height in SIZES if name.startswith("castle") else SIZES[2:]:
                page.set_viewport_size({"width": width, "height": height})
                high.setdefault(width, []).append(page.evaluate(HEIGHT))
        for width, (before, after) in high.items():
            assert before == pytest.approx(after, abs=2), (name, width, at)


@pytest.mark.soak
def test_in_hindsight_nothing_moves(visit: Open, addresses: dict[str, str]) -> None:
    """The table and the choice itself stand where they stood; what the lens is lies below the table."""
    boxes: list[list[Any]] = []
    for name in ("castle-attack", "castle-hindsight"):
        address = addresses[name].replace("as=A", "as=B")
        page = visit(address)
        boxes.append([page.locator(it).first.bounding_box() for it in (".table", ".time-choice", ".lens-choice", "#transport")])
    assert boxes[0] == boxes[1]
    assert page.locator(".table + .lens-note, .table ~ .lens-note").count() == 1


@pytest.mark.soak
def test_cards_are_large_by_a_key_and_by_a_link(visit: Open, addresses: dict[str, str]) -> None:
    """Nearly twice as wide on a screen that is low, remembered on the next page, and back again; without a script by the link."""
    page = visit(addresses["castle-attack"], viewport={"width": 1280, "height": 720})
    card = page.locator(".side:not([data-far]) .strip.own .card").first
    usual = card.evaluate("(it) => it.getBoundingClientRect().width")
    page.keyboard.press("l")
    assert card.evaluate("(it) => it.getBoundingClientRect().width") >= 1.8 * usual
    page.reload()
    assert card.evaluate("(it) => it.getBoundingClientRect().width") >= 1.8 * usual
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Usual size").click()
    assert card.evaluate("(it) => it.getBoundingClientRect().width") == pytest.approx(usual)
    still = visit(addresses["castle-attack"], viewport={"width": 1280, "height": 720}, java_script_enabled=False)
    still.get_by_role("button", name="More").click()
    with still.expect_navigation():
        still.get_by_role("link", name="Large cards").click()
    still.goto(still.url.replace("&large=on", ""))
    assert still.locator("html[data-large]").count() == 1


@pytest.mark.soak
def test_the_royal_stands_between_its_figures_and_what_was_played(visit: Open, addresses: dict[str, str]) -> None:
    """The sentence stands below; hearts and diamonds are red, and no red of what is to be looked at."""
    page = visit(addresses["royal-team"])
    figures, royal, plays, says = (page.locator(it).bounding_box() for it in (".figures-of", ".stands", ".plays", ".says"))
    assert figures is not None
    assert royal is not None
    assert plays is not None
    assert says is not None
    assert figures["x"] + figures["width"] <= royal["x"] <= royal["x"] + royal["width"] <= plays["x"]
    assert says["y"] >= max(royal["y"] + royal["height"], plays["y"] + plays["height"])
    red, mark, ink = page.evaluate(
        """() => {
          const probe = (color) => {
            const it = document.createElement("i");
            it.style.setProperty("color", `var(${color})`);
            document.body.append(it);
            return getComputedStyle(it).color;
          };
          return ["--madder", "--rubric", "--ink"].map(probe);
        }"""
    )
    assert len({red, mark, ink}) == 3
