"""Translates errors of the database libraries into ours; none of theirs leaves the package."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import OperationalError as LibraryOperationalError
from sqlalchemy.exc import InterfaceError, OperationalError, PendingRollbackError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from records.errors import StoreAway, StoreFull, StoreRefused
from records.store.urls import PostgresAddress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from records.store.urls import Address


_NO_ROOM = {sqlite3.SQLITE_FULL}
_NOT_WRITTEN = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_SHMSIZE}
_BUSY = {sqlite3.SQLITE_BUSY}
_NO_ROOM_STATE, _READ_ONLY_STATE = "53100", "25006"
"""PostgreSQL's ``disk_full`` and ``read_only_sql_transaction``."""


@contextmanager
def translated(address: Address, doing: str) -> Iterator[None]:
    """Raise StoreRefused for any exception of a database library inside."""
    try:
        yield
    except (EventSourcingError, SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise _kind(address, error)(f"{address}: {doing}: {reason(address, error)}") from error


def _kind(address: Address, error: BaseException) -> Callable[[str], StoreRefused]:
    """Return which refusal it is: by the driver's own error, which a library may have wrapped."""
    causes = [error]
    while (cause := causes[-1].__cause__ or getattr(causes[-1], "orig", None)) is not None and cause not in causes:
        causes.append(cause)
    for one in causes:
        code = getattr(one, "sqlite_errorcode", None)
        state = getattr(one, "sqlstate", None)
        if state == _READ_ONLY_STATE or (code is not None and code & 0xFF == sqlite3.SQLITE_READONLY):
            return partial(StoreFull, locked=True)
        if code is not None:
            return StoreFull if code & 0xFF in _NO_ROOM or code in _NOT_WRITTEN else StoreAway if code & 0xFF in _BUSY else StoreRefused
        if state == _NO_ROOM_STATE:
            return StoreFull
    # the last one: its connection was lost earlier in the present write
    away = (LibraryOperationalError, OperationalError, InterfaceError, PoolTimeout, PendingRollbackError)
    return StoreAway if isinstance(address, PostgresAddress) and isinstance(error, away) else StoreRefused


def reason(address: Address, error: BaseException) -> str:
    """Return the database's message, on one line, without statements and passwords."""
    cause = getattr(error, "orig", None) or error
    text = " ".join(str(cause).split()) or type(cause).__name__
    return address.scrub(text) if isinstance(address, PostgresAddress) else text


def storable(text: str) -> bool:
    """Tell whether both databases can hold ``text``: no NUL, no half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
