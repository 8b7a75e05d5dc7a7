"""How a record stands to the rules and the code of today."""

from __future__ import annotations

from marshmallow import fields

from records.rulings.drift import Replaying
from web.schemas.base import ApiAnswer


class OlderShapeSchema(ApiAnswer):
    """The first event that was written in an older shape."""

    version = fields.Integer()
    name = fields.String(metadata={"description": "as it was written"})
    events = fields.Integer(metadata={"description": "how many there are in all"})


class DriftPartingSchema(ApiAnswer):
    """The first event that would be another today."""

    version = fields.Integer()
    decision = fields.Integer(metadata={"description": "the event of the decision that it belongs to"})
    paragraph = fields.String()
    field = fields.String(metadata={"description": "its path; empty for the event as a whole"})
    expected = fields.String(metadata={"description": "as JSON; empty where the decision is refused"})
    found = fields.String(metadata={"description": "as JSON"})


class DriftSchema(ApiAnswer):
    """What becomes of a record under the code of today, as far as its viewer can tell."""

    id = fields.String()
    viewer = fields.String()
    replays = fields.String(metadata={"enum": [one.value for one in Replaying]})
    decisions = fields.Integer()
    unjudged = fields.Integer(metadata={"description": "decisions that this viewer's log cannot judge"})
    older = fields.Nested(OlderShapeSchema, allow_none=True)
    parts_at = fields.Nested(DriftPartingSchema, allow_none=True)
