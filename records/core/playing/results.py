"""The value of a game's end for a seat, in integers, so that sums of results are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.position import Outcome

WON, DRAWN, LOST = 6, 3, 0
"""In sixths of a game won."""


def sixths(outcome: Outcome, seat: SeatKey) -> int:
    """Return 6 for a game that ``seat`` has won, 3 for a draw, 0 for a loss."""
    return DRAWN if outcome.drawn else WON if seat in outcome.winners else LOST
