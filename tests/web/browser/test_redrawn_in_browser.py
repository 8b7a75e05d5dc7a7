"""What a step makes a real Chromium work: counts, since times depend on who else is at work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.games.regicide.game import REGICIDE
from records.service import GameBook
from records.service.writing.simulation import simulate
from support import books
from support.movement import until
from support.redrawn import redrawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
AT = 100
STEPS = 6
RESTYLED = 160
"""Elements a step: 115 when this was counted; a style sheet that asks a large part with :has() for what it holds made them 480."""
COUNTED = """() => {
  window.steps = 0;
  addEventListener("kiebitz-step", () => requestAnimationFrame(() => setTimeout(() => { window.steps += 1; })));
}"""
READ = """() => {
  window.read = 0;
  const parse = DOMParser.prototype.parseFromString;
  DOMParser.prototype.parseFromString = function (...all) { window.read += 1; return parse.apply(this, all); };
}"""
RENDERED = """() => [...document.querySelectorAll("#told-turns .turn > .lines")]
  .map((it) => it.checkVisibility({ contentVisibilityAuto: true }))"""
SENTENCE = "() => { document.querySelector('.says').append('so'); return document.body.offsetHeight; }"

book = books.shared


@pytest.fixture
def royal(book: GameBook, visit: Callable[..., Page]) -> Page:
    """A game of three against royals, in which cards were played at this step."""
    for game in simulate(REGICIDE, seed=35, games=20, players=3):
        record = book.writing.add(LOCAL, game)[0].id
        view = book.record(LOCAL, record, "A")
        if view.steps > AT + 2 * STEPS and (it := view.enemy(AT)) and it.plays:
            page = visit(f"/records/{record}?at={AT}&as=A")
            page.locator("[role=slider]").wait_for()
            page.evaluate(COUNTED)
            return page
    raise AssertionError("no such game")


def test_a_step_restyles_what_changed_and_is_measured_once(royal: Page) -> None:
    """The page is changed, then measured for what moves, so it is laid out once before the frame; what did not change keeps its style."""

    def step() -> None:
        for number in range(1, STEPS + 1):
            royal.keyboard.press("ArrowRight")
            until(royal, f"window.steps === {number}")

    done = redrawn(royal, step)
    assert 0 < done.restyled < RESTYLED * STEPS
    # once a step, and now and then again where a frame comes late; measuring twice made it twice each time
    assert 0 < done.forced < 2 * STEPS
    # at rest a sentence on the ground of a royal leaves the cards beside it as they are: their rows do not change their size on the way
    until(royal, "!document.querySelector('#board[data-moving]')")
    done = redrawn(royal, lambda: royal.evaluate(SENTENCE))
    assert done.restyled <= 2


def test_turns_out_of_sight_are_not_painted(royal: Page) -> None:
    """The box shows the latest two or three of a dozen; to paint all took as long as the board."""
    until(royal, f"({RENDERED})().includes(false)")
    rendered = royal.evaluate(RENDERED)
    assert rendered[-2:] == [True, True]
    # what is scrolled to is there
    royal.locator("#narration").evaluate("box => box.scrollTo(0, -box.scrollHeight)")
    until(royal, f"({RENDERED})()[0]")


def test_a_step_reads_one_page(royal: Page) -> None:
    """Of both neighbours, which are fetched, the one that lies on the reader's way is read ahead."""
    royal.evaluate(READ)
    for number in range(1, STEPS + 1):
        royal.keyboard.press("ArrowRight")
        until(royal, f"window.steps === {number}")
        until(royal, f"window.read >= {number}")
        royal.wait_for_timeout(400)  # longer than anything that is read ahead may wait for an idle moment
    # once a step, and now and then again where an answer comes late; reading both made it 14
    assert royal.evaluate("window.read") <= STEPS + STEPS // 2


def test_who_walks_has_two_steps_ahead_however_much_moves(royal: Page) -> None:
    """The answer of a server may take as long as two steps; a page on which cards move is not idle, so nothing waits for that."""
    asked: list[int] = []
    royal.on("request", lambda request: asked.extend(map(int, re.findall(r"/steps/(\d+)", request.url))))
    royal.evaluate("() => { window.requestIdleCallback = () => 0; }")
    royal.evaluate(READ)
    with royal.expect_request(lambda request: f"/steps/{AT + 3}" in request.url):
        royal.keyboard.press("ArrowRight")
    until(royal, "window.read >= 1")
    assert {AT + 2, AT + 3} <= set(asked) <= {AT - 1, AT, AT + 1, AT + 2, AT + 3}
    # what is read ahead is not read at the key
    until(royal, "window.steps === 1")
    read = royal.evaluate("window.read")
    royal.evaluate("() => addEventListener('kiebitz-step', () => { window.atPut = window.read; }, { once: true })")
    royal.keyboard.press("ArrowRight")
    until(royal, "window.steps === 2")
    assert royal.evaluate("window.atPut") == read
