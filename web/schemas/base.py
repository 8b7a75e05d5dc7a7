"""What all answers have in common, and fields of theirs."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import RAISE, Schema, fields


class ApiAnswer(Schema):
    """A shape that is sent: exactly these fields, and all of them in every answer."""

    class Meta:
        """Nothing else is in it."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:  # noqa: ARG002 -- names the library gives
        """Require the field: an answer leaves none out."""
        field_obj.required = True


_FACE = {
    "oneOf": [
        {"type": "string", "description": "the card's name, or ? where it is not known"},
        *(
            {
                "type": "object",
                "properties": {word: {"type": "array", "items": {"type": "string"}}},
                "required": [word],
                "additionalProperties": False,
            }
            for word in ("in", "not")
        ),
    ]
}
"""A name, ``"?"``, ``{"in": [...]}`` (one of these) or ``{"not": [...]}`` (none of these)."""


class Time(fields.Raw):
    """A moment in UTC, written as on the wire: ``2026-11-21T10:02:11.120000Z``."""

    def __init__(self, **more: Any) -> None:
        super().__init__(metadata={"type": "string", "format": "date-time"}, **more)


class FaceField(fields.Raw):
    """What is printed on a card, as far as the viewer was shown it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(metadata=_FACE, **more)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_kwargs: Any) -> Any:  # noqa: ARG002 -- names the library gives
        return msgspec.to_builtins(value)
