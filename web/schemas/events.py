"""Events as a viewer was shown them: the lines of the record without what only proves them.

Salts, seals and chain hashes are left out. They tell a reader nothing, and their only use is to check a whole record, which the export is
for. And a chain hash changes with what is hidden, so it would make the same view of two games differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import fields

from records.core.secret import Sealed, Secret
from web.schemas.base import ApiAnswer, Time, made, means

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.hidden import HiddenParts


class ShownField(fields.Raw):
    """An event's own fields, in the written form of the record."""

    def __init__(self, **more: Any) -> None:
        name = {"type": "string", "description": "its stable name, as in the list of games"}
        super().__init__(metadata={"type": "object", "properties": {"e": name}, "required": ["e"], "additionalProperties": True}, **more)


class EventSchema(ApiAnswer):
    """One event in its place, of the hidden parts of its game and the event as it was recorded."""

    v = fields.Integer(attribute="1.v", **means("its number, from 1"))
    cause = fields.Integer(attribute="1.cause", **means("number of the decision that it belongs to"))
    at = Time(attribute="1.at")
    event = made(ShownField(), lambda one, _: shown_event(*one))


def shown_event(parts: HiddenParts, recorded: Recorded[Any]) -> msgspec.Raw:
    """Return an event that has passed the door as JSON, without what only proves it."""
    return msgspec.Raw(msgspec.json.encode(parts.map(recorded.event, _unproven)))


def _unproven(_path: str, part: Secret | Sealed) -> Secret | Sealed:
    if not part.salt and not part.seal:
        return part
    if isinstance(part, Secret):
        return msgspec.structs.replace(part, salt=(), seal=())
    return msgspec.structs.replace(part, salt="", seal="")
