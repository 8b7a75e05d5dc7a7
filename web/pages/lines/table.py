"""The table of a line: drawn as the replay draws it, with its moves to be touched, and what was played drawn beside it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from records.core.viewers import Spectator
from web.pages.board.board import Board
from web.pages.replay.still import StillTable
from web.pages.rereading.differing import differing

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.core.ids import SeatKey
    from records.service import GameBook, RecordView


class ImaginedTable(StillTable):
    """A line's table: the viewer's seat is below, at the open table the seat to move, where a thumb reaches its hand."""

    below: SeatKey | None = None
    """Who sits below in any case, None for nobody in particular."""

    @property
    def near_seat(self) -> SeatKey:
        """The seat below."""
        if self.below is not None:
            return self.below
        return (self.position.state.to_act if isinstance(self._view.viewer, Spectator) else None) or super().near_seat


class BesidePlayed:
    """A line's table and the record's after as many moves, both through the line's eyes; what differs is marked on each."""

    def __init__(self, book: GameBook, imagined: RecordView, record: RecordView, at: int, said: list[tuple[str, Markup]]) -> None:
        boards = Board(imagined, imagined.steps, ""), Board(record, at, "")
        self.at, self.said = at, said
        self.imagined = ImaginedTable(book, imagined, imagined.steps, boards[1])
        self.played = ImaginedTable(book, record, at, boards[0])
        self.played.below = self.imagined.near_seat

    @cached_property
    def differences(self) -> list[tuple[str, list[str]]]:
        """Every figure and place that differs: title, what the line has, what the record has."""
        return differing((self.imagined, self.played))
