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
from support.processes import ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, CDPSession, Page

EVENTS = 300
START = 100
"""The step that the presses begin at."""
PAUSE = 120
"""Milliseconds between a painted step and the next press: somebody reads."""
WATCH = """() => {
  window.frames_after_keys = [];
  let pressed = 0;
  addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
  const painted = new MessageChannel();
  painted.port1.onmessage = () => window.frames_after_keys.push(performance.now() - pressed);
  addEventListener("kiebitz-step", () => requestAnimationFrame(() => painted.port2.postMessage(0)));
}"""
FIRST = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((it) => !it.name.includes("/steps/")).reduce((sum, it) => sum + it.transferSize, 0)"""
SIZES = """() => performance.getEntriesByType("resource").filter((it) => it.name.includes("/steps/"))
  .map((it) => [it.decodedBodySize, it.encodedBodySize])"""
PARTS = {"TaskDuration": "all", "ScriptDuration": "scripts", "RecalcStyleDuration": "style", "LayoutDuration": "layout"}


def measure(
    folder: Path, *, presses: int, games: int = 24, motions: Sequence[str] = ("no-preference", "reduce"), pages: int | None = None
) -> None:
    """Print the section: ``presses`` steps on and as many back, in a record of each game, of ``games`` the one as long as wanted.

    ``pages``: of so many games alone.
    """
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"))), None)
    if path is None:
        section("FROM KEY TO FRAME: no Chromium on this machine", [])
        return
    records = _records(folder, games)
    with _serving(folder) as site, sync_playwright() as playwright:
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


def _measure(browser: Browser, address: str, title: str, motion: Any, presses: int) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion=motion)
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(500)
    first = page.evaluate(FIRST) / 1000
    page.evaluate(WATCH)
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    before = _spent(session)
    taken = [_press(page, key) for key in ["ArrowRight"] * presses + ["ArrowLeft"] * presses]
    after = _spent(session)
    sizes = page.evaluate(SIZES)
    context.close()
    ranked = sorted(taken)
    parts = ", ".join(f"{name} {1000 * (after[part] - before[part]) / len(taken):.1f}" for part, name in PARTS.items())
    large, small = (statistics.median(size[which] for size in sizes) / 1000 for which in (0, 1))
    section(
        f"FROM KEY TO FRAME, {title}, {len(taken)} presses; ms",
        [
            Row("the painted step: median", Samples((ranked[len(ranked) // 2],)), aim=50, unit="ms"),
            Row("the painted step: p95", Samples((ranked[len(ranked) * 95 // 100],)), aim=100, unit="ms"),
            Row("the first page with all it needs", Samples((first,)), aim=120, unit="kB"),
        ],
        f"main thread, ms a step: {parts}",
        f"a step is {large:.1f} kB, {small:.1f} as it is sent",
    )


def _press(page: Page, key: str) -> float:
    count = page.evaluate("window.frames_after_keys.length")
    page.keyboard.press(key)
    end = time.monotonic() + 10
    while page.evaluate("window.frames_after_keys.length") == count:
        if time.monotonic() > end:
            raise AssertionError(f"{key} led to no step of {page.url}")
        page.wait_for_timeout(5)
    page.wait_for_timeout(PAUSE)
    return float(page.evaluate("window.frames_after_keys.at(-1)"))


def _spent(session: CDPSession) -> dict[str, float]:
    return {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}


def _records(folder: Path, number: int) -> dict[str, str]:
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
def _serving(folder: Path) -> Iterator[str]:
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
