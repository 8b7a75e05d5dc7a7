"""The games: one folder each, none imports another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.games.castle_rampage.game import castle_rampage
from records.games.observed import OBSERVED
from records.games.regicide.game import REGICIDE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game
    from records.games.castle_rampage.cards import Catalogue

__all__ = ["games"]


def games(castle_cards: Catalogue) -> Mapping[str, Game]:
    """Return every game by its name, each with the cards that it is played with."""
    table = (OBSERVED, castle_rampage(castle_cards), REGICIDE)
    return {game.name: game for game in table}
