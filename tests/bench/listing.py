"""The shelf as it grows, and files that come in for the first and the second time."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from bench.archive import TABLE, archive
from bench.measure import Samples, Way, in_turns
from bench.report import Row, section
from bench.shelf import open_book, sqlite_url
from importers import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook, ShelfOrder, ShelfQuery
from records.store import Head, NewRecord, ShelfRow, Store, open_store
from records.store import Row as StoredRow

PAGE, AT_ONCE = 50, 1000
LONGEST = 20.0
"""Milliseconds of CPU for a page."""
KNOWN = 10.0
"""Milliseconds of CPU for a file that is here: 1,931 of 310 kB in 20 seconds."""
WHOLE, DIFFERENT = 20_000.0, 20
"""Milliseconds of CPU for 1,931 files, and how many different archives they are."""
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
FIRST_DAY = datetime(2016, 1, 1, tzinfo=UTC)
NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil", "Zoë", "Mara", "Tobias")
SPINE = '[["A",3],["B",4]]'


def measure(path: Path, *, turns: int, lengths: tuple[int, ...]) -> None:
    """Print the curve of short records in the file ``path``, which is filled on from where it was left."""
    taken: dict[tuple[str, int], Samples] = {}
    for length in lengths:
        with open_store(sqlite_url(path)) as store:
            for start in range(len(store.ids()), length, AT_ONCE):
                store.create_many([_short(number) for number in range(start, min(start + AT_ONCE, length))])
            if len(store.ids()) == length:  # a file that was left longer keeps its last point alone
                taken |= {(name, length): samples for name, samples in in_turns(_ways(store), turns).items()}
    names = list(dict.fromkeys(name for name, _ in taken))
    rows = [
        Row(f"{name}, {length} records", Samples(tuple(value / 1000 for value in taken[name, length].values)), aim=LONGEST, unit="ms")
        for name in names
        for length in lengths
        if (name, length) in taken
    ]
    section("SHELF, SQLite file; ms of one core a page of 50", rows)


def _ways(store: Store) -> dict[str, Way]:
    queries = {
        "the first page": ShelfQuery(limit=PAGE),
        "the page behind a record, by length": ShelfQuery(limit=PAGE, order=ShelfOrder.STEPS, after=_short(50).id),
        "a name of many": ShelfQuery(limit=PAGE, text="anna"),
        "a name of few": ShelfQuery(limit=PAGE, text="kyro"),
        "two names": ShelfQuery(limit=PAGE, text="carl dora"),
        "a game": ShelfQuery(limit=PAGE, games=("regicide",)),
    }
    return {
        name: Way(lambda _, query=query: store.shelf.search(query), 1, check=lambda page: len(page.hits) > 0, clock=process_time)
        for name, query in queries.items()
    }


def short_records(number: int) -> Iterator[NewRecord]:
    """Give so many short records."""
    return map(_short, range(number))


def _short(number: int) -> NewRecord:
    rolls = random.Random(number)  # noqa: S311 -- a game to measure with
    record = f"{rolls.getrandbits(64):016x}"
    started = FIRST_DAY + timedelta(minutes=11 * number)
    row = ShelfRow(
        id=record,
        game=("observed", "observed", "castle-rampage", "regicide")[number % 4],
        ruleset="none",
        seats=2,
        started=started,
        ended=started + timedelta(minutes=9),
        steps=rolls.randrange(1, 400),
        turns=rolls.randrange(1, 60),
        result='{"winners":["A"],"drawn":false,"why":["The last card is played",{}],"scores":[]}',
        spine=SPINE,
        flags='{"seats":["A","B"]}',
        words="Observed table",
    )
    second = "Kyrö" if number % 400 == 0 else rolls.choice(NAMES)
    return NewRecord(
        id=record,
        header=b"{}",
        key=None,
        names={"A": rolls.choice(NAMES), "B": second},
        origin=None,
        rows=[StoredRow(1, "none/1", b"{}")],
        head=Head(1, bytes(32)),
        shelf=row,
    )


def measure_imports(folder: Path, *, turns: int, moves: int, bulk: int) -> None:
    """Print what a made-up archive of ``moves`` moves costs, when it is new and when it is here, and as one of ``bulk`` in one call."""
    with open_book(sqlite_url(folder / "imports.db")) as book:
        plain, tables = archive(moves), iter(range(int(TABLE), int(TABLE) + 10_000))
        known = _take(book, plain)

        def new() -> bytes:
            return plain.replace(TABLE.encode(), str(next(tables) + 1).encode())

        ways = {
            "new": Way(lambda data: _take(book, data), 1, new, check=lambda brought: brought != known, clock=process_time),
            "known": Way(lambda _: _take(book, plain), 1, check=lambda brought: brought == known, clock=process_time),
        }
        times = {name: Samples(tuple(value / 1000 for value in taken.values)) for name, taken in in_turns(ways, turns).items()}
    _measure_bulk(folder, plain, bulk, max(1, turns // 3))
    section(
        f"IMPORT, SQLite file; ms of one core a made-up archive of {len(plain) / 1000:.0f} kB",
        [Row("a file that is new", times["new"], unit="ms"), Row("a file that is here", times["known"], aim=KNOWN, unit="ms")],
    )


def measure_folder(folder: Path, *, files: int, moves: int) -> None:
    """Print what ``kiebitz import`` takes for a folder of ``files`` archives of ``moves`` moves that are all on the shelf.

    A few archives are stored, and stand in the folder under so many names: each is read and looked up by itself.
    """
    plain, tables = archive(moves), folder / "tables"
    tables.mkdir()
    made = [plain.replace(TABLE.encode(), str(int(TABLE) + number).encode()) for number in range(DIFFERENT)]
    for number in range(files):
        here = tables / f"table-{number:04}.json"
        if number < DIFFERENT:
            here.write_bytes(made[number])
        else:
            here.hardlink_to(tables / f"table-{number % DIFFERENT:04}.json")
    program = [sys.executable, "-m", "web.cli", "--store", sqlite_url(folder / "known.db"), "import"]
    subprocess.run([*program, *(str(tables / f"table-{number:04}.json") for number in range(min(files, DIFFERENT)))], check=True, **QUIET)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*program, str(tables)], check=True, **QUIET)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    section(
        f"IMPORT OF A FOLDER, {files} known archives, {files * len(plain) / 1e6:.0f} MB; ms of CPU in all",
        [Row("kiebitz import, every file is on the shelf", Samples((seconds * 1000,)), aim=WHOLE, unit="ms")],
    )


def _measure_bulk(folder: Path, plain: bytes, tables: int, turns: int) -> None:
    """Print what each table of a zip file costs in one call of the program: its start is counted in."""
    numbers = iter(range(int(TABLE) + 20_000, int(TABLE) + 10_000_000))

    def zipped() -> tuple[str, str]:
        first = next(numbers)
        path = folder / f"{first}.zip"
        with ZipFile(path, "w", ZIP_DEFLATED) as packed:
            for number in (first, *islice(numbers, tables - 1)):
                packed.writestr(f"{number}.json", plain.replace(TABLE.encode(), str(number).encode()))
        return str(path), sqlite_url(folder / f"{first}.db")

    def called(jobs: int) -> Callable[[tuple[str, str]], int]:
        def run(asked: tuple[str, str]) -> int:
            path, store = asked
            command = [sys.executable, "-m", "web.cli", "import", path, "--jobs", str(jobs), "--store", store]
            return subprocess.run(command, capture_output=True, check=False).returncode

        return run

    ways = {f"{jobs}": Way(called(jobs), tables, zipped, check=lambda code: code == 0) for jobs in (1, 2)}
    times = {name: Samples(tuple(value / 1000 for value in taken.values)) for name, taken in in_turns(ways, turns).items()}
    section(
        f"IMPORT of {tables} tables in a zip file, in one call; ms by the clock a table of {len(plain) / 1000:.0f} kB",
        [Row("with one process", times["1"], unit="ms"), Row("with two", times["2"], unit="ms")],
    )


def _take(book: GameBook, data: bytes) -> str:
    return store_file(book, LOCAL, data, "table.json", ImportOptions())[0].id
