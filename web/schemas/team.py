"""The team lens: what all hands hold of players who win and lose together, as far as one viewer can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from marshmallow import fields

from web.schemas.base import ApiAnswer, made, means
from web.schemas.thought import ThoughtSchema, assumed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.board import Group
    from records.projections.team import Share, Team


class _TeamShare(NamedTuple):
    """A share of a team."""

    team: Team
    share: Share


def _titles(groups: Iterable[Group]) -> list[str]:
    return [group.title for group in groups]


class SpanSchema(ApiAnswer):
    """A number, or its bounds."""

    least = fields.Integer()
    most = fields.Integer(**means("the same as least where it is certain"))
    mean = made(
        fields.Float(**means("between them, with three digits; it alone assumes something")), lambda span, _: round(float(span.mean), 3)
    )


class ShareSchema(ApiAnswer):
    """All hands together."""

    count = fields.Integer(attribute="share.count", **means("cards"))
    certain = fields.List(fields.String(), attribute="share.certain", **means("cards that are there for certain, each as often as it is"))
    groups = made(
        fields.Dict(
            keys=fields.String(),
            values=fields.Nested(SpanSchema),
            **means("how many cards of each group there are, by the group's title in English"),
        ),
        lambda of, _: dict(zip(_titles(of.team.groups), of.share.groups, strict=True)),
    )
    worth = fields.Nested(
        SpanSchema, attribute="share.worth", allow_none=True, **means("what the cards are worth; null where cards have no values")
    )


class HandShareSchema(ShareSchema):
    """One hand of the team."""

    lacks = made(
        fields.List(fields.String(), **means("groups that the team has for certain and this hand has not")),
        lambda of, _: _titles(of.team.lacks(of.share)),
    )
    alone = made(
        fields.List(fields.String(), **means("groups that this hand has for certain and no other")),
        lambda of, _: _titles(of.team.alone_holds(of.share)),
    )


class TeamFound(ApiAnswer):
    """What all hands hold."""

    exact = fields.Boolean(
        attribute="found.exact", **means("false: nothing that is possible is outside the bounds, some of it may be impossible")
    )
    together = made(fields.Nested(ShareSchema), lambda looked, _: _TeamShare(looked.found, looked.found.together))
    seats = made(
        fields.Dict(keys=fields.String(), values=fields.Nested(HandShareSchema), **means("each hand, by seat")),
        lambda looked, _: {share.seat: _TeamShare(looked.found, share) for share in looked.found.seats},
    )


class _TeamThought(ThoughtSchema):
    assumes = assumed("what every mean assumes; the bounds assume nothing")


class TeamSchema(TeamFound, _TeamThought):
    """What all hands hold, worked out from one viewer's own log alone. Bounds are true for any way of playing."""
