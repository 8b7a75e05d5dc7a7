"""Asking the shelf: search, filters, order, pages, counts by game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import UnionType
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, func, or_, select

from records.errors import MalformedCommand
from records.store.new_rows import folded
from records.store.refusals import storable
from records.store.rows import is_time, text_time
from records.store.schema import names, records, shelf
from records.store.shelf import CHUNK
from records.store.shelf_rows import ShelfRow, shelf_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection, Row

_TEXT = ("id", "game", "ruleset", "result", "spine", "flags", "words", "created_at")
_KINDS: dict[str, type | UnionType] = {
    **dict.fromkeys(_TEXT, str),
    **dict.fromkeys(("seats", "steps", "turns"), int),
    **dict.fromkeys(("started", "ended", "trashed_at"), str | None),
}
_TIMES_OF_RECORD = ("created_at", "trashed_at")
LONGEST_SEARCH = 500
"""Characters."""


class ShelfOrder(Enum):
    """What the shelf can be sorted by."""

    STARTED = "started"
    ENDED = "ended"
    ADDED = "added"
    PLAYERS = "players"
    """The name at the first seat."""
    GAME = "game"
    STEPS = "steps"
    TURNS = "turns"


class Trash(Enum):
    """Which records are asked for."""

    LEFT_OUT = "left out"
    ONLY = "only"
    INCLUDED = "included"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfQuery:
    """What is asked of the shelf; the default is everything, the latest game first."""

    text: str = ""
    """Words that must all be found, in any case, in names, game, ruleset, result or the row's own words."""
    games: tuple[str, ...] = ()
    """Any of these games; () for all."""
    order: ShelfOrder = ShelfOrder.STARTED
    descending: bool = True
    limit: int | None = None
    offset: int = 0
    trash: Trash = Trash.LEFT_OUT


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfHit:
    """A record on the shelf."""

    row: ShelfRow
    names: Mapping[str, str]
    """By seat key."""
    added: datetime | None
    """None in a damaged row."""
    trashed: datetime | None
    damaged: str = ""
    """``table.column`` that holds nothing that can be read; then only the row's id is sure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfSlice:
    """A page of the shelf."""

    hits: tuple[ShelfHit, ...]
    total: int
    """Number of hits on all pages."""
    games: Mapping[str, int]
    """Hits of each game, as if ``games`` had not been asked."""


def search(connection: Connection, query: ShelfQuery) -> ShelfSlice:
    """Answer ``query``, as of one moment.

    Raises MalformedCommand for a search that is too long, or a negative limit or offset.
    """
    if len(query.text) > LONGEST_SEARCH:
        raise MalformedCommand(f"a search has at most {LONGEST_SEARCH} characters, not {len(query.text)}")
    if query.offset < 0 or (query.limit is not None and query.limit < 0):
        raise MalformedCommand(f"limit {query.limit} and offset {query.offset} must not be negative")
    if not all(map(storable, (query.text, *query.games))):
        return ShelfSlice(hits=(), total=0, games={})
    conditions = _conditions(query)
    joined = shelf.join(records, records.c.id == shelf.c.id)
    counts = select(shelf.c.game, func.count()).select_from(joined).where(*conditions).group_by(shelf.c.game)
    games: dict[object, int] = {game: count for game, count in connection.execute(counts)}  # noqa: C416
    total = sum(count for game, count in games.items() if not query.games or game in query.games)
    statement = select(shelf, records.c.created_at, records.c.trashed_at).select_from(joined).where(*conditions)
    if query.games:
        statement = statement.where(shelf.c.game.in_(query.games))
    found = connection.execute(statement.order_by(*_order(query)).limit(query.limit).offset(query.offset or None)).all()
    people = _names(connection, [row.id for row in found])
    return ShelfSlice(
        hits=tuple(_hit(row, people.get(row.id, {})) for row in found),
        total=total,
        games=dict(sorted((game, count) for game, count in games.items() if isinstance(game, str))),
    )


def _hit(row: Row[tuple[object, ...]], people: Mapping[str, object]) -> ShelfHit:
    """Return a row as it was put; SQLite takes any type in any column, so it is asked whether it can be read."""
    for column, kind in _KINDS.items():
        if not isinstance(getattr(row, column), kind):
            return _damaged(row, f"{'records' if column in _TIMES_OF_RECORD else 'shelf'}.{column}")
    names = {seat: name for seat, name in people.items() if isinstance(seat, str) and isinstance(name, str)}
    if len(names) < len(people):
        return _damaged(row, "names.name")
    for column in ("created_at", "trashed_at", "started", "ended"):
        time = getattr(row, column)
        if time is not None and not is_time(time):
            return _damaged(row, f"{'records' if column in _TIMES_OF_RECORD else 'shelf'}.{column}")
    trashed = text_time(row.trashed_at) if row.trashed_at is not None else None
    return ShelfHit(row=shelf_row(row), names=names, added=text_time(row.created_at), trashed=trashed)


def _damaged(row: Row[tuple[object, ...]], column: str) -> ShelfHit:
    game = row.game if isinstance(row.game, str) else ""
    bare = ShelfRow(id=str(row.id), game=game, ruleset="", seats=0, started=None, ended=None, steps=0, turns=0)
    return ShelfHit(row=bare, names={}, added=None, trashed=None, damaged=column)


def _conditions(query: ShelfQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if query.trash is not Trash.INCLUDED:
        trashed = records.c.trashed_at.is_not(None)
        conditions.append(trashed if query.trash is Trash.ONLY else ~trashed)
    for word in folded(query.text).split():
        named = select(names.c.id).where(names.c.id == shelf.c.id, names.c.folded.contains(word, autoescape=True))
        conditions.append(or_(shelf.c.found.contains(word, autoescape=True), named.exists()))
    return conditions


def _order(query: ShelfQuery) -> list[ColumnElement[Any]]:
    first_name = select(names.c.folded).where(names.c.id == shelf.c.id).order_by(names.c.seat).limit(1)
    key: ColumnElement[Any]
    match query.order:
        case ShelfOrder.PLAYERS:
            key = first_name.scalar_subquery()
        case ShelfOrder.ADDED:
            key = records.c.created_at
        case _:
            key = shelf.c[query.order.value]
    return [(key.desc() if query.descending else key.asc()).nulls_last(), shelf.c.id.asc()]


def _names(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, object]]:
    people: dict[str, dict[str, object]] = {}
    for start in range(0, len(ids), CHUNK):
        part = select(names.c.id, names.c.seat, names.c.name).where(names.c.id.in_(ids[start : start + CHUNK]))
        for record, seat, name in connection.execute(part.order_by(names.c.id, names.c.seat)):
            people.setdefault(record, {})[seat] = name
    return people
