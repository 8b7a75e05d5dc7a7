"""Values of a record for the pages of disputes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for

from records.core.ids import SeatKey
from records.core.viewers import PUBLIC, viewer_key
from records.service.cases.views import ARBITER
from web.words.cases import STANDING
from web.words.games import game_face
from web.words.texts import _, number
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.projections.timeline import Timeline
    from records.service import GameBook, RecordView


def address(endpoint: str, case: str, reader: str) -> str:
    """Return the address of a page of a case for a reader."""
    return f"{url_for(endpoint, case=case)}?as={reader}"


class OfRecord:
    """Values of a record for every page of disputes."""

    def __init__(self, book: GameBook, view: RecordView, viewer: str, line: Timeline | None = None) -> None:
        """``line`` numbers the steps if the viewer's log ends earlier: for the arbiter, the public's timeline."""
        self._view, self.viewer, self._line = view, viewer, line or view.timeline
        self.record = view.header.record
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.path = url_for("cases.beside", record=self.record)

    def to(self, at: int) -> str:
        """Return the address of a step for the same viewer; the arbiter's is the public's."""
        eyes = viewer_key(PUBLIC) if self.viewer == ARBITER else self.viewer
        return f"{url_for('pages.replay', record=self.record)}?at={at}&as={eyes}"

    def case(self, case: str) -> str:
        """Return the address of a case for the same reader."""
        return address("cases.case", case, self.viewer)

    def standing(self, word: str) -> str:
        """Return how a case or a ruling stands, in words."""
        return _(STANDING[word])

    def seat(self, seat: SeatKey) -> str:
        """Return who sits there."""
        return seat_name(seat, self._view.names)

    @property
    def seats(self) -> Sequence[SeatKey]:
        """All seats."""
        return self._view.header.seats

    def called(self, who: str) -> str:
        """Return the name of a seat that is given by its key; other words stay."""
        return next((self.seat(seat) for seat in self.seats if seat == who), who)

    def nth(self, at: int) -> str:
        """Return the number of the step after event ``at``, as the arrows count."""
        return number(self._line.step_number(at))

    def step(self, at: int) -> str:
        """Return what a step is called, with its first sentence."""
        told = next((step for step in reversed(self._view.timeline.told) if step.version <= at and step.lines and not step.cut), None)
        if told is None:
            return _("Step %(n)s", n=self.nth(at))
        return _("Step %(n)s: %(what)s", n=self.nth(at), what=say_plainly(told.lines[0], self._view.names, self._view.faces))
