"""A dispute that came as a file: the same page, with the file's table."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC, viewer_key
from web.looking import check_step
from web.pages.cases.dispute import CasePage
from web.pages.cases.of_record import address
from web.pages.replay.table import ShownTable
from web.words.cases import REPRODUCED
from web.words.texts import _

if TYPE_CHECKING:
    from records.service import GameBook
    from records.service.cases.brought import FiledCase


class BroughtPage(CasePage):
    """Values of an imported dispute for the same template."""

    def __init__(self, book: GameBook, filed: FiledCase, at: int | None) -> None:
        super().__init__(book, filed.record, filed.view, printed=True)  # its importer sits nowhere
        self._filed = filed
        stops = [0, *self._view.timeline.stops]
        shown = self.found.play.first - 1 if at is None else at
        check_step(self._view, shown)
        self._nth = max(nth for nth, stop in enumerate(stops) if stop <= shown)
        self._stops = stops
        self.reproduces = _(REPRODUCED[filed.verdict(book.games).found])

    @cached_property
    def table(self) -> ShownTable:
        """The file's table at the step that is shown."""
        return ShownTable(self._view, self._stops[self._nth])

    @property
    def made_for(self) -> str:
        """The viewer for whom the file was made."""
        return self._eyes_of(viewer_key(self._filed.file.viewer))

    @property
    def record_path(self) -> str:
        """As of every dispute."""
        return self.path if self._filed.here else ""

    def to(self, at: int) -> str:
        """Return the address of a step: in the replay if the record is here, else on this page; "" after the file's end."""
        return super().to(at) if self._filed.here else self._table_at(at) if at <= self._view.steps else ""

    @property
    def eyes(self) -> tuple[tuple[str, str, bool], ...]:
        """The viewers as whom it can be read: the file's, and those who see less."""
        whole = self._filed.file.viewer is OPEN
        own = viewer_key(self._filed.file.viewer)
        known = [*map(str, self.seats), viewer_key(PUBLIC), viewer_key(OPEN)] if whole else list(dict.fromkeys((own, viewer_key(PUBLIC))))
        return tuple((address("cases.case", self.found.id, key), self._eyes_of(key), key == self.viewer) for key in known)

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """The ways from step to step: what they are called, and the address, "" for the one that leads nowhere."""
        last = len(self._stops) - 1
        ways = ((_("First step"), 0), (_("Step back"), self._nth - 1), (_("Step on"), self._nth + 1), (_("Last step"), last))
        return tuple((name, self._table_at(self._stops[to]) if 0 <= to <= last and to != self._nth else "") for name, to in ways)

    def _table_at(self, at: int) -> str:
        return f"{self.here}&at={at}#table"

    def _eyes_of(self, key: str) -> str:
        return {viewer_key(PUBLIC): _("The public"), viewer_key(OPEN): _("Open table")}.get(key) or self.seat(SeatKey(key))
