"""What the table's own channel says about seats and the game's progress, for the page that has no cards to draw."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from records.core.board import ReportRow, ReportTable, SeatReport
from records.core.ids import SeatKey
from records.core.sentences import N_, Sentence

if TYPE_CHECKING:
    from records.games.observed.position import ObservedCounters

_UNNAMED = N_("By their numbers at the site: their names are not part of a log.")


def seat_report(state: ObservedCounters, seat: SeatKey) -> SeatReport:
    """Return a seat's thinking time, the numbers that the log told of it under their names there, and whether it has conceded."""
    thought = dict(state.thought)
    shown = "score" if state.outcome and seat in dict(state.outcome.scores) else ""
    numbers = tuple((f"“{field}”", number) for field, number in dict(state.told).get(seat, ()) if field != shown)
    time = ((N_("thinking time"), timedelta(seconds=thought[seat])),) if seat in thought else ()
    return SeatReport(
        figures=(*time, *numbers),
        part=N_("has conceded") if seat in state.conceded else "",
    )


def report(state: ObservedCounters) -> tuple[ReportTable, ...]:
    """Return the table's counters, and the statistics of the end, as tables."""
    tables = []
    if state.told_of_table:
        rows = tuple(ReportRow(label=name, table=str(value)) for name, value in state.told_of_table)
        tables.append(ReportTable(title=N_("Counters of the table"), note=N_("As the log names them."), rows=rows))
    if state.statistics:
        tables.append(ReportTable(title=N_("Statistics of the game"), note=_UNNAMED, rows=_statistics(state)))
    return tuple(tables)


def _statistics(state: ObservedCounters) -> tuple[ReportRow, ...]:
    told = {who: dict(numbers) for who, numbers in state.statistics}
    rows = [ReportRow(label=number, table=value) for number, value in told.pop("", {}).items()]
    for number in sorted({number for numbers in told.values() for number in numbers}, key=int):
        seats = tuple((SeatKey(who), numbers[number]) for who, numbers in told.items() if number in numbers)
        rows.append(ReportRow(label=number, seats=seats))
    return tuple(rows)


def progress(state: ObservedCounters) -> Sentence | None:
    """Return how far the game is by the site's own estimate; None where the site gives none, and after the end."""
    if state.progress is None or state.ended:
        return None
    return Sentence(N_("%(n)s %% played, as the site counts it"), {"n": state.progress})
