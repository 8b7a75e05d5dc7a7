"""The pages of disputes are read: those about a record, and one of them."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

from records.core.viewers import PUBLIC, CallerKind, viewer_key
from records.errors import AmbiguousSeat, MalformedCommand, RecordNotFound, SeatNotFound
from records.rulings.claims import play_at
from records.rulings.redoing.plays import recorded_plays
from records.service.access import Permission
from records.service.cases.views import ARBITER
from records.values import replace
from web.disputes import cases_part
from web.looking import look_at, refuse_suspense
from web.pages.cases.brought import BroughtPage
from web.pages.cases.dispute import CasePage
from web.pages.cases.of_record import OfRecord
from web.pages.replay.of_step import OfStep
from web.problems import Refused
from web.queries import read_number
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.desks.case_reading import CasesPart

T = TypeVar("T")
MOST_CASES = 30
"""Disputes on one page."""


def cases_page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> CasesPage:
    """Return the disputes about a record, and the form for a new one.

    Raises Refused (404 for a record or step that is not there, 422 in suspense), and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    refuse_suspense()
    may = book.access.allows(caller, Permission.ASK if caller.kind is CallerKind.LINK else Permission.DISPUTE, record)
    part = cases_part(book, caller, view, after=asked.get("after", ""), most=MOST_CASES)
    return CasesPage(book, view, at, part, may=may, sent=asked.get("sent") == "on")


def case_page(book: GameBook, caller: Caller, case: str, asked: Mapping[str, str], *, printed: bool = False) -> CasePage:
    """Return one dispute as its reader may have it; raises Refused (404 for one that is not theirs, 422 in suspense), and NotYours.

    A printed sheet is also read by others: its play names every seat, including the reader's.
    """
    reader = asked.get("as")

    def page() -> CasePage:
        if (brought := book.cases.brought_case(caller, case, reader)) is not None:
            return BroughtPage(book, brought, read_number("at", asked["at"]) if "at" in asked else None)
        found = book.cases.case(caller, case, reader)
        seen = book.cases.case_log(caller, case, reader)
        names = book.record(caller, found.record, PUBLIC if found.viewer == ARBITER else reader)
        return CasePage(book, replace(names, seen=seen), found, printed=printed, line=names.timeline)

    return read_case(page, reader)


def read_case(read: Callable[[], T], reader: str | None) -> T:
    """Return what is ``read`` of a dispute for a reader; raises Refused (404 for one that is not theirs, 422 in suspense), and NotYours."""
    refuse_suspense()
    try:
        return read()
    except RecordNotFound as error:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no case with this id."), ("path", "case")) from error
    except (SeatNotFound, AmbiguousSeat) as error:
        reason = _("“%(viewer)s” is not a viewer of this record: use a seat's key, a player's name, public or open.", viewer=reader)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "as")) from error


class CasesPage(OfRecord):
    """Values for the template of a record's disputes."""

    def __init__(self, book: GameBook, view: RecordView, at: int, part: CasesPart, *, may: bool, sent: bool) -> None:
        super().__init__(book, view, viewer_key(view.viewer))
        self.at, self.cases, self.sent, self._may = at, part.cases, sent, may
        self.of_step = OfStep(view, at, self.path)
        self.more = f"{self.path}?at={at}&as={self.viewer}&after={part.cases[-1].id}" if part.more else ""

    @property
    def may_open(self) -> bool:
        """Whether the step belongs to a play that the caller can dispute."""
        if not self.at or not self._may:
            return False
        try:
            play_at(recorded_plays(self._view.game, self._view.header, self._view.events), self.at)
        except MalformedCommand:
            return False
        return True
