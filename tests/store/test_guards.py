"""Stored events are append-only for everybody."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from records.store import open_store
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import NewRecord, Store


@pytest.mark.parametrize(
    "statement",
    one_in(
        2,
        [
            "UPDATE stored_events SET state = NULL",
            "UPDATE stored_events SET originator_version = 9 WHERE originator_version = 3",
            "DELETE FROM stored_events",
            "DELETE FROM stored_events WHERE originator_version = 3",
        ],
    ),
)
def test_a_change_is_refused(store: Store, new: Callable[..., NewRecord], outside: Any, statement: str) -> None:
    """UPDATE and DELETE from any connection fail and leave every row as it was."""
    record = new("r1")
    store.create(record)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException), match="append-only"):
        outside.run(statement)
    assert store.read("r1") == record.rows


def test_truncate_is_refused(postgres_url: str, new: Callable[..., NewRecord]) -> None:
    """PostgreSQL's TRUNCATE, which fires no trigger of a row, is refused too."""
    with open_store(postgres_url) as store, psycopg.connect(postgres_url) as connection:
        store.create(new("r1"))
        with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
            connection.execute("TRUNCATE stored_events")
        assert len(store.read("r1")) == 3


def test_guards_come_back_when_the_store_is_opened(store: Store, url: str, outside: Any) -> None:
    """Guards that somebody dropped are set again by the next who opens the store."""
    store.close()
    outside.lift_guards()
    assert not outside.guarded()
    with open_store(url):
        assert outside.guarded()
