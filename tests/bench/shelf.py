"""The book that is measured, and its rows as they would be without it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.play import SEATS, START
from bench.raw import RowOf, modes
from bench.skirmish import SKIRMISH
from records.core.events import Recorded, name_of
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.chain import Chain
from records.games.observed import OBSERVED
from records.service import Entry, GameBook
from records.store import open_store


def open_book(url: str) -> GameBook:
    """Open a book that also knows the measured game."""
    return GameBook(open_store(url), games={game.name: game for game in (OBSERVED, SKIRMISH)})


def sqlite_modes(book: GameBook) -> tuple[Any, Any]:
    """Return ``journal_mode`` and ``synchronous`` of the connections that the book writes with."""
    datastore = book._office.store._opened.ledger.factory.datastore  # type: ignore[attr-defined]  # a benchmark may look inside
    with datastore.tuples() as cursor:
        return modes(cursor.connection)


def sqlite_url(path: Path) -> str:
    """Return the address of a file."""
    return f"sqlite:///{path}"


def new_header() -> Header:
    """Return the header of a record of its own."""
    return Header(
        record=RecordId(secrets.token_hex(8)),
        game=SKIRMISH.name,
        ruleset="none",
        ruleset_hash="",
        catalogue="none",
        catalogue_hash="",
        seats=SEATS,
        started=START,
    )


def chained(header: Header, key: bytes, entries: Sequence[Entry]) -> tuple[list[Recorded[Any]], list[bytes], Chain]:
    """Return the events as they are recorded, their lines, and the chain that they made."""
    chain = Chain(SKIRMISH, header, key)
    both = [chain.add(entry.at, entry.event, entry.cause) for entry in entries]
    return [recorded for recorded, _ in both], [line for _, line in both], chain


def raw_rows(entries: Sequence[Entry]) -> list[RowOf]:
    """Return the rows of these events in a record of its own."""
    header = new_header()
    log, lines, _ = chained(header, secrets.token_bytes(32), entries)
    return [(header.record, recorded.v, name_of(recorded.event), line) for recorded, line in zip(log, lines, strict=True)]
