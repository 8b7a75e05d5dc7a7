"""The turning points of a record up to a step, as JSON values."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from records.core.wording.turning import TurningKind
from web.schemas.base import ApiAnswer, SaidField, ViewedSchema, made, means


class TurningPointSchema(ApiAnswer):
    """A step that is worth going to."""

    version = fields.Integer(attribute="0", **means("number of the event; the step is the position after it"))
    kind = fields.String(attribute="1.kind", validate=validate.OneOf(get_args(TurningKind)))
    weight = fields.Integer(attribute="1.weight", **means("how much it counts beside the others of its game"))
    text = SaidField(attribute="1.says")


class TurningPointsSchema(ViewedSchema):
    """The turning points up to a step."""

    at = fields.Integer()
    points = made(
        fields.List(fields.Nested(TurningPointSchema), **means("in the order of their steps")),
        lambda looked, _: looked.view.turning_points(looked.at).items(),
    )
