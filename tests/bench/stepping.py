"""From a key press to the frame that shows the new step, in a real Chromium at 1440 by 900, with the server in a process of its own."""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from bench.measure import Samples
from bench.report import Row, section
from bench.shelf import sqlite_url
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from support import first_page
from support.processes import ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, CDPSession, Page

EVENTS = 300
START = 100
"""The step that the presses begin at."""
PAUSE = 120
"""Milliseconds between a painted step and the next press: somebody looks for a position. Cards move for who waits a quarter of a second."""
WATCH = """() => {
  let pressed = 0;
  let told = () => {};
  window.next = () => {
    window.painted = new Promise((resolve) => { told = resolve; setTimeout(() => resolve(null), 10000); });
  };
  addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
  const painted = new MessageChannel();
  painted.port1.onmessage = () => told(performance.now() - pressed);
  addEventListener("kiebitz-step", () => requestAnimationFrame(() => painted.port2.postMessage(0)));
}"""
"""Nothing is asked of the page between the press and its frame, since every answer is work of the thread that draws."""
SIZES = """() => performance.getEntriesByType("resource").filter((it) => it.name.includes("/steps/"))
  .map((it) => [it.decodedBodySize, it.encodedBodySize])"""
PARTS = {"TaskDuration": "all", "ScriptDuration": "scripts", "RecalcStyleDuration": "style", "LayoutDuration": "layout"}
COUNTS = {"RecalcStyleCount": "style", "LayoutCount": "layout"}


def measure(
    folder: Path, *, presses: int, games: int = 24, motions: Sequence[str] = ("no-preference", "reduce"), pages: int | None = None
) -> None:
    """Print the section: ``presses`` steps on and as many back, in a record of each game, of ``games`` the one as long as wanted.

    ``pages``: of so many games alone.
    """
    path = chromium()
    if path is None:
        section("FROM KEY TO FRAME: no Chromium on this machine", [])
        return
    records = records_in(folder, games)
    with serving(folder) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for game, record in list(records.items())[:pages]:
            for motion in motions:
                _measure(
                    browser,
                    f"{site}/records/{record}?at={START}&as=A",
                    f"{game}, {'with' if motion != 'reduce' else 'without'} motion",
                    motion,
                    presses,
                )
        browser.close()


@dataclass(frozen=True)
class Steps:
    """Presses in one visit of a record."""

    taken: list[float]
    """Milliseconds from each press to the painted step, the shortest first."""
    parts: dict[str, float]
    """Milliseconds of the main thread a step, as its own clock counts them, so that others at work do not count."""
    counts: dict[str, float]
    """How often a step found styles and laid out the page, pictures in it included; a busy machine does not change that."""
    first: float
    """kB of the first page with all it needs."""
    sizes: list[tuple[int, int]]
    """Bytes of the steps that were fetched: as they are, and as they were sent."""

    @property
    def median(self) -> float:
        """Milliseconds that half of the steps took at most."""
        return self.taken[len(self.taken) // 2]

    @property
    def late(self) -> float:
        """Milliseconds that 95 of 100 steps took at most."""
        return self.taken[len(self.taken) * 95 // 100]

    @property
    def told(self) -> str:
        """The parts and counts in words."""
        parts, counts = (", ".join(f"{name} {part:.1f}" for name, part in of.items()) for of in (self.parts, self.counts))
        return f"main thread, ms a step: {parts}; times a step: {counts}"


def stepped(browser: Browser, address: str, motion: Any, presses: int, *, pause: int = PAUSE, **size: int) -> Steps:
    """Visit a record and press a key that leads on, and back, so many times each, with a pause of so many milliseconds after each frame."""
    context = browser.new_context(viewport={"width": size.get("width", 1440), "height": size.get("height", 900)}, reduced_motion=motion)
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(500)
    first = sum(size for _address, size in page.evaluate(first_page.SENT)) / 1000
    page.evaluate(WATCH)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _spent(session)
    taken = [_press(page, key, pause) for key in ["ArrowRight"] * presses + ["ArrowLeft"] * presses]
    after = _spent(session)
    sizes = [(whole, sent) for whole, sent in page.evaluate(SIZES)]
    context.close()
    parts = {name: 1000 * (after[part] - before[part]) / len(taken) for part, name in PARTS.items()}
    counts = {name: (after[count] - before[count]) / len(taken) for count, name in COUNTS.items()}
    return Steps(sorted(taken), parts, counts, first, sizes)


def _measure(browser: Browser, address: str, title: str, motion: Any, presses: int) -> None:
    steps = stepped(browser, address, motion, presses)
    large, small = (statistics.median(size[which] for size in steps.sizes) / 1000 for which in (0, 1))
    section(
        f"FROM KEY TO FRAME, {title}, {len(steps.taken)} presses; ms",
        [
            Row("the painted step: median", Samples((steps.median,)), aim=30, unit="ms"),
            Row("the painted step: p95", Samples((steps.late,)), aim=55, unit="ms"),
            Row("the first page with all it needs", Samples((steps.first,)), aim=first_page.MOST, unit="kB"),
        ],
        steps.told,
        f"a step is {large:.1f} kB, {small:.1f} as it is sent",
    )


def chromium() -> str | None:
    """Return the path of a Chromium; None where there is none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"))), None)


def _press(page: Page, key: str, pause: int) -> float:
    page.evaluate("window.next()")
    page.keyboard.press(key)
    taken = page.evaluate("window.painted")
    if taken is None:
        raise AssertionError(f"{key} led to no step of {page.url}")
    page.wait_for_timeout(pause)
    return float(taken)


def _spent(session: CDPSession) -> dict[str, float]:
    return {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}


def records_in(folder: Path, number: int) -> dict[str, str]:
    """Fill a store with a record of each game, of so many games the one as long as wanted; return them by the titles of their games."""
    games = library()
    castle = simulate(games["castle-rampage"], seed=7, games=number, ruleset="castle-rampage/plain")
    regicide = simulate(games["regicide"], seed=7, games=number, players=3)
    crush = simulate(games["creature-crush"], seed=7, games=1)
    with GameBook(open_store(sqlite_url(folder / "stepping.db")), games=games) as book:
        return {
            title: book.writing.add(LOCAL, min(news, key=lambda one: abs(len(list(one.entries)) - EVENTS)))[0].id
            for title, news in (("Castle Rampage", castle), ("Regicide", regicide), ("CreatureCrush", crush))
        }


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve them in a process of its own, and yield the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "KIEBITZ_STORE": sqlite_url(folder / "stepping.db")}
    words = [sys.executable, "-m", "web.cli", "serve", "--port", str(port), "--workers", "1"]
    with ended(subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL, text=True)) as process:
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        process.terminate()
        process.wait(15)
