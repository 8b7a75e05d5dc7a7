"""What happens at a step is played over a board that stands already: attacks, dice, bars, and cards that are drawn, which are backs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.movement import WATCH, kinds, press
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from records.service import RecordView

    Open = Callable[..., Page]

pytestmark = pytest.mark.browser
BY_HAND = 250
"""Milliseconds that a movement may last when somebody steps."""
HAPPENS = (
    ("regicide", "DamageDealt", {"shake", "drain"}),
    ("regicide", "CardDrawn", {"draw"}),
    ("regicide", "AttackSuffered", {"strike"}),
    ("castle-rampage", "DefenderRevealed", {"strike"}),
    ("castle-rampage", "CardDrawn", {"draw"}),
    ("creature-crush", "DiceRolled", {"roll"}),
    ("creature-crush", "AttackMade", {"strike", "shake"}),
    ("creature-crush", "Damaged", {"shake"}),
)
"""What is to be seen of some events, beside cards that change their place."""
SLOWLY = """() => {
  for (const token of ["--d-glide", "--d-turn", "--d-scene", "--d-count"]) document.documentElement.style.setProperty(token, "30s");
}"""
ANIMATED = """() => {
  const targets = [];
  return document.getAnimations().map(({ effect }) => {
    if (!targets.includes(effect.target)) targets.push(effect.target);
    const animated = new Set(effect.getKeyframes().flatMap((it) => Object.keys(it)));
    const properties = ["offset", "computedOffset", "easing", "composite"];
    const added = effect.composite !== "replace" || effect.getKeyframes().some((it) => !["auto", "replace"].includes(it.composite));
    return { target: targets.indexOf(effect.target), added, animated: [...animated].filter((it) => !properties.includes(it)) };
  });
}"""
"""What is animated now: a number for each element, its properties, and whether it is added to what is there."""
book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> Callable[[str], RecordView]:
    """A game that played itself, as its first seat saw it; each once."""
    known: dict[str, RecordView] = {}

    def view(game: str) -> RecordView:
        if game not in known:
            (new,) = simulate(library()[game], seed=3, games=1)
            known[game] = book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "A")
        return known[game]

    return view


def before(view: RecordView, name: str) -> tuple[int, int]:
    """The stops before and of the first step of these events that its viewer is told."""
    stops = [0, *view.timeline.stops]
    version = {recorded.v: type(recorded.event).__name__ for recorded in view.events}
    nth = next(nth for nth, stop in enumerate(stops) if nth and version.get(stop) == name)
    return stops[nth - 1], stops[nth]


@pytest.mark.parametrize(("game", "event", "seen"), rest_soaked(HAPPENS))
def test_what_happens_is_played_where_it_stands(
    visit: Open, played: Callable[[str], RecordView], game: str, event: str, seen: set[str]
) -> None:
    """Attacks, dice, bars and draws move, for a quarter of a second at most; with less motion the browser runs no animation."""
    view = played(game)
    start, end = before(view, event)
    page = visit(f"/records/{view.header.record}?at={start}&as=A")
    page.evaluate(WATCH)
    moves = press(page, "ArrowRight", end, "A")
    assert kinds(moves) == seen
    assert max(move["lasts"] for move in moves) <= BY_HAND
    page.emulate_media(reduced_motion="reduce")
    press(page, "ArrowLeft", start, "A")
    assert press(page, "ArrowRight", end, "A") == []
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("game", "event", "seen"), rest_soaked(HAPPENS))
def test_movement_needs_no_thread_that_takes_keys(
    visit: Open, played: Callable[[str], RecordView], game: str, event: str, seen: set[str]
) -> None:
    """Only place, size and opacity are animated, no thing has one twice or added to another: the board is painted once, not each time."""
    view = played(game)
    start, end = before(view, event)
    page = visit(f"/records/{view.header.record}?at={start}&as=A")
    page.evaluate(SLOWLY)
    page.evaluate(WATCH)
    assert kinds(press(page, "ArrowRight", end, "A")) == seen
    moving = page.evaluate(ANIMATED)
    assert moving
    assert {word for one in moving for word in one["animated"]} <= {"transform", "translate", "scale", "opacity"}
    assert not any(one["added"] for one in moving)
    animated = [(one["target"], word) for one in moving for word in one["animated"]]
    assert len(animated) == len(set(animated))


def test_no_card_sets_out_for_somebody_who_steps_on_before_it_could_arrive(visit: Open, played: Callable[[str], RecordView]) -> None:
    """The next key within a quarter of a second shows the step at rest; the first one after it moves cards again."""
    view = played("regicide")
    start, first = before(view, "CardDrawn")
    second, third = [stop for stop in view.timeline.stops if stop > first][:2]
    page = visit(f"/records/{view.header.record}?at={start}&as=A")
    page.evaluate(WATCH)
    moves = []
    for now, at in ((1_000, first), (1_000 + BY_HAND - 1, second), (1_000 + 2 * BY_HAND, third)):
        page.evaluate("(now) => { performance.now = () => now; }", now)
        moves.append(kinds(press(page, "ArrowRight", at, "A")))
    assert moves == [{"draw"}, set(), {"draw"}]


@pytest.mark.soak
@pytest.mark.parametrize("game", ["regicide", "castle-rampage", "creature-crush"])
@pytest.mark.parametrize("eyes", ["A", "public"])
def test_a_drawn_card_is_a_back_on_its_way(visit: Open, played: Callable[[str], RecordView], game: str, eyes: str, book: GameBook) -> None:
    """For who draws it and for who looks on: no name, no address, no number of a card goes along."""
    view = book.record(LOCAL, played(game).header.record, eyes)
    start, end = before(view, "CardDrawn")
    page = visit(f"/records/{view.header.record}?at={start}&as={eyes}")
    page.evaluate(WATCH)
    drawn = [move for move in press(page, "ArrowRight", end, eyes) if move["kind"] == "draw"]
    assert drawn
    bare = [re.sub(r' style="[^"]*"', "", move["html"]) for move in drawn]
    assert [html for html in bare if re.sub(r"<use href=[^>]*>", "", html) != BACK] == []


BACK = (
    '<span class="card" data-face="down" data-moves="draw"><span class="back"><svg class="i" aria-hidden="true"></use></svg></span></span>'
)
