"""A part of a record: some of its events, told or as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from records.core.viewers import viewer_key
from web.schemas.base import ApiAnswer
from web.schemas.events import EventSchema
from web.schemas.narration import StepSchema

if TYPE_CHECKING:
    from records.service import RecordView


class _Part(ApiAnswer):
    id = fields.String()
    viewer = fields.String()
    steps = fields.Integer(metadata={"description": "number of events in the whole record"})
    first = fields.Integer(data_key="from")
    last = fields.Integer(data_key="to", metadata={"description": "less than from where nothing is left"})


class StepsSchema(_Part):
    """A part of a record in words."""

    told = fields.List(fields.Nested(StepSchema))


class EventsSchema(_Part):
    """A part of a record as its viewer was shown it."""

    events = fields.List(fields.Nested(EventSchema))


def part_data(view: RecordView, first: int, last: int) -> dict[str, Any]:
    """Return which part of ``view`` is sent."""
    return {"id": view.header.record, "viewer": viewer_key(view.viewer), "steps": view.steps, "first": first, "last": last}
