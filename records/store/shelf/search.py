"""Answering the shelf's questions in a time that hardly grows with it: found by an index, counted to a bound, paged by key."""

from __future__ import annotations

from types import UnionType
from typing import TYPE_CHECKING, Any

from sqlalchemy import or_, select, text

from records.errors import MalformedCommand, RecordNotFound
from records.store.listings import HELD
from records.store.refusals import storable
from records.store.rows import NO_LABEL, GameLabel
from records.store.schema import labels, names, records, releases, shelf
from records.store.shelf.pages import ShelfPages
from records.store.shelf.query import LONGEST_SEARCH, ShelfHit, ShelfSlice
from records.store.shelf.shelf import CHUNK
from records.store.shelf_rows import ShelfRow, shelf_row
from records.store.times import is_time, text_time
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, Row

    from records.store.shelf.query import ShelfQuery, ShelfReach

_TEXT = ("id", "game", "ruleset", "result", "spine", "flags", "words", "created_at")
_KINDS: dict[str, type | UnionType] = {
    **dict.fromkeys(_TEXT, str),
    **dict.fromkeys(("seats", "steps", "turns"), int),
    **dict.fromkeys(("started", "ended", "trashed_at"), str | None),
}
_LABEL = tuple(labels.c[name].label(f"label_{name}") for name in ("title", "site", "number"))
_TIMES_OF_RECORD = ("created_at", "trashed_at")


def search(connection: Connection, query: ShelfQuery, within: ShelfReach | None = None) -> ShelfSlice:
    """Answer ``query``, as of one moment: of those records alone that are ``within`` reach, as if there were no others.

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
    pages = ShelfPages(connection, query, within)
    if pages.words is None or pages.nothing or not all(map(storable, (query.text, *query.games))):
        return ShelfSlice(hits=(), total=0, games={})
    ids, more = pages.page()
    return ShelfSlice(hits=tuple(hits(connection, ids, within)), total=pages.total(), games=pages.games(), more=more)


def hits(connection: Connection, ids: Sequence[object], within: ShelfReach | None = None) -> list[ShelfHit]:
    """Return the rows of some records, in their order; those that are not here, or not ``within`` reach, are left out.

    Where names are not shown they are left out, and so is what the game and the table are called.
    """
    named = None if within is None else reached(connection, ids, within)
    found_hits = _hits(connection, ids if named is None else [record for record in ids if record in named])
    return found_hits if named is None else [hit if named[hit.row.id] else replace(hit, names={}, label=NO_LABEL) for hit in found_hits]


def reached(connection: Connection, ids: Sequence[object], within: ShelfReach) -> dict[object, bool]:
    """Return those of some records that are within reach, and whether their names are shown."""
    named: dict[object, bool] = {}
    for start in range(0, len(ids), CHUNK):
        part = ids[start : start + CHUNK]
        listed = select(shelf.c.id, releases.c.names).join(releases, releases.c.record == shelf.c.id)
        listed = listed.where(shelf.c.id.in_(part), shelf.c.listed >= within.listed)
        named |= {record: bool(names_shown) for record, names_shown in connection.execute(listed)}
        if within.account:
            own = select(shelf.c.id).where(shelf.c.id.in_(part), text(HELD).bindparams(holder=within.account))
            named |= dict.fromkeys(connection.execute(own).scalars(), True)
    return named


def ids_reached(connection: Connection, prefix: str, within: ShelfReach) -> list[str]:
    """Return the ids within reach that begin with ``prefix``, those in the trash too, in order."""
    reach = or_(shelf.c.listed >= within.listed, text(HELD).bindparams(holder=within.account))
    found = connection.execute(select(shelf.c.id).where(shelf.c.id.startswith(prefix, autoescape=True), reach).order_by(shelf.c.id))
    return [record for record in found.scalars() if isinstance(record, str) and record.startswith(prefix)]


def _hits(connection: Connection, ids: Sequence[object]) -> list[ShelfHit]:
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
