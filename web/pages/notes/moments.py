"""The page of moments that are worth a note: each with the way to its step, and to a note that begins with what is said of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from flask import url_for

from records.core.sentences import N_
from records.core.viewers import viewer_key
from records.errors import NotYours, RecordsError
from records.rulings.audit import Verdict
from records.service.measuring.moments import suggestions
from records.values import replace
from web.looking import look_at, refuse_suspense
from web.pages.notes.page import step_in_words
from web.pages.notes.writing import LONGEST_BEGUN
from web.pages.replay.marks import FIRST
from web.words import texts
from web.words.games import game_face
from web.words.review_tasks import review_tasks
from web.words.reviews import cost, mark_words
from web.words.texts import _, decimal, ngettext, number, percent
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.ids import SeatKey
    from records.core.viewers import Caller
    from records.review.rows import Decision
    from records.service import GameBook, RecordView
    from records.service.measuring.moments import SuggestedMoment

ICONS = {"turning": "m-moment", "learnt": "eye", "lucky": "ch-star", "unlucky": "ch-broken", "breach": "m-finding", "taken back": "c-undo"}
_PRECEDENT = N_("A ruling applies to this play:")


class MomentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A moment as the page lists it."""

    version: int
    icon: str
    nth: str
    says: str
    step: str
    """What happened there."""
    to: str
    note: str
    """Address of the form of a note about it; "" for readers who may not write."""
    study: str
    """Address at which a chapter of a study is made of it; "" for readers who may not write."""


class MomentsPage:
    """What the template of the moments may ask."""

    def __init__(self, book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> None:
        """Raise Refused (404, 422) and NotYours as the replay does, and 422 in suspense."""
        self.view, self.at = look_at(book, caller, record, asked)
        refuse_suspense()
        self.viewer = viewer_key(self.view.viewer)
        self.game = game_face(book.games, self.view.header.game)
        self.names = tuple(seat_name(seat, self.view.names) for seat in self.view.header.seats)
        self._table, self._edit = url_for("pages.replay", record=record), url_for("notes.edit", record=record)
        self._study = url_for("studies.add", record=record)
        self._may_write = book.notes.may_annotate(caller, record)
        self.table = f"{self._table}?at={self.at}&as={self.viewer}"
        self.more = f"{url_for('notes.moments', record=record)}?at={self.at}&as={self.viewer}"
        found = suggestions(self.view, partial(_through, book, caller, record))
        self.counted, self.of = found.counted, found.of
        rows = [self._row(first, "m-finding", text) for first, text in self._precedents(book, caller)]
        rows += [self._task(one) for one in review_tasks(book, caller, self.view)]
        rows += [self._row(one.version, ICONS[one.kind], self._says(one)) for one in found.moments]
        self.rows, self.others = rows[:FIRST], rows[FIRST:]

    @property
    def pending(self) -> str:
        """How far it is counted, "" where all is."""
        if self.counted >= self.of:
            return ""
        return _("%(n)s of %(count)s steps and attacks have been counted so far.", n=number(self.counted), count=number(self.of))

    def _task(self, decision: Decision) -> MomentRow:
        """Return a marked decision, whose chapter asks for the better move through the eyes of who decided."""
        says = f"{seat_name(decision.seat, self.view.names)}: {mark_words(decision, texts)}, {cost(decision, texts)}"
        row = self._row(decision.version, "m-finding", says)
        asked = urlencode({"at": decision.version - 1, "as": decision.seat, "kind": "move", "title": _("Find a better move")})
        return replace(row, study=f"{self._study}?{asked}" if self._may_write else "")

    def _row(self, version: int, icon: str, says: str) -> MomentRow:
        begun = urlencode({"at": version, "as": self.viewer, "begun": says[:LONGEST_BEGUN]})
        titled = urlencode({"at": version, "as": self.viewer, "title": says[:LONGEST_BEGUN]})
        return MomentRow(
            version=version,
            icon=icon,
            nth=number(self.view.timeline.step_number(version)),
            says=says,
            step=step_in_words(self.view, version),
            to=f"{self._table}?at={version}&as={self.viewer}",
            note=f"{self._edit}?{begun}" if self._may_write else "",
            study=f"{self._study}?{titled}" if self._may_write else "",
        )

    def _precedents(self, book: GameBook, caller: Caller) -> list[tuple[int, str]]:
        try:
            found = book.cases.precedent_moments(caller, self.view.header.record, self.view.viewer)
        except RecordsError:
            return []  # a log that cannot be redone has moments all the same
        told = {(one.first, one.precedent.case): f"{_(_PRECEDENT)} {one.precedent.text or one.precedent.by}" for one in found}
        return [(first, text) for (first, _case), text in told.items()]

    def _says(self, one: SuggestedMoment) -> str:
        if one.says is not None:
            return say_plainly(one.says, self.view.names, self.view.faces)
        if one.judged is not None:
            said = _("Against a rule") if one.judged.verdict is Verdict.BROKEN else _("Not what follows by the rules")
            return f"{said} (§ {one.judged.paragraph})" if one.judged.paragraph else said
        if one.kind == "learnt":
            return _("No other step reveals more: %(n)s bits.", n=decimal(one.number))
        if one.chance is None or one.seat is None:
            return _("Something is taken back.")
        name, fell, chance = seat_name(one.seat, self.view.names), int(one.number), percent(float(one.chance))
        if one.kind == "lucky":
            return ngettext(
                "The luckiest attack: %(name)s fells %(n)s card; the chance of that many or more was %(chance)s.",
                "The luckiest attack: %(name)s fells %(n)s cards; the chance of that many or more was %(chance)s.",
                fell, n=number(fell), name=name, chance=chance,
            )  # fmt: skip
        return ngettext(
            "The unluckiest attack: %(name)s fells %(n)s card; the chance of that few or fewer was %(chance)s.",
            "The unluckiest attack: %(name)s fells %(n)s cards; the chance of that few or fewer was %(chance)s.",
            fell, n=number(fell), name=name, chance=chance,
        )  # fmt: skip


def _through(book: GameBook, caller: Caller, record: str, seat: SeatKey) -> RecordView | None:
    try:
        return book.record(caller, record, seat)
    except NotYours:
        return None
