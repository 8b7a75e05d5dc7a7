"""How a store grows: ``make bench-scale`` measures it at 1, 10 and 100 thousand records, each point once, and goes on after a cut.

The records are games of Regicide by any legal command, each of a seed of its own. They are added to one file, which the next run fills on;
each point is measured in a process of its own, so that its memory is its own, and written down at once.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from werkzeug.test import create_environ, run_wsgi_app

from bench import results, scaling_points
from bench.at_random import game_at_random
from bench.scaling_points import Point, Took
from bench.shelf import sqlite_url
from records.core.viewers import LOCAL, OPEN
from records.service import GameBook
from records.service.library import library
from records.store import open_store
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from flask import Flask

    from records.service import NewGame

GAME = "regicide"
RECORDS = (1_000, 10_000, 100_000)
MORE = 1.1
"""So many times the records that a point is of the file may have: each point adds a few."""
AT_ONCE = 200
"""Records in a transaction while the file is filled."""
NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil", "Zoë", "Mara", "Tobias")
RARE, EVERY = "Kyrö", 400
"""A name that one record in so many has."""
WORDS = ("anna", RARE, "carl+dora")
"""What is searched for in turn: a name of many, a name of few, two names."""
HERE = {"REMOTE_ADDR": "127.0.0.1"}
BUILD = Path(__file__).parents[2] / "build" / "scale"
T = TypeVar("T")


def main() -> None:
    """Fill the file and measure the points that are not there, fewest records first."""
    options = _options()
    if options.point:
        sys.stdout.buffer.write(msgspec.json.encode(measured(options.store, options.point, options.asked)))
        return
    options.store.parent.mkdir(parents=True, exist_ok=True)
    for records in sorted(options.records):
        if records in [point.records for point in scaling_points.read(options.json)]:
            print(f"{records:,} records: measured already, in {options.json}")
            continue
        there = filled(options.store, records, options.most_gb * 1e9)
        if not records <= there <= records * MORE:
            print(f"{records:,} records: not measured, {options.store} has {there:,} in {size_of(options.store) / 1e9:.2f} GB")
            continue
        program = [sys.executable, __file__, "--point", str(records), "--store", str(options.store), "--asked", str(options.asked)]
        point = msgspec.json.decode(subprocess.run(program, check=True, stdout=subprocess.PIPE).stdout, type=Point)
        scaling_points.keep(point, options.json)
        print(f"{records:,} records: " + ", ".join(f"{part} {took.cpu:g} ms" for part, took in point.took.items()))
    print("make tables prints the table of docs/scale.md, and tests/bench/scaling_chart.py draws its chart, from docs/scaling.json")


def filled(path: Path, records: int, most: float) -> int:
    """Add records to the file until it has so many, or takes ``most`` bytes; return how many it has. It may have had more."""
    with _book(path) as book:
        there = len(book._office.store.ids())
        while there < records and size_of(path) < most:
            upto = min(there + AT_ONCE, records)
            book.writing.add(LOCAL, *map(_game, range(there, upto)))
            there = upto
    return there


def size_of(path: Path) -> int:
    """Return the bytes of a file of SQLite with what stands beside it."""
    size = 0
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            size += path.with_name(path.name + suffix).stat().st_size
    return size


def measured(path: Path, records: int, asked: int) -> Point:
    """Return the point of a file that has about so many records: each part ``asked`` times, fewer of what takes long.

    What is asked first of a part is not counted: it loads templates and modules.
    """
    load, picks, took = results.load(), Random(1), {}  # noqa: S311 -- which records
    began = process_time(), perf_counter()
    with _book(path) as book:
        app = create_app(book)
        _get(app, "/")
        took["opened"] = _took([(process_time() - began[0], perf_counter() - began[1])])
        ids, events = book._office.store.ids(), 0
        picked = iter(picks.sample(ids, min(2 * asked + 2, len(ids))))
        steps = [(one, book._office.store.info(one).head.count) for one in islice(picked, asked + 1)]
        addresses = [f"/records/{one}/steps/{picks.randint(1, size)}?as={picks.choice('AB')}" for one, size in steps]
        parts: dict[str, tuple[Callable[[Any], object], Iterable[Any]]] = {
            "step": (lambda address: _get(app, address), addresses),
            "search": (lambda word: _get(app, f"/?q={word}"), [WORDS[nth % len(WORDS)] for nth in range(asked + 1)]),
            "figures": (lambda address: _get(app, address), ["/figures"] * (1 + max(1, asked // 10))),
            "audit": (lambda one: book.record(LOCAL, one, OPEN).audit(), picked),
            "appended": (lambda new: book.writing.add(LOCAL, new), map(_game, range(len(ids), len(ids) + 1 + max(1, asked // 3)))),
        }
        for part, (do, of) in parts.items():
            took[part] = _took(list(_each(do, of))[1:])
        for start in range(0, len(ids), AT_ONCE):
            events += sum(book._office.store.head_counts(ids[start : start + AT_ONCE]).values())
    return Point(
        records=records,
        events=events,
        size=size_of(path),
        day=scaling_points.today(),
        machine=results.machine(),
        load=load,
        took=took,
    )


def _book(path: Path) -> GameBook:
    return GameBook(open_store(sqlite_url(path)), games=library())


def _game(seed: int) -> NewGame:
    rolls = Random(seed)  # noqa: S311 -- names to look for
    return game_at_random(library()[GAME], seed, (rolls.choice(NAMES), RARE if seed % EVERY == 0 else rolls.choice(NAMES)))


def _get(app: Flask, address: str) -> None:
    """Let the server answer, to the last byte; raises ``AssertionError`` for anything but a page."""
    _body, status, _headers = run_wsgi_app(app, create_environ(address, environ_base=HERE), buffered=True)
    if status != "200 OK":
        raise AssertionError(f"{address}: {status}")


def _each(do: Callable[[T], object], of: Iterable[T]) -> Iterator[tuple[float, float]]:
    for one in of:
        began = process_time(), perf_counter()
        do(one)
        yield process_time() - began[0], perf_counter() - began[1]


def _took(times: list[tuple[float, float]]) -> Took:
    return scaling_points.took(times, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=_numbers, default=RECORDS, help="of which numbers there is a point: 1000,10000")
    parser.add_argument("--store", type=Path, default=BUILD / "scale.db", help="the file, filled on from where it was left")
    parser.add_argument(
        "--json", type=Path, default=scaling_points.FILE, help="where the points are kept; one that is there is not measured"
    )
    parser.add_argument("--most-gb", type=float, default=3, help="bytes at which the file is not filled any further, in GB (3)")
    parser.add_argument("--asked", type=int, default=60, help="how often a part is asked for (60)")
    parser.add_argument("--point", type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


if __name__ == "__main__":
    main()
