"""Copies rows from one database to another, and digests that show that both hold the same."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import Column, LargeBinary, MetaData, Table, delete, func, select

from records.store.recorders.statements import LOG_COLUMN
from records.store.schema import NUMBER, PLAIN, meta, tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection

    Rows = Iterable[Sequence[Sequence[Any]]]

ROWS_AT_ONCE = 2000
_LIBRARYS = MetaData()
stored_events = Table(
    "stored_events",
    _LIBRARYS,
    Column("originator_id", PLAIN),
    Column("originator_version", NUMBER),
    Column("topic", PLAIN),
    Column("state", LargeBinary),
)
BESIDE_EVENTS = tuple(table for table in tables.sorted_tables if table is not meta)
"""Every table but that of the events and that of the schema's version."""


class TableDigest(NamedTuple):
    """A digest that is equal for two databases with the same rows in the same order."""

    rows: int
    sha256: str


def copy_all(source: Connection, target: Connection) -> None:
    """Copy every table but that of the schema's version, events in the order of the log."""
    for table in BESIDE_EVENTS:
        target.execute(delete(table))
        write_rows(target, table, rows_of(source, table))
    write_rows(target, stored_events, rows_of(source, stored_events))


def rows_of(connection: Connection, table: Table, *, after: int = 0, upto: int | None = None) -> Iterator[Sequence[Sequence[Any]]]:
    """Give the rows in the order of the primary key, events in that of the log, where ``after`` < number <= ``upto``; in portions.

    Numbers that a database assigns itself are left out: rows get new ones in the same order.
    """
    order: list[Any] = list(table.primary_key)
    statement = select(*_columns(table))
    if table is stored_events:
        log: Any = Column(LOG_COLUMN[connection.dialect.name], NUMBER)
        order = [log]
        statement = statement.where(log > after) if after else statement
        statement = statement.where(log <= upto) if upto is not None else statement
    portions = statement.order_by(*order).execution_options(yield_per=ROWS_AT_ONCE)
    return connection.execute(portions).partitions(ROWS_AT_ONCE)


def write_rows(connection: Connection, table: Table, rows: Rows) -> None:
    """Add rows that ``rows_of`` gives."""
    names = [column.name for column in _columns(table)]
    if connection.dialect.name == "postgresql":
        raw: Any = connection.connection.driver_connection
        with raw.cursor() as cursor, cursor.copy(f"COPY {table.name} ({', '.join(names)}) FROM STDIN") as copy:
            for part in rows:
                for row in part:
                    copy.write_row(row)
        return
    for part in rows:
        connection.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in part])


def digest_of(rows: Rows) -> TableDigest:
    """Sum up rows that ``rows_of`` gives."""
    count, digest = 0, sha256()
    for part in rows:
        for row in part:
            count += 1
            digest.update(msgspec.msgpack.encode(tuple(row)))
    return TableDigest(count, digest.hexdigest())


def count_of(connection: Connection, table: Table) -> int:
    """Count the rows of a table."""
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if column is not table.autoincrement_column]
