"""Events out of the store: read and decoded, folded, and a whole record as the pages ask for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench.measure import Way, in_turns
from bench.play import EVENTS, entries, new_game
from bench.raw import RawSqlite, plain_decoder
from bench.report import Row, section
from bench.shelf import open_book, sqlite_url
from bench.skirmish import SKIRMISH
from records.core.header import Header
from records.core.logs.fold import Folder
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.log_reader import LogReader
from records.service.memory import Memory
from records.service.streams.head_cache import HeadCache


def measure(folder: Path, *, turns: int, records: int) -> None:
    """Print the section. ``records`` are read in one turn, one after the other."""
    with open_book(sqlite_url(folder / "read.db")) as book:
        ids = [one.id for one in book.writing.add(LOCAL, *(new_game(entries(seed)) for seed in range(records)))]
        raw = RawSqlite(folder / "read-raw.db", folder / "read.db")
        for record in ids:
            raw.insert([(record, *row) for row in book._office.store.read(record)])
        plain = plain_decoder(SKIRMISH.events).decode
        decode = SKIRMISH.codec.decode
        logs = [[decode(row.body) for row in book._office.store.read(record)] for record in ids]
        header: Header = book.record(LOCAL, ids[0], "open").header
        fold = Folder(SKIRMISH).fold

        def each(read: Any) -> Way:
            return Way(
                lambda _: [read(record) for record in ids], EVENTS * records, check=lambda read: all(len(log) == EVENTS for log in read)
            )

        times = in_turns(
            {
                "read": each(lambda record: [decode(row.body) for row in book._office.store.read(record)]),
                "raw": each(lambda record: [plain(line) for _, _, line in raw.read(record)]),
                "fold": Way(lambda _: [fold(header, log) for log in logs], EVENTS * records),
            },
            turns,
        )
        times |= in_turns({name: asked(book, ids, name) for name in ("cold", "warm", "timeline")}, turns)
        section(
            f"READING, records of {EVENTS} events; us an event",
            [
                Row("read and decode: Store.read and the codec", times["read"], times["raw"], aim=3),
                Row("raw: sqlite3 tuples, msgspec to structs that check nothing", times["raw"]),
                Row("fold", times["fold"]),
                Row("book.record, nothing kept yet", times["cold"]),
                Row("book.record, kept", times["warm"]),
                Row("and its timeline and last position, first time", times["timeline"]),
            ],
        )


def asked(book: GameBook, ids: list[Any], kind: str) -> Way:
    """Ask for records as the book keeps them: nothing of them yet (``cold``), all (``warm``), or nothing and with their ``timeline``."""

    def forget() -> None:
        if kind != "warm":
            memory = Memory()
            book._office.logs, book._office._seen_logs = LogReader(book._office.store, book.games, memory), HeadCache(memory, "seen")

    def ask(_: None) -> list[int]:
        views = [book.record(LOCAL, record, "A") for record in ids]
        if kind == "timeline":
            return [len(view.timeline.steps) + view.position(view.steps).version - view.steps for view in views]
        return [view.steps for view in views]

    return Way(ask, EVENTS * len(ids), forget, lambda steps: steps == [EVENTS] * len(ids))
