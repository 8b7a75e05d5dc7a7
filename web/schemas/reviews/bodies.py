"""What a program asks of reviews: bodies of requests."""

from __future__ import annotations

from marshmallow import fields

from records.core.sentences import N_
from web.schemas.case_writes import Body, StepField, WordsField


class ReviewBody(Body):
    """Which review is meant."""

    graded = fields.Boolean(
        truthy={True}, falsy={False}, load_default=False, metadata={"description": N_("Whether a win counts by its grade.")}
    )


class CloserBody(ReviewBody):
    """Which decision is looked at closer."""

    step = StepField(N_("The decision: number of its event."), required=True)


class ReviewClosedBody(Body):
    """Whose review is closed to others, or opened again."""

    seat = WordsField(N_("The seat's key."), required=True)
    closed = fields.Boolean(truthy={True}, falsy={False}, load_default=True, metadata={"description": N_("Whether it is closed.")})
