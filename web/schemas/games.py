"""The games that are known here."""

from __future__ import annotations

from marshmallow import fields, validate

from records.core.events import Sort
from web.schemas.base import ApiAnswer, TitleField, itself, made, means


class EventNameSchema(ApiAnswer):
    """A kind of event."""

    name = fields.String(attribute="0", **means("stable name; it stands in each event as e"))
    sort = fields.String(attribute="1.sort", validate=validate.OneOf([sort.value for sort in Sort]))


class GameSchema(ApiAnswer):
    """A game."""

    name = fields.String()
    title = TitleField()
    together = fields.Boolean(**means("whether the players win and lose together"))
    rulesets = fields.List(fields.String(), attribute="rules.names")
    events = made(fields.List(fields.Nested(EventNameSchema)), lambda game, _: game.event_names.items())


class GamesSchema(ApiAnswer):
    """All games."""

    games = made(fields.List(fields.Nested(GameSchema)), itself)
