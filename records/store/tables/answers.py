"""Answers to writing requests, stored under their keys for a while, so that a repeated request gets the same answer and writes nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select, text

from records.store.schema import answers
from records.store.times import now_text, text_time, time_text

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from records.store.transactions import Transactions
    from records.store.unit import WriteUnit

KEPT = timedelta(hours=24)
MOST_KEPT = 10_000
"""The oldest go first."""
_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))")


class KeptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a request that wrote."""

    status: int
    """0 for a request that a program before schema 8 did not finish: it stored the key before it wrote."""
    location: str = ""
    """Where it led to."""
    body: bytes = b""
    digest: str = ""
    """Digest of the request, to distinguish another request with the same key."""
    since: datetime | None = None
    """When it was answered; None for one that is not kept yet."""


class AnsweredMeanwhileError(Exception):
    """The same request was answered since its answer was looked up; this one is rolled back."""

    def __init__(self, answer: KeptAnswer) -> None:
        self.answer = answer
        super().__init__("answered meanwhile")


class KeyedRequest:
    """A request in progress: its writes and its answer are in one transaction."""

    def __init__(self, work: Transactions, unit: WriteUnit, key: str) -> None:
        self._work, self._unit, self._key = work, unit, key

    def answer(self, answer: KeptAnswer) -> None:
        """Keep what the request is answered. Raises AnsweredMeanwhileError, and StoreRefused if the database fails."""
        with self._work.doing("writing"):
            keep(self._unit.connection, self._key, answer)

    def undo(self) -> None:
        """Roll back what the request wrote, because it is refused."""
        self._unit.undo()


def refuse_answered(connection: Connection, key: str) -> None:
    """Raise AnsweredMeanwhileError if something is kept under ``key``; waits for a request of the same key that is at work."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ALONE, {"key": key})
    found = read(connection, key)
    if found is not None:
        raise AnsweredMeanwhileError(found)


def keep(connection: Connection, key: str, answer: KeptAnswer) -> None:
    """Keep the answer to a request, and no more of others than ``MOST_KEPT``, none of them older than ``KEPT``."""
    too_many = select(answers.c.key).order_by(answers.c.since.desc(), answers.c.key).offset(MOST_KEPT - 1)
    for which in (answers.c.since < _outdated(), answers.c.key.in_(too_many)):
        # On PostgreSQL concurrent requests may drop the same ones, and must not wait for each other's end.
        free = select(answers.c.key).where(which).with_for_update(skip_locked=True)
        connection.execute(delete(answers).where(answers.c.key.in_(free)))
    told = {"digest": answer.digest, "status": answer.status, "location": answer.location, "body": answer.body}
    connection.execute(answers.insert(), {"key": key, **told, "since": now_text()})


def forget_all(connection: Connection) -> None:
    """Forget all answers: a page that is kept may hold a name."""
    connection.execute(delete(answers))


def read(connection: Connection, key: str) -> KeptAnswer | None:
    """Return what is kept under ``key``."""
    row = connection.execute(select(answers).where(answers.c.key == key, answers.c.since >= _outdated())).first()
    if row is None:
        return None
    return KeptAnswer(status=row.status, location=row.location, body=row.body, digest=row.digest, since=text_time(row.since))


def _outdated() -> str:
    return time_text(datetime.now(UTC) - KEPT)
