"""What is asked about some streams alone does not read all events of PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest

from records.store import open_store
from records.store.recorders import statements as sql

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import NewRecord


@pytest.mark.parametrize(
    "statement",
    [
        sql.SELECT_ROWS.replace("?", "'1'"),
        sql.SELECT_OWNED_BYTES.replace("?", "'o'"),
        f"SELECT ({sql.SIZE_OF_STREAM}) FROM records WHERE bound = 'r1'",  # noqa: S608 - our own
    ],
)
def test_events_of_some_streams_are_found_by_the_index(postgres_url: str, statement: str, new: Callable[..., NewRecord]) -> None:
    """PostgreSQL can use the key of the events, which it does once there are many."""
    with open_store(postgres_url) as store, psycopg.connect(postgres_url) as connection:
        store.create(new("r1"))
        connection.execute("SET enable_seqscan = off")
        plan = "\n".join(row[0] for row in connection.execute(f"EXPLAIN {sql.for_postgres(statement)}"))
    assert "stored_events_pkey" in plan
    assert "Seq Scan on stored_events" not in plan
