"""Events into the store: one by one, a record at a time, and in bulk, with the shares of a bulk append."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from bench.measure import Samples, Way, in_turns
from bench.play import EVENTS, entries, new_game
from bench.raw import RawSqlite, RowCount, RowOf
from bench.report import Row, section
from bench.shelf import chained, new_header, open_book, raw_rows, sqlite_modes, sqlite_url
from bench.skirmish import SKIRMISH
from records.core.events import name_of
from records.core.logs.fold import Folder
from records.core.viewers import LOCAL
from records.service import Entry, GameBook
from records.store import Head, NewRecord
from records.store import Row as StoredRow

Games = list[list[Entry]]


class Raw(Protocol):
    """A database without this program."""

    def insert(self, rows: Sequence[RowOf]) -> None:
        """Insert all rows in one transaction."""

    def count(self) -> int:
        """Return how many rows there are."""


def measure(folder: Path, *, turns: int, games: int, singles: int) -> None:
    """Print the section. ``games`` records are one bulk append, ``singles`` events one turn of appends one by one."""
    with open_book(sqlite_url(folder / "append.db")) as book:
        raw = RawSqlite(folder / "append-raw.db", folder / "append.db")
        same = sqlite_modes(book)
        if raw.modes != same or same != ("wal", 2):
            raise AssertionError(f"both sides write with journal_mode=WAL and synchronous=FULL, not {same} and {raw.modes}")
        counted = RowCount(folder / "append.db").count
        logs = [entries(seed) for seed in range(games)]
        one = in_turns({"ours": _single(book, counted, logs[0], singles), "raw": _raw_single(raw, logs[0], singles)}, turns)
        many = in_turns(added(book, raw, counted, logs[:1]), turns * 3)
        bulk = in_turns(added(book, raw, counted, logs) | _parts(book, counted, logs), turns * 2)
        section(
            "APPENDING, SQLite file, synchronous=FULL and WAL on both sides; us an event",
            [
                Row("one by one: book.writing.append, 1 event a commit", one["ours"], one["raw"]),
                Row("raw: sqlite3, the same rows in the same layout", one["raw"]),
                Row(f"per record: book.writing.add, {EVENTS} events a commit", many["ours"], many["raw"]),
                Row("raw", many["raw"]),
                Row(f"in bulk: book.writing.add, {games} x {EVENTS} events a commit", bulk["ours"], bulk["raw"], aim=3.2),
                Row("raw", bulk["raw"]),
                *_shares({name: samples.median for name, samples in bulk.items()}),
            ],
        )


def _single(book: GameBook, counted: Callable[[], int], log: Sequence[Entry], singles: int) -> Way:
    """Append the last ``singles`` events of a game whose others stand already, each in a transaction of its own."""
    start = len(log) - singles

    def append(record: str) -> None:
        for version, entry in enumerate(log[start:], start):
            book.writing.append(LOCAL, record, [entry], expected=version)

    return Way(append, singles, lambda: book.writing.add(LOCAL, new_game(log[:start]))[0].id, total=counted, grows=singles)


def _raw_single(raw: RawSqlite, log: Sequence[Entry], singles: int) -> Way:
    rows = raw_rows(log)[-singles:]
    return Way(raw.insert_each, singles, lambda: _renamed(rows), total=raw.count, grows=singles)


def added(book: GameBook, raw: Raw, counted: Callable[[], int], logs: Games) -> dict[str, Way]:
    """Add whole games in one transaction, beside the same rows inserted raw."""
    rows = [row for log in logs for row in raw_rows(log)]
    count = len(rows)
    return {
        "ours": Way(
            lambda made: book.writing.add(LOCAL, *made), count, lambda: [new_game(log) for log in logs], total=counted, grows=count
        ),
        "raw": Way(raw.insert, count, lambda: _renamed(rows), total=raw.count, grows=count),
    }


def _parts(book: GameBook, counted: Callable[[], int], logs: Games) -> dict[str, Way]:
    """Do the parts of adding, each alone."""
    count = sum(map(len, logs))
    header, key = new_header(), secrets.token_bytes(32)
    recorded = [chained(header, key, log)[0] for log in logs]
    folder, encode = Folder(SKIRMISH), SKIRMISH.codec.encode
    return {
        "rows": Way(book._office.store.create_many, count, lambda: [new_record(log) for log in logs], total=counted, grows=count),
        "chain": Way(lambda _: [chained(header, key, log) for log in logs], count),
        "encode": Way(lambda _: [[encode(event) for event in log] for log in recorded], count),
        "fold": Way(lambda _: [folder.fold(header, log) for log in recorded], count),
    }


def _shares(took: dict[str, float]) -> list[Row]:
    whole = took["ours"]

    def share(what: str, part: float) -> Row:
        return Row(f"  {part / whole:4.0%} {what}", Samples((part,)))

    return [
        share("chain and commitments", took["chain"] - took["encode"]),
        share("encoding to JSON", took["encode"]),
        share("folding: can this have happened?", took["fold"]),
        share("the rows, as raw", took["raw"]),
        share("the library; head, header, key and names", took["rows"] - took["raw"]),
        share("the rest", whole - took["chain"] - took["fold"] - took["rows"]),
    ]


def new_record(log: Sequence[Entry]) -> NewRecord:
    """Return a record of its own as the store takes it, without a row of the shelf."""
    header, key = new_header(), secrets.token_bytes(32)
    events, lines, chain = chained(header, key, log)
    rows = [StoredRow(event.v, name_of(event.event), line) for event, line in zip(events, lines, strict=True)]
    names = {"A": "Anna", "B": "Ben"}
    return NewRecord(
        id=header.record,
        header=msgspec.json.encode(header),
        key=key,
        names=names,
        origin=None,
        rows=rows,
        head=Head(chain.count, chain.hash),
    )


def _renamed(rows: Sequence[RowOf]) -> list[RowOf]:
    """Return the rows under ids that no table has yet."""
    fresh = {record: new_header().record for record in {row[0] for row in rows}}
    return [(fresh[record], version, name, line) for record, version, name, line in rows]
