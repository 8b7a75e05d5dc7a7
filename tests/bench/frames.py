"""From a key press to the painted step, run by run: how many of the runs keep to the aims of every game.

``.venv/bin/python tests/bench/frames.py`` on a machine that does nothing else; ``--runs``, ``--presses``, ``--still`` for reduced motion,
``--pause 600`` for somebody who reads each step, and sees cards move.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench import results
from bench.stepping import PAUSE, START, chromium, records_in, serving, stepped

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MEDIAN, LATE = 30, 55
"""Milliseconds that half of the steps, and 95 of 100, may take."""
SHARE = 3 / 5
"""Share of the runs that must keep to them."""


def main() -> None:
    """Print each run and a verdict for each game; the exit code is 1 where a game does not keep to the aims."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--presses", type=int, default=50, help="steps on, and as many back, in each run")
    parser.add_argument("--pause", type=int, default=PAUSE, help="milliseconds from a painted step to the next press")
    parser.add_argument("--games", type=int, default=24, help="games that are played for one of the wanted length")
    parser.add_argument("--only", help="a game by its title")
    parser.add_argument("--still", action="store_true", help="with reduced motion")
    options = parser.parse_args()
    if (path := chromium()) is None:
        parser.error("there is no Chromium on this machine")
    print(f"{results.machine()}, load {results.load()}; aims: median {MEDIAN} ms, p95 {LATE} ms in {SHARE:.0%} of the runs")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        records = records_in(Path(name), options.games)
        with serving(Path(name)) as site:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            kept = [
                _kept(browser, f"{site}/records/{record}?at={START}&as=A", title, options)
                for title, record in records.items()
                if options.only in {None, title}
            ]
            browser.close()
    sys.exit(not all(kept))


def _kept(browser: Browser, address: str, title: str, options: Any) -> bool:
    kept = 0
    for run in range(options.runs):
        steps = stepped(browser, address, "reduce" if options.still else "no-preference", options.presses, pause=options.pause)
        kept += steps.median < MEDIAN and steps.late < LATE
        told = f"{steps.told}; first page {steps.first:.0f} kB; load {results.load()}"
        print(f"{title}, run {run + 1}: median {steps.median:.0f}, p95 {steps.late:.0f} ms; {told}", flush=True)
    print(f"{title}: {kept} of {options.runs} runs keep to the aims")
    return kept >= SHARE * options.runs


if __name__ == "__main__":
    main()
