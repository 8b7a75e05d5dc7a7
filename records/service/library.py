"""The games as the program knows them, with the catalogues that come with it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from records.core.game import Game
from records.games import GAMES
from records.service.catalogues import bundled, load_catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.card_game import CardGame
    from records.core.editions.catalogues import Catalogues


def library_of(text: bytes, name: str) -> Mapping[str, Game]:
    """Return every game; new games of the one whose cards stand in the file ``name`` (``text``) are played with them.

    Raises ``ImportRefused``.
    """
    game, catalogue = load_catalogue(text, name)
    return {**library(), game.name: game.game(_catalogues(game).with_usual(catalogue, text))}


@cache
def library() -> Mapping[str, Game]:
    """Return every game by its name; made at the first call, for the catalogue files are read then."""
    return {game.name: game if isinstance(game, Game) else game.game(_catalogues(game)) for game in GAMES}


@cache
def _catalogues(game: CardGame[Any]) -> Catalogues[Any]:
    return bundled(game)
