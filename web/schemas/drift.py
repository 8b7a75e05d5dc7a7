"""How a record stands to the rules and the code of today."""

from __future__ import annotations

from marshmallow import fields

from records.rulings.drift import Replaying
from web.schemas.base import ApiAnswer, ViewedSchema, made, means


class OlderShapeSchema(ApiAnswer):
    """The first event that was written in an older shape."""

    version = fields.Integer()
    name = fields.String(**means("as it was written"))
    events = fields.Integer(**means("how many there are in all"))


class DriftPartingSchema(ApiAnswer):
    """The first event that would be another today."""

    version = fields.Integer()
    decision = fields.Integer(**means("the event of the decision that it belongs to"))
    paragraph = fields.String()
    field = made(fields.String(**means("its path; empty for the event as a whole")), lambda one, _: one.what.field if one.what else "")
    expected = made(
        fields.String(**means("as JSON; empty where the decision is refused")), lambda one, _: one.what.expected if one.what else ""
    )
    found = made(fields.String(**means("as JSON")), lambda one, _: one.what.found if one.what else "")


class DriftFound(ApiAnswer):
    """What becomes of a record under the code of today."""

    replays = fields.String(attribute="found.replaying", metadata={"enum": [one.value for one in Replaying]})
    decisions = fields.Integer(attribute="found.decisions")
    unjudged = fields.Integer(attribute="found.unjudged", **means("decisions that this viewer's log cannot judge"))
    older = fields.Nested(OlderShapeSchema, attribute="found.older", allow_none=True)
    parts_at = fields.Nested(DriftPartingSchema, attribute="found.parting", allow_none=True)


class DriftSchema(DriftFound, ViewedSchema):
    """What becomes of a record under the code of today, as far as its viewer can tell."""
