"""Events of clubs as JSON."""

from __future__ import annotations

from marshmallow import fields

from web.schemas.base import ApiAnswer
from web.schemas.records import EntrySchema


class ClubEventLineSchema(ApiAnswer):
    """An event."""

    event = fields.String(metadata={"description": "its name"})
    records = fields.Integer(metadata={"description": "that are there for the caller"})
    latest = fields.String(allow_none=True, metadata={"description": "when its latest game began, UTC; null where none says it"})


class ClubEventsSchema(ApiAnswer):
    """Events, the latest first, up to 500."""

    events = fields.List(fields.Nested(ClubEventLineSchema))


class EventGameSchema(ApiAnswer):
    """A game of an event."""

    round = fields.String(metadata={"description": "empty where it is not said"})
    at_table = fields.String(metadata={"description": "at which table of the event; empty where it is not said"})
    record = fields.Nested(EntrySchema)


class StandingSchema(ApiAnswer):
    """How a player stands: finished games, by the results that count."""

    name = fields.String()
    played = fields.Integer()
    won = fields.Integer()
    drawn = fields.Integer()
    lost = fields.Integer()


class ClubEventSchema(ApiAnswer):
    """An event."""

    event = fields.String()
    games = fields.List(fields.Nested(EventGameSchema), metadata={"description": "by round, table and start, up to 1,000"})
    standings = fields.List(
        fields.Nested(StandingSchema),
        allow_none=True,
        metadata={"description": "most victories first; null in suspense until each game was read to its end"},
    )
