"""What the forms of disputes write, read strictly and refused with a reason."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import request

from records.core.viewers import PUBLIC
from records.errors import NotYours
from records.service.access import Permission
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.cases.views import ARBITER
from web.callers import address
from web.disputes import erase_text, told_why
from web.guards import repeats
from web.problems import Refused
from web.sure import make_sure
from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.viewers import Caller
    from records.service import GameBook

LARGEST_FORM = 64 * 1024
"""Bytes."""
_OPENED = ("as", "at", "by", "text", "to", "event", "round", "table")
_WRITTEN = ("act", "switch", "says", "cites", "adjusted", "correction", "ruling", "seat", "what", "sure")
FIELDS = frozenset({repeats.FIELD, *_OPENED, *_WRITTEN})
_PLACE = ("form", "text")
EVERYBODY, OPEN_ALONE, DRAWN, NOBODY = "*", "open", "drawn", "nobody"


def read_fields() -> dict[str, str]:
    """Return the fields of the form that was sent; raises Refused (422) for one that no form here has."""
    request.max_content_length = request.max_form_memory_size = LARGEST_FORM
    strange = next((name for name in request.form if name not in FIELDS), None)
    if strange is not None:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(name)s” is not known here.", name=strange[:40]), ("form", strange[:40]))
    return {name: request.form.get(name, "").replace("\r\n", "\n") for name in request.form if name != repeats.FIELD}


def opened(book: GameBook, caller: Caller, record: str, fields: dict[str, str]) -> tuple[str, str]:
    """Open a dispute; returns its id and the reader whose page is shown then."""
    reader = fields.get("as", "open")
    with told_why(_PLACE):
        view = book.open_case(
            caller,
            record,
            _number(fields.get("at", "")),
            fields.get("text", ""),
            by=fields.get("by", ""),
            to=_readers(fields),
            viewer=reader,
            event=fields.get("event", ""),
            round_=fields.get("round", ""),
            table=fields.get("table", ""),
        )
    return view.id, view.viewer


def asked(book: GameBook, caller: Caller, record: str, fields: dict[str, str]) -> None:
    """Open a dispute through a link; counted as an attempt before it is."""
    with told_why(_PLACE):
        if not book.allows(caller, Permission.ASK, record):
            raise NotYours(
                f"record {record}: this link does not say that disputes are opened through it; who made it can make one that does",
                Permission.ASK,
            )
        book.sign_ins.count_case(caller, address())
        book.ask_case(caller, record, _number(fields.get("at", "")), fields.get("text", ""), fields.get("by", ""))


def wrote(book: GameBook, caller: Caller, case: str, fields: dict[str, str]) -> str:
    """Write what a form says into a dispute; returns the reader whose page is shown then."""
    act, reader, to = fields.get("act", ""), fields.get("as", "open"), _readers(fields)
    by, text = fields.get("by", ""), fields.get("text", "")
    with told_why(_PLACE):
        if act == "release":
            book.release_side(caller, case, fields.get("seat", ""))
            return reader
        if act == "erase":
            make_sure(
                _("Erase these words?"),
                _("They are gone for good, for everybody; that something was written there stays."),
                _("Yes, erase them"),
            )
            return erase_text(book, caller, case, fields.get("what", ""), reader=reader, place=("form", "what")).viewer
        if act == "claim":
            claim = NewClaim(party=by, reading=_reading(fields) or ReadingNamed(), says=fields.get("says", "otherwise"), text=text)
            return book.make_claim(caller, case, claim, to=to, viewer=reader).viewer
        if act == "rule":
            return book.rule(caller, case, _ruling(fields, partial(_event, book, caller, case, reader)), to=to, viewer=reader).viewer
        if act in {"appeal", "uphold", "overrule"}:
            do = {"appeal": book.appeal, "uphold": book.uphold, "overrule": book.overrule}[act]
            return do(caller, case, fields.get("ruling", ""), by, text, to=to, viewer=reader).viewer
        if act == "close":
            return book.close_case(caller, case, by, text, to=to, viewer=reader).viewer
    raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("Choose what is to be written."), ("form", "act"))


def _ruling(fields: dict[str, str], event: Callable[[int], int]) -> NewRuling:
    adjusted = fields.get("adjusted", "")
    winners = None if adjusted in {"", DRAWN} else () if adjusted == NOBODY else (adjusted,)
    correction = fields.get("correction", "").strip()
    return NewRuling(
        by=fields.get("by", ""),
        text=fields.get("text", ""),
        reading=_reading(fields),
        cites=tuple(one.strip().lstrip("§").strip() for one in fields.get("cites", "").split(",") if one.strip()),
        winners=winners,
        drawn=adjusted == DRAWN,
        correction=event(_number(correction)) if correction else None,
    )


def _event(book: GameBook, caller: Caller, case: str, reader: str, step: int) -> int:
    """Return the event of the step with this number, as the record's pages count for this reader; raises Refused (422)."""
    record = book.case(caller, case, reader).record
    found = book.record(caller, record, PUBLIC if reader == ARBITER else reader).timeline.version_of(step)
    if found is None:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(text)s” is no step.", text=number(step)), ("form", "correction"))
    return found


def _reading(fields: dict[str, str]) -> ReadingNamed | None:
    switch = fields.get("switch", "")
    if not switch:
        return None
    if switch == "own":
        return ReadingNamed()
    name, _sign, value = switch.partition("=")
    return ReadingNamed(switches=((name, value),))


def _readers(fields: dict[str, str]) -> tuple[str, ...]:
    to = fields.get("to", OPEN_ALONE)
    return () if to == OPEN_ALONE else (to,)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):  # noqa: PLR2004 -- more than any record has
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(text)s” is no step.", text=text[:40]), ("form", "at"))
    return int(text)
