"""Opening a database: reached, checked, its tables and guards created where they are missing."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from records.errors import StoreMissing, StoreRefused
from records.store.care.file_modes import keep_to_owner, make_file, make_folder
from records.store.care.preparing import begun, has_contents, prepare, ready
from records.store.care.salvage import is_damage
from records.store.recorders.engine import Database, connect_arguments, postgres_engine, sqlite_engine
from records.store.recorders.ledger import Ledger, postgres_ledger, sqlite_ledger
from records.store.recorders.sqlite import LockingDatastore, SqliteFactory
from records.store.refusals import translated
from records.store.urls import SqliteAddress, read_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from records.store.urls import Address, PostgresAddress


_MISSING = "there is no store here; kiebitz import, simulate and serve make one"


class OpenedStore(msgspec.Struct, frozen=True, kw_only=True):
    """An open database."""

    address: Address
    ledger: Ledger
    database: Database
    close: Callable[[], None]
    """Releases every connection."""


def _never(_connection: Connection) -> bool:
    return False


def open_database(url: str, *, create: bool, stays: Callable[[Connection], bool] = _never) -> OpenedStore:
    """Open the database at ``url``; ``create`` makes one where there is none. Raises StoreRefused, without ``create`` StoreMissing.

    Missing tables are created and an older store is upgraded, unless it ``stays`` unchanged.
    """
    # The readable part of a damaged file can be verified and rescued, so it is opened if nothing has to be created.
    address = read_address(url)
    with translated(address, "cannot be opened"), ExitStack() as stack:
        if isinstance(address, SqliteAddress):
            ledger, database = _open_sqlite(address, stack, create=create)
        else:
            ledger, database = _open_postgres(address, stack)
        _prepare(address, ledger, database, create=create, stays=stays)
        if isinstance(address, SqliteAddress) and address.path is not None:
            keep_to_owner(address.path)  # by now it is known to be a store
        return OpenedStore(address=address, ledger=ledger, database=database, close=stack.pop_all().close)
    raise AssertionError  # translated never swallows


def _open_sqlite(address: SqliteAddress, stack: ExitStack, *, create: bool) -> tuple[Ledger, Database]:
    path = address.path
    if path is None:
        create = True
        # In memory, tables would be locked instead of the file, and there is no WAL: tests would see another database.
        path = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kiebitz-"))) / "memory.db"
    if path.is_dir():
        raise StoreRefused(f"{address}: this is a folder; name a file in it")
    if create:
        make_folder(path.parent)
        if not path.exists():
            make_file(path)
    elif not path.exists():
        raise StoreMissing(f"{address}: {_MISSING}")
    durable = address.path is not None
    ledger = sqlite_ledger(str(path), durable=durable)
    stack.callback(ledger.close)
    factory = ledger.factory
    if not isinstance(factory, SqliteFactory) or not isinstance(factory.datastore, LockingDatastore):
        raise TypeError(factory)
    engine = sqlite_engine(factory.datastore.file, durable=durable)
    stack.callback(engine.dispose)
    return ledger, Database(engine, factory.datastore.units, factory.datastore.writer, factory.datastore.file.check)


def _open_postgres(address: PostgresAddress, stack: ExitStack) -> tuple[Ledger, Database]:
    engine = postgres_engine(address)
    stack.callback(engine.dispose)
    with engine.connect() as connection:
        schema = connection.execute(text("SELECT current_schema()")).scalar()
    if schema is None:
        raise StoreRefused(f"{address}: no schema of the search path exists")
    ledger = postgres_ledger(connect_arguments(engine), str(schema))
    stack.callback(ledger.close)
    datastore = ledger.factory.datastore  # type: ignore[attr-defined]  # the library's own type names none
    return ledger, Database(engine, datastore.units)


def _prepare(address: Address, ledger: Ledger, database: Database, *, create: bool, stays: Callable[[Connection], bool]) -> None:
    try:
        with database.reading() as connection:
            if stays(connection) or ready(connection):
                return
            if not create and not begun(connection):
                raise StoreMissing(_MISSING)
        with database.preparing() as connection:
            prepare(connection, ledger.rows.events_table())
    except DatabaseError as error:
        if create or not is_damage(error.orig):
            raise
        if not has_contents(database):
            raise StoreRefused(f"{address}: the page is destroyed on which all others are listed; only a backup helps") from None
    except StoreRefused as error:
        raise type(error)(f"{address}: {error}") from None
