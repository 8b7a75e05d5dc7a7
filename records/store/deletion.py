"""Deleting: to the trash and back, and for good, which is the one way a row ever leaves ``stored_events``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, text, update

from records.errors import RecordNotFound, StoreRefused
from records.store.guards import lift_guards, set_guards
from records.store.rows import Tombstone
from records.store.schema import files, names, record_heads, record_keys, records, shelf, tombstones, tracking
from records.store.search_index import scrub_index
from records.store.shelf import enter
from records.store.statements import LOG_COLUMN, SELECT_PLACE
from records.store.times import is_time, now_text, text_time

if TYPE_CHECKING:
    from sqlalchemy import Connection


def trash(connection: Connection, record: str) -> None:
    """Put the record into the trash; one that is there keeps its date. Raises RecordNotFound."""
    connection.execute(update(records).where(records.c.id == record, records.c.trashed_at.is_(None)).values(trashed_at=now_text()))
    _trashed_at(connection, record)
    enter(connection, [record])


def restore(connection: Connection, record: str) -> None:
    """Take the record out of the trash. Raises RecordNotFound."""
    _trashed_at(connection, record)
    connection.execute(update(records).where(records.c.id == record).values(trashed_at=None))
    enter(connection, [record])


def purge(connection: Connection, record: str) -> Tombstone:
    """Delete a record in the trash for good, inside the caller's one write transaction.

    The guards are lifted and set again in it, so that neither an error nor a crash leaves them off.
    Raises RecordNotFound, and StoreRefused if the record is not in the trash.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE"))
    if _trashed_at(connection, record) is None:
        raise StoreRefused(f"record {record} is not in the trash; only what was trashed is deleted for good")
    place = _anchor_place(connection)
    head = connection.execute(select(record_heads.c.count, record_heads.c.hash).where(record_heads.c.id == record)).first()
    lift_guards(connection)
    rows = connection.execute(text("DELETE FROM stored_events WHERE originator_id = :id"), {"id": record})
    set_guards(connection)
    _move_anchor(connection, place)
    known = select(files.c.digest).where(files.c.id == record)
    connection.execute(delete(files).where(files.c.digest.in_(known)))
    for table in (records, record_keys, record_heads, names, shelf):
        connection.execute(delete(table).where(table.c.id == record))
    scrub_index(connection)
    count, head_hash = tuple(head) if head is not None else (rows.rowcount, None)
    now = now_text()
    connection.execute(tombstones.insert(), {"id": record, "count": count, "hash": head_hash, "deleted_at": now})
    return Tombstone(record, count, head_hash, text_time(now))


def read_tombstones(connection: Connection) -> list[Tombstone]:
    """Return what is left of all records deleted for good, by id; columns that are damaged have whatever type they have."""
    found = connection.execute(select(tombstones).order_by(tombstones.c.id))
    return [Tombstone(record, count, head_hash, text_time(time) if is_time(time) else None) for record, count, head_hash, time in found]


def _trashed_at(connection: Connection, record: str) -> str | None:
    found = connection.execute(select(records.c.trashed_at).where(records.c.id == record)).first()
    if found is None:
        raise RecordNotFound(f"no record {record!r}")
    return str(found.trashed_at) if found.trashed_at is not None else None


def _anchor_place(connection: Connection) -> int:
    """Return where in the log the read models are, 0 for the beginning; locks the anchor."""
    anchor = connection.execute(select(tracking).with_for_update()).one()
    statement = SELECT_PLACE.format(log=LOG_COLUMN[connection.dialect.name])
    found = connection.execute(
        text(statement.replace("?", ":id", 1).replace("?", ":version", 1)),
        {"id": anchor.originator_id, "version": anchor.originator_version},
    )
    return int(found.scalar() or 0)


def _move_anchor(connection: Connection, place: int) -> None:
    """Set the anchor to the last row left at or before ``place``: the row it named may be gone."""
    log = LOG_COLUMN[connection.dialect.name]
    left = connection.execute(
        text(
            f"SELECT originator_id, originator_version FROM stored_events WHERE {log} <= :place "  # noqa: S608
            f"ORDER BY {log} DESC LIMIT 1"
        ),
        {"place": place},
    ).first()
    record, version = left or (None, 0)
    connection.execute(update(tracking).values(originator_id=record, originator_version=version, epoch=tracking.c.epoch + 1))
