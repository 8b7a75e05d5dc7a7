"""The read model of the shelf: public facts, one row a record, pulled from the log and rebuildable from zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, text, update

from records.store.folds import fold_names
from records.store.listings import UNLISTED, listings
from records.store.recorders.statements import LOG_COLUMN, SELECT_PLACE, SHELF, UNREAD
from records.store.rows import Anchor, Pulled
from records.store.schema import labels, names, records, shelf, tracking
from records.store.shelf.index import make_index
from records.store.shelf_rows import columns_of, entered_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from records.store.recorders.ledger import RowRecorder
    from records.store.shelf_rows import ShelfRow

CHUNK = 500
_ANCHOR = select(tracking.c.originator_id, tracking.c.originator_version, tracking.c.epoch).where(tracking.c.model == SHELF)
_MOVED = update(tracking).where(tracking.c.model == SHELF)


def pull(recorder: RowRecorder, limit: int) -> Pulled:
    """Return the records touched by the next ``limit`` events that the shelf does not have; it ignores streams of other kinds."""
    since, log, upto = recorder.read_log(limit)
    return Pulled(tuple(dict.fromkeys(record for record, _ in log)), since, upto, len(log) == limit)


def put(connection: Connection, rows: Sequence[ShelfRow], pulled: Pulled) -> bool:
    """Store ``rows`` and move the anchor; do nothing and return False if somebody else moved it in between."""
    anchor = Anchor(*connection.execute(_ANCHOR.with_for_update()).one())
    if anchor != pulled.since:
        return False
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        connection.execute(delete(shelf).where(shelf.c.id.in_([row.id for row in part])))
        entered = _entered(connection, {row.id: row.game for row in part})
        connection.execute(shelf.insert(), [{"id": row.id, **columns_of(row), **entered[row.id]} for row in part])
    connection.execute(_MOVED.values(originator_id=pulled.upto.record, originator_version=pulled.upto.version))
    return True


def clear(connection: Connection) -> None:
    """Empty the read models, and rebuild the searchable names; the next pull begins at the first event."""
    connection.execute(_MOVED.values(originator_id=None, originator_version=0, epoch=tracking.c.epoch + 1))
    connection.execute(delete(shelf))
    make_index(connection)
    fold_names(connection)


def enter(connection: Connection, ids: Sequence[str]) -> None:
    """Update the shelf's columns that come from no event for some records: names, and whether they are in the trash."""
    for start in range(0, len(ids), CHUNK):
        found = connection.execute(select(shelf.c.id, shelf.c.game).where(shelf.c.id.in_(ids[start : start + CHUNK]))).all()
        games = {record: game for record, game in found if isinstance(game, str)}
        for record, columns in _entered(connection, games).items():
            connection.execute(update(shelf).where(shelf.c.id == record).values(columns))


def _entered(connection: Connection, games: Mapping[str, str]) -> dict[str, dict[str, object]]:
    """Return the columns of the shelf that no event gives, by record; ``games`` by record."""
    people: dict[str, list[tuple[str, str, str]]] = {}
    of_names = select(names.c.id, names.c.seat, names.c.name, names.c.folded).where(names.c.id.in_(games))
    for record, seat, name, fold in connection.execute(of_names.order_by(names.c.id, names.c.seat)):
        if isinstance(name, str):
            people.setdefault(record, []).append((seat, name, fold))
    times = {
        record: (added, trashed)
        for record, added, trashed in connection.execute(
            select(records.c.id, records.c.created_at, records.c.trashed_at).where(records.c.id.in_(games))
        )
    }
    of_labels = select(labels).where(labels.c.id.in_(games))
    called = {record: [text for text in texts if isinstance(text, str)] for record, *texts in connection.execute(of_labels)}
    listed = listings(connection, games)
    found = {}
    for record, game in games.items():
        added, trashed = times.get(record, ("", None))
        found[record] = entered_columns(
            game,
            people.get(record, ()),
            added,
            called.get(record, ()),
            trashed=trashed is not None,
            listing=listed.get(record, UNLISTED),
        )
    return found


def pending(connection: Connection) -> tuple[frozenset[str], Anchor | None]:
    """Return the records with events that the read models do not know, and the anchor if what it names is not there (any more)."""
    anchor = Anchor(*connection.execute(_ANCHOR).one())
    log = LOG_COLUMN[connection.dialect.name]
    named = {"id": anchor.record, "version": anchor.version}
    place = connection.execute(text(SELECT_PLACE.format(log=log).replace("?", ":id", 1).replace("?", ":version", 1)), named).scalar()
    later = text(f"SELECT DISTINCT originator_id FROM stored_events e WHERE {log} > :place AND {UNREAD}")  # noqa: S608 -- from above
    touched = frozenset(map(str, connection.execute(later, {"place": place or 0}).scalars()))
    return touched, anchor if place is None and anchor.record is not None else None
