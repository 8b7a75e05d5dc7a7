"""Reads a SQLite file with destroyed pages: every row that can still be reached, and which rows cannot.

A row can be found in two places, the table and the index of its primary key. Values that the index names but the table has lost
are returned as ``UNREADABLE``.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


ROWS_A_PAGE = 60
"""Rows that fit on a page at most: the shortest are heads."""
LAST_ROW = 2**63 - 1


class Unreadable:
    """The value of a column on a destroyed page."""

    def __repr__(self) -> str:
        return "a destroyed page"


UNREADABLE: Final = Unreadable()


class Salvage:
    """What can be read of a table, by the value of its first column."""

    def __init__(self, connection: sqlite3.Connection, table: str, key: tuple[str, ...], others: tuple[str, ...]) -> None:
        """``key`` are the columns of the primary key, the first one the record's id; ``others`` are the rest of what is read."""
        self._connection, self._table, self._width = connection, table, len(others)
        self._columns = ", ".join((*key, *others))
        self._key = ", ".join(key)
        self._places: dict[object, dict[int, tuple[Any, ...]]] = {}
        for place, *found in (*self._by_index(), *self._by_table()):
            self._places.setdefault(found[0], {})[place] = tuple(found)

    @property
    def ids(self) -> list[object]:
        """The values of the first column."""
        return list(self._places)

    def rows(self, record: object) -> list[tuple[Any, ...]]:
        """Return the rows of a record without its id, in the order of the key; what cannot be read of one is UNREADABLE."""
        found = [self._row(place, key) for place, key in self._places.get(record, {}).items()]
        return sorted(found, key=lambda row: (not isinstance(row[0], int), row[0] if isinstance(row[0], int) else str(row[0])))

    def _row(self, place: int, key: tuple[Any, ...]) -> tuple[Any, ...]:
        statement = f"SELECT {self._columns} FROM {self._table} WHERE rowid = ?"  # noqa: S608 -- our own names
        found = list(_until_broken(self._connection, statement, place))
        return tuple(found[0][1:]) if found else (*key[1:], *(UNREADABLE,) * self._width)

    def _by_index(self) -> Iterator[tuple[Any, ...]]:
        index = f"sqlite_autoindex_{self._table}_1"
        for order in ("ASC", "DESC"):
            by = ", ".join(f"{column} {order}" for column in self._key.split(", "))
            yield from _until_broken(
                self._connection,
                f"SELECT rowid, {self._key} FROM {self._table} INDEXED BY {index} ORDER BY {by}",  # noqa: S608
            )

    def _by_table(self) -> Iterator[tuple[Any, ...]]:
        """Give the rows from both ends, and what can be read of those between."""
        forth = list(self._between(0, None))
        yield from forth
        back = list(
            _until_broken(self._connection, f"SELECT rowid, {self._key} FROM {self._table} NOT INDEXED ORDER BY rowid DESC")  # noqa: S608
        )
        yield from back
        # If the last page is destroyed, the last row is unknown: as many are tried as the file has room for.
        low = forth[-1][0] if forth else 0
        high = back[-1][0] if back else low + 1 if self._is_readable(low + 1, LAST_ROW) else low + ROWS_A_PAGE * self._pages()
        yield from self._halves(low + 1, high)

    def _pages(self) -> int:
        return int(self._connection.execute("PRAGMA page_count").fetchone()[0])

    def _halves(self, low: int, high: int) -> Iterator[tuple[Any, ...]]:
        """Give what can be read of the rows ``low`` <= rowid < ``high``, some of which cannot."""
        parts = [(low, high)]
        while parts:
            low, high = parts.pop()
            if low >= high:
                continue
            found = list(self._between(low, high))
            yield from found
            after = found[-1][0] + 1 if found else low
            if after >= high or self._is_readable(after, high):
                continue
            middle = (after + high + 1) // 2
            if middle < high:
                parts += [(after, middle), (middle, high)]

    def _between(self, low: int, high: int | None) -> Iterator[tuple[Any, ...]]:
        end = "" if high is None else f" AND rowid < {high}"
        statement = f"SELECT rowid, {self._key} FROM {self._table} NOT INDEXED WHERE rowid >= ?{end} ORDER BY rowid"  # noqa: S608
        yield from _until_broken(self._connection, statement, low)

    def _is_readable(self, low: int, high: int) -> bool:
        statement = f"SELECT COUNT(*) FROM {self._table} NOT INDEXED WHERE rowid >= ? AND rowid < ?"  # noqa: S608
        return bool(list(_until_broken(self._connection, statement, low, high)))


def _until_broken(connection: sqlite3.Connection, statement: str, *parameters: object) -> Iterator[tuple[Any, ...]]:
    """Give rows up to the first one that cannot be read."""
    try:
        yield from connection.execute(statement, parameters)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise


def is_damage(error: BaseException | None) -> bool:
    """Tell whether the file is damaged, and not only busy or out of reach."""
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    code = error.sqlite_errorcode
    return code & 0xFF == sqlite3.SQLITE_CORRUPT or code in {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
