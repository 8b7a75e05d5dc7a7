"""Cases: disputes about a record, as far as their reader may read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import fields

from web.schemas.base import ApiAnswer, Time

if TYPE_CHECKING:
    from records.core.editions.rulesets import Ruleset
    from records.rulings.claims import PlayRead
    from records.service.cases.precedents import Precedent
    from records.service.cases.views import AnswerView, CaseView, ClaimView, RulingView, TextReaders
    from records.studies.cases.events import AdjustedResult
    from records.studies.layers.events import RuleReading


class TextReadersSchema(ApiAnswer):
    """Who may read a text, and since when it is there."""

    at = Time()
    to = fields.List(fields.String(), metadata={"description": "seats, * for everybody, none for the open table alone"})
    status = fields.String(metadata={"enum": ["proven", "declared"]})
    erased = fields.Boolean(metadata={"description": "whether its words were erased; then the fields beside it are empty"})


class CaseReadingSchema(ApiAnswer):
    """A reading of the rules, and what it makes of the disputed play."""

    ruleset = fields.String()
    switches = fields.Dict(keys=fields.String(), values=fields.String())
    known = fields.Boolean(metadata={"description": "whether it is known here"})
    stop = fields.String(metadata={"description": "why the play cannot be gone on with; empty where it can"})
    paragraph = fields.String(metadata={"description": "of the rule that forbids it"})
    otherwise = fields.Boolean(allow_none=True, metadata={"description": "whether something else follows than was recorded"})


class ClaimSchema(ApiAnswer):
    """What one side says."""

    id = fields.String()
    party = fields.String()
    says = fields.String(metadata={"enum": ["recorded", "refused", "otherwise", "events"]})
    text = fields.String()
    verdict = fields.String(metadata={"enum": ["follows", "does not follow", "cannot be judged"]})
    reading = fields.Nested(CaseReadingSchema)
    written = fields.Nested(TextReadersSchema)


class CaseAnswerSchema(ApiAnswer):
    """An appeal, how it was decided, or the last word."""

    kind = fields.String(metadata={"enum": ["appealed", "upheld", "overruled", "closed"]})
    by = fields.String()
    text = fields.String()
    written = fields.Nested(TextReadersSchema)


class AdjustedSchema(ApiAnswer):
    """The result that counts beside the one that was played."""

    winners = fields.List(fields.String())
    drawn = fields.Boolean()


class RulingSchema(ApiAnswer):
    """What was decided."""

    id = fields.String()
    standing = fields.String(metadata={"enum": ["in force", "appealed", "upheld", "overruled"]})
    by = fields.String()
    text = fields.String()
    cites = fields.List(fields.String())
    reading = fields.Nested(CaseReadingSchema, allow_none=True)
    adjusted = fields.Nested(AdjustedSchema, allow_none=True)
    correction = fields.Integer(allow_none=True, metadata={"description": "event of the record that carries it out"})
    written = fields.Nested(TextReadersSchema)
    answers = fields.List(fields.Nested(CaseAnswerSchema))


class CaseSchema(ApiAnswer):
    """A dispute."""

    id = fields.String()
    record = fields.String()
    viewer = fields.String()
    event = fields.String()
    round = fields.String()
    table = fields.String()
    step = fields.Integer()
    first = fields.Integer(metadata={"description": "first event of the disputed play"})
    last = fields.Integer()
    standing = fields.String(metadata={"enum": ["open", "ruled", "appealed", "closed"]})
    by = fields.String()
    question = fields.String()
    written = fields.Nested(TextReadersSchema)
    released = fields.List(fields.String())
    claims = fields.List(fields.Nested(ClaimSchema))
    rulings = fields.List(fields.Nested(RulingSchema))
    closed = fields.Nested(CaseAnswerSchema, allow_none=True)


class CasesSchema(ApiAnswer):
    """The disputes about a record that its viewer may read."""

    id = fields.String()
    viewer = fields.String()
    cases = fields.List(fields.Nested(CaseSchema))


class AllCasesSchema(ApiAnswer):
    """Disputes about several records."""

    cases = fields.List(fields.Nested(CaseSchema))


class PrecedentSchema(ApiAnswer):
    """A ruling in force that everybody may read."""

    case = fields.String()
    record = fields.String()
    game = fields.String()
    by = fields.String()
    text = fields.String()
    paragraphs = fields.List(fields.String())
    switches = fields.Dict(keys=fields.String(), values=fields.String())
    cards = fields.List(fields.String(), metadata={"description": "that lay open in the disputed play"})


class PrecedentsSchema(ApiAnswer):
    """Precedents."""

    precedents = fields.List(fields.Nested(PrecedentSchema))


class PrecedentMomentSchema(ApiAnswer):
    """A play of the record to which a precedent speaks."""

    first = fields.Integer()
    last = fields.Integer()
    precedent = fields.Nested(PrecedentSchema)


class PrecedentMomentsSchema(ApiAnswer):
    """The plays of a record to which precedents speak."""

    id = fields.String()
    viewer = fields.String()
    moments = fields.List(fields.Nested(PrecedentMomentSchema))


def adjusted_data(adjusted: AdjustedResult | None) -> dict[str, Any] | None:
    """Return an adjusted result in the shape of ``AdjustedSchema``, None for none."""
    return None if adjusted is None else {"winners": list(adjusted.winners), "drawn": adjusted.drawn}


def precedent_data(one: Precedent) -> dict[str, Any]:
    """Return a precedent in the shape of ``PrecedentSchema``."""
    return {
        "case": one.case,
        "record": one.record,
        "game": one.game,
        "by": one.by,
        "text": one.text,
        "paragraphs": list(one.paragraphs),
        "switches": dict(one.switches),
        "cards": sorted(one.cards),
    }


def case_data(case: CaseView) -> dict[str, Any]:
    """Return a case in the shape of ``CaseSchema``."""
    return {
        "id": case.id,
        "record": case.record,
        "viewer": case.viewer,
        "event": case.header.event,
        "round": case.header.round,
        "table": case.header.table,
        "step": case.v,
        "first": case.play.first,
        "last": case.play.last,
        "standing": case.standing,
        "by": case.question.by,
        "question": case.question.text,
        "written": _written(case.written),
        "released": list(case.released),
        "claims": [_claim(one) for one in case.claims],
        "rulings": [_ruling(one) for one in case.rulings],
        "closed": None if case.closed is None else _answer(case.closed),
    }


def _claim(one: ClaimView) -> dict[str, Any]:
    return {
        "id": one.id,
        "party": one.body.party,
        "says": one.body.says,
        "text": one.body.text,
        "verdict": one.verdict,
        "reading": _reading(one.body.reading, one.reading, one.read),
        "written": _written(one.written),
    }


def _ruling(one: RulingView) -> dict[str, Any]:
    body = one.body
    return {
        "id": one.id,
        "standing": one.standing.value,
        "by": body.by,
        "text": body.text,
        "cites": list(body.cites),
        "reading": None if body.reading is None else _reading(body.reading, one.reading, one.read),
        "adjusted": adjusted_data(body.adjusted),
        "correction": body.correction,
        "written": _written(one.written),
        "answers": [_answer(answer) for answer in one.answers],
    }


def _answer(one: AnswerView) -> dict[str, Any]:
    return {"kind": one.kind, "by": one.body.by, "text": one.body.text, "written": _written(one.written)}


def _reading(of: RuleReading, known: Ruleset | None, read: PlayRead | None) -> dict[str, Any]:
    stop = None if read is None else read.stop
    return {
        "ruleset": of.ruleset,
        "switches": dict(of.switches),
        "known": known is not None,
        "stop": "" if stop is None else stop.kind,
        "paragraph": "" if stop is None else stop.paragraph,
        "otherwise": None if read is None or not read.judged else read.otherwise,
    }


def _written(one: TextReaders) -> dict[str, Any]:
    return {"at": one.at, "to": list(one.known_to), "status": msgspec.to_builtins(one.status), "erased": one.erased}
