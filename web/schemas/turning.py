"""The turning points of a record up to a step, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from marshmallow import fields, validate

from records.core.viewers import viewer_key
from records.core.wording.turning import TurningKind
from web.schemas.base import ApiAnswer
from web.words.phrases import say_plainly

if TYPE_CHECKING:
    from records.service import RecordView
    from web.words.phrases import Locale


class TurningPointSchema(ApiAnswer):
    """A step that is worth going to."""

    version = fields.Integer(metadata={"description": "number of the event; the step is the position after it"})
    kind = fields.String(validate=validate.OneOf(get_args(TurningKind)))
    weight = fields.Integer(metadata={"description": "how much it counts beside the others of its game"})
    text = fields.String()


class TurningPointsSchema(ApiAnswer):
    """The turning points up to a step."""

    id = fields.String()
    viewer = fields.String()
    at = fields.Integer()
    points = fields.List(fields.Nested(TurningPointSchema), metadata={"description": "in the order of their steps"})


def turning_data(view: RecordView, at: int, locale: Locale) -> dict[str, Any]:
    """Return the turning points up to step ``at`` in the shape of ``TurningPointsSchema``."""
    points = [
        {"version": version, "kind": point.kind, "weight": point.weight, "text": say_plainly(point.says, view.names, locale)}
        for version, point in view.turning_points(at).items()
    ]
    return {"id": view.header.record, "viewer": viewer_key(view.viewer), "at": at, "points": points}
