"""Forms of disputes: read strictly, written, or refused with a reason."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from records.core.viewers import PUBLIC
from records.errors import NotYours
from records.service.access import Permission
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.cases.views import ARBITER
from web.callers import address
from web.disputes import erase_text, told_why
from web.guards import repeats
from web.pages.cases.results import DRAWN, NOBODY, TEAM
from web.pages.forms import one
from web.problems import Refused
from web.sure import make_sure
from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.core.ids import SeatKey
    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.cases.views import CaseView
    from web.pages.forms import Fields

_OPENED = ("as", "at", "by", "text", "to", "event", "round", "table")
_WRITTEN = ("act", "ruleset", "switch", "says", "cites", "adjusted", "correction", "ruling", "seat", "what", "sure")
FIELDS = frozenset({repeats.FIELD, *_OPENED, *_WRITTEN})
told_here = partial(told_why, ("form", "text"))
EVERYBODY, OPEN_ALONE = "*", "open"


def opened(book: GameBook, caller: Caller, record: str, fields: Fields) -> CaseView:
    """Open a dispute, and return it as its reader has it."""
    where = {"event": one(fields, "event"), "round_": one(fields, "round"), "table": one(fields, "table")}
    viewer, by = one(fields, "as", "open"), one(fields, "by")
    with told_here():
        at = _number(one(fields, "at"))
        return book.cases.open_case(caller, record, at, one(fields, "text"), by=by, to=_readers(fields), viewer=viewer, **where)


def asked(book: GameBook, caller: Caller, record: str, fields: Fields) -> None:
    """Open a dispute through a link; counted as an attempt before it is."""
    with told_here():
        if not book.access.allows(caller, Permission.ASK, record):
            raise NotYours(
                f"record {record}: this link does not say that disputes are opened through it; who made it can make one that does",
                Permission.ASK,
            )
        book.sign_ins.count_case(caller, address())
        book.cases.ask_case(caller, record, _number(one(fields, "at")), one(fields, "text"), one(fields, "by"))


def wrote(book: GameBook, caller: Caller, case: str, fields: Fields) -> str:
    """Write a form's content into a dispute; returns the reader whose page is shown then."""
    reader = one(fields, "as", "open")
    with told_here():
        if one(fields, "act") == "release":
            book.cases.release_side(caller, case, one(fields, "seat"))
            return reader
        return _said(book, caller, case, reader, fields).viewer


def _said(book: GameBook, caller: Caller, case: str, reader: str, fields: Fields) -> CaseView:
    by, text, to = one(fields, "by"), one(fields, "text"), _readers(fields)
    match one(fields, "act"):
        case "erase":
            make_sure(
                _("Erase these words?"),
                _("They are deleted for good, for everybody; it stays visible that something was written there."),
                _("Yes, erase them"),
            )
            return erase_text(book, caller, case, one(fields, "what"), reader=reader, place=("form", "what"))
        case "claim":
            claim = NewClaim(party=by, reading=_reading(fields) or ReadingNamed(), says=one(fields, "says", "otherwise"), text=text)
            return book.cases.make_claim(caller, case, claim, to=to, viewer=reader)
        case "rule":
            ruling = _ruling(fields, partial(_event, book, caller, case, reader), partial(_seats, book, caller, case, reader))
            return book.cases.rule(caller, case, ruling, to=to, viewer=reader)
        case "appeal" | "uphold" | "overrule" as kind:
            return book.cases.answer_ruling(caller, case, kind, one(fields, "ruling"), by, text=text, to=to, viewer=reader)
        case "close":
            return book.cases.close_case(caller, case, by, text, to=to, viewer=reader)
    raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("Choose what to write."), ("form", "act"))


def _ruling(fields: Fields, event: Callable[[int], int], team: Callable[[], Sequence[SeatKey]]) -> NewRuling:
    adjusted = [value for value in fields.get("adjusted", ()) if value]
    if TEAM in adjusted:
        adjusted = [*(value for value in adjusted if value != TEAM), *team()]
    if NOBODY in adjusted and len(adjusted) > 1:
        raise Refused(
            HTTPStatus.UNPROCESSABLE_ENTITY, _("A game that all have lost has no winners, and is not drawn."), ("form", "adjusted")
        )
    correction = one(fields, "correction").strip()
    return NewRuling(
        by=one(fields, "by"),
        text=one(fields, "text"),
        reading=_reading(fields),
        cites=tuple(cite.strip().lstrip("§").strip() for cite in one(fields, "cites").split(",") if cite.strip()),
        winners=None if adjusted in ([], [DRAWN]) else tuple(value for value in adjusted if value not in {DRAWN, NOBODY}),
        drawn=DRAWN in adjusted,
        correction=event(_number(correction)) if correction else None,
    )


def _seats(book: GameBook, caller: Caller, case: str, reader: str) -> Sequence[SeatKey]:
    """Return all seats of the record that a case is about."""
    found = book.cases.case(caller, case, reader)
    return book.record(caller, found.record, PUBLIC if reader == ARBITER else reader).header.seats


def _event(book: GameBook, caller: Caller, case: str, reader: str, step: int) -> int:
    """Return the event of the step with this number, as the record's pages count for this reader; raises Refused (422)."""
    record = book.cases.case(caller, case, reader).record
    found = book.record(caller, record, PUBLIC if reader == ARBITER else reader).timeline.version_of(step)
    if found is None:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(text)s” is not a step.", text=number(step)), ("form", "correction"))
    return found


def _reading(fields: Fields) -> ReadingNamed | None:
    """Return the reading that was named: ``own`` for that of the record, else up to each switch that is set apart; None for none."""
    named, ruleset = [value for value in fields.get("switch", ()) if value], one(fields, "ruleset")
    apart = (value.partition("=") for value in named if value != "own")
    return ReadingNamed(ruleset=ruleset, switches=tuple((name, value) for name, _sign, value in apart)) if named or ruleset else None


def _readers(fields: Fields) -> tuple[str, ...]:
    to = fields.get("to", (OPEN_ALONE,))
    if EVERYBODY in to and len(to) > 1:  # a single ticked seat is possible
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("Tick everybody, or only those who may read it."), ("form", "to"))
    return () if OPEN_ALONE in to else tuple(to)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):  # noqa: PLR2004 -- more than any record has
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(text)s” is not a step.", text=text[:40]), ("form", "at"))
    return int(text)
