"""Reads everything for ``verify`` exactly as stored, including damaged data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy.exc import DatabaseError

from records.store.care.salvage import Salvage, is_damage
from records.store.recorders.damaged import any_text, reading_damaged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from records.store.recorders.engine import Database


class RawRow(NamedTuple):
    """A row of ``stored_events``; whole, its columns are int, str, bytes."""

    version: object
    name: object
    """bytes where the text is no UTF-8."""
    body: object


class RawHead(msgspec.Struct, frozen=True):
    """A row of ``record_heads``; whole, its columns are int and 32 bytes."""

    count: object
    hash: object


class RawRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the database holds under one id. Damaged columns may have any type."""

    id: object
    """str, unless the column is damaged."""
    header: object
    """bytes; None for rows without a header."""
    key: object
    """bytes; None for a redacted record."""
    head: RawHead | None
    names: tuple[tuple[object, object, object, object], ...]
    """Seat, name, foreign ids, the name as it is searched."""
    rows: tuple[RawRow, ...]
    """By version; empty for a header without rows."""
    label: tuple[object, ...] = ()
    """Title, site and number; empty where there is none."""
    created_at: object = None
    trashed_at: object = None
    kind: object = "record"
    bound: object = None


ROWS_AT_ONCE = 2000
"""Most rows held in memory, unless one record has more."""

_IDS = (
    "SELECT id, SUM(n) FROM ("
    "SELECT originator_id{c} AS id, COUNT(*) AS n FROM stored_events GROUP BY originator_id UNION ALL "
    "SELECT id{c}, 0 FROM records UNION ALL SELECT id{c}, 0 FROM record_heads UNION ALL "
    "SELECT id{c}, 0 FROM record_keys UNION ALL SELECT id{c}, 0 FROM names "
    "UNION ALL SELECT id{c}, 0 FROM labels) AS everywhere GROUP BY id ORDER BY id"
)
_HEADERS = "SELECT id, header, created_at, trashed_at, kind, bound FROM records WHERE id {those}"
_KEYS = "SELECT id, key FROM record_keys WHERE id {those}"
_HEADS = "SELECT id, count, hash FROM record_heads WHERE id {those}"
_NAMES = "SELECT id, seat, name, foreign_ids, folded FROM names WHERE id {those} ORDER BY seat"
_LABELS = "SELECT id, title, site, number FROM labels WHERE id {those}"
_ROWS = "SELECT originator_id, originator_version, topic, state FROM stored_events WHERE originator_id {those} ORDER BY originator_version"


def read_raw(database: Database) -> Iterator[RawRecord]:
    """Yield every id of any table once, in order, with everything stored under it, each as a snapshot.

    Raises nothing for a damaged column, and on SQLite for a destroyed page; its columns are ``UNREADABLE`` then. A record deleted while
    this runs is left out.
    """
    try:
        with reading_damaged(database) as connection:
            statement = _IDS.format(c=' COLLATE "C"' if database.dialect == "postgresql" else "")
            counts = [(record, int(count)) for record, count in connection.exec_driver_sql(statement)]
    except DatabaseError as error:
        if not is_damage(error.orig):
            raise
        yield from _salvaged(database)
        return
    for ids in _portions(counts):
        # Nothing stays open while the caller works: on PostgreSQL a deletion waits for every reader.
        try:
            with reading_damaged(database) as connection:
                found = _read(connection, ids)
        except DatabaseError as error:
            if not is_damage(error.orig):
                raise
            yield from _salvaged(database, ids[0])
            return
        yield from found


def _salvaged(database: Database, since: object = "") -> Iterator[RawRecord]:
    """Yield what can still be read of each id from ``since`` on, in a file with destroyed pages."""
    # Outside a transaction, because after a statement that met a destroyed page no transaction can be committed.
    with database.engine.connect() as connection, any_text(connection) as raw:
        headers = Salvage(raw, "records", ("id",), ("header", "created_at", "trashed_at", "kind", "bound"))
        keys = Salvage(raw, "record_keys", ("id",), ("key",))
        heads = Salvage(raw, "record_heads", ("id",), ("count", "hash"))
        names = Salvage(raw, "names", ("id", "seat"), ("name", "foreign_ids", "folded"))
        labels = Salvage(raw, "labels", ("id",), ("title", "site", "number"))
        rows = Salvage(raw, "stored_events", ("originator_id", "originator_version"), ("topic", "state"))
        everywhere = {record for part in (headers, keys, heads, names, labels, rows) for record in part.ids}
        for record in sorted(everywhere, key=str):
            if isinstance(record, str) and isinstance(since, str) and record < since:
                continue
            header = next(iter(headers.rows(record)), None)
            head = next(iter(heads.rows(record)), None)
            key = next(iter(keys.rows(record)), None)
            yield RawRecord(
                id=record,
                header=header[0] if header else None,
                key=key[0] if key else None,
                head=RawHead(*head) if head else None,
                names=tuple(names.rows(record)),
                rows=tuple(RawRow(*row) for row in rows.rows(record)),
                label=next(iter(labels.rows(record)), ()),
                created_at=header[1] if header else None,
                trashed_at=header[2] if header else None,
                kind=header[3] if header else "record",
                bound=header[4] if header else None,
            )


def _portions(counts: list[tuple[object, int]]) -> Iterator[list[object]]:
    """Split ids so that each portion has few rows, and an id that is no text is alone."""
    portion: list[object] = []
    size = 0
    for record, count in counts:
        alone = not isinstance(record, str)
        if portion and (alone or size + count > ROWS_AT_ONCE or len(portion) == ROWS_AT_ONCE):
            yield portion
            portion, size = [], 0
        if alone:
            yield [record]
        else:
            portion.append(record)
            size += count
    if portion:
        yield portion


def _read(connection: Connection, ids: list[object]) -> list[RawRecord]:
    statements = (_HEADERS, _KEYS, _HEADS, _NAMES, _LABELS, _ROWS)
    headers, keys, heads, names, labels, rows = (_by_id(connection, statement, ids) for statement in statements)
    return [
        RawRecord(
            id=record,
            header=headers[record][0][0] if record in headers else None,
            key=keys[record][0][0] if record in keys else None,
            head=RawHead(*heads[record][0]) if record in heads else None,
            names=tuple((seat, name, foreign, fold) for seat, name, foreign, fold in names.get(record, ())),
            rows=tuple(RawRow(*row) for row in rows.get(record, ())),
            label=next(iter(labels.get(record, ())), ()),
            created_at=headers[record][0][1] if record in headers else None,
            trashed_at=headers[record][0][2] if record in headers else None,
            kind=headers[record][0][3] if record in headers else "record",
            bound=headers[record][0][4] if record in headers else None,
        )
        for record in ids
        if any(record in part for part in (headers, keys, heads, names, labels, rows))
    ]


def _by_id(connection: Connection, statement: str, ids: list[object]) -> dict[object, list[tuple[Any, ...]]]:
    sign = "%s" if connection.dialect.name == "postgresql" else "?"
    parameters: list[object] = ids
    match ids:
        case [None]:
            those, parameters = "IS NULL", []
        case [bytes() as value]:
            # A BLOB, or text that is no UTF-8.
            those, parameters = "IN (?, CAST(? AS TEXT))", [value, value]
        case _:
            those = f"IN ({', '.join([sign] * len(ids))})"
    grouped: dict[object, list[tuple[Any, ...]]] = {}
    for record, *columns in connection.exec_driver_sql(statement.format(those=those), tuple(parameters)):
        grouped.setdefault(record, []).append(tuple(columns))
    return grouped


def read_damage(database: Database) -> str:
    """Return SQLite's report on a damaged file, "" if nothing is wrong; PostgreSQL checks its pages itself."""
    if database.dialect != "sqlite":
        return ""
    try:
        with database.reading() as connection:
            said = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    except DatabaseError as error:
        if not is_damage(error.orig):
            raise
        return str(error.orig)
    return "" if said == "ok" else " ".join(said.split())
