"""The table of a line at one step: drawn as the replay draws it, but nothing on it leads into a record in which it never lay."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from web.pages.board.lit import LitBoard
from web.pages.replay.page import ReplayPage
from web.pages.replay.story import tell

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.service import GameBook, RecordView
    from web.pages.board.board import Board


class StillTable(ReplayPage):
    """What the board's template may ask of a line's table at step ``at``; what differs from ``beside`` is marked."""

    def __init__(self, book: GameBook, view: RecordView, at: int, beside: Board | None = None) -> None:
        super().__init__(book, view, tell(view.timeline, view.header.seats, view.steps, at))
        self._beside = beside

    @cached_property
    def board(self) -> Board:
        """The table as values, without addresses."""
        return LitBoard(self._view, self.story.at, self._beside)

    @property
    def team(self) -> None:
        """Nothing: what is counted of all hands is a page of the record."""
        return

    def said(self, since: int) -> list[tuple[Markup, str]]:
        """Return the narration of the steps after ``since`` up to this one: sentences, each with its paragraph or ""."""
        steps = (step for step in self._view.timeline.told if since < step.version <= self.story.at and not step.cut)
        return [(self.say(line), step.rule) for step in steps for line in step.lines]
