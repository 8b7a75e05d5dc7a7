"""How many people a game is for."""

from __future__ import annotations

import pytest

from records.core.wording.player_counts import told_counts


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ((1,), "1 player"),
        ((2,), "2 players"),
        ((2, 3, 4, 1), "1 to 4 players"),
        ((6, 2, 4), "2, 4 or 6 players"),
        ((2, 4), "2 or 4 players"),
    ],
)
def test_numbers_of_players_are_told_in_order(players: tuple[int, ...], told: str) -> None:
    """A span where all between are meant, else each, the least first, whichever is the usual one."""
    assert told_counts(players) == told
