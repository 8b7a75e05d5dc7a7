"""Which classes ask something of a study now: a hint where to look. What they ask stands in their own logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, text

from records.store.schema import asked
from records.store.times import time_text

if TYPE_CHECKING:
    from datetime import datetime

    from records.store.transactions import Transactions

_ASK = text(
    "INSERT INTO asked (in_class, study, since) VALUES (:in_class, :study, :since) "
    "ON CONFLICT (in_class) DO UPDATE SET study = excluded.study, since = excluded.since"
)


class AskedRows:
    """The rows of one store; errors are those of its other methods."""

    def __init__(self, store: Transactions) -> None:
        self._store = store

    def put(self, in_class: str, study: str, at: datetime) -> None:
        """Note that a class is asked something of a study."""
        with self._store.writing("asking a class") as connection:
            connection.execute(_ASK, {"in_class": in_class, "study": study, "since": time_text(at)})

    def end(self, in_class: str) -> None:
        """Note that a class is asked nothing any more."""
        with self._store.writing("asking a class") as connection:
            connection.execute(delete(asked).where(asked.c.in_class == in_class))

    def of(self, study: str, since: datetime) -> list[str]:
        """Return the classes that were asked something of a study since then."""
        with self._store.reading() as connection:
            found = select(asked.c.in_class).where(asked.c.study == study, asked.c.since >= time_text(since))
            return list(connection.execute(found.order_by(asked.c.in_class)).scalars())
