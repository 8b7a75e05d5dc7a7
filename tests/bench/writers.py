"""Several processes that append to one PostgreSQL at the same time, each to a record of its own, one event a commit."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

import msgspec
import psycopg

from bench.appending import new_record
from bench.measure import Samples
from bench.play import entries
from bench.postgres import INSERT, serving
from bench.report import Row, section
from bench.shelf import new_header, open_book, raw_rows
from records.store import Head, ShelfRow, open_store
from records.store import Row as StoredRow

if TYPE_CHECKING:
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Barrier

TITLE = "WRITERS, PostgreSQL: processes that append at the same time, an event a commit, fsync on; us of the clock an event of all"
_FORK = multiprocessing.get_context("fork")  # all modules are loaded
PATIENCE = 120
"""Seconds until all processes of a turn have started."""


class Write(Protocol):
    """Appends a row, of the version after the last."""

    def __call__(self, version: int, row: tuple[str, bytes], /) -> object: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Turn:
    """What the processes of one turn did."""

    microseconds: float
    """Of the clock, for one event of all."""
    waits: tuple[float, ...]
    """Milliseconds of each append."""


def measure(*, turns: int, seconds: float, writers: Sequence[int]) -> None:
    """Print the section; each turn lets so many processes write for so many ``seconds``."""
    try:
        with serving() as uri:
            _measure(uri, turns, seconds, writers)
    except Exception as error:  # noqa: BLE001 -- whatever keeps a server from starting here, the other figures stand
        section(TITLE, [], f"Left out: {type(error).__name__}: {error}")


def _measure(uri: str, turns: int, seconds: float, writers: Sequence[int]) -> None:
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA book")
        connection.execute("CREATE SCHEMA raw")
        open_book(book := f"{uri}&options={quote('-csearch_path=book')}").close()
        connection.execute("CREATE TABLE raw.stored_events (LIKE book.stored_events INCLUDING ALL)")
    ways = {"ours": (_ours, book), "raw": (_raw, uri)}
    taken: dict[tuple[str, int], list[Turn]] = {}
    for turn in range(turns):
        for count in writers:
            for name in ways if turn % 2 else reversed(ways):
                taken.setdefault((name, count), []).append(_together(*ways[name], count, seconds))
    rows, notes = [], []
    for count in writers:
        ours, raw = (Samples(tuple(one.microseconds for one in taken[name, count])) for name in ("ours", "raw"))
        said = f"{count} writer{'s' * (count > 1)}"
        rows += [Row(f"{said}: Store.append", ours, raw), Row(f"{said}, raw: psycopg, one INSERT a commit", raw)]
        notes.append(f"{said}: {_told(taken['ours', count])}; raw {_told(taken['raw', count])}")
    section(TITLE, rows, *notes)


def _told(turns: Sequence[Turn]) -> str:
    waits = sorted(wait for turn in turns for wait in turn.waits)
    a_second = 1e6 / statistics.median(turn.microseconds for turn in turns)
    return f"{a_second:,.0f} appends/s, each {waits[len(waits) // 2]:.1f} ms in the median, {waits[len(waits) * 99 // 100]:.1f} at p99"


def _together(way: Callable[[str], Write], address: str, count: int, seconds: float) -> Turn:
    """Let ``count`` processes write at the same time."""
    barrier, found = _FORK.Barrier(count), _FORK.Queue()
    processes = [_FORK.Process(target=_writer, args=(way, address, barrier, found, seconds)) for _ in range(count)]
    for process in processes:
        process.start()
    try:
        results = [found.get(timeout=PATIENCE) for _ in processes]
    finally:
        for process in processes:
            process.kill() if process.exitcode is None and len(results) < count else process.join()
    waits = tuple(wait for one in results for wait in one)
    return Turn(seconds / len(waits) * 1e6, waits)


def _writer(way: Callable[[str], Write], address: str, barrier: Barrier, found: Queue[list[float]], seconds: float) -> None:
    rows = [(name, line) for _, _, name, line in raw_rows(entries(os.getpid()))]
    write = way(address)
    write(1, rows[0])  # connected, and all statements prepared
    for version in range(2, 12):
        write(version, rows[version % len(rows)])
    barrier.wait(PATIENCE)
    waits, version, ends = [], 12, perf_counter() + seconds
    while (began := perf_counter()) < ends:
        write(version, rows[version % len(rows)])
        waits.append((perf_counter() - began) * 1e3)
        version += 1
    found.put(waits)


def _ours(url: str) -> Write:
    store, record = open_store(url), new_record(entries(0)[:1])
    shelf = ShelfRow(id=record.id, game="skirmish", ruleset="none", seats=2, started=None, ended=None, steps=1, turns=1)
    store.create(msgspec.structs.replace(record, shelf=shelf))
    head = Head(1, record.head.hash)

    def write(version: int, row: tuple[str, bytes]) -> None:
        steps = msgspec.structs.replace(shelf, steps=version + 1)
        store.append(record.id, [StoredRow(version + 1, *row)], expected=version, head=Head(version + 1, head.hash), shelf=steps)

    return write


def _raw(uri: str) -> Write:
    connection, record = psycopg.connect(uri, autocommit=True, prepare_threshold=1), f"{new_header().record}{secrets.token_hex(4)}"
    return lambda version, row: connection.execute(INSERT, (record, version, *row))
