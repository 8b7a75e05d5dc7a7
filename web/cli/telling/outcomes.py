"""How a game ended, for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.words.phrases import Locale, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.ids import SeatKey
    from records.core.position import Outcome


def verdict(outcome: Outcome | None, names: Mapping[SeatKey, str], locale: Locale) -> str:
    """Return who won and the scores; "" while the game is not over."""
    if outcome is None:
        return ""
    winners = ", ".join(seat_name(seat, names, locale) for seat in outcome.winners)
    grade = f" with {locale.translated(outcome.grade)}" if outcome.grade else ""
    ended = "drawn" if outcome.drawn else f"won by {winners}{grade}" if winners else "lost by all"
    scores = ", ".join(f"{seat_name(seat, names, locale)} {score}" for seat, score in outcome.scores)
    return f"{ended} ({scores})" if scores else ended
