"""Measures the size of a store, and the free room for it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import text

from records.store.schema_check import check_schema
from records.store.urls import SqliteAddress

if TYPE_CHECKING:
    from records.store.transactions import Transactions
    from records.store.urls import Address

_TAKEN = {
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
    "postgresql": text("SELECT pg_database_size(current_database())"),
}


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """The room of a store, in bytes."""

    kind: str
    """``sqlite`` or ``postgresql``."""
    taken: int
    """Size of the database, including reusable free space in it."""
    free: int | None
    """Free space on the disk; None if it is on another machine."""


def room_of(work: Transactions, address: Address) -> Room:
    """Measure a reachable store of this program's version.

    Raises ``StoreRefused`` if the database does not answer, and ``WrongSchema`` if another version has brought it up.
    """
    with work.reading() as connection:
        check_schema(lambda statement: connection.exec_driver_sql(statement).cursor)
        kind = connection.dialect.name
        taken = int(connection.execute(_TAKEN[kind]).scalar_one())
    path = address.path if isinstance(address, SqliteAddress) else None
    with work.doing("looking at the disk"):
        free = None if path is None else shutil.disk_usage(path.parent).free
    return Room(kind=kind, taken=taken, free=free)
