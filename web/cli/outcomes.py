"""How a game ended, for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.phrases import Tongue, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Outcome
    from records.core.ids import SeatKey


def verdict(outcome: Outcome | None, names: Mapping[SeatKey, str], tongue: Tongue) -> str:
    """Return who won and the scores; "" while the game is not over."""
    if outcome is None:
        return ""
    winners = ", ".join(seat_name(seat, names, tongue) for seat in outcome.winners)
    grade = f" with {tongue.translated(outcome.grade)}" if outcome.grade else ""
    ended = "drawn" if outcome.drawn else f"won by {winners}{grade}" if winners else "lost by all"
    scores = ", ".join(f"{seat_name(seat, names, tongue)} {score}" for seat, score in outcome.scores)
    return f"{ended} ({scores})" if scores else ended
