"""How a game is named and marked on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from web.texts import translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game


class GameFace(NamedTuple):
    """A game's title in the reader's language and its symbol in ``icons.svg``."""

    key: str
    title: str
    icon: str
    together: bool = False
    """Whether its players win and lose together."""


def game_face(games: Mapping[str, Game], key: str) -> GameFace:
    """Return how a game is shown; one that is no longer known here shows its key and a plain card."""
    game = games.get(key)
    return GameFace(key, translated(game.title), game.icon, game.together) if game else GameFace(key, key, "s-play")
