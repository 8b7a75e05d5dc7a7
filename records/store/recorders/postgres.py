"""The library's PostgreSQL recorder with our hot paths: rows as arrays, tuples out, the head in the same transaction.

Imported only when a PostgreSQL address is opened: psycopg is an extra.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any

import psycopg
from eventsourcing.persistence import DatabaseError, IntegrityError, OperationalError
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresFactory
from psycopg.rows import dict_row, tuple_row
from psycopg.sql import SQL, Identifier
from sqlalchemy import create_engine

from records.errors import RecordNotFound, StaleVersion
from records.store.new_rows import NewRows
from records.store.recorders import statements as sql
from records.store.recorders.engine import POOL_SECONDS
from records.store.recorders.owned import refuse_too_much
from records.store.recorders.postgres_connect import Connection, ping_briefly
from records.store.recorders.settled import settled_end
from records.store.rows import Anchor, Row
from records.store.schema_check import hold_schema
from records.store.shelf_rows import INSERT_SHELF, UPDATE_SHELF, updated
from records.store.unit import WriteUnits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eventsourcing.persistence import StoredEvent
    from eventsourcing.utils import Environment, EnvType
    from psycopg import Cursor

    from records.store.rows import HeadMove, NewRecord

ROWS_A_STATEMENT = 5000
LOG = sql.LOG_COLUMN["postgresql"]

SELECT_MARK = "SELECT txid_current_snapshot()::text"
MOVE_HEAD = sql.for_postgres(sql.MOVE_HEAD)
SELECT_COUNT = sql.for_postgres(sql.SELECT_COUNT)
SELECT_TAKEN = sql.for_postgres(sql.SELECT_TAKEN)
SELECT_ORIGIN = sql.for_postgres(sql.SELECT_ORIGIN)
SELECT_ROWS = sql.for_postgres(sql.SELECT_ROWS)
SELECT_INFO = sql.for_postgres(sql.SELECT_INFO)
SELECT_ACCESS = sql.for_postgres(sql.SELECT_ACCESS)
SELECT_LAST = sql.for_postgres(sql.SELECT_LAST)
SELECT_ANCHOR = sql.for_postgres(sql.SELECT_ANCHOR)
PUT_SHELF = sql.for_postgres(INSERT_SHELF)
CHANGE_SHELF = sql.for_postgres(UPDATE_SHELF)
SELECT_PLACE = sql.for_postgres(sql.SELECT_PLACE.format(log=LOG))
SELECT_LOG = sql.for_postgres(sql.SELECT_LOG.format(log=LOG, id="originator_id", unread=sql.UNREAD))
LAST_UPTO = sql.for_postgres(sql.LAST_UPTO.format(log=LOG, id="originator_id"))
LOCK_OWNER = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class PooledDatastore(PostgresDatastore):
    """The library's datastore on connections of SQLAlchemy's pool.

    The library's own pool makes callers wait while the server is down, and retries less and less often. This one fails at once if nobody
    answers, and reconnects as soon as the server is back.
    """

    def __init__(self, connect: dict[str, Any], schema: str) -> None:
        super().__init__("", "", "", "", "", schema=schema, originator_id_type="text")
        self.units = WriteUnits()

        def connected() -> psycopg.Connection[Any]:
            return Connection.connect(**connect, autocommit=True)

        self._engine = create_engine(
            "postgresql+psycopg://",
            creator=connected,
            pool_size=2,
            max_overflow=8,
            pool_timeout=POOL_SECONDS,
            pool_pre_ping=True,
            pool_reset_on_return=None,
        )
        ping_briefly(self._engine)

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[dict[str, Any]]]:
        """Yield a connection that commits each statement outside of a transaction; raises the library's errors."""
        with _librarys_errors():
            lent = self._engine.raw_connection()
            try:
                connection: Any = lent.driver_connection
                connection.row_factory = dict_row  # the library's own readers ask for columns by name
                yield connection
            finally:
                lent.close()

    @contextmanager
    def joined(self, *, write: bool) -> Iterator[psycopg.Connection[Any]]:
        """Yield the connection of the thread's unit, if the unit has begun or this is a write; else one as above."""
        unit = self.units.current
        if unit is not None and (write or unit.begun):
            with _librarys_errors():
                yield unit.raw
            return
        with self.get_connection() as connection:
            yield connection

    def close(self) -> None:
        """Close every connection."""
        super().close()
        if hasattr(self, "_engine"):  # the library closes what was not made, too
            self._engine.dispose()


@contextmanager
def _librarys_errors() -> Iterator[None]:
    """Raise the library's errors for psycopg's."""
    try:
        yield
    except psycopg.IntegrityError as error:
        raise IntegrityError(error) from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise OperationalError(error) from error
    except psycopg.Error as error:
        raise DatabaseError(error) from error


class PostgresRecorder(PostgresApplicationRecorder):
    """Rows of all records in ``stored_events``."""

    datastore: PooledDatastore

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        # Arrays of columns, not of the library's composite type: less than half the time.
        self.insert_events_statement = SQL(
            "INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state) "
            "SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[]) RETURNING notification_id"
        ).format(schema=Identifier(datastore.schema), table=Identifier(events_table_name))

    def events_table(self) -> list[str]:
        """Return the library's statements that create ``stored_events``; its type and function we do not use."""
        statements = [statement.as_string() for statement in self.sql_create_statements]
        return [statement for statement in statements if statement.startswith(("CREATE TABLE", "CREATE UNIQUE INDEX"))]

    @contextmanager
    def _cursor(self, *, write: bool) -> Iterator[Cursor[tuple[Any, ...]]]:
        with self.datastore.joined(write=write) as connection:
            if not write:
                with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
                    yield cursor
                return
            with connection.transaction(), connection.cursor(row_factory=tuple_row, binary=True) as cursor:
                # Without the library's lock of the table and its notification: both let one transaction at a time commit.
                hold_schema(partial(cursor.execute, binary=False))
                yield cursor

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Insert a batch; with ``move`` (a HeadMove) the head goes with it, or nothing.

        Not repeated after a lost connection, as the library does: it may have been committed.
        Raises RecordNotFound, and StaleVersion if the record does not have the number of events that ``move`` expects.
        """
        move: HeadMove | None = kwargs.get("move")
        with self._cursor(write=True) as cursor:
            if move is not None:
                self._move_head(cursor, move)
            numbers = self._insert(cursor, [(str(s.originator_id), s.originator_version, s.topic, s.state) for s in stored_events])
            if move is not None and move.shelf is not None:
                cursor.execute(CHANGE_SHELF, updated(move.shelf), prepare=True)
            return numbers

    def _insert(self, cursor: Cursor[tuple[Any, ...]], rows: Sequence[tuple[str, int, str, bytes]]) -> Sequence[int] | None:
        ids: list[int] = []
        for start in range(0, len(rows), ROWS_A_STATEMENT):
            columns = [list(column) for column in zip(*rows[start : start + ROWS_A_STATEMENT], strict=True)]
            cursor.execute(self.insert_events_statement, columns, prepare=True)
            ids += [row[0] for row in cursor.fetchall()]
        return ids

    @staticmethod
    def _move_head(cursor: Cursor[tuple[Any, ...]], move: HeadMove) -> None:
        cursor.execute(MOVE_HEAD, (move.head.count, move.head.hash, move.record, move.expected), prepare=True)
        if cursor.rowcount != 1:
            found = cursor.execute(SELECT_COUNT, (move.record,)).fetchone()
            if found is None:
                raise RecordNotFound(f"no record {move.record!r}")
            raise StaleVersion(move.record, move.expected, found[0])

    def create(self, records: Sequence[NewRecord]) -> None:
        """Insert whole records in one transaction.

        Raises StaleVersion for an id that is taken, StoreRefused for one that was deleted for good, AlreadyStored for a known origin,
        LimitReached for more than an owner may have.
        """
        new = NewRows(records)
        try:
            self._create(records, new)
        except IntegrityError:
            # Somebody stored one of them concurrently, and it exists by now.
            with self._cursor(write=False) as cursor:
                self._refuse_stored(cursor, records)
            raise

    @staticmethod
    def _refuse_stored(cursor: Cursor[tuple[Any, ...]], records: Sequence[NewRecord]) -> None:
        for record in records:
            found = cursor.execute(SELECT_TAKEN, (record.id,) * 3, prepare=True).fetchone() or (None, 0, 0)
            NewRows.refuse_taken(record.id, *found)
            if record.origin is not None:
                NewRows.refuse_known(record.origin, cursor.execute(SELECT_ORIGIN, (record.origin,), prepare=True).fetchone())

    def _create(self, records: Sequence[NewRecord], new: NewRows) -> None:
        with self._cursor(write=True) as cursor:
            self._refuse_stored(cursor, records)
            for statement, rows in (
                (sql.INSERT_RECORD, sorted(new.headers, key=_by_origin)),
                (sql.INSERT_KEY, new.keys),
                (sql.INSERT_HEAD, new.heads),
                (sql.INSERT_NAME, new.names),
                (sql.INSERT_LABEL, new.labels),
                (sql.INSERT_RELEASE, new.releases),
                (sql.INSERT_SAID, new.said),
            ):
                if rows:
                    cursor.executemany(sql.for_postgres(statement), rows)
            self._insert(cursor, [(record.id, *row) for record in records for row in record.rows])
            if new.shelf:
                cursor.executemany(PUT_SHELF, new.shelf)
            for owner in sorted({record.limits.owner for record in records if record.limits is not None}):
                cursor.execute(LOCK_OWNER, (owner,))  # concurrent writers are counted too
            refuse_too_much(records, lambda statement, given: cursor.execute(sql.for_postgres(statement), given).fetchone())

    def read_rows(self, record: str, after: int, upto: int) -> list[Row]:
        """Return rows ``after`` < version <= ``upto``."""
        with self._cursor(write=False) as cursor:
            found = cursor.execute(SELECT_ROWS, (record, after, upto), prepare=True).fetchall()
        return list(map(tuple.__new__, repeat(Row), found))

    def read_info(self, record: str) -> tuple[Any, ...] | None:
        """Return what ``with_names`` makes of SELECT_INFO."""
        with self._cursor(write=False) as cursor:
            return sql.with_names(cursor.execute(SELECT_INFO, (record,), prepare=True).fetchall())

    def read_access(self, record: str) -> list[tuple[Any, ...]]:
        """Return the rows of SELECT_ACCESS."""
        with self._cursor(write=False) as cursor:
            return cursor.execute(SELECT_ACCESS, (record,), prepare=True).fetchall()

    def read_tuples(self, statement: str, given: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement that stands alone."""
        with self._cursor(write=False) as cursor:
            return cursor.execute(sql.for_postgres(statement), given, prepare=True).fetchall()

    def mark(self) -> str | None:
        """Return which transactions are visible: at two moments with an equal value all reads are equal."""
        with self._cursor(write=False) as cursor:
            found = cursor.execute(SELECT_MARK, prepare=True).fetchone()
        return None if found is None else str(found[0])

    def last_version(self, record: str) -> int:
        """Return the highest version stored for ``record``, 0 for none."""
        with self._cursor(write=False) as cursor:
            found = cursor.execute(SELECT_LAST, (record,)).fetchone()
        return int(found[0] or 0) if found else 0

    def read_log(self, limit: int) -> tuple[Anchor, list[tuple[str, int]], Anchor]:
        """Return the read models' anchor, what they do not know after it in the log, and how far the log was read.

        Waits for running writers, so that no event is skipped: see ``settled_end``.
        """
        with self._cursor(write=False) as cursor:
            anchor = Anchor(*(cursor.execute(SELECT_ANCHOR, (sql.SHELF,), prepare=True).fetchone() or (None, 0, 0)))
            end = settled_end(lambda statement: cursor.execute(statement).fetchall())
            (place,) = cursor.execute(SELECT_PLACE, anchor[:2], prepare=True).fetchone() or (0,)
            rows: list[tuple[str, int]] = cursor.execute(SELECT_LOG, (place, end, limit), prepare=True).fetchall()
            upto = rows[-1] if len(rows) == limit else cursor.execute(LAST_UPTO, (end,), prepare=True).fetchone()
        return anchor, rows, anchor if upto is None else Anchor(upto[0], upto[1], anchor.epoch)


def _by_origin(header: tuple[Any, ...]) -> tuple[str, str]:
    """Return the sort key by which headers are stored, so that two who store the same files concurrently cannot deadlock."""
    return header[2] or "", header[0]


class PostgresRecorderFactory(PostgresFactory):
    """Builds the parts above for the library's Application."""

    CONNECT = "KIEBITZ_CONNECT"
    """JSON object with every keyword of psycopg's connect, also those that the library has no variable for."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        self.datastore.close()
        self.datastore = PooledDatastore(json.loads(self.env[self.CONNECT]), self.datastore.schema)
