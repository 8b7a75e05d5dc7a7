"""Why a place can hold for a viewer what it can hold."""

from __future__ import annotations

from marshmallow import fields

from web.schemas.base import ApiAnswer, SaidField, means
from web.schemas.thought import ThoughtSchema


class ReasonSchema(ApiAnswer):
    """An event that told something of the place."""

    version = fields.Integer(**means("number of the event"))
    text = SaidField(attribute="sentence", **means("what it told"))
    without = fields.List(fields.String(), **means("cards that could be there too if it had told nothing"))
    unsure = fields.List(fields.String(), **means("cards of a hand that would then not be sure to be there"))


class WhySchema(ThoughtSchema):
    """What a place can hold, and the events without which it could hold more."""

    place = fields.String(attribute="found.place")
    candidates = fields.List(fields.String(), attribute="found.candidates", **means("all that it can hold, by name"))
    certain = fields.List(
        fields.String(), attribute="found.certain", **means("what it must hold, a card as often as it must; of a slot all of it")
    )
    exact = fields.Boolean(attribute="found.exact", **means("false: some candidates may be impossible"))
    complete = fields.Boolean(
        attribute="found.complete", **means("false: not all could be tried without in the work of one answer; some of it may not be needed")
    )
    reasons = fields.List(
        fields.Nested(ReasonSchema), attribute="found.reasons", **means("oldest first; none where nothing told of the place")
    )
