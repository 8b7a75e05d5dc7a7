"""How many people a game is for, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection


def told_counts(players: Collection[int]) -> str:
    """Return "2 players", "1 to 4 players", or where one between is left out "2, 4 or 6 players"; ``players`` are at least one number."""
    counts = sorted(players)
    least, most = counts[0], counts[-1]
    if least == most:
        return f"{least} player" if least == 1 else f"{least} players"
    if counts == list(range(least, most + 1)):
        return f"{least} to {most} players"
    return f"{', '.join(map(str, counts[:-1]))} or {most} players"
