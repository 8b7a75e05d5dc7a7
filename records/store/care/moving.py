"""Moves a whole store to another database: events in portions, all other tables at once; then both are compared.

The source is read as one snapshot. The target only becomes a store once everything is there, so an interrupted move can be continued.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, literal_column, select, update

from records.errors import StoreRefused
from records.store.care.copying import BESIDE_EVENTS, count_of, digest_of, rows_of, stored_events, write_rows
from records.store.care.opening import open_database
from records.store.care.preparing import half_moved, of_this_version
from records.store.recorders.statements import LOG_COLUMN, SELECT_END
from records.store.refusals import translated
from records.store.schema import MOVING, VERSION, meta, tracking
from records.store.urls import SqliteAddress, read_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection

    from records.store.care.opening import OpenedStore
    from records.store.recorders.engine import Database

    HearsOfMove = Callable[[int, int], None]
    """Called with the number of events in the target, and their total."""

_SAME = "the target holds another store, or an earlier state of this one; empty it, and begin anew"
_WRITTEN = "the source was written to meanwhile; stop its servers and run the command again: events that came are not copied twice"


class StoreMove(NamedTuple):
    """The result of ``move``."""

    rows: dict[str, int]
    """By table."""
    before: int
    """Events that an earlier run had moved."""
    already: bool
    """Whether everything was there before."""


def open_unchanged(url: str) -> OpenedStore:
    """Open a store of this version without creating or upgrading anything; raises StoreRefused and StoreMissing."""
    return open_database(url, create=False, stays=of_this_version)


def move(source: str, target: str, told: HearsOfMove) -> StoreMove:
    """Move the store at the address ``source`` to the database at ``target``, or continue an interrupted move.

    Raises StoreRefused if the source is of another version, damaged, or written to meanwhile, and if the target holds anything else;
    StoreMissing if there is no source.
    """
    for address in (read_address(source), read_address(target)):
        if isinstance(address, SqliteAddress) and address.path is None:
            raise StoreRefused(f"{address}: a store in memory goes with its program; name a file")
    if read_address(source) == read_address(target):
        raise StoreRefused("both addresses are one; a store is moved into another database")
    with ExitStack() as stack:
        here = open_unchanged(source)
        stack.callback(here.close)
        there = open_database(target, create=True, stays=lambda found: half_moved(found) or of_this_version(found))
        stack.callback(there.close)
        with translated(there.address, f"moving {here.address} here"):
            return _move(here, there, told)
    raise AssertionError  # translated never swallows


def _move(here: OpenedStore, there: OpenedStore, told: HearsOfMove) -> StoreMove:
    with _changes(here.database) as written, here.database.reading() as rows:
        if not _begin(there.database):
            return StoreMove(_compared(rows, there), before=0, already=True)
        before = _place(rows, there)
        _move_events(rows, there.database, before, told)
        with there.database.preparing() as connection:
            for table in BESIDE_EVENTS:
                connection.execute(delete(table))
                write_rows(connection, table, rows_of(rows, table))
            counts = _equal(rows, connection, there)
            if written():
                raise StoreRefused(f"{here.address}: {_WRITTEN}")
            connection.execute(update(meta).where(meta.c.name == "schema").values(value=str(VERSION)))
    return StoreMove(counts, before=before.rows, already=False)


def _begin(database: Database) -> bool:
    """Mark the target as incomplete; returns False for one that is complete and not empty."""
    with database.preparing() as connection:
        if half_moved(connection):
            return True
        if any(count_of(connection, table) for table in (stored_events, *BESIDE_EVENTS) if table is not tracking):
            return False
        connection.execute(update(meta).where(meta.c.name == "schema").values(value=MOVING))
    return True


class _MovedPart(NamedTuple):
    rows: int
    log: int
    """Number in the source's log of the last event that is in the target."""


def _place(rows: Connection, there: OpenedStore) -> _MovedPart:
    """Return how far an earlier run came; raises StoreRefused if what it moved differs from the source."""
    with there.database.reading() as connection:
        last = connection.exec_driver_sql(SELECT_END.format(log=LOG_COLUMN[connection.dialect.name])).first()
        if last is None:
            return _MovedPart(0, 0)
        moved = digest_of(rows_of(connection, stored_events))
    log: Any = literal_column(LOG_COLUMN[rows.dialect.name])
    of_last = stored_events.c.originator_id == last[0], stored_events.c.originator_version == last[1]
    place = rows.execute(select(log).select_from(stored_events).where(*of_last)).scalar()
    if place is None or digest_of(rows_of(rows, stored_events, upto=int(place))) != moved:
        raise StoreRefused(f"{there.address}: {_SAME}")
    return _MovedPart(moved.rows, int(place))


def _move_events(rows: Connection, database: Database, before: _MovedPart, told: HearsOfMove) -> None:
    total, done = count_of(rows, stored_events), before.rows
    told(done, total)
    for part in rows_of(rows, stored_events, after=before.log):
        with database.preparing() as connection:
            write_rows(connection, stored_events, [part])
        done += len(part)
        told(done, total)


def _compared(rows: Connection, there: OpenedStore) -> dict[str, int]:
    """Compare with a complete store; counts first, because they are fast."""
    with there.database.reading() as connection:
        for table in (*BESIDE_EVENTS, stored_events):
            if count_of(rows, table) != count_of(connection, table):
                raise StoreRefused(f"{there.address}: there is a store already; another one is moved into an empty database")
        return _equal(rows, connection, there)


def _equal(rows: Connection, connection: Connection, there: OpenedStore) -> dict[str, int]:
    """Return the number of rows by table; raises StoreRefused for the first table that is not the same in both."""
    counts = {}
    for table in (*BESIDE_EVENTS, stored_events):
        digest = digest_of(rows_of(rows, table))
        if digest != digest_of(rows_of(connection, table)):
            raise StoreRefused(f"{there.address}: the table {table.name} is not that of the source; {_SAME}")
        counts[table.name] = digest.rows
    return counts


@contextmanager
def _changes(database: Database) -> Iterator[Callable[[], bool]]:
    """Yield a function that tells whether anybody has written to a database since."""
    with database.engine.connect() as connection:
        before = _mark(connection)
        yield lambda: _mark(connection) != before


def _mark(connection: Connection) -> object:
    """Return a value that changes with every write: SQLite's own counter, or the transactions that wrote the present rows."""
    with connection.begin():
        if connection.dialect.name == "sqlite":
            return connection.exec_driver_sql("PRAGMA data_version").scalar()
        wrote = "SELECT COUNT(*), SUM(CAST(CAST(xmin AS text) AS bigint)) FROM {}"
        return [tuple(connection.exec_driver_sql(wrote.format(table.name)).one()) for table in (meta, *BESIDE_EVENTS, stored_events)]
