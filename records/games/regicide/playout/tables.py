"""What the kernel looks up: the cards and the simulated player's weights, as one flat list for those who play alone and one for teams."""

from __future__ import annotations

from functools import cache

from records.games.regicide.cards import CARDS as BY_NAME
from records.games.regicide.cards import HEALTH, ROYAL_RANKS, VALUES
from records.games.regicide.player.cards import ALIKE, COMPANION, NAMES, SUIT, VALUE
from records.games.regicide.player.cards import BY_ROYAL as ROYALS
from records.games.regicide.player.sight import kept, likely
from records.games.regicide.player.weights import ALONE, TOGETHER
from records.games.regicide.playout import places


@cache
def tables(*, alone: bool) -> tuple[int, ...]:
    """Return the tables for a lone player or for a team, ``places.TABLES`` whole numbers."""
    weights = ALONE if alone else TOGETHER
    found = [
        *VALUE,
        *SUIT,
        *map(int, COMPANION),
        *ALIKE,
        *(HEALTH.get(BY_NAME[name].rank, 0) for name in NAMES),
        *(worth for row in kept(weights) for worth in row),
        *(chance for row in likely(weights) for chance in row),
        *(ROYALS[suit, VALUES[rank]] for suit in range(4) for rank in ROYAL_RANKS),
        int(alone),
        *(getattr(weights, name) for name in places.SCALARS),
    ]
    if len(found) != places.TABLES:
        raise AssertionError(len(found), places.TABLES)
    return tuple(found)
