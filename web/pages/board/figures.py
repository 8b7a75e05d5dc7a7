"""The figures that a log gives for a seat, for a page without a drawn board."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec

from records.core.board import SeatReport
from web.words.outcomes import span
from web.words.texts import _, number
from web.words.wording import say_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import GameBoard
    from records.core.ids import SeatKey
    from records.core.position import Counters


def figures(board: GameBoard, state: Counters, seat: SeatKey) -> list[tuple[str, str]]:
    """Return label and figure of each thing shown of ``seat`` at this moment."""
    told = [
        (_(label), span(value) if isinstance(value, timedelta) else number(value)) for label, value in _report(board, state, seat).figures
    ]
    if state.outcome and seat in dict(state.outcome.scores):
        told.append((_("score"), dict(state.outcome.scores)[seat]))
    return told


class NumberTable(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of the table and of seats, ready for a page."""

    title: str
    note: str
    of_table: bool
    """Whether any is the whole table's."""
    seats: tuple[SeatKey, ...]
    """Those with any figure."""
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]
    """Label, the table's number, each seat's; "" for none."""


def number_tables(board: GameBoard, state: Counters, seats: Sequence[SeatKey]) -> list[NumberTable]:
    """Return what the counters hold of table and seats in numbers."""
    made = []
    for table in board.report(state) if board.report is not None else ():
        told = tuple(seat for seat in seats if any(seat in dict(row.seats) for row in table.rows))
        rows = tuple((row.label, row.table, tuple(dict(row.seats).get(seat, "") for seat in told)) for row in table.rows)
        of_table = any(row.table for row in table.rows)
        made.append(NumberTable(title=_(table.title), note=_(table.note), of_table=of_table, seats=told, rows=rows))
    return made


def standing(board: GameBoard, state: Counters, seat: SeatKey) -> str:
    """Return the seat's part in this moment in a word or two, "" for none."""
    part = _report(board, state, seat).part
    if part:
        return _(part)
    return _("to move") if state.to_act == seat else ""


def progress(board: GameBoard, state: Counters) -> str:
    """Return how far the game is, "" where nobody says."""
    sentence = board.progress(state) if board.progress is not None else None
    return say_plainly(sentence, {}) if sentence is not None else ""


def _report(board: GameBoard, state: Counters, seat: SeatKey) -> SeatReport:
    return board.seat(state, seat) if board.seat is not None else SeatReport()
