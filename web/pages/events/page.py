"""What the pages of events show: the list of events, and one with its rounds, tables, results and standings."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.service.desks.pairings import MOST_EVENTS, standings
from records.service.shelving import MOST_COUNTED
from web.pages.shelf.page import ListRow, list_row
from web.suspense import hides, in_suspense
from web.words.texts import day, ngettext, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.desks.pairings import EventGame, EventScore


class EventLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event in the list."""

    name: str
    address: str
    counted: str
    """Its records, counted in words."""
    latest: str
    """Day of its latest game; "" where none is known."""


class EventTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a round: mostly one game."""

    name: str
    games: tuple[ListRow, ...]


class EventRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round."""

    name: str
    tables: tuple[EventTable, ...]


class EventsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The list of events."""

    events: tuple[EventLine, ...]
    cut: bool
    """Whether there may be more than are listed."""
    suspense: bool
    """Whether results, and so the games in figures, are kept back."""


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """One event."""

    name: str
    facts: str
    rounds: tuple[EventRound, ...]
    standings: tuple[EventScore, ...]
    suspense: bool
    """Whether results, and so how players stand, are kept back until each game was read to its end."""
    cut: bool


def address_of(event: str) -> str:
    """Return the address of an event."""
    return url_for("events.events", event=event)


def all_events(book: GameBook, caller: Caller) -> EventsPage:
    """Return the list of events within the caller's reach."""
    found = book.people.events(caller)
    lines = tuple(
        EventLine(name=one.event, address=address_of(one.event), counted=_counted(one.records), latest=(one.latest or "")[:10])
        for one in found
    )
    return EventsPage(events=lines, cut=len(found) == MOST_EVENTS, suspense=in_suspense())


def one_event(book: GameBook, caller: Caller, event: str) -> EventPage:
    """Return an event. Raises ``RecordNotFound`` where there is none within the caller's reach."""
    games = book.people.event(caller, event)
    hidden = any(hides(game.entry.id) for game in games)
    latest = max((game.entry.started for game in games if game.entry.started), default=None)
    return EventPage(
        name=event,
        facts=" · ".join(filter(None, (_counted(len(games)), day(latest) if latest else ""))),
        rounds=tuple(
            EventRound(name=name, tables=_tables(book, list(round_))) for name, round_ in groupby(games, lambda game: game.pairing.round)
        ),
        standings=() if hidden else tuple(standings(games)),
        suspense=hidden,
        cut=len(games) == MOST_COUNTED,
    )


def _tables(book: GameBook, games: Sequence[EventGame]) -> tuple[EventTable, ...]:
    return tuple(
        EventTable(name=name, games=tuple(list_row(book, game.entry, (), game.adjusted) for game in table))
        for name, table in groupby(games, lambda game: game.pairing.table)
    )


def _counted(records: int) -> str:
    return ngettext("%(n)s record", "%(n)s records", records, n=number(records))
