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
COMPARED = """() => {
  window.compared = 0;
  const equal = Node.prototype.isEqualNode;
  Node.prototype.isEqualNode = function (other) {
    if (this.parentElement?.closest("#board, #narration")) window.compared += 1;
    return equal.call(this, other);
  };
}"""
"""What is found to be against the rules after a rest is marked on the bar, which is compared again."""
WRITTEN = """() => {
  window.written = [];
  for (const name of ["pushState", "replaceState"]) {
    const write = history[name];
    history[name] = function (...all) { window.written.push([window.framed ?? false, all[2]]); return write.apply(this, all); };
  }
  addEventListener("kiebitz-step", () => { window.framed = false; requestAnimationFrame(() => { window.framed = true; }); });
}"""
"""Each address that is written, and whether the frame of its step had begun."""
ASKED = """() => new Promise((told) => addEventListener("kiebitz-step", () => {
  queueMicrotask(() => {
    dispatchEvent(new Event("copy"));
    told([location.href, document.title, document.querySelector("[data-opens]")?.href, document.getElementById("link").href]);
  });
}, { once: true }))"""
"""What somebody reads who copies as soon as the step was put."""
SHOWN = """() => ["board", "narration", "now-said", "transport"].map((id) => {
  const part = document.getElementById(id).cloneNode(true);
  for (const moving of [part, ...part.querySelectorAll("[data-moves], [data-moving]")]) {
    for (const name of ["data-moves", "data-moving"]) moving.removeAttribute(name);
  }
  return part.textContent.replace(/\\s+/g, " ").trim();
})"""
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


def test_the_address_is_written_after_the_frame_and_before_anybody_can_ask(royal: Page) -> None:
    """Address, title and links took as long as half the board, and no frame shows them; who copies at once still finds them right."""
    royal.evaluate(WRITTEN)
    title = royal.title()
    royal.keyboard.press("ArrowRight")
    royal.wait_for_url(re.compile(rf"at={AT + 1}&as=A$"))
    assert [framed for framed, _ in royal.evaluate("window.written")] == [True]
    assert royal.title() != title
    asked = royal.evaluate_handle(f"() => {{ window.asked = ({ASKED})(); }}")
    royal.keyboard.press("ArrowRight")
    until(royal, "window.written.length === 2")
    asked.dispose()
    address, said, opens, link = royal.evaluate("window.asked")
    assert address == link
    assert f"at={AT + 2}&" in address
    assert said == royal.title()
    assert opens is None or f"open={AT + 2}" in opens
    assert [framed for framed, _ in royal.evaluate("window.written")] == [True, False]
    # Back leads to where the walk began, and forward to where it ended
    royal.go_back()
    royal.wait_for_url(re.compile(rf"at={AT}&as=A$"))
    until(royal, f"document.title === {title!r}")


def test_pages_are_compared_before_the_key(royal: Page) -> None:
    """While the reader looks, this page and the next are compared; the key changes what differs, and a changed part is compared again."""
    royal.evaluate(COMPARED)
    royal.keyboard.press("ArrowRight")
    until(royal, "window.steps === 1")
    royal.wait_for_timeout(900)  # longer than what is read ahead may wait for an idle moment
    waited = royal.evaluate("window.compared")
    assert waited > 0
    royal.evaluate("() => addEventListener('kiebitz-step', () => { window.atPut = window.compared; }, { once: true })")
    royal.keyboard.press("ArrowRight")
    until(royal, "window.steps === 2")
    assert royal.evaluate("window.atPut") == waited
    # what somebody changed in between is made right all the same
    royal.wait_for_timeout(900)
    royal.evaluate("() => { document.querySelector('#board .says').remove(); document.querySelector('#narration .line').append('so'); }")
    royal.keyboard.press("ArrowRight")
    until(royal, "window.steps === 3")
    walked = royal.evaluate(SHOWN)
    royal.reload()
    royal.locator("[role=slider]").wait_for()
    assert royal.evaluate(SHOWN) == walked
