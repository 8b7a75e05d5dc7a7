"""The table of a line: with what was played drawn beside it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from web.pages.board.board import Board
from web.pages.replay.differing import differing
from web.pages.replay.table import ShownTable, mover

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.service import RecordView


class BesidePlayed:
    """A line's table and the record's after as many moves, both through the line's eyes; what differs is marked on each."""

    def __init__(self, imagined: RecordView, record: RecordView, at: int, said: list[tuple[str, Markup]]) -> None:
        boards = Board(imagined, imagined.steps, ""), Board(record, at, "")
        below = mover(imagined, imagined.steps)
        self.at, self.said = at, said
        self.imagined = ShownTable(imagined, imagined.steps, beside=boards[1], below=below)
        self.played = ShownTable(record, at, beside=boards[0], below=below)

    @cached_property
    def differences(self) -> list[tuple[str, list[str]]]:
        """Every figure and place that differs: title, what the line has, what the record has."""
        return differing((self.imagined, self.played))
