"""What all answers have in common that a viewer worked out at a step."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from records.core.sentences import N_
from web.schemas.base import TitleField, ViewedSchema, made, means

ASSUMED = N_("Every card that left a hand by choice counts as picked blind.")
"""Message id: what every chance assumes."""


def assumed(description: str) -> TitleField:
    """Return the field that says so."""
    return made(TitleField(**means(description)), lambda _of, _words: ASSUMED)


class ChanceField(fields.Float):
    """A number from 0 to 1."""

    def __init__(self, description: str = "", **more: Any) -> None:
        told = {"description": description} if description else {}
        super().__init__(metadata={"minimum": 0, "maximum": 1, **told}, **more)


class ThoughtSchema(ViewedSchema):
    """Whose thought it is, or whose table, and when."""

    at = fields.Integer(**means("number of the event; 0 is the start"))
    steps = fields.Integer(attribute="view.steps", **means("number of events in the whole record"))
