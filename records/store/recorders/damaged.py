"""Reads text columns that may hold values which are not text."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from records.store.recorders.engine import Database


@contextmanager
def reading_damaged(database: Database) -> Iterator[Connection]:
    """Open a reading transaction in which text columns may hold other values."""
    with database.reading() as connection, any_text(connection):
        yield connection


@contextmanager
def any_text(connection: Connection) -> Iterator[Any]:
    """Yield the driver's connection, which on SQLite returns bytes if a text column holds no valid text."""
    raw: Any = connection.connection.driver_connection
    if not isinstance(raw, sqlite3.Connection):
        yield raw
        return
    usual, raw.text_factory = raw.text_factory, _text_or_bytes
    try:
        yield raw
    finally:
        raw.text_factory = usual


def _text_or_bytes(value: bytes) -> str | bytes:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value
