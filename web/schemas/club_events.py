"""Events of clubs as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from marshmallow import fields

from records.service.desks.pairings import EventGame, standings
from web.schemas.base import ApiAnswer, itself, made, means
from web.schemas.records import EntrySchema, listed
from web.suspense import hides

if TYPE_CHECKING:
    from collections.abc import Sequence


class ClubEventLineSchema(ApiAnswer):
    """An event."""

    event = fields.String(**means("its name"))
    records = fields.Integer(**means("that are there for the caller"))
    latest = fields.String(allow_none=True, **means("when its latest game began, UTC; null where none says it"))


class ClubEventsSchema(ApiAnswer):
    """Events, the latest first, up to 500."""

    events = made(fields.List(fields.Nested(ClubEventLineSchema)), itself)


class EventGameSchema(ApiAnswer):
    """A game of an event."""

    round = fields.String(attribute="pairing.round", **means("empty where it is not said"))
    at_table = fields.String(attribute="pairing.table", **means("at which table of the event; empty where it is not said"))
    record = made(fields.Nested(EntrySchema), lambda game, _: listed(game.entry, game.adjusted))


class StandingSchema(ApiAnswer):
    """How a player stands: finished games, by the results that count."""

    name = fields.String()
    played = fields.Integer()
    won = fields.Integer()
    drawn = fields.Integer()
    lost = fields.Integer()


class ClubEvent(NamedTuple):
    """An event and its games."""

    event: str
    games: Sequence[EventGame]


class ClubEventSchema(ApiAnswer):
    """An event."""

    event = fields.String()
    games = fields.List(fields.Nested(EventGameSchema), **means("by round, table and start, up to 1,000"))
    standings = made(
        fields.List(
            fields.Nested(StandingSchema),
            allow_none=True,
            **means("most victories first; null in suspense until each game was read to its end"),
        ),
        lambda one, _: None if any(hides(game.entry.id) for game in one.games) else standings(one.games),
    )
