"""What the table's own channel tells of seats and of the game's progress, for the page that has no cards to draw."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from records.core.board import SeatReport
from records.core.sentences import N_, Sentence

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.games.observed.counters import ObservedCounters


def seat_report(state: ObservedCounters, seat: SeatKey) -> SeatReport:
    """Return a seat's thinking time, and whether it has conceded."""
    thought = dict(state.thought)
    return SeatReport(
        figures=((N_("thinking time"), timedelta(seconds=thought[seat])),) if seat in thought else (),
        part=N_("has conceded") if seat in state.conceded else "",
    )


def progress(state: ObservedCounters) -> Sentence | None:
    """Return how far the game is by the site's own estimate; None where the site gives none, and after the end."""
    if state.progress is None or state.ended:
        return None
    return Sentence(N_("%(n)s %% played, as the site counts it"), {"n": state.progress})
