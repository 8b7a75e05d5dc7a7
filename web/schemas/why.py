"""Why a place can hold for a viewer what it can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from web.schemas.base import ApiAnswer
from web.schemas.thought import ThoughtSchema, thought_data
from web.words.phrases import Locale, say_plainly

if TYPE_CHECKING:
    from records.knowledge.why.explain import Why
    from records.service import RecordView


class ReasonSchema(ApiAnswer):
    """An event that told something of the place."""

    version = fields.Integer(metadata={"description": "number of the event"})
    text = fields.String(metadata={"description": "what it told"})
    without = fields.List(fields.String(), metadata={"description": "cards that could be there too if it had told nothing"})
    unsure = fields.List(fields.String(), metadata={"description": "cards of a hand that would then not be sure to be there"})


class WhySchema(ThoughtSchema):
    """What a place can hold, and the events without which it could hold more."""

    place = fields.String()
    candidates = fields.List(fields.String(), metadata={"description": "all that it can hold, by name"})
    certain = fields.List(fields.String(), metadata={"description": "what it must hold, a card as often as it must; of a slot all of it"})
    exact = fields.Boolean(metadata={"description": "false: some candidates may be impossible"})
    complete = fields.Boolean(
        metadata={"description": "false: not all could be tried without in the work of one answer; some of it may not be needed"}
    )
    reasons = fields.List(fields.Nested(ReasonSchema), metadata={"description": "oldest first; none where nothing told of the place"})


def why_data(view: RecordView, at: int, found: Why, locale: Locale) -> dict[str, Any]:
    """Return reasons in the shape of ``WhySchema``."""
    return {
        **thought_data(view, at),
        "place": found.place,
        "candidates": found.candidates,
        "certain": found.certain,
        "exact": found.exact,
        "complete": found.complete,
        "reasons": [
            {
                "version": reason.version,
                "text": say_plainly(reason.sentence, view.names, locale),
                "without": reason.without,
                "unsure": reason.unsure,
            }
            for reason in found.reasons
        ],
    }
