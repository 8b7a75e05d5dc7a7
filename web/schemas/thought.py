"""What all answers have in common that a viewer worked out at a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from records.core.sentences import N_
from records.core.viewers import viewer_key
from web.schemas.base import ApiAnswer

if TYPE_CHECKING:
    from records.service import RecordView

ASSUMED = N_("Every card that left a hand by choice counts as picked blind.")
"""Message id: what every chance assumes."""


class ChanceField(fields.Float):
    """A number from 0 to 1."""

    def __init__(self, description: str = "", **more: Any) -> None:
        told = {"description": description} if description else {}
        super().__init__(metadata={"minimum": 0, "maximum": 1, **told}, **more)


class ThoughtSchema(ApiAnswer):
    """Whose thought it is, and when."""

    id = fields.String()
    viewer = fields.String(metadata={"description": "public, open or a seat's key: the one who works it out"})
    at = fields.Integer(metadata={"description": "number of the event; 0 is the start"})
    steps = fields.Integer(metadata={"description": "number of events in the whole record"})


def thought_data(view: RecordView, at: int) -> dict[str, Any]:
    """Return whose thought it is in the shape of ``ThoughtSchema``."""
    return {"id": view.header.record, "viewer": viewer_key(view.viewer), "at": at, "steps": view.steps}
