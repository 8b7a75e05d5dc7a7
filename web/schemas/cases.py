"""Cases: disputes about a record, as far as their reader may read them."""

from __future__ import annotations

from marshmallow import fields

from web.schemas.base import ApiAnswer, Time, ViewedSchema, itself, made, means


class TextReadersSchema(ApiAnswer):
    """Who may read a text, and since when it is there."""

    at = Time()
    to = fields.List(fields.String(), attribute="known_to", **means("seats, * for everybody, none for the open table alone"))
    status = fields.String(metadata={"enum": ["proven", "declared"]})
    erased = fields.Boolean(**means("whether its words were erased; then the fields beside it are empty"))


class CaseReadingSchema(ApiAnswer):
    """A reading of the rules, and what it makes of the disputed play."""

    ruleset = fields.String(attribute="body.reading.ruleset")
    switches = fields.Dict(keys=fields.String(), values=fields.String(), attribute="body.reading.switches")
    known = made(fields.Boolean(**means("whether it is known here")), lambda one, _: one.reading is not None)
    stop = made(
        fields.String(**means("why the play cannot be gone on with; empty where it can")),
        lambda one, _: one.read.stop.kind if one.read and one.read.stop else "",
    )
    paragraph = made(
        fields.String(**means("of the rule that forbids it")), lambda one, _: one.read.stop.paragraph if one.read and one.read.stop else ""
    )
    otherwise = made(
        fields.Boolean(allow_none=True, **means("whether something else follows than was recorded")),
        lambda one, _: one.read.otherwise if one.read and one.read.judged else None,
    )


class ClaimSchema(ApiAnswer):
    """What one side says."""

    id = fields.String()
    party = fields.String(attribute="body.party")
    says = fields.String(attribute="body.says", metadata={"enum": ["recorded", "refused", "otherwise", "events"]})
    text = fields.String(attribute="body.text")
    verdict = fields.String(metadata={"enum": ["follows", "does not follow", "cannot be judged"]})
    reading = made(fields.Nested(CaseReadingSchema), itself)
    written = fields.Nested(TextReadersSchema)


class CaseAnswerSchema(ApiAnswer):
    """An appeal, how it was decided, or the last word."""

    kind = fields.String(metadata={"enum": ["appealed", "upheld", "overruled", "closed"]})
    by = fields.String(attribute="body.by")
    text = fields.String(attribute="body.text")
    written = fields.Nested(TextReadersSchema)


class AdjustedSchema(ApiAnswer):
    """The result that counts beside the one that was played."""

    winners = fields.List(fields.String())
    drawn = fields.Boolean()


class RulingSchema(ApiAnswer):
    """What was decided."""

    id = fields.String()
    standing = fields.String(metadata={"enum": ["in force", "appealed", "upheld", "overruled"]})
    by = fields.String(attribute="body.by")
    text = fields.String(attribute="body.text")
    cites = fields.List(fields.String(), attribute="body.cites")
    reading = made(fields.Nested(CaseReadingSchema, allow_none=True), lambda one, _: one.body.reading and one)
    adjusted = fields.Nested(AdjustedSchema, attribute="body.adjusted", allow_none=True)
    correction = fields.Integer(attribute="body.correction", allow_none=True, **means("event of the record that carries it out"))
    written = fields.Nested(TextReadersSchema)
    answers = fields.List(fields.Nested(CaseAnswerSchema))


class CaseSchema(ApiAnswer):
    """A dispute."""

    id = fields.String()
    record = fields.String()
    viewer = fields.String()
    event = fields.String(attribute="header.event")
    round = fields.String(attribute="header.round")
    table = fields.String(attribute="header.table")
    step = fields.Integer(attribute="v")
    first = fields.Integer(attribute="play.first", **means("first event of the disputed play"))
    last = fields.Integer(attribute="play.last")
    standing = fields.String(metadata={"enum": ["open", "ruled", "appealed", "closed"]})
    by = fields.String(attribute="question.by")
    question = fields.String(attribute="question.text")
    written = fields.Nested(TextReadersSchema)
    released = fields.List(fields.String())
    claims = fields.List(fields.Nested(ClaimSchema))
    rulings = fields.List(fields.Nested(RulingSchema))
    closed = fields.Nested(CaseAnswerSchema, allow_none=True)


class CasesSchema(ViewedSchema):
    """The disputes about a record that its viewer may read."""

    cases = fields.List(fields.Nested(CaseSchema), attribute="found.cases")
    next = made(
        fields.String(allow_none=True, **means("what “after” is for the next page; null on the last")),
        lambda looked, _: looked.found.cases[-1].id if looked.found.more else None,
    )


class AllCasesSchema(ApiAnswer):
    """Disputes about several records."""

    cases = made(fields.List(fields.Nested(CaseSchema)), itself)


class PrecedentSchema(ApiAnswer):
    """A ruling in force that everybody may read."""

    case = fields.String()
    record = fields.String()
    game = fields.String()
    by = fields.String()
    text = fields.String()
    paragraphs = fields.List(fields.String())
    switches = fields.Dict(keys=fields.String(), values=fields.String())
    cards = made(fields.List(fields.String(), **means("that lay open in the disputed play")), lambda one, _: sorted(one.cards))


class PrecedentsSchema(ApiAnswer):
    """Precedents."""

    precedents = made(fields.List(fields.Nested(PrecedentSchema)), itself)


class PrecedentMomentSchema(ApiAnswer):
    """A play of the record to which a precedent speaks."""

    first = fields.Integer()
    last = fields.Integer()
    precedent = fields.Nested(PrecedentSchema)


class PrecedentMomentsSchema(ViewedSchema):
    """The plays of a record to which precedents speak."""

    moments = fields.List(fields.Nested(PrecedentMomentSchema), attribute="found")
