"""Connections outside of the hot paths, by SQLAlchemy: one way to read, one to write, on both databases."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event
from sqlalchemy.exc import NoSuchModuleError
from sqlalchemy.pool import QueuePool

from records.errors import StoreRefused
from records.store.recorders.sqlite_connect import ReadOnce, connect
from records.store.schema_check import check_schema, hold_schema
from records.store.unit import WriteUnit, WriteUnits

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection, Engine
    from sqlalchemy.pool import ConnectionPoolEntry

    from records.store.recorders.store_file import StoreFile
    from records.store.urls import PostgresAddress

BEGIN = "kiebitz_begin"
POOL_SECONDS = 3
"""How long a thread waits for one of a process's connections to PostgreSQL."""


class Database:
    """The engine with its transactions."""

    def __init__(
        self,
        engine: Engine,
        units: WriteUnits,
        writer: Callable[[], AbstractContextManager[None]] = nullcontext,
        check_file: Callable[[], None] = lambda: None,
    ) -> None:
        """``writer`` waits for the lock of this process's single writer, if the database has only one.

        ``check_file`` raises StoreMissing if the opened file no longer exists.
        """
        self.engine, self.units, self.check_file = engine, units, check_file
        self._writer = writer

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self.engine.dialect.name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a read-only transaction on a snapshot of the database; in a unit that has begun, the unit's own transaction."""
        unit = self.units.current
        if unit is not None and unit.begun:
            yield unit.connection
            return
        with self.engine.connect() as connection:
            if self.dialect == "postgresql":
                connection = connection.execution_options(  # noqa: PLW2901 - it is the same connection
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that commits at the end, or changes nothing; in a unit, a separate part of it.

        On SQLite it takes the write lock at its beginning. Raises WrongSchema if another version has upgraded the store meanwhile.
        """
        unit = self.units.current
        if unit is not None:
            with unit.part() as connection:
                yield connection
            return
        with self._checked() as connection:
            yield connection

    @contextmanager
    def preparing(self) -> Iterator[Connection]:
        """Open a transaction that writes into a store of any version."""
        with self._writer(), self.engine.connect() as connection:
            connection = connection.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})  # noqa: PLW2901 - as above
            with connection.begin():
                yield connection

    @contextmanager
    def together(self, first: Callable[[Connection], None]) -> Iterator[WriteUnit]:
        """Put everything that this thread writes inside into one transaction; ``first`` is called when it begins.

        It is committed at the end, and rolled back if an exception leaves.
        """
        unit = self.units.current = WriteUnit(self._checked, first)
        try:
            yield unit
        except BaseException:
            self.units.current = None
            unit.undo()
            raise
        self.units.current = None
        unit.keep()

    @contextmanager
    def _checked(self) -> Iterator[Connection]:
        """Open a transaction that writes into a store of this version."""
        with self.preparing() as connection:
            self._check(connection)
            yield connection

    def _check(self, connection: Connection) -> None:
        def execute(statements: str) -> object:
            return connection.exec_driver_sql(statements).cursor

        if self.dialect == "postgresql":
            hold_schema(execute)
        else:
            check_schema(execute)


def sqlite_engine(file: StoreFile, *, durable: bool) -> Engine:
    """Return an engine on ``file`` whose transactions are begun by name, as in the recorder."""

    def open_connection() -> sqlite3.Connection:
        connection = connect(file, durable=durable)
        # Names and secrets that are deleted for good are overwritten, not only unlinked.
        if not isinstance(connection, ReadOnce):
            connection.execute("PRAGMA secure_delete=ON")
        return connection

    engine = create_engine("sqlite://", creator=open_connection, poolclass=QueuePool, pool_size=5, max_overflow=20)
    event.listen(engine, "begin", _begin)
    event.listen(engine.pool, "checkin", _close_brief)
    return engine


def _close_brief(connection: object, record: ConnectionPoolEntry) -> None:
    if isinstance(connection, ReadOnce):
        record.invalidate()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(str(connection.get_execution_options().get(BEGIN, "BEGIN")))


def postgres_engine(address: PostgresAddress) -> Engine:
    """Return an engine for ``address``; raises StoreRefused if psycopg is not there."""
    try:
        import psycopg_pool  # noqa: F401, PLC0415 - an extra

        from records.store.recorders.postgres_connect import Connection, ping_briefly  # noqa: PLC0415 - as above

        engine = create_engine(address.url, pool_size=2, max_overflow=8, pool_timeout=POOL_SECONDS, pool_pre_ping=True)
    except (ImportError, NoSuchModuleError) as error:
        raise StoreRefused(f"{address}: PostgreSQL needs psycopg; install kiebitz[postgres]") from error
    ping_briefly(engine)
    event.listen(engine, "do_connect", lambda _dialect, _record, _given, named: Connection.connect(**named))
    return engine


def connect_arguments(engine: Engine) -> dict[str, str | int]:
    """Return the keywords with which libpq connects to the engine's database, without SQLAlchemy's own for psycopg."""
    arguments = engine.dialect.create_connect_args(engine.url)[1]
    return {name: value for name, value in arguments.items() if isinstance(value, str | int)}
