"""Measures the book against the raw limits of this machine: ``make bench``; ``ARGS=--quick`` for a smoke test.

Speed is shown here and never asserted: the tests pass on a slow machine too. How to read the table stands in ``docs/benchmarks.md``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench import report, results
from bench.play import EVENTS, entries
from bench.sections import SECTIONS, Plan
from bench.shelf import raw_rows
from records.core.secret import Secret

TURNS = 9


def main() -> None:
    """Print the whole table, or the sections that are chosen."""
    options = _options()
    start = time.monotonic()
    _tell_the_machine()
    _tell_the_workload()
    found: dict[str, results.Taken] = {}
    with tempfile.TemporaryDirectory(prefix="kiebitz-bench-", dir=options.folder) as name:
        plan = Plan(Path(name), options.quick, options.turns or (1 if options.quick else TURNS), options.shelf)
        for section in options.only or SECTIONS:
            load, began = results.load(), time.monotonic()
            SECTIONS[section](plan)
            found[section] = results.taken(report.told(), began=load, seconds=time.monotonic() - began)
            if options.json is not None:
                results.write({section: found[section]}, options.json)
    print("\nseconds a section: " + ", ".join(f"{section} {one.seconds:.0f}" for section, one in found.items()))
    print(f"{time.monotonic() - start:.0f} s in all.")
    if options.json is not None:
        print(f"written to {options.json}; make tables prints the tables of docs/benchmarks.md from docs/benchmarks.json")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few and short turns: shows that all of it runs, not how fast")
    parser.add_argument("--turns", type=int, help=f"how often the ways of a comparison take turns ({TURNS})")
    parser.add_argument("--only", type=_names, metavar="SECTIONS", help=f"some of {','.join(SECTIONS)}, with commas between")
    parser.add_argument(
        "--folder",
        type=Path,
        help="where the files are written; it decides how long a commit takes (default: the system's temporary folder)",
    )
    parser.add_argument("--shelf", type=Path, help="a file that keeps the records of the curve of the shelf, to be filled on another time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write each section into this file when it was measured; its others stay")
    return parser.parse_args()


def _names(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in SECTIONS]:
        raise argparse.ArgumentTypeError(f"there is no section {', '.join(map(repr, unknown))}; there are {', '.join(SECTIONS)}")
    return names


def _tell_the_machine() -> None:
    load = "" if (waiting := results.load()) is None else f", load {waiting}"
    print(f"{results.machine()}, msgspec {msgspec.__version__}{load}; look at the ratios, not at the times")
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
