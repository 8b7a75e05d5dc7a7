"""The library's SQLite recorder with our hot paths: rows in one statement, tuples out, the head in the same transaction."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, nullcontext
from itertools import chain, repeat
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import ConnectionUnavailableError, IntegrityError, InterfaceError
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)

from records.errors import CorruptRecord, RecordNotFound, StaleVersion
from records.store.new_rows import NewRows
from records.store.recorders import statements as sql
from records.store.recorders.owned import refuse_too_much
from records.store.recorders.sqlite_connect import LOCK_SECONDS, ReadOnce, connect
from records.store.recorders.store_file import StoreFile
from records.store.rows import Anchor, Row
from records.store.schema import RECORD
from records.store.schema_check import AS_WRITTEN, check_schema
from records.store.shelf_rows import INSERT_SHELF, UPDATE_SHELF, updated
from records.store.unit import WriteUnits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eventsourcing.persistence import StoredEvent
    from eventsourcing.utils import Environment, EnvType

    from records.store.rows import HeadMove, NewRecord

SELECT_LOG = sql.SELECT_LOG.format(log="rowid", id="CAST(originator_id AS BLOB)", unread=sql.UNREAD)
LAST_UPTO = sql.LAST_UPTO.format(log="rowid", id="CAST(originator_id AS BLOB)")
SELECT_END = sql.SELECT_END.format(log="rowid")
MOVE_HEAD = f"{sql.MOVE_HEAD}{AS_WRITTEN}"
INSERT_EVENTS = tuple((number, sql.INSERT_EVENT.replace("(?, ?, ?, ?)", ", ".join(["(?1, ?, ?, ?)"] * number))) for number in (100, 10, 1))
"""Statements by the number of events of one record that they insert, the largest first."""

KEPT = 12
"""Connections that stay open; many simultaneous readers would otherwise open and close one for each read."""


class Pool(SQLiteConnectionPool):
    """Connections as ``connect`` opens them."""

    file: StoreFile
    durable: bool = True

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = connect(self.file, durable=self.durable)
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        connection.row_factory = sqlite3.Row  # the library's own readers ask for columns by name
        made = BriefConnection if isinstance(connection, ReadOnce) else SQLiteConnection
        return made(sqlite_conn=connection, max_age=self.max_age)

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        """Lend a connection: to a reader an idle one, without a queue, because for many readers queueing takes longer than their reads."""
        if is_writer is None and self._pool and not self._closed:
            return self._get_connection(self.pool_timeout if timeout is None else timeout)
        return super().get_connection(timeout, is_writer=is_writer)

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Take a connection back; after the pool was closed it is closed."""
        with self._put_condition:
            if not self._closed:
                super().put_connection(conn)
                return
            self._in_use.pop(id(conn), None)
            conn.close()

    def close(self) -> None:
        """Close idle connections. Lent ones are closed when they are returned: closing one during a statement would crash the process."""
        with self._put_condition:
            self._closed = True
            while self._pool:
                self._pool.popleft().close()


class BriefConnection(SQLiteConnection):
    """A connection that the pool closes after one use."""

    @property
    def closing(self) -> bool:
        """Always."""
        return True


class ImmediateTransaction(SQLiteTransaction):
    """The library's transaction, with its translation of errors, but it takes the write lock at once."""

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        return cursor


class LockingDatastore(SQLiteDatastore):
    """Transactions that take the write lock at once, and reads that wait for no writer."""

    def __init__(self, file: StoreFile, *, durable: bool) -> None:
        super().__init__(str(file.path), originator_id_type="text")
        self.file = file
        self.pool = Pool(db_name=str(file.path), pool_size=KEPT, pool_timeout=LOCK_SECONDS)
        self.pool.file, self.pool.durable = file, durable
        self.write_lock = Lock()
        self.units = WriteUnits()
        self._watch_lock = Lock()
        self._watch: sqlite3.Connection | None = None

    @contextmanager
    def writer(self) -> Iterator[None]:
        """Wait in this process for the one writer: cheaper and fairer than SQLite's own polling.

        Raises StoreMissing, before and after, if what is written does not go into the store's file.
        """
        if not self.write_lock.acquire(timeout=LOCK_SECONDS):
            raise ConnectionUnavailableError(f"another write took longer than {LOCK_SECONDS} seconds")
        try:
            self.file.check()
            yield
            self.file.check()
        finally:
            self.write_lock.release()

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Open a transaction: the library's own for reading, BEGIN IMMEDIATE for writing; in a unit, a part of it."""
        unit = self.units.current
        if unit is not None and (commit or unit.begun):
            try:
                with unit.part() if commit else nullcontext():
                    yield _named(unit.raw.cursor())
            except sqlite3.IntegrityError as error:
                raise IntegrityError(error) from error
            return
        if not commit:
            with self.get_connection(commit=False) as connection, connection.transaction(commit=False) as cursor:
                yield cursor
            return
        with self.writer(), self.get_connection(commit=True) as connection:
            try:
                with ImmediateTransaction(connection, commit=True) as cursor, cursor:
                    yield cursor
            finally:
                # A commit that failed leaves the transaction open.
                connection.rollback()

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:  # noqa: ARG002 - the lock is the writer's
        """Lend a connection; unlike in the library a waiting writer does not keep readers waiting."""
        connection = self.pool.get_connection()
        try:
            yield connection
        finally:
            self.pool.put_connection(connection)

    @contextmanager
    def watching(self) -> Iterator[sqlite3.Connection | None]:
        """Yield the only connection that detects others' writes; None for a read-only file."""
        with self._watch_lock:
            if self._watch is None:
                self._watch = connect(self.file, durable=False)
            yield None if isinstance(self._watch, ReadOnce) else self._watch
            if isinstance(self._watch, ReadOnce):
                self._watch.close()
                self._watch = None

    def close(self) -> None:
        """Close every connection that is not lent."""
        super().close()
        if hasattr(self, "_watch_lock"):  # the library closes what was not made, too
            with self._watch_lock:
                if self._watch is not None:
                    self._watch.close()
                self._watch = None

    @contextmanager
    def tuples(self) -> Iterator[sqlite3.Cursor]:
        """Lend a cursor that gives plain tuples, for statements that stand alone."""
        unit = self.units.current
        if unit is not None and unit.begun:
            yield unit.raw.cursor()
            return
        connection = self.pool.get_connection()
        try:
            cursor = connection.cursor().sqlite_cursor
            cursor.row_factory = None
            yield cursor
            cursor.close()
        finally:
            self.pool.put_connection(connection)


def _named(cursor: sqlite3.Cursor) -> SQLiteCursor:
    cursor.row_factory = sqlite3.Row  # as the pool's
    return SQLiteCursor(cursor)


class SqliteRecorder(SQLiteApplicationRecorder):
    """Rows of all records in ``stored_events``."""

    datastore: LockingDatastore

    def events_table(self) -> list[str]:
        """Return the library's statements that create ``stored_events``."""
        return self.create_table_statements

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Insert a batch; with ``move`` (a HeadMove) the head goes with it, or nothing.

        Raises RecordNotFound, and StaleVersion if the record does not have the number of events that ``move`` expects.
        """
        with self.datastore.transaction(commit=True) as cursor:
            return self._insert_events(cursor, stored_events, **kwargs)

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], *, move: HeadMove | None = None, **_: Any
    ) -> Sequence[int] | None:
        shelf = None if move is None else move.shelf
        beside = move is not None and move.kind != RECORD
        up_to_date = self._up_to_date(c.sqlite_cursor) if shelf is not None or beside else False
        if move is not None:
            self._move_head(c.sqlite_cursor, move)
        c.executemany(sql.INSERT_EVENT, [(s.originator_id, s.originator_version, s.topic, s.state) for s in stored_events])
        c.execute(self.select_max_notification_id_statement)
        last = c.fetchone()[0] or 0
        known = beside or (shelf is not None and c.sqlite_cursor.execute(UPDATE_SHELF, updated(shelf)).rowcount)
        if known and up_to_date:
            self._move_anchor(c.sqlite_cursor)
        # One writer at a time, and SQLite counts rows up: the batch has the last numbers.
        return list(range(last - len(stored_events) + 1, last + 1))

    def _move_head(self, cursor: sqlite3.Cursor, move: HeadMove) -> None:
        cursor.execute(MOVE_HEAD, (move.head.count, move.head.hash, move.record, move.expected))
        if cursor.rowcount != 1:
            check_schema(cursor.execute)
            found = cursor.execute(sql.SELECT_COUNT, (move.record,)).fetchone()
            if found is None:
                raise RecordNotFound(f"no record {move.record!r}")
            raise StaleVersion(move.record, move.expected, found[0])

    def create(self, records: Sequence[NewRecord]) -> None:
        """Insert whole records in one transaction.

        Raises StaleVersion for an id that is taken, StoreRefused for one that was deleted for good, AlreadyStored for a known origin,
        LimitReached for more than an owner may have.
        """
        new = NewRows(records)
        with self.datastore.transaction(commit=True) as cursor:
            c = cursor.sqlite_cursor
            c.row_factory = None
            check_schema(c.execute)
            for record in records:
                new.refuse_taken(record.id, *c.execute(sql.SELECT_TAKEN, (record.id,) * 3).fetchone())
                if record.origin is not None:
                    new.refuse_known(record.origin, c.execute(sql.SELECT_ORIGIN, (record.origin,)).fetchone())
            c.executemany(sql.INSERT_RECORD, new.headers)
            c.executemany(sql.INSERT_KEY, new.keys)
            c.executemany(sql.INSERT_HEAD, new.heads)
            c.executemany(sql.INSERT_NAME, new.names)
            c.executemany(sql.INSERT_LABEL, new.labels)
            c.executemany(sql.INSERT_RELEASE, new.releases)
            c.executemany(sql.INSERT_SAID, new.said)
            up_to_date = self._up_to_date(c)
            for record in records:
                _insert_rows(c, record.id, record.rows)
            c.executemany(INSERT_SHELF, new.shelf)
            refuse_too_much(records, lambda statement, given: c.execute(statement, given).fetchone())
            if up_to_date and new.shelved:
                self._move_anchor(c)

    def _up_to_date(self, cursor: sqlite3.Cursor) -> bool:
        """Whether the read models have the last event; checked before more are inserted."""
        anchor = cursor.execute(sql.SELECT_ANCHOR, (sql.SHELF,)).fetchone()
        last = cursor.execute(SELECT_END).fetchone()
        return tuple(anchor)[:2] == (tuple(last) if last is not None else (None, 0))

    def _move_anchor(self, cursor: sqlite3.Cursor) -> None:
        """Note that the read models know the last event."""
        cursor.execute(sql.MOVE_ANCHOR, (*cursor.execute(SELECT_END).fetchone(), sql.SHELF))

    def read_rows(self, record: str, after: int, upto: int) -> list[Row]:
        """Return rows ``after`` < version <= ``upto``; raises CorruptRecord if a text column holds no text."""
        with self.datastore.tuples() as cursor, _readable(record):
            found = cursor.execute(sql.SELECT_ROWS, (record, after, upto)).fetchall()
        # A third of the time of starmap(Row, ...): no Python code runs for a row.
        return list(map(tuple.__new__, repeat(Row), found))

    def read_info(self, record: str) -> tuple[Any, ...] | None:
        """Return what ``with_names`` makes of SELECT_INFO."""
        with self.datastore.tuples() as cursor, _readable(record):
            return sql.with_names(cursor.execute(sql.SELECT_INFO, (record,)).fetchall())

    def read_access(self, record: str) -> list[tuple[Any, ...]]:
        """Return the rows of SELECT_ACCESS."""
        with self.datastore.tuples() as cursor, _readable(record):
            return cursor.execute(sql.SELECT_ACCESS, (record,)).fetchall()

    def read_tuples(self, statement: str, given: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement that stands alone."""
        with self.datastore.tuples() as cursor:
            return cursor.execute(statement, given).fetchall()

    def mark(self) -> int | None:
        """Return SQLite's counter of other connections' commits, from a connection that never writes; None for a read-only file."""
        with self.datastore.watching() as connection:
            return None if connection is None else int(connection.execute("PRAGMA data_version").fetchone()[0])

    def last_version(self, record: str) -> int:
        """Return the highest version stored for ``record``, 0 for none."""
        with self.datastore.tuples() as cursor:
            return int(cursor.execute(sql.SELECT_LAST, (record,)).fetchone()[0] or 0)

    def read_log(self, limit: int) -> tuple[Anchor, list[tuple[str, int]], Anchor]:
        """Return the read models' anchor, what they do not know after it in the log, and how far the log was read."""
        with self.datastore.transaction(commit=False) as transaction:
            cursor = transaction.sqlite_cursor
            cursor.row_factory = None
            anchor = Anchor(*cursor.execute(sql.SELECT_ANCHOR, (sql.SHELF,)).fetchone())
            place = cursor.execute(sql.SELECT_PLACE.format(log="rowid"), anchor[:2]).fetchone() or (0,)
            found = cursor.execute(SELECT_LOG, (*place, sql.LAST_VERSION, limit)).fetchall()
            last = found[-1:] if len(found) == limit else cursor.execute(LAST_UPTO, (sql.LAST_VERSION,)).fetchall()
        # A damaged id must not stop the shelf: it is returned as text that names no record.
        *rows, upto = ((str(record or b"", errors="replace"), version) for record, version in (*found, *(last or [(None, 0)])))
        return anchor, rows, Anchor(*upto, anchor.epoch) if last else anchor


def _insert_rows(cursor: sqlite3.Cursor, record: str, rows: Sequence[Row]) -> None:
    """Insert the events of one record, many with each statement: three quarters of the time of one with each, as its id is bound once."""
    at = 0
    for number, statement in INSERT_EVENTS:
        while len(rows) - at >= number:
            cursor.execute(statement, (record, *chain.from_iterable(rows[at : at + number])))
            at += number


@contextmanager
def _readable(record: str) -> Iterator[None]:
    """Raise CorruptRecord for a text column that holds no text."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "decode" not in str(error):
            raise
        raise CorruptRecord(f"record {record}: {error}; kiebitz verify tells more") from error


class SqliteFactory(SQLiteFactory):
    """Builds the parts above for the library's Application."""

    DURABLE = "KIEBITZ_DURABLE"

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        self.datastore.close()
        self.datastore = LockingDatastore(StoreFile(Path(self.env[self.SQLITE_DBNAME])), durable=self.env.get(self.DURABLE, "y") == "y")
