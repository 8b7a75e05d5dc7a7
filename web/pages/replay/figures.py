"""What a log tells of a seat in figures, where no board shows it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from records.games.observed.counters import ObservedCounters
from web.outcomes import span
from web.texts import _, number

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.position import Counters


def figures(state: Counters, seat: SeatKey) -> list[tuple[str, str]]:
    """Return label and figure of each thing that is told of ``seat`` at this moment."""
    told = []
    if isinstance(state, ObservedCounters) and seat in dict(state.thought):
        told.append((_("thinking time"), span(timedelta(seconds=dict(state.thought)[seat]))))
    if state.outcome and seat in dict(state.outcome.scores):
        told.append((_("score"), dict(state.outcome.scores)[seat]))
    return told


def standing(state: Counters, seat: SeatKey) -> str:
    """Return the seat's part in this moment in a word or two, "" for none."""
    if isinstance(state, ObservedCounters) and seat in state.conceded:
        return _("has conceded")
    return _("to move") if state.to_act == seat else ""


def progress(state: Counters) -> str:
    """Return how far the game is as its site reckons it, "" where it does not."""
    if not isinstance(state, ObservedCounters) or state.progress is None or state.ended:
        return ""
    return _("%(n)s %% played, by the site's reckoning", n=number(state.progress))
