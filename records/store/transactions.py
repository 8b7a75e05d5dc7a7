"""Transactions of one store, shared by its parts: opening, translating errors, and actions after a commit."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from records.errors import CorruptRecord, RecordNotFound, StoreRefused
from records.store.kept_reads import KeptReads
from records.store.recorders.damaged import reading_damaged
from records.store.refusals import storable, translated
from records.store.schema_check import check_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from sqlalchemy import Connection

    from records.store.recorders.engine import Database
    from records.store.urls import Address

T = TypeVar("T")


def known(record: str) -> None:
    """Raise RecordNotFound for an id that no database can hold."""
    if not storable(record):
        raise RecordNotFound(f"no record {record!r}")


class Transactions:
    """Transactions of one database; each raises StoreRefused where it fails, or where the store is ``closed``."""

    def __init__(self, database: Database, address: Address, mark: Callable[[], Hashable | None]) -> None:
        """``mark`` returns the database's mark, which changes with every write; None for none."""
        self._database = database
        self._address = address
        self._mark = mark
        self.kept = KeptReads(self._asked_mark, database.units)
        """The cache of what is read in moments."""
        self.closed = False

    @contextmanager
    def doing(self, doing: str) -> Iterator[None]:
        """Translate errors of the database libraries into our own, with a text of what was being done."""
        if self.closed:
            raise StoreRefused(f"{self._address}: the store is closed")
        try:
            with translated(self._address, doing):
                yield
        except (StoreRefused, CorruptRecord) as error:
            if type(error) is StoreRefused or isinstance(error, CorruptRecord):
                self.check_version()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that reads."""
        with self.doing("reading"), self._database.reading() as connection:
            yield connection

    def _asked_mark(self) -> Hashable | None:
        with self.doing("reading"):
            return self._mark()

    @contextmanager
    def damaged(self, doing: str) -> Iterator[Connection]:
        """Open a transaction that reads columns as stored, even if a text is invalid."""
        with self.doing(doing), reading_damaged(self._database) as connection:
            yield connection

    @contextmanager
    def writing(self, doing: str, record: str = "any") -> Iterator[Connection]:
        """Open a transaction that writes. Raises RecordNotFound for an id that no database can hold."""
        known(record)
        try:
            with self.doing(doing), self._database.writing() as connection:
                yield connection
        finally:
            self.kept.wrote()

    def keep_so_far(self) -> None:
        """Commit what a long request has written so far; a repeated request finds it done."""
        unit = self._database.units.current
        if unit is not None:
            with self.doing("writing"):
                unit.keep()

    def lasting(self, act: Callable[[], T]) -> T:
        """Do something that stays committed even if this thread's other writes are rolled back: such as the note of a look."""
        units = self._database.units
        unit = units.current
        if unit is None:
            return act()
        if unit.begun:
            unit.if_undone(lambda: self.lasting(act))
            return act()
        units.current = None
        try:
            return act()
        finally:
            units.current = unit

    def once_kept(self, act: Callable[[], object]) -> None:
        """Do something once this thread's writes are committed: now, if they are already."""
        unit = self._database.units.current
        if unit is not None and unit.begun:
            unit.once_kept(act)
        else:
            act()

    def scrub_once_kept(self) -> None:
        """Empty SQLite's write-ahead log once this thread's writes are committed."""
        self.once_kept(self._scrub_log)

    def _scrub_log(self) -> None:
        """Empty SQLite's write-ahead log, which may still contain deleted data; readers may delay it."""
        if self._database.dialect == "sqlite":
            with self.doing("emptying the log"), self._database.engine.connect() as connection:
                raw: Any = connection.connection.driver_connection
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def check_version(self) -> None:
        """Raise WrongSchema if another version of the program has brought the store up; asked where something could not be read."""
        try:
            with self._database.engine.connect() as connection:
                check_schema(lambda statement: connection.exec_driver_sql(statement).cursor)
        except SQLAlchemyError:
            """Then it is something else."""
