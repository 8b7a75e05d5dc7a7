"""Measures the book against the raw limits of this machine: ``make bench``; ``ARGS=--quick`` for a smoke test.

Speed is shown here and never asserted: the tests pass on a slow machine too. How to read the table stands in ``docs/benchmarks.md``.
"""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench import (
    access,
    appending,
    budget,
    castle,
    commands,
    doors,
    knowing,
    listing,
    logins,
    notation,
    observed,
    playouts,
    postgres,
    reading,
    rereading,
    stepping,
)
from bench.play import EVENTS, entries
from bench.shelf import raw_rows
from records.core.secret import Secret


def main() -> None:
    """Print the whole table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few and short turns: shows that all of it runs, not how fast")
    parser.add_argument(
        "--folder",
        type=Path,
        help="where the files are written; it decides how long a commit takes (default: the system's temporary folder)",
    )
    parser.add_argument("--shelf", type=Path, help="a file that keeps the records of the curve of the shelf, to be filled on another time")
    options = parser.parse_args()
    quick: bool = options.quick
    start = time.monotonic()
    _tell_the_machine()
    _tell_the_workload()
    turns = 1 if quick else 9
    with tempfile.TemporaryDirectory(prefix="kiebitz-bench-", dir=options.folder) as name:
        folder = Path(name)
        appending.measure(folder, turns=turns, games=2 if quick else 20, singles=5 if quick else 50)
        commands.measure(folder, turns=turns, lengths=(300, 600) if quick else (300, 3_000, 30_000), commands=2 if quick else 20)
        reading.measure(folder, turns=turns, records=2 if quick else 20)
        doors.measure(folder, turns=turns, records=2 if quick else 20)
        castle.measure(folder, turns=turns, pages=5 if quick else 60)
        knowing.measure(folder, games=1 if quick else 10, steps=4 if quick else 30)
        budget.measure(folder, examples=1 if quick else 8, games=0 if quick else 10, steps=1 if quick else 2)
        rereading.measure(folder, readings=2 if quick else 100, records=4 if quick else 1_000)
        if quick:
            stepping.measure(folder, presses=2, games=2, motions=("reduce",), pages=1)
        else:
            stepping.measure(folder, presses=100)
        listing.measure(options.shelf or folder / "shelf.db", turns=turns, lengths=(100, 600) if quick else (1_000, 10_000, 100_000))
        access.measure(folder, turns=turns, records=200 if quick else 100_000)
        listing.measure_imports(folder, turns=turns, moves=3 if quick else 60, bulk=2 if quick else 60)
        listing.measure_folder(folder, files=22 if quick else 1_931, moves=1 if quick else 53)
        notation.measure(turns=turns)
        logins.measure(turns=turns, logins=1 if quick else 10)
        observed.measure(folder, turns=turns, moves=20 if quick else 300, real=not quick)
        playouts.measure(None if quick else folder, turns=turns, slow=2 if quick else 20, fast=1_000)
    postgres.measure(turns=turns, games=2 if quick else 20)
    print(f"\n{time.monotonic() - start:.0f} s in all.")


def _tell_the_machine() -> None:
    print(f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}, msgspec {msgspec.__version__}")
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors{load}; look at the ratios, not at the times")
    print("median of all turns (least-most); all ways of a section take turns, ratios are taken turn by turn")


def _tell_the_workload() -> None:
    log = entries(0)
    hidden = sum(isinstance(getattr(entry.event, name), Secret) for entry in log for name in entry.event.__struct_fields__)
    size = sum(len(line) for *_, line in raw_rows(log)) / len(log)
    kinds = len({type(entry.event) for entry in log})
    print(
        f"workload: a card game of {EVENTS} events, {kinds} kinds in a game, {hidden / len(log):.2f} secrets and {size:.0f} bytes an event"
    )


if __name__ == "__main__":
    main()
