"""Deleting: to the trash and back, and for good, which is the only way a row ever leaves ``stored_events``."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, text, update

from records.errors import RecordNotFound, StaleVersion, StoreRefused
from records.store.care.guards import lift_guards, set_guards
from records.store.recorders.statements import LOG_COLUMN, SELECT_PLACE
from records.store.rows import Tombstone
from records.store.schema import (
    RECORD,
    claims,
    codes,
    files,
    labels,
    links,
    names,
    pairings,
    persons,
    record_heads,
    record_keys,
    records,
    releases,
    shelf,
    sittings,
    tombstones,
    tracking,
)
from records.store.shelf.index import scrub_index
from records.store.shelf.shelf import enter
from records.store.tables import jobs as job_table
from records.store.times import is_time, now_text, text_time, time_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import Connection

    from records.store.rows import Head, Row


class Bound(enum.Enum):
    """What happens to the streams beside a record that is deleted for good."""

    REFUSE = "refuse"
    """Nothing is deleted if there are any."""
    WITH = "with"
    """They are deleted for good too."""
    DETACH = "detach"
    """They stay, and belong to no record until they are bound to another."""


def trash(connection: Connection, record: str, kind: str = RECORD) -> None:
    """Put the stream into the trash; one that is there keeps its date. Raises RecordNotFound."""
    of_kind = records.c.id == record, records.c.kind == kind, records.c.trashed_at.is_(None)
    connection.execute(update(records).where(*of_kind).values(trashed_at=now_text()))
    _trashed_at(connection, record, kind)
    job_table.end_all(connection, record, datetime.now(UTC))
    enter(connection, [record])


def restore(connection: Connection, record: str, kind: str = RECORD) -> None:
    """Take the stream out of the trash. Raises RecordNotFound."""
    _trashed_at(connection, record, kind)
    connection.execute(update(records).where(records.c.id == record).values(trashed_at=None))
    enter(connection, [record])


def trashed_before(connection: Connection, when: datetime) -> list[str]:
    """Return the ids of the records in the trash that came there before ``when``, the oldest first."""
    long = records.c.trashed_at < time_text(when), records.c.kind == RECORD
    return list(connection.execute(select(records.c.id).where(*long).order_by(records.c.trashed_at, records.c.id)).scalars())


def purge(
    connection: Connection,
    record: str,
    kind: str = RECORD,
    bound: Bound = Bound.REFUSE,
    traceless: Collection[str] = (),
    *,
    head: Head | None = None,
) -> Tombstone:
    """Delete a stream in the trash for good, inside the caller's one write transaction; returns its tombstone, if it leaves one.

    The guards are lifted and set again in that transaction, so that neither an error nor a crash leaves them off. Streams of the kinds in
    ``traceless`` leave no tombstone.
    Raises RecordNotFound, StoreRefused if it is not in the trash, or if streams are bound to it and ``REFUSE`` applies, and
    StaleVersion if it does not end at ``head``, where that is given.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE"))
    if _trashed_at(connection, record, kind) is None:
        raise StoreRefused(f"{kind} {record} is not in the trash; only what was trashed is deleted for good")
    if head is not None:
        found = connection.execute(select(record_heads.c.count, record_heads.c.hash).where(record_heads.c.id == record)).first()
        if found is None or tuple(found) != (head.count, head.hash):
            raise StaleVersion(record, head.count, 0 if found is None else int(found[0]))
    beside = connection.execute(select(records.c.id, records.c.kind).where(records.c.bound == record).order_by(records.c.id)).all()
    if beside and bound is Bound.REFUSE:
        told = ", ".join(f"{of} {stream}" for stream, of in beside[:5])
        raise StoreRefused(f"{kind} {record}: {len(beside)} streams belong to it ({told}); delete it with them, or detach them")
    for stream, of in beside:
        if bound is Bound.WITH:
            _gone(connection, stream, of, trace=of not in traceless)
    connection.execute(update(records).where(records.c.bound == record).values(bound=None))
    return _gone(connection, record, kind, trace=kind not in traceless)


def erase(connection: Connection, stream: str, rows: Sequence[Row], head: Head) -> None:
    """Replace the lines of some versions, inside the caller's one write transaction; the head stays.

    Raises RecordNotFound, StaleVersion if the stream does not end at ``head``, and StoreRefused for a record: a record stays as it is.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE"))
    found = connection.execute(
        select(records.c.kind, record_heads.c.count, record_heads.c.hash)
        .join(record_heads, record_heads.c.id == records.c.id)
        .where(records.c.id == stream)
    ).first()
    if found is None:
        raise RecordNotFound(f"no stream {stream!r}")
    kind, count, head_hash = tuple(found)
    if kind == RECORD:
        raise StoreRefused(f"record {stream}: nothing in a record is ever erased")
    if (count, head_hash) != (head.count, head.hash):
        raise StaleVersion(stream, head.count, count)
    lift_guards(connection)
    statement = text("UPDATE stored_events SET state = :state WHERE originator_id = :id AND originator_version = :version")
    for row in rows:
        connection.execute(statement, {"state": row.body, "id": stream, "version": row.version})
    set_guards(connection)


def _gone(connection: Connection, record: str, kind: str, *, trace: bool) -> Tombstone:
    """Delete every row of a stream, and leave a tombstone if there is to be a ``trace``."""
    places = _anchor_places(connection)
    head = connection.execute(select(record_heads.c.count, record_heads.c.hash).where(record_heads.c.id == record)).first()
    lift_guards(connection)
    rows = connection.execute(text("DELETE FROM stored_events WHERE originator_id = :id"), {"id": record})
    set_guards(connection)
    _move_anchors(connection, places)
    known = select(files.c.digest).where(files.c.id == record)
    connection.execute(delete(files).where(files.c.digest.in_(known)))
    for table in (records, record_keys, record_heads, names, labels, shelf):
        connection.execute(delete(table).where(table.c.id == record))
    connection.execute(delete(persons).where(persons.c.stream == record))
    for table in (releases, claims, sittings, links, pairings, codes):
        connection.execute(delete(table).where(table.c.record == record))
    job_table.drop_of_record(connection, record)
    scrub_index(connection)
    count, head_hash = tuple(head) if head is not None else (rows.rowcount, None)
    now = now_text()
    if trace:
        connection.execute(tombstones.insert(), {"id": record, "count": count, "hash": head_hash, "deleted_at": now, "kind": kind})
    return Tombstone(record, count, head_hash, text_time(now), kind)


def read_tombstones(connection: Connection) -> list[Tombstone]:
    """Return what is left of all records deleted for good, by id; columns that are damaged have whatever type they have."""
    found = connection.execute(select(tombstones).order_by(tombstones.c.id))
    return [
        Tombstone(record, count, head_hash, text_time(time) if is_time(time) else None, kind)
        for record, count, head_hash, time, kind in found
    ]


def _trashed_at(connection: Connection, record: str, kind: str) -> str | None:
    found = connection.execute(select(records.c.trashed_at).where(records.c.id == record, records.c.kind == kind)).first()
    if found is None:
        raise RecordNotFound(f"no {kind} {record!r}")
    return str(found.trashed_at) if found.trashed_at is not None else None


def _anchor_places(connection: Connection) -> dict[str, int]:
    """Return where in the log each read model is, 0 for the beginning; locks the anchors."""
    statement = SELECT_PLACE.format(log=LOG_COLUMN[connection.dialect.name]).replace("?", ":id", 1).replace("?", ":version", 1)
    places = {}
    for anchor in connection.execute(select(tracking).order_by(tracking.c.model).with_for_update()).all():
        named = {"id": anchor.originator_id, "version": anchor.originator_version}
        places[anchor.model] = int(connection.execute(text(statement), named).scalar() or 0)
    return places


def _move_anchors(connection: Connection, places: Mapping[str, int]) -> None:
    """Set each anchor to the last row left at or before its place: the row it named may be gone."""
    log = LOG_COLUMN[connection.dialect.name]
    statement = text(
        f"SELECT originator_id, originator_version FROM stored_events WHERE {log} <= :place "  # noqa: S608
        f"ORDER BY {log} DESC LIMIT 1"
    )
    for model, place in places.items():
        record, version = connection.execute(statement, {"place": place}).first() or (None, 0)
        moved = {"originator_id": record, "originator_version": version, "epoch": tracking.c.epoch + 1}
        connection.execute(update(tracking).where(tracking.c.model == model).values(moved))
