"""Disputes: read as a viewer of their record or as the arbiter, written as on the pages, and carried along as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from flask import current_app

from importers.native_cases import write_case_file
from records.core.sentences import N_
from records.core.viewers import viewer_key
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from web.api.exporting import NDJSON
from web.api.operations import book, get, post
from web.callers import current_caller
from web.disputes import erase_text, told_why
from web.looking import look
from web.schemas import case_writes as bodies
from web.schemas.cases import AllCasesSchema, CaseSchema, CasesSchema, PrecedentMomentsSchema, PrecedentsSchema, case_data, precedent_data
from web.schemas.questions import CasesQuery, LookQuery, PrecedentsQuery

if TYPE_CHECKING:
    from flask import Response

_AS, _BODY = ("query", "as"), ("json", "text")


@get("/records/<record>/cases", N_("Disputes about a record, as far as its viewer may read them"), asks=LookQuery, gives=CasesSchema)
def cases(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell the cases of which the question is for this viewer; of all others nothing is told, not that they are there."""
    viewer = look(book(), current_caller(), record, asked["viewer"]).viewer
    found = book().cases(current_caller(), record, viewer)
    return {"id": record, "viewer": viewer_key(viewer), "cases": [case_data(one) for one in found]}


@get("/cases", N_("Every dispute that may be read, by event, round and table"), asks=CasesQuery, gives=AllCasesSchema)
def all_cases(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell those of which the question is for this viewer of its record."""
    with told_why(_AS):
        found = book().all_cases(current_caller(), asked["viewer"], event=asked["event"])
    return {"cases": [case_data(one) for one in found]}


@get("/cases/<case>", N_("A dispute, as a viewer of its record may read it, or as the arbiter"), asks=LookQuery, gives=CaseSchema)
def case(asked: dict[str, Any], case: str) -> dict[str, Any]:
    """Tell what is for this reader; ``arbiter`` is shown what the sides released."""
    with told_why(_AS):
        return case_data(book().case(current_caller(), case, asked["viewer"]))


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
        file = book().case_file(current_caller(), case, asked["viewer"])
    response: Response = current_app.response_class(write_case_file(book().games, file), mimetype=NDJSON)
    response.headers.set("Content-Disposition", "attachment", filename=f"{file.case.stream}-{viewer_key(file.viewer)}.case")
    return response


@get("/precedents", N_("Rulings in force that everybody may read"), asks=PrecedentsQuery, gives=PrecedentsSchema)
def precedents(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell them by game, paragraph and card."""
    found = book().precedents(current_caller(), game=asked["game"], paragraph=asked["paragraph"], card=asked["card"])
    return {"precedents": [precedent_data(one) for one in found]}


@get(
    "/records/<record>/precedents",
    N_("The steps of a record to which rulings about others speak, as its viewer can tell"),
    asks=LookQuery,
    gives=PrecedentMomentsSchema,
)
def precedent_moments(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell each with its ruling."""
    viewer = look(book(), current_caller(), record, asked["viewer"]).viewer
    found = book().precedent_moments(current_caller(), record, viewer)
    moments = [{"first": one.first, "last": one.last, "precedent": precedent_data(one.precedent)} for one in found]
    return {"id": record, "viewer": viewer_key(viewer), "moments": moments}


@post(
    "/records/<record>/cases",
    N_("Open a dispute about a step"),
    asks=LookQuery,
    takes=bodies.CaseBody,
    gives=CaseSchema,
    largest=bodies.LARGEST_BODY,
)
def open_case(asked: dict[str, Any], body: dict[str, Any], record: str) -> dict[str, Any]:
    """Open it, and tell it."""
    viewer = look(book(), current_caller(), record, asked["viewer"]).viewer
    where = {"event": body["event"], "round_": body["round"], "table": body["table"]}
    with told_why(("json", "question")):
        opened = book().open_case(
            current_caller(), record, body["step"], body["question"], by=body["by"], to=body["to"], viewer=viewer, **where
        )
    return case_data(opened)


@post(
    "/cases/<case>/releases",
    N_("Let the arbiter see what a seat was shown"),
    asks=LookQuery,
    takes=bodies.ReleaseBody,
    gives=CaseSchema,
    largest=bodies.LARGEST_BODY,
)
def release_side(asked: dict[str, Any], body: dict[str, Any], case: str) -> dict[str, Any]:
    """Release it, and tell the case."""
    with told_why(("json", "seat"), ("json", "seat")):
        book().release_side(current_caller(), case, body["seat"])
    with told_why(_AS):
        return case_data(book().case(current_caller(), case, asked["viewer"]))


@post(
    "/cases/<case>/claims",
    N_("Write down what one side says follows, by which reading"),
    asks=LookQuery,
    takes=bodies.ClaimWritten,
    gives=CaseSchema,
    largest=bodies.LARGEST_BODY,
)
def make_claim(asked: dict[str, Any], body: dict[str, Any], case: str) -> dict[str, Any]:
    """Write it, checked under its own reading."""
    patterns = tuple(msgspec.json.encode(one).decode() for one in body["patterns"])
    claim = NewClaim(
        party=body["party"], reading=_reading(body["reading"]) or ReadingNamed(), says=body["says"], patterns=patterns, text=body["text"]
    )
    with told_why(_BODY):
        return case_data(book().make_claim(current_caller(), case, claim, to=body["to"], viewer=asked["viewer"]))


@post(
    "/cases/<case>/rulings",
    N_("Decide a dispute"),
    asks=LookQuery,
    takes=bodies.RulingWritten,
    gives=CaseSchema,
    largest=bodies.LARGEST_BODY,
)
def rule(asked: dict[str, Any], body: dict[str, Any], case: str) -> dict[str, Any]:
    """Write the ruling; refused while another one stands."""
    adjusted = body["adjusted"]
    ruling = NewRuling(
        by=body["by"],
        text=body["text"],
        reading=_reading(body["reading"]),
        cites=tuple(body["cites"]),
        winners=None if adjusted is None or (adjusted["drawn"] and not adjusted["winners"]) else tuple(adjusted["winners"]),
        drawn=adjusted is not None and adjusted["drawn"],
        correction=body["correction"],
    )
    with told_why(_BODY):
        return case_data(book().rule(current_caller(), case, ruling, to=body["to"], viewer=asked["viewer"]))


@post(
    "/cases/<case>/answers",
    N_("Appeal against a ruling, uphold it or overrule it"),
    asks=LookQuery,
    takes=bodies.AnswerWritten,
    gives=CaseSchema,
    largest=bodies.LARGEST_BODY,
)
def answer_ruling(asked: dict[str, Any], body: dict[str, Any], case: str) -> dict[str, Any]:
    """Write the answer, and tell how the ruling stands then."""
    do = {"appeal": book().appeal, "uphold": book().uphold, "overrule": book().overrule}[body["kind"]]
    with told_why(_BODY):
        written = do(current_caller(), case, body["ruling"], body["by"], body["text"], to=body["to"], viewer=asked["viewer"])
    return case_data(written)


@post(
    "/cases/<case>/erasures",
    N_("Erase words of a dispute for good"),
    asks=LookQuery,
    takes=bodies.ErasureBody,
    gives=CaseSchema,
    largest=bodies.LARGEST_BODY,
)
def erase_case_text(asked: dict[str, Any], body: dict[str, Any], case: str) -> dict[str, Any]:
    """Erase a text that this reader has, a ruling with the answers to it, and tell the case."""
    with told_why(_BODY):
        return case_data(erase_text(book(), current_caller(), case, body["text"], reader=asked["viewer"], place=_BODY))


@post(
    "/cases/<case>/closing",
    N_("Close a dispute"),
    asks=LookQuery,
    takes=bodies.ClosingWritten,
    gives=CaseSchema,
    largest=bodies.LARGEST_BODY,
)
def close_case(asked: dict[str, Any], body: dict[str, Any], case: str) -> dict[str, Any]:
    """Close it; nothing more is written in it."""
    with told_why(_BODY):
        return case_data(book().close_case(current_caller(), case, body["by"], body["text"], to=body["to"], viewer=asked["viewer"]))


def _reading(named: dict[str, Any] | None) -> ReadingNamed | None:
    return None if named is None else ReadingNamed(ruleset=named["ruleset"], switches=tuple(named["switches"].items()))
