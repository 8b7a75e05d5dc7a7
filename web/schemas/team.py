"""The team lens: what all hands hold of players who win and lose together, as far as one viewer can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from web.schemas.base import ApiAnswer
from web.schemas.thought import ASSUMED, ThoughtSchema, thought_data
from web.words.phrases import Locale

if TYPE_CHECKING:
    from records.projections.team import Share, Span, Team
    from records.service import RecordView


class SpanSchema(ApiAnswer):
    """A number, or its bounds."""

    least = fields.Integer()
    most = fields.Integer(metadata={"description": "the same as least where it is certain"})
    mean = fields.Float(metadata={"description": "between them, with three digits; it alone assumes something"})


class ShareSchema(ApiAnswer):
    """All hands together."""

    count = fields.Integer(metadata={"description": "cards"})
    certain = fields.List(fields.String(), metadata={"description": "cards that are there for certain, each as often as it is"})
    groups = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(SpanSchema),
        metadata={"description": "how many cards of each group there are, by the group's title in English"},
    )
    worth = fields.Nested(
        SpanSchema, allow_none=True, metadata={"description": "what the cards are worth; null where cards have no values"}
    )


class HandShareSchema(ShareSchema):
    """One hand of the team."""

    lacks = fields.List(fields.String(), metadata={"description": "groups that the team has for certain and this hand has not"})
    alone = fields.List(fields.String(), metadata={"description": "groups that this hand has for certain and no other"})


class TeamSchema(ThoughtSchema):
    """What all hands hold, worked out from one viewer's own log alone. Bounds are true for any way of playing."""

    assumes = fields.String(metadata={"description": "what every mean assumes; the bounds assume nothing"})
    exact = fields.Boolean(metadata={"description": "false: nothing that is possible is outside the bounds, some of it may be impossible"})
    together = fields.Nested(ShareSchema)
    seats = fields.Dict(keys=fields.String(), values=fields.Nested(HandShareSchema), metadata={"description": "each hand, by seat"})


def team_answer(view: RecordView, at: int, team: Team, locale: Locale) -> dict[str, Any]:
    """Return a team after event ``at`` in the shape of ``TeamSchema``."""
    return {**thought_data(view, at), "assumes": locale.translated(ASSUMED), **team_data(team)}


def team_data(team: Team) -> dict[str, Any]:
    """Return what of it is the team's own: ``exact``, ``together`` and ``seats``."""
    return {
        "exact": team.exact,
        "together": _share(team, team.together),
        "seats": {
            share.seat: {
                **_share(team, share),
                "lacks": [group.title for group in team.lacks(share)],
                "alone": [group.title for group in team.alone_holds(share)],
            }
            for share in team.seats
        },
    }


def _share(team: Team, share: Share) -> dict[str, Any]:
    return {
        "count": share.count,
        "certain": share.certain,
        "groups": {group.title: _span(span) for group, span in zip(team.groups, share.groups, strict=True)},
        "worth": None if share.worth is None else _span(share.worth),
    }


def _span(span: Span) -> dict[str, Any]:
    return {"least": span.least, "most": span.most, "mean": round(float(span.mean), 3)}
