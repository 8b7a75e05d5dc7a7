"""Recent failures, as rows shared by processes: each row has the time when none of its failures counts any more.

Each failure moves that time forward by a fixed amount: no window begins or ends, and an expired row is deleted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, or_, select, text

from records.store.schema import attempts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from records.store.transactions import Transactions

LONGEST = 24 * 3600 * 1000
"""Milliseconds; a row that would count for longer was written with a wrong clock, and is ignored."""
_COUNT = text(
    "INSERT INTO attempts (key, until) VALUES (:key, :first) ON CONFLICT (key) DO UPDATE SET until = "
    "(CASE WHEN attempts.until < :now THEN :now ELSE attempts.until END) + :every WHERE attempts.until <= :room RETURNING until"
)
_UNCOUNT = text("UPDATE attempts SET until = until - :every WHERE key = :key")


class CountedAttempts(NamedTuple):
    """What is counted by one key."""

    key: str
    every: int
    """Milliseconds after which one failure counts no more."""
    most: int
    """Failures that can count at the same time."""


class _FullError(Exception):
    """A row has no room; nothing is counted."""


class AttemptRows:
    """The rows of one store; errors are those of its other methods."""

    def __init__(self, store: Transactions) -> None:
        self._store = store

    def count(self, rows: Sequence[CountedAttempts], at: datetime, *, where_room: frozenset[str] = frozenset()) -> Mapping[str, int] | None:
        """Count one failure by each of ``rows``, and return how many count now by each; None where one has no room: then none is counted.

        Those whose keys are ``where_room`` are counted where they have room, and left out of the answer where they have none.
        """
        now = milliseconds(at)
        try:
            with self._store.writing("counting attempts") as connection:
                connection.execute(delete(attempts).where(or_(attempts.c.until <= now, attempts.c.until > now + LONGEST)))
                # In one order, so that two who count never wait for each other, and all of them whatever comes of one.
                found = {row.key: _counted(connection, row, now) for row in sorted(rows)}
                _check_room(found, where_room)
        except _FullError:
            return None
        return {key: count for key, count in found.items() if count}

    def take_back(self, rows: Iterable[CountedAttempts], forgotten: Iterable[CountedAttempts] = ()) -> None:
        """Undo one failure in each of ``rows``, because the attempt succeeded, and clear the failures in ``forgotten``."""
        with self._store.writing("counting attempts") as connection:
            for key in sorted(gone := {row.key for row in forgotten}):
                connection.execute(delete(attempts).where(attempts.c.key == key))
            for row in sorted(row for row in rows if row.key not in gone):
                connection.execute(_UNCOUNT, {"key": row.key, "every": row.every})

    def wait(self, rows: Sequence[CountedAttempts], at: datetime) -> int:
        """Return after how many seconds each of ``rows`` has room; 0 where they have."""
        now = milliseconds(at)
        with self._store.reading() as connection:
            asked = select(attempts.c.key, attempts.c.until).where(attempts.c.key.in_([row.key for row in rows]))
            until = {key: int(found) for key, found in connection.execute(asked) if found <= now + LONGEST}
        waits = [until.get(row.key, now) - now - row.every * (row.most - 1) for row in rows]
        return -(-max(0, *waits) // 1000)


def _counted(connection: Connection, row: CountedAttempts, now: int) -> int:
    values = {"key": row.key, "now": now, "first": now + row.every, "every": row.every, "room": now + row.every * (row.most - 1)}
    until: int | None = connection.execute(_COUNT, values).scalar()
    return 0 if until is None else -(-(until - now) // row.every)


def _check_room(found: Mapping[str, int], where_room: frozenset[str]) -> None:
    if any(not count and key not in where_room for key, count in found.items()):
        raise _FullError


def milliseconds(at: datetime) -> int:
    """Return a time as milliseconds since 1970."""
    return int(at.timestamp() * 1000)
