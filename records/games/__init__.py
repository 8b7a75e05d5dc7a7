"""The games: one folder each, none imports another."""

from __future__ import annotations

from typing import Any

from records.core.card_game import CardGame
from records.core.game import Game
from records.games.castle_rampage.game import CASTLE_RAMPAGE
from records.games.creature_crush.game import CREATURE_CRUSH
from records.games.observed import OBSERVED
from records.games.regicide.game import REGICIDE

__all__ = ["GAMES"]

GAMES: tuple[Game | CardGame[Any], ...] = (OBSERVED, CASTLE_RAMPAGE, REGICIDE, CREATURE_CRUSH)
"""Every game: as it is, or, where its cards stand in files, with what reads them."""
