"""The page of a record's audit: what is against the rules or cannot be judged, who could have noticed it, whether it can still matter."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.viewers import viewer_key
from records.errors import MalformedCommand
from web.looking import look, refuse_suspense
from web.pages.rules.page import has_rules
from web.problems import Refused
from web.words import texts
from web.words.findings import FindingWords
from web.words.games import game_face
from web.words.texts import _
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.rulings.audit import Judged
    from records.service import GameBook, RecordView
    from records.service.views.findings import AuditFinding

MOST_LISTED = 200
"""Findings on the page; the command line has all of them."""


def page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> FindingsPage:
    """Return the page of the whole record as one viewer saw it.

    Raises Refused (404 for a record that is not there, 422 in suspense, and where the rules are not known here), and NotYours.
    """
    view = look(book, caller, record, asked.get("as"))
    refuse_suspense()
    try:
        judged = view.audit()
    except MalformedCommand as error:
        reason = _("The rules or the cards of this record are not known here.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("path", "record")) from error
    return FindingsPage(book, view, judged)


class ListedFinding(msgspec.Struct, frozen=True):
    """A finding with its addresses."""

    words: FindingWords
    step: int
    replay: str
    dispute: str


class FindingsPage:
    """What the template of the page may ask."""

    def __init__(self, book: GameBook, view: RecordView, judged: tuple[Judged, ...]) -> None:
        self._view = view
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.viewer = viewer_key(view.viewer)
        record = view.header.record
        self.table = f"{url_for('pages.replay', record=record)}?as={self.viewer}"
        self.rules = f"{url_for('rules.record', record=record)}?as={self.viewer}" if has_rules(view.header.game) else ""
        self.decisions = len(judged)
        self.wrong = sum(one.wrong for one in judged)
        self.open = sum(one.why is not None and not one.wrong for one in judged)
        told = [one for one in judged if one.why is not None]
        self.left = max(0, len(told) - MOST_LISTED)
        self.found = tuple(map(self._listed, view.findings(told[:MOST_LISTED])))

    def _listed(self, finding: AuditFinding) -> ListedFinding:
        names = {seat: seat_name(seat, self._view.names) for seat in self._view.header.seats}
        count = self._view.timeline.step_number
        words, at = FindingWords(finding, names, self._view.faces, texts, count), finding.judged.at
        record = self._view.header.record
        here = f"?at={at}&as={self.viewer}"
        replay, dispute = (f"{url_for(route, record=record)}{here}" for route in ("pages.replay", "cases.beside"))
        return ListedFinding(words, count(at), replay, dispute)

    def rule(self, paragraph: str) -> str:
        """Return the address of a paragraph; "" where the game has no page of rules."""
        return f"{self.rules}#p{paragraph}" if self.rules else ""
