"""Two readings of one record, and a shelf asked what another reading would have changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from time import perf_counter, process_time

from bench.measure import Samples
from bench.report import Row, section
from bench.shelf import sqlite_url
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.core.viewers import LOCAL
from records.rulings.redoing.compare import compare, reading_of
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from support.command_line import PROGRAM

EVENTS, AIM = 300, 500
"""Of a record that is compared, and milliseconds of one core a reading."""
SHELF, SWITCH, CLOCK = "castle-rampage", "cook_lasts=whole turn", 60_000
"""The game whose records are asked, what is read otherwise, and the aim for a thousand of them with two processes, in milliseconds."""
ALIKE = 10
"""Records of the shelf that are the same game."""


def measure(folder: Path, *, readings: int, records: int) -> None:
    """Print the section: ``readings`` of a record of each game, a switch each, and ``records`` records asked by two processes."""
    rows = []
    for name, game in library().items():
        if game.simulation is None:
            continue
        header, log = _record(name)
        own = reading_of(game, header, log)
        took = []
        for switch in own.switches[:readings]:
            other = own.with_settings({switch.name: next(value for value in switch.values if value != own[switch.name])})
            start = process_time()
            compare(game, header, log, own, other)
            took.append((process_time() - start) * 1_000)
        rows.append(Row(f"{name}: {len(log)} events, two lines: the longest", Samples((max(took),)), aim=AIM * 2, unit="ms"))
        rows.append(Row("   median", Samples((sorted(took)[len(took) // 2],)), unit="ms"))
    rows.append(
        Row(f"impact of a switch on {records} records, two processes", Samples((_shelf(folder, records) * 1_000,)), aim=CLOCK, unit="ms")
    )
    section("TWO READINGS OF THE RULES; ms of one core; impact by the clock", rows)


def _record(name: str) -> tuple[Header, tuple[Recorded[object], ...]]:
    """A simulated record, cut behind the last play that ends within so many events."""
    game = library()[name]
    for seed in range(100):
        (new,) = simulate(game, seed=seed, games=1)
        if len(new.entries) >= EVENTS:
            break
    edition = game.rules.edition(new.ruleset)
    header = Header(record=RecordId("0" * 16), game=name, seats=new.seats, started=new.started, **edition)
    log = [Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    end = max(recorded.v for recorded in log if recorded.v == recorded.cause and recorded.v <= EVENTS + 1) - 1
    return header, tuple(log[:end])


def _shelf(folder: Path, records: int) -> float:
    store = sqlite_url(folder / "impact.db")
    with GameBook(open_store(store), games=library()) as book:
        for new in simulate(book.games[SHELF], seed=1, games=-(-records // ALIKE)):
            book.writing.add(LOCAL, *[new] * min(ALIKE, records))
        there = book.records.shelf(LOCAL).total
    environment = {**os.environ, "KIEBITZ_STORE": store, "XDG_CACHE_HOME": str(folder / "cache")}
    start = perf_counter()
    asked = subprocess.run(
        [PROGRAM, "impact", "--switch", SWITCH, "--jobs", "2"], env=environment, check=True, capture_output=True, text=True
    )
    took = perf_counter() - start
    told = asked.stderr.strip().splitlines()[-1].replace(",", "")
    if not told.startswith(f"{there} record"):
        raise ValueError(f"of {there} records not all were asked: {told}")
    return took
