"""What moved on a page at each step, as the page's own animations tell it."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

WATCH = """() => {
  window.seen = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const { slot, place, moves } = this.dataset;
    const name = slot ? `slot-${slot}` : (place ?? "now-line");
    const { x, y, width, height } = this.getBoundingClientRect();
    const gone = this.closest(".moving") !== null;
    window.seen.at(-1)?.moves.push({ name, gone, box: [x, y, width, height], ways: frames.map((it) => it.transform),
      kind: moves, lasts: how.duration + (how.delay ?? 0), html: this.outerHTML });
    return animate.call(this, frames, how);
  };
  addEventListener("kiebitz-step", () => {
    const entry = { moves: [], done: false };
    window.seen.push(entry);
    requestAnimationFrame(() => { entry.done = true; });
  });
}"""


def until(page: Page, expression: str, seconds: float = 10) -> None:
    """Wait until an expression is true on the page; the page's own policy forbids the browser to wait for one by itself."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(30)


def press(page: Page, key: str, at: int, viewer: str = "public") -> list[dict[str, Any]]:
    """Press a key that leads to a step of a watched page; return what began to move.

    Each move has its ``name``, ``kind``, ``box``, ``ways``, how long it ``lasts`` in ms, its ``html``, and whether it has ``gone``.
    """
    before = page.evaluate("window.seen.length")
    page.keyboard.press(key)
    page.wait_for_url(re.compile(rf"\?at={at}&as={viewer}$"))
    until(page, f"window.seen.length > {before} && window.seen.at(-1).done")
    moves: list[dict[str, Any]] = page.evaluate("window.seen.at(-1).moves")
    return moves


def names(moves: list[dict[str, Any]], *, gone: bool) -> set[str]:
    """Return the places that moved: those that are there now, or those that have left or been turned away."""
    return {move["name"] for move in moves if move["gone"] == gone and move["kind"] == "place"}


def kinds(moves: list[dict[str, Any]]) -> set[str]:
    """Return what happened besides: strike, shake, roll, drain, draw."""
    return {move["kind"] for move in moves} - {"place"}
