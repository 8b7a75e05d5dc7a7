"""Events of clubs as JSON."""

from __future__ import annotations

from marshmallow import fields

from web.schemas.base import ApiAnswer
from web.schemas.records import EntrySchema


class ClubEventLineSchema(ApiAnswer):
    """An event."""

    event = fields.String(required=True, metadata={"description": "its name"})
    records = fields.Integer(required=True, metadata={"description": "that are there for the caller"})
    latest = fields.String(
        required=True, allow_none=True, metadata={"description": "when its latest game began, UTC; null where none says it"}
    )


class ClubEventsSchema(ApiAnswer):
    """Events, the latest first, up to 500."""

    events = fields.List(fields.Nested(ClubEventLineSchema), required=True)


class EventGameSchema(ApiAnswer):
    """A game of an event."""

    round = fields.String(required=True, metadata={"description": "empty where it is not said"})
    at_table = fields.String(required=True, metadata={"description": "at which table of the event; empty where it is not said"})
    record = fields.Nested(EntrySchema, required=True)


class StandingSchema(ApiAnswer):
    """How a player stands: finished games, by the results that count."""

    name = fields.String(required=True)
    played = fields.Integer(required=True)
    won = fields.Integer(required=True)
    drawn = fields.Integer(required=True)
    lost = fields.Integer(required=True)


class ClubEventSchema(ApiAnswer):
    """An event."""

    event = fields.String(required=True)
    games = fields.List(fields.Nested(EventGameSchema), required=True, metadata={"description": "by round, table and start, up to 1,000"})
    standings = fields.List(
        fields.Nested(StandingSchema),
        required=True,
        allow_none=True,
        metadata={"description": "most victories first; null in suspense until each game was read to its end"},
    )
