"""The figures that a log gives for a seat, for a page without a drawn board."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from records.core.board import SeatReport
from web.outcomes import span
from web.texts import _, number
from web.wording import say_plainly

if TYPE_CHECKING:
    from records.core.game import GameBoard
    from records.core.ids import SeatKey
    from records.core.position import Counters


def figures(board: GameBoard, state: Counters, seat: SeatKey) -> list[tuple[str, str]]:
    """Return label and figure of each thing that is told of ``seat`` at this moment."""
    told = [
        (_(label), span(value) if isinstance(value, timedelta) else number(value)) for label, value in _report(board, state, seat).figures
    ]
    if state.outcome and seat in dict(state.outcome.scores):
        told.append((_("score"), dict(state.outcome.scores)[seat]))
    return told


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
