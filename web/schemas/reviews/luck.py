"""Luck and skill over many games as JSON."""

from __future__ import annotations

from marshmallow import fields

from web.schemas.base import ApiAnswer, made, means


class MeanPointsSchema(ApiAnswer):
    """A mean over games, in points."""

    mean = fields.Float()
    half = fields.Float(allow_none=True, **means("half the width of its interval of 95 %; null of too few games"))


class PlayerPartsSchema(ApiAnswer):
    """A player: means over their games, in points. `result` is the sum of the six parts behind it."""

    name = fields.String()
    games = fields.Integer()
    result = made(fields.Float(), lambda one, _: one.mean("result"))
    start = made(fields.Float(**means("what a game was worth before the deal")), lambda one, _: one.mean("start"))
    chance = made(fields.Float(**means("deal, draws and reveals")), lambda one, _: one.mean("chance"))
    own = made(fields.Float(**means("the player's moves, by what they could know")), lambda one, _: one.mean("skill"))
    others = made(fields.Float(**means("moves of the other players, as they count for this one")), lambda one, _: one.mean("others"))
    lay = made(fields.Float(**means("how the unseen cards happened to lie")), lambda one, _: one.mean("lay"))
    unjudged = made(fields.Float(**means("moves that could not be weighed")), lambda one, _: one.mean("unjudged"))
    less_chance = fields.Nested(MeanPointsSchema, **means("the result less start and chance"))
    skill = fields.Nested(MeanPointsSchema, **means("`own` with its interval"))


class LuckSchema(ApiAnswer):
    """Luck and skill of the players of some records, and which records are not counted."""

    players = fields.List(fields.Nested(PlayerPartsSchema), **means("the most games first"))
    counted = fields.Integer(**means("records that are counted"))
    waiting = fields.List(fields.String(), **means("ids of records that are not reviewed yet, or not as a whole"))
    refused = fields.Integer(**means("reviewed records in which something is missing"))
    unending = fields.Integer(**means("records without a result"))
    unplayed = fields.Integer(**means("records of games without a simulated player"))
    closed = fields.Integer(**means("records of which the caller may not see the open table or a review"))
