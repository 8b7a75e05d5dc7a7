"""The raw limits: what the same rows cost without this program, in the same table layout."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from records.core.events import Recorded

RowOf = tuple[str, int, str, bytes]
"""Record, version, name, line: the columns of ``stored_events``."""
INSERT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
SELECT = "SELECT originator_version, topic, state FROM stored_events WHERE originator_id = ? ORDER BY originator_version"


class RawSqlite:
    """A file with nothing but ``stored_events``, laid out, journalled and synchronised as in the store at ``like``."""

    def __init__(self, path: Path, like: Path) -> None:
        with sqlite3.connect(like) as store:
            layout = store.execute("SELECT sql FROM sqlite_master WHERE tbl_name = 'stored_events' AND type <> 'trigger' AND sql <> ''")
            statements = [sql for (sql,) in layout]
        store.close()
        self.connection = sqlite3.connect(path, isolation_level=None, cached_statements=128)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        for statement in statements:
            self.connection.execute(statement)

    @property
    def modes(self) -> tuple[Any, Any]:
        """``journal_mode`` and ``synchronous``."""
        return modes(self.connection)

    def insert(self, rows: Sequence[RowOf]) -> None:
        """Insert all rows in one transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany(INSERT, rows)
        self.connection.execute("COMMIT")

    def insert_each(self, rows: Sequence[RowOf]) -> None:
        """Insert each row in a transaction of its own."""
        for row in rows:
            self.insert([row])

    def read(self, record: str) -> list[tuple[int, str, bytes]]:
        """Return the rows of a record."""
        return self.connection.execute(SELECT, (record,)).fetchall()

    def count(self) -> int:
        """Return how many rows there are."""
        return _count(self.connection)


class RowCount:
    """Counts the rows of a store's file, past the store."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)

    def count(self) -> int:
        """Return how many rows there are."""
        return _count(self._connection)


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT COUNT(*) FROM stored_events").fetchone()[0])


def modes(connection: sqlite3.Connection) -> tuple[Any, Any]:
    """Return ``journal_mode`` and ``synchronous`` of a connection."""
    return tuple(connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous"))  # type: ignore[return-value]


def plain_decoder(events: Sequence[Any]) -> msgspec.json.Decoder[Any]:
    """Return a decoder to structs with the same fields that check nothing of what they hold."""
    return msgspec.json.Decoder(Recorded[reduce(or_, [_plain(event) for event in events if get_origin(event) is None])])  # type: ignore[misc]


def _plain(tp: Any) -> Any:
    origin, args = get_origin(tp), get_args(tp)
    if origin is tuple:
        return tuple[tuple(map(_plain, args))]  # type: ignore[misc]  # made at start
    if origin is Union or type(tp).__name__ == "UnionType":
        return reduce(or_, map(_plain, args))
    if not (isinstance(tp, type) and issubclass(tp, msgspec.Struct)):
        return tp
    if tp in _made:
        return _made[tp]
    hints = get_type_hints(tp)
    fields = [(f.name, _plain(hints[f.name]), msgspec.field(default=f.default, name=f.encode_name)) for f in msgspec.structs.fields(tp)]
    config = tp.__struct_config__
    made = msgspec.defstruct(
        tp.__name__, fields, kw_only=True, frozen=True, tag=config.tag, tag_field=config.tag_field, forbid_unknown_fields=True
    )
    _made[tp] = made
    return made


_made: dict[type, Any] = {}
