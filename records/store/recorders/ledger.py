"""The library's Application over our recorder and mapper: event store, notification log, and nothing that knows a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol, cast

from eventsourcing.application import Application
from eventsourcing.utils import Environment

from records.store.recorders.mapper import RowEvent

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from eventsourcing.domain import DomainEventProtocol
    from eventsourcing.utils import EnvType

    from records.store.rows import Anchor, HeadMove, NewRecord, Row


class RowRecorder(Protocol):
    """What our two recorders do beyond the library's ApplicationRecorder; their docstrings tell the errors."""

    def events_table(self) -> list[str]:
        """Return the library's statements that create ``stored_events``."""

    def create(self, records: Sequence[NewRecord]) -> None:
        """Insert whole records in one transaction."""

    def read_rows(self, record: str, after: int, upto: int) -> list[Row]:
        """Return rows ``after`` < version <= ``upto``."""

    def read_info(self, record: str) -> tuple[Any, ...] | None:
        """Return the result of ``with_names`` for SELECT_INFO."""

    def read_access(self, record: str) -> list[tuple[Any, ...]]:
        """Return the rows of SELECT_ACCESS."""

    def read_tuples(self, statement: str, given: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement that stands alone."""

    def mark(self) -> Hashable | None:
        """Return a value that is equal while nobody commits anything to this database; None if that cannot be known."""

    def last_version(self, record: str) -> int:
        """Return the highest version stored, 0 for none."""

    def read_log(self, limit: int) -> tuple[Anchor, list[tuple[str, int]], Anchor]:
        """Return the read models' anchor, the events after it that they do not have, and how far the log was read."""


class Ledger(Application[str]):
    """The stream of every record, in the table that the library calls ``stored_events``."""

    name = ""  # a name would become a prefix of the table's

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Take ``env`` alone: a CIPHER_KEY or COMPRESSOR_TOPIC of the process must not change what is stored."""
        return Environment(name, env)

    @property
    def rows(self) -> RowRecorder:
        """The recorder with its own methods."""
        return cast("RowRecorder", self.recorder)

    def put(self, rows: Sequence[Row], move: HeadMove) -> None:
        """Append ``rows`` and move the head in one transaction."""
        events = [RowEvent(move.record, *row) for row in rows]
        self.events.put(cast("list[DomainEventProtocol[str]]", events), move=move)


def sqlite_ledger(path: str, *, durable: bool) -> Ledger:
    """Open the ledger in the file ``path``; creates no table."""
    return Ledger(
        {
            "PERSISTENCE_MODULE": "records.store.recorders.sqlite:SqliteFactory",
            "APPLICATION_RECORDER_TOPIC": "records.store.recorders.sqlite:SqliteRecorder",
            "MAPPER_TOPIC": "records.store.recorders.mapper:RowMapper",
            "ORIGINATOR_ID_TYPE": "text",
            "CREATE_TABLE": "n",
            "SQLITE_DBNAME": path,
            "KIEBITZ_DURABLE": "y" if durable else "n",
        }
    )


def postgres_ledger(connect: dict[str, Any], schema: str) -> Ledger:
    """Open the ledger in ``schema`` of the database that psycopg's arguments ``connect`` lead to; creates no table."""
    return Ledger(
        {
            "PERSISTENCE_MODULE": "records.store.recorders.postgres:PostgresRecorderFactory",
            "APPLICATION_RECORDER_TOPIC": "records.store.recorders.postgres:PostgresRecorder",
            "MAPPER_TOPIC": "records.store.recorders.mapper:RowMapper",
            "ORIGINATOR_ID_TYPE": "text",
            "CREATE_TABLE": "n",
            # The factory insists on these five; the connection is made from KIEBITZ_CONNECT.
            "POSTGRES_DBNAME": "",
            "POSTGRES_HOST": "",
            "POSTGRES_USER": "",
            "POSTGRES_PASSWORD": "",
            "POSTGRES_SCHEMA": schema,
            "KIEBITZ_CONNECT": json.dumps(connect),
        }
    )
