"""What a request that wrote was answered, kept under its key for a while, so that its repetition is answered alike and writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from records.store.schema import answers
from records.store.times import now_text, text_time, time_text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from records.store.engine import Database

KEPT = timedelta(hours=24)
MOST_KEPT = 10_000
"""The oldest go first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """The answer to a request that wrote."""

    status: int
    """0 while the first request is still at work, or was cut off."""
    location: str = ""
    """Where it led to."""
    body: bytes = b""
    digest: str = ""
    """Of the request, by which another one with the same key is told apart."""
    since: datetime | None = None
    """When the request came; None for one that is not kept yet."""


def claim(database: Database, key: str, digest: str) -> KeptAnswer | None:
    """Return what is kept under ``key``; if nothing is, keep that a request is at work and return None: it is the caller's to do."""
    with database.reading() as connection:
        found = _read(connection, key)
    if found is not None:
        return found
    try:
        with database.writing() as connection:
            connection.execute(delete(answers).where(answers.c.since < _outdated()))
            too_many = select(answers.c.key).order_by(answers.c.since.desc(), answers.c.key).offset(MOST_KEPT - 1)
            connection.execute(delete(answers).where(answers.c.key.in_(too_many)))
            row = {"key": key, "digest": digest, "status": 0, "location": "", "body": b"", "since": now_text()}
            connection.execute(answers.insert(), row)
    except IntegrityError:
        # Another worker was faster.
        with database.reading() as connection:
            return _read(connection, key)
    return None


def keep(connection: Connection, key: str, answer: KeptAnswer) -> None:
    """Keep the answer to a request that was claimed."""
    values = {"status": answer.status, "location": answer.location, "body": answer.body}
    connection.execute(update(answers).where(answers.c.key == key).values(values))


def release(connection: Connection, key: str) -> None:
    """Forget a claim: nothing was written."""
    connection.execute(delete(answers).where(answers.c.key == key))


def forget_all(connection: Connection) -> None:
    """Forget all answers: a page that is kept may hold a name."""
    connection.execute(delete(answers))


def _read(connection: Connection, key: str) -> KeptAnswer | None:
    row = connection.execute(select(answers).where(answers.c.key == key, answers.c.since >= _outdated())).first()
    if row is None:
        return None
    return KeptAnswer(status=row.status, location=row.location, body=row.body, digest=row.digest, since=text_time(row.since))


def _outdated() -> str:
    return time_text(datetime.now(UTC) - KEPT)
