"""Answering the shelf's questions in a time that hardly grows with it: found by an index, counted to a bound, paged by key."""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from records.errors import MalformedCommand, RecordNotFound
from records.store.refusals import storable
from records.store.rows import GameLabel
from records.store.schema import labels, names, records, shelf
from records.store.shelf import CHUNK
from records.store.shelf_pages import ShelfPages
from records.store.shelf_query import LONGEST_SEARCH, ShelfHit, ShelfSlice
from records.store.shelf_rows import ShelfRow, shelf_row
from records.store.times import is_time, text_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, Row

    from records.store.shelf_query import ShelfQuery

_TEXT = ("id", "game", "ruleset", "result", "spine", "flags", "words", "created_at")
_KINDS: dict[str, type | UnionType] = {
    **dict.fromkeys(_TEXT, str),
    **dict.fromkeys(("seats", "steps", "turns"), int),
    **dict.fromkeys(("started", "ended", "trashed_at"), str | None),
}
_LABEL = tuple(labels.c[name].label(f"label_{name}") for name in ("title", "site", "number"))
_TIMES_OF_RECORD = ("created_at", "trashed_at")


def search(connection: Connection, query: ShelfQuery) -> ShelfSlice:
    """Answer ``query``, as of one moment.

    Raises MalformedCommand for a search that is too long, a negative limit or offset, or two places at once; RecordNotFound for a place
    that is not on the shelf.
    """
    if len(query.text) > LONGEST_SEARCH:
        raise MalformedCommand(f"a search has at most {LONGEST_SEARCH} characters, not {len(query.text)}")
    if query.offset < 0 or (query.limit is not None and query.limit < 0):
        raise MalformedCommand(f"limit {query.limit} and offset {query.offset} must not be negative")
    if query.after and query.before:
        raise MalformedCommand("a page comes after a record or before one, not both")
    if not all(map(storable, (query.after, query.before))):
        raise RecordNotFound(f"no record {query.after or query.before!r}")
    pages = ShelfPages(connection, query)
    if pages.words is None or not all(map(storable, (query.text, *query.games))):
        return ShelfSlice(hits=(), total=0, games={})
    ids, more = pages.page()
    return ShelfSlice(hits=tuple(hits(connection, ids)), total=pages.total(), games=pages.games(), more=more)


def hits(connection: Connection, ids: Sequence[object]) -> list[ShelfHit]:
    """Return the rows of some records, in their order; those that are not here are left out."""
    found: dict[object, Row[Any]] = {}
    people: dict[str, dict[str, object]] = {}
    joined = shelf.join(records, records.c.id == shelf.c.id).join(labels, labels.c.id == shelf.c.id, isouter=True)
    for start in range(0, len(ids), CHUNK):
        part = ids[start : start + CHUNK]
        columns: tuple[Any, ...] = (shelf, records.c.created_at, records.c.trashed_at, *_LABEL)
        rows = select(*columns).select_from(joined).where(shelf.c.id.in_(part))
        found |= {row.id: row for row in connection.execute(rows)}
        called = select(names.c.id, names.c.seat, names.c.name).where(names.c.id.in_(part)).order_by(names.c.id, names.c.seat)
        for record, seat, name in connection.execute(called):
            people.setdefault(record, {})[seat] = name
    return [_hit(found[record], people.get(found[record].id, {})) for record in ids if record in found]


def _hit(row: Row[tuple[object, ...]], people: Mapping[str, object]) -> ShelfHit:
    """Return a row as it was put; SQLite takes any type in any column, so it is asked whether it can be read."""
    for column, kind in _KINDS.items():
        if not isinstance(getattr(row, column), kind):
            return _damaged(row, f"{'records' if column in _TIMES_OF_RECORD else 'shelf'}.{column}")
    called = {seat: name for seat, name in people.items() if isinstance(seat, str) and isinstance(name, str)}
    if len(called) < len(people):
        return _damaged(row, "names.name")
    for column in ("created_at", "trashed_at", "started", "ended"):
        time = getattr(row, column)
        if time is not None and not is_time(time):
            return _damaged(row, f"{'records' if column in _TIMES_OF_RECORD else 'shelf'}.{column}")
    trashed = text_time(row.trashed_at) if row.trashed_at is not None else None
    label = GameLabel(*(text if isinstance(text, str) else "" for text in (row.label_title, row.label_site, row.label_number)))
    return ShelfHit(row=shelf_row(row), names=called, added=text_time(row.created_at), trashed=trashed, label=label)


def _damaged(row: Row[tuple[object, ...]], column: str) -> ShelfHit:
    game = row.game if isinstance(row.game, str) else ""
    bare = ShelfRow(id=str(row.id), game=game, ruleset="", seats=0, started=None, ended=None, steps=0, turns=0)
    return ShelfHit(row=bare, names={}, added=None, trashed=None, damaged=column)
