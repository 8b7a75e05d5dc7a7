"""A step as narrated to its viewer, and how a game ended."""

from __future__ import annotations

from marshmallow import fields

from web.schemas.base import ApiAnswer, SaidField, Time, TitleField, made, means


class TellSchema(ApiAnswer):
    """What a step told somebody beyond the table."""

    text = SaidField(attribute="sentence")
    mine = fields.Boolean(**means("whether the viewer learned it, else another side did"))


class StepSchema(ApiAnswer):
    """One event, told."""

    version = fields.Integer(**means("number of the event; the step is the position after it"))
    turn = fields.Integer(**means("0 before the first turn"))
    seat = fields.String(allow_none=True, **means("who acted"))
    at = Time()
    icon = fields.String(**means("what sort of step it is, as a sign"))
    lines = fields.List(SaidField())
    tells = fields.List(fields.Nested(TellSchema))
    quiet = fields.Boolean(**means("kept, but nothing is told of it"))
    cut = fields.Boolean(**means("taken back later"))
    rule = fields.String(**means("paragraph of the game's rules; empty where none produced it"))


class OutcomeSchema(ApiAnswer):
    """How a game ended."""

    winners = fields.List(fields.String(), **means("seats; none for a draw or a common loss"))
    drawn = fields.Boolean()
    why = SaidField(allow_none=True)
    grade = made(
        TitleField(allow_none=True, **means("how well it was won; null where it was not, or the game knows no grades")),
        lambda outcome, _: outcome.grade or None,
    )
    scores = fields.Dict(keys=fields.String(), values=fields.String(), **means("by seat"))
