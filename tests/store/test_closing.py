"""A store is closed while somebody reads."""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import StoreRefused
from records.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import NewRecord

SLOW = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT (SELECT COUNT(*) FROM n), ?"


def test_a_statement_under_way_ends_as_if_nobody_had_closed_the_store(sqlite_url: str, new: Callable[..., NewRecord]) -> None:
    """Its connection is closed by who gives it back, not below the statement, which can crash a process; who comes later is refused."""
    store = open_store(sqlite_url)
    store.create(new("r1"))
    begun, found, lent = threading.Event(), list[Any](), list[sqlite3.Connection]()

    def read() -> None:
        with store._rows.datastore.tuples() as cursor:  # type: ignore[attr-defined]  # on SQLite it has one
            lent.append(cursor.connection)
            begun.set()
            found.extend(cursor.execute(SLOW, ("read",)).fetchall())
            found.extend(cursor.execute(SLOW, ("again",)).fetchall())

    reader = threading.Thread(target=read)
    reader.start()
    assert begun.wait(10)
    store.close()
    reader.join(20)
    assert found == [(300000, "read"), (300000, "again")]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        lent[0].execute("SELECT 1")
    with pytest.raises(StoreRefused):
        store.read("r1")
