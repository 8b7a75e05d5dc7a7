"""Disputes: read as a viewer of their record or as the arbiter, written as on the pages, and carried along as a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from flask import current_app

from importers.native_cases import write_case_file
from records.core.sentences import N_
from records.core.viewers import viewer_key
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from web.api.exporting import NDJSON
from web.api.operations import get, post
from web.callers import current_book, current_caller
from web.disputes import cases_part, erase_text, told_why
from web.looking import look
from web.schemas import case_writes as bodies
from web.schemas.base import Looked
from web.schemas.cases import AllCasesSchema, CaseSchema, CasesSchema, PrecedentMomentsSchema, PrecedentsSchema
from web.schemas.questions import CasesQuery, LookQuery, PrecedentsQuery, RecordCasesQuery

if TYPE_CHECKING:
    from flask import Response

    from records.service.cases.views import CaseView

_AS, _BODY = ("query", "as"), ("json", "text")


@get("/records/<record>/cases", N_("Disputes about a record, as far as its viewer may read them"), asks=RecordCasesQuery, gives=CasesSchema)
def cases(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell a page of the cases of which the question is for this viewer; of all others nothing is told, not that they are there."""
    view = look(current_book(), current_caller(), record, asked["viewer"])
    part = cases_part(current_book(), current_caller(), view, after=asked["after"], most=asked["page_size"])
    return CasesSchema.data(Looked(view, part))


@get("/cases", N_("Every dispute that may be read, by event, round and table"), asks=CasesQuery, gives=AllCasesSchema)
def all_cases(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell those of which the question is for this viewer of its record."""
    with told_why(_AS):
        return AllCasesSchema.data(current_book().cases.all_cases(current_caller(), asked["viewer"], event=asked["event"]))


@get("/cases/<case>", N_("A dispute, as a viewer of its record or the arbiter may read it"), asks=LookQuery, gives=CaseSchema)
def case(asked: dict[str, Any], case: str) -> dict[str, Any]:
    """Tell what is for this reader; ``arbiter`` is shown what the sides released."""
    with told_why(_AS):
        return CaseSchema.data(current_book().cases.case(current_caller(), case, asked["viewer"]))


@get(
    "/cases/<case>/file",
    N_("The file of a dispute, which reproduces elsewhere"),
    asks=LookQuery,
    gives={"type": "string", "description": "JSON Lines, as kiebitz case verify takes them"},
    media=NDJSON,
)
def case_file(asked: dict[str, Any], case: str) -> Response:
    """Send the twin for this viewer."""
    with told_why(_AS):
        file = current_book().cases.case_file(current_caller(), case, asked["viewer"])
    response: Response = current_app.response_class(write_case_file(current_book().games, file), mimetype=NDJSON)
    response.headers.set("Content-Disposition", "attachment", filename=f"{file.case.stream}-{viewer_key(file.viewer)}.case")
    return response


@get("/precedents", N_("Rulings in force that everybody may read"), asks=PrecedentsQuery, gives=PrecedentsSchema)
def precedents(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell them by game, paragraph and card."""
    found = current_book().cases.precedents(current_caller(), game=asked["game"], paragraph=asked["paragraph"], card=asked["card"])
    return PrecedentsSchema.data(found)


@get(
    "/records/<record>/precedents",
    N_("The steps of a record to which rulings about other records apply, as far as its viewer can tell"),
    asks=LookQuery,
    gives=PrecedentMomentsSchema,
)
def precedent_moments(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell each with its ruling."""
    view = look(current_book(), current_caller(), record, asked["viewer"])
    return PrecedentMomentsSchema.data(Looked(view, current_book().cases.precedent_moments(current_caller(), record, view.viewer)))


_written = partial(
    post, asks=LookQuery, gives=CaseSchema, largest=bodies.LARGEST_BODY, answers=CaseSchema.data, refusing=partial(told_why, _BODY)
)
"""Declares an operation that writes into a dispute and tells it."""


@_written(
    "/records/<record>/cases", N_("Open a dispute about a step"), takes=bodies.CaseBody, refusing=partial(told_why, ("json", "question"))
)
def open_case(asked: dict[str, Any], body: dict[str, Any], record: str) -> CaseView:
    """Open it, and tell it."""
    viewer = look(current_book(), current_caller(), record, asked["viewer"]).viewer
    step, question, round_ = body.pop("step"), body.pop("question"), body.pop("round")
    return current_book().cases.open_case(current_caller(), record, step, question, viewer=viewer, round_=round_, **body)


@_written("/cases/<case>/releases", N_("Let the arbiter see what a seat was shown"), takes=bodies.ReleaseBody)
def release_side(asked: dict[str, Any], body: dict[str, Any], case: str) -> CaseView:
    """Release it, and tell the case."""
    with told_why(("json", "seat"), ("json", "seat")):
        current_book().cases.release_side(current_caller(), case, body["seat"])
    return current_book().cases.case(current_caller(), case, asked["viewer"])


@_written("/cases/<case>/claims", N_("Write down what follows according to one side, and by which reading"), takes=bodies.ClaimWritten)
def make_claim(asked: dict[str, Any], body: dict[str, Any], case: str) -> CaseView:
    """Write it, checked under its own reading."""
    to, reading = body.pop("to"), body.pop("reading") or ReadingNamed()
    patterns = tuple(msgspec.json.encode(one).decode() for one in body.pop("patterns"))
    claim = NewClaim(reading=reading, patterns=patterns, **body)
    return current_book().cases.make_claim(current_caller(), case, claim, to=to, viewer=asked["viewer"])


@_written("/cases/<case>/rulings", N_("Decide a dispute"), takes=bodies.RulingWritten)
def rule(asked: dict[str, Any], body: dict[str, Any], case: str) -> CaseView:
    """Write the ruling; refused while another one stands."""
    to, cites, adjusted = body.pop("to"), tuple(body.pop("cites")), body.pop("adjusted")
    winners = None if adjusted is None or (adjusted["drawn"] and not adjusted["winners"]) else tuple(adjusted["winners"])
    ruling = NewRuling(cites=cites, winners=winners, drawn=adjusted is not None and adjusted["drawn"], **body)
    return current_book().cases.rule(current_caller(), case, ruling, to=to, viewer=asked["viewer"])


@_written("/cases/<case>/answers", N_("Appeal against a ruling, uphold it or overrule it"), takes=bodies.AnswerWritten)
def answer_ruling(asked: dict[str, Any], body: dict[str, Any], case: str) -> CaseView:
    """Write the answer, and tell how the ruling stands then."""
    return current_book().cases.answer_ruling(current_caller(), case, viewer=asked["viewer"], **body)


@_written("/cases/<case>/erasures", N_("Erase words of a dispute for good"), takes=bodies.ErasureBody)
def erase_case_text(asked: dict[str, Any], body: dict[str, Any], case: str) -> CaseView:
    """Erase a text that this reader has, a ruling with the answers to it, and tell the case."""
    return erase_text(current_book(), current_caller(), case, body["text"], reader=asked["viewer"], place=_BODY)


@_written("/cases/<case>/closing", N_("Close a dispute"), takes=bodies.ClosingWritten)
def close_case(asked: dict[str, Any], body: dict[str, Any], case: str) -> CaseView:
    """Close it; nothing more is written in it."""
    return current_book().cases.close_case(current_caller(), case, viewer=asked["viewer"], **body)
