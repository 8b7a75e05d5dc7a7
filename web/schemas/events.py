"""Events as a viewer was shown them: the lines of the record without what only proves them.

Salts, seals and chain hashes are left out. They tell a reader nothing, and their only use is to check a whole record, which the export is
for. And a chain hash changes with what is hidden, so it would make the same view of two games differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import fields

from records.core.secret import Sealed, Secret
from web.schemas.base import ApiAnswer, Time

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.hidden import HiddenParts


class ShownField(fields.Raw):
    """An event's own fields, in the written form of the record."""

    def __init__(self, **more: Any) -> None:
        name = {"type": "string", "description": "its stable name, as in the list of games"}
        super().__init__(metadata={"type": "object", "properties": {"e": name}, "required": ["e"], "additionalProperties": True}, **more)


class EventSchema(ApiAnswer):
    """One event in its place."""

    v = fields.Integer(metadata={"description": "its number, from 1"})
    cause = fields.Integer(metadata={"description": "number of the decision that it belongs to"})
    at = Time()
    event = ShownField()


def event_data(parts: HiddenParts, recorded: Recorded[Any]) -> dict[str, Any]:
    """Return an event that has passed the door in the shape of ``EventSchema``."""
    event = parts.map(recorded.event, _unproven)
    return {"v": recorded.v, "cause": recorded.cause, "at": recorded.at, "event": msgspec.Raw(msgspec.json.encode(event))}


def _unproven(_path: str, part: Secret | Sealed) -> Secret | Sealed:
    if not part.salt and not part.seal:
        return part
    if isinstance(part, Secret):
        return msgspec.structs.replace(part, salt=(), seal=())
    return msgspec.structs.replace(part, salt="", seal="")
