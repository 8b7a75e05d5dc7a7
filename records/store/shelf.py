"""The read model of the shelf: public facts, one row a record, pulled from the log and rebuildable from zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select, update

from records.store.new_rows import folded
from records.store.rows import Anchor, Pulled, text_time, time_text
from records.store.schema import shelf, tracking

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
        connection.execute(shelf.insert(), [_columns(row) for row in part])
    connection.execute(update(tracking).values(originator_id=pulled.upto.record, originator_version=pulled.upto.version))
    return True


def clear(connection: Connection) -> None:
    """Empty the read models; the next pull begins at the first event."""
    connection.execute(update(tracking).values(originator_id=None, originator_version=0, epoch=tracking.c.epoch + 1))
    connection.execute(delete(shelf))


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


def _columns(row: ShelfRow) -> dict[str, object]:
    return {
        "id": row.id,
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
