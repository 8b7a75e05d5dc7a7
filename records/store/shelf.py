"""The read model of the shelf: public facts, one row a record, pulled from the log and rebuildable from zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, text, update

from records.store.new_rows import folded
from records.store.rows import Anchor, Pulled
from records.store.schema import names, shelf, tracking
from records.store.shelf_rows import columns_of
from records.store.statements import LOG_COLUMN, SELECT_PLACE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from records.store.ledger import RowRecorder
    from records.store.shelf_rows import ShelfRow

CHUNK = 500


def pull(recorder: RowRecorder, limit: int) -> Pulled:
    """Return the records touched by the next ``limit`` events of the log."""
    since, log = recorder.read_log(limit)
    if not log:
        return Pulled((), since, since, more=False)
    record, version = log[-1]
    touched = tuple(dict.fromkeys(record for record, _ in log))
    return Pulled(touched, since, Anchor(record, version, since.epoch), len(log) == limit)


def put(connection: Connection, rows: Sequence[ShelfRow], pulled: Pulled) -> bool:
    """Store ``rows`` and move the anchor; do nothing and return False if somebody else moved it in between."""
    anchor = Anchor(
        *connection.execute(select(tracking.c.originator_id, tracking.c.originator_version, tracking.c.epoch).with_for_update()).one()
    )
    if anchor != pulled.since:
        return False
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        connection.execute(delete(shelf).where(shelf.c.id.in_([row.id for row in part])))
        connection.execute(shelf.insert(), [{"id": row.id, **columns_of(row)} for row in part])
    connection.execute(update(tracking).values(originator_id=pulled.upto.record, originator_version=pulled.upto.version))
    return True


def clear(connection: Connection) -> None:
    """Empty the read models, and make anew how names are searched; the next pull begins at the first event."""
    connection.execute(update(tracking).values(originator_id=None, originator_version=0, epoch=tracking.c.epoch + 1))
    connection.execute(delete(shelf))
    for record, seat, name, fold in connection.execute(select(names.c.id, names.c.seat, names.c.name, names.c.folded)).all():
        if isinstance(name, str) and fold != folded(name):
            connection.execute(update(names).where(names.c.id == record, names.c.seat == seat).values(folded=folded(name)))


def pending(connection: Connection) -> tuple[frozenset[str], Anchor | None]:
    """Return the records with events that the read models do not know, and the anchor if what it names is not there (any more)."""
    anchor = Anchor(*connection.execute(select(tracking.c.originator_id, tracking.c.originator_version, tracking.c.epoch)).one())
    log = LOG_COLUMN[connection.dialect.name]
    named = {"id": anchor.record, "version": anchor.version}
    place = connection.execute(text(SELECT_PLACE.format(log=log).replace("?", ":id", 1).replace("?", ":version", 1)), named).scalar()
    later = text(f"SELECT DISTINCT originator_id FROM stored_events WHERE {log} > :place")  # noqa: S608 -- a name from above
    touched = connection.execute(later, {"place": place or 0}).scalars()
    return frozenset(map(str, touched)), anchor if place is None and anchor.record is not None else None
