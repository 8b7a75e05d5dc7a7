"""A row of the shelf: public facts of a record, as columns of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from records.store.new_rows import folded
from records.store.rows import text_time, time_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sqlalchemy import Row


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


COLUMNS = ("game", "ruleset", "seats", "started", "ended", "steps", "turns", "result", "spine", "flags", "words", "found")
"""Of the table, its id aside."""
SHELVE = (
    f"INSERT INTO shelf (id, {', '.join(COLUMNS)}) VALUES (?{', ?' * len(COLUMNS)}) "  # noqa: S608 -- names from above
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS)}"
)


def shelf_values(row: ShelfRow) -> tuple[object, ...]:
    """Return the parameters of ``SHELVE``."""
    columns = columns_of(row)
    return row.id, *(columns[name] for name in COLUMNS)


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
