"""The read model of the shelf: public facts, one row a record, pulled from the log and rebuildable from zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select, text, update

from records.store.new_rows import folded
from records.store.rows import Anchor, Pulled, text_time, time_text
from records.store.schema import names, shelf, tracking
from records.store.statements import LOG_COLUMN, SELECT_PLACE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Row

    from records.store.ledger import RowRecorder

CHUNK = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfRow:
    """What the shelf shows of a record: facts that every viewer may see, and no name of a person."""

    id: str
    game: str
    """``observed``, ``castle-rampage`` ..."""
    ruleset: str
    seats: int
    """Number of seats."""
    started: datetime | None
    ended: datetime | None
    steps: int
    """Number of events."""
    turns: int
    result: str = "{}"
    """JSON text; the words in it are found by the search."""
    spine: str = "[]"
    """JSON text."""
    flags: str = "{}"
    """JSON text."""
    words: str = ""
    """More words to be found by: the game's title in each language, the table's name ..."""


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


def shelf_row(row: Row[tuple[object, ...]]) -> ShelfRow:
    """Return a row of the table, however many columns come after it, as it was put."""
    return ShelfRow(
        id=row.id,
        game=row.game,
        ruleset=row.ruleset,
        seats=row.seats,
        started=_time(row.started),
        ended=_time(row.ended),
        steps=row.steps,
        turns=row.turns,
        result=row.result,
        spine=row.spine,
        flags=row.flags,
        words=row.words,
    )


def columns_of(row: ShelfRow) -> dict[str, object]:
    """Return the table's columns of ``row``, its id aside."""
    return {
        "game": row.game,
        "ruleset": row.ruleset,
        "seats": row.seats,
        "started": time_text(row.started) if row.started is not None else None,
        "ended": time_text(row.ended) if row.ended is not None else None,
        "steps": row.steps,
        "turns": row.turns,
        "result": row.result,
        "spine": row.spine,
        "flags": row.flags,
        "words": row.words,
        "found": folded("\n".join((row.game, row.ruleset, *_words(msgspec.json.decode(row.result)), row.words))),
    }


def _words(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from _words(part)
        case list():
            for part in value:
                yield from _words(part)


def _time(text: str | None) -> datetime | None:
    return text_time(text) if text is not None else None
