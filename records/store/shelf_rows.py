"""A row of the shelf: public facts of a record, as columns of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.store.listings import UNLISTED
from records.store.search_words import hidden, marks, words, words_of_day
from records.store.times import text_time, time_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from sqlalchemy import Row

    from records.store.listings import ShelfListing


class ShelfRow(msgspec.Struct, frozen=True, kw_only=True):
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
    """More words to be found by: the game's title ..."""


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
    """Return the table's columns that the log gives, the id aside."""
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
        "found": found_words(row.game, row.ruleset, row.result, row.words, row.started),
    }


def found_words(game: str, ruleset: str, result: str, more: str, started: datetime | None) -> str:
    """Return the words by which the log lets a record be found."""
    day = words_of_day(started) if started is not None else ""
    return words((game, ruleset, *_texts(msgspec.json.decode(result)), more, day))


def entered_columns(
    game: str,
    people: Iterable[tuple[str, str, str]],
    added: str,
    label: Iterable[str] = (),
    *,
    trashed: bool,
    listing: ShelfListing = UNLISTED,
) -> dict[str, object]:
    """Return the columns that can change without the log.

    They are those of ``people``, seat, name and folded name in seat order, of what the game and the table are called, of the trash, and of
    who may find the record.
    """
    seated = list(people)
    player = seated[0][2] if seated else None
    called = words((*(name for _, name, _ in seated), *label))
    return {
        "added": added,
        "trashed": int(trashed),
        "player": player,
        "entered": called if listing.named else hidden(called),
        "marks": marks(game, trashed=trashed, listed=listing.listed, holders=listing.holders),
        "listed": listing.listed,
        "shown": player if listing.named else None,
    }


OF_LOG = ("game", "ruleset", "seats", "started", "ended", "steps", "turns", "result", "spine", "flags", "words", "found")
ENTERED = ("added", "trashed", "player", "entered", "marks", "listed", "shown")
INSERT_SHELF = f"INSERT INTO shelf (id, {', '.join((*OF_LOG, *ENTERED))}) VALUES (?{', ?' * len((*OF_LOG, *ENTERED))}) "  # noqa: S608 -- names from above
UPDATE_SHELF = f"UPDATE shelf SET {', '.join(f'{name} = ?' for name in OF_LOG)} WHERE id = ?"  # noqa: S608 -- names from above


def inserted(row: ShelfRow, entered: dict[str, object]) -> tuple[object, ...]:
    """Return the parameters of ``INSERT_SHELF``."""
    columns = columns_of(row) | entered
    return row.id, *(columns[name] for name in (*OF_LOG, *ENTERED))


def updated(row: ShelfRow) -> tuple[object, ...]:
    """Return the parameters of ``UPDATE_SHELF``."""
    columns = columns_of(row)
    return *(columns[name] for name in OF_LOG), row.id


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from _texts(part)
        case list():
            for part in value:
                yield from _texts(part)


def _time(text: str | None) -> datetime | None:
    return text_time(text) if text is not None else None
