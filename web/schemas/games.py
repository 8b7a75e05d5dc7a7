"""The games that are known here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields, validate

from records.core.events import Sort
from web.schemas.base import ApiAnswer
from web.words.phrases import Locale

if TYPE_CHECKING:
    from records.core.game import Game


class EventNameSchema(ApiAnswer):
    """A kind of event."""

    name = fields.String(metadata={"description": "stable name; it stands in each event as e"})
    sort = fields.String(validate=validate.OneOf([sort.value for sort in Sort]))


class GameSchema(ApiAnswer):
    """A game."""

    name = fields.String()
    title = fields.String()
    together = fields.Boolean(metadata={"description": "whether the players win and lose together"})
    rulesets = fields.List(fields.String())
    events = fields.List(fields.Nested(EventNameSchema))


class GamesSchema(ApiAnswer):
    """All games."""

    games = fields.List(fields.Nested(GameSchema))


def game_data(game: Game, locale: Locale) -> dict[str, Any]:
    """Return a game in the shape of ``GameSchema``."""
    return {
        "name": game.name,
        "title": locale.translated(game.title),
        "together": game.together,
        "rulesets": game.rules.names,
        "events": [{"name": name, "sort": cls.sort.value} for name, cls in game.event_names.items()],  # type: ignore[attr-defined]
    }
