"""A part of a record: some of its events, told or as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from marshmallow import fields

from web.schemas.base import ViewedSchema, made, means
from web.schemas.events import EventSchema
from web.schemas.narration import StepSchema

if TYPE_CHECKING:
    from records.service import RecordView


class Stretch(NamedTuple):
    """A part of what a viewer was shown."""

    view: RecordView
    first: int
    last: int

    @property
    def range(self) -> slice:
        """Where its events stand among all of them."""
        return slice(self.first - 1, self.last)


class _Part(ViewedSchema):
    steps = fields.Integer(attribute="view.steps", **means("number of events in the whole record"))
    first = fields.Integer(data_key="from")
    last = fields.Integer(data_key="to", **means("less than from where nothing is left"))


class StepsSchema(_Part):
    """A part of a record in words."""

    told = made(fields.List(fields.Nested(StepSchema)), lambda part, _: part.view.timeline.steps[part.range])


class EventsSchema(_Part):
    """A part of a record as its viewer was shown it."""

    events = made(
        fields.List(fields.Nested(EventSchema)),
        lambda part, _: [(part.view.game.parts, recorded) for recorded in part.view.events[part.range]],
    )
