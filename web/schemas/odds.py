"""The odds of an attack and of a draw, as a viewer could work them out."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from records.core.asking.questions import Choice
from records.knowledge.odds.attack import How
from web.schemas.base import ApiAnswer, SaidField, TitleField, made, means
from web.schemas.thought import ChanceField, ThoughtSchema, assumed

_HOW = {"description": "exact; estimate: sampled without bias, see error; approximate: no error is known"}


class HowField(fields.String):
    """Whether something is exact or approximate."""

    turned = staticmethod(lambda exact, _words: "exact" if exact else "approximate")

    def __init__(self, attribute: str) -> None:
        super().__init__(attribute=attribute, validate=validate.OneOf(["exact", "approximate"]), metadata=_HOW)


class DestroysSchema(ApiAnswer):
    """An outcome of an attack."""

    cards = fields.List(fields.Integer(), attribute="0", **means("how many fall of each pile, in the order of piles"))
    chance = ChanceField(attribute="1")
    least = ChanceField("the chance cannot be less", attribute="2.0")
    most = ChanceField("the chance cannot be more", attribute="2.1")


class TopSchema(ApiAnswer):
    """How well the first card to be met defends."""

    least = fields.Integer(attribute="0", **means("a defence"))
    chance = ChanceField("that the first card has at least that", attribute="1")


class AttackSchema(ApiAnswer):
    """What an attack would destroy."""

    seat = fields.String(attribute="assault.seat", **means("who attacks"))
    way = fields.String(attribute="assault.name")
    strength = fields.Integer()
    piles = fields.List(fields.String(), attribute="assault.piles", **means("in the order in which they are hit"))
    destroys = made(
        fields.List(fields.Nested(DestroysSchema), **means("every outcome that can be")),
        lambda attack, _: [(fallen, chance, attack.bounds[fallen]) for fallen, chance in attack.destroys.items()],
    )
    top = made(fields.List(fields.Nested(TopSchema)), lambda attack, _: attack.top.items())
    decides = ChanceField("that the last card falls whose fall decides the game; null where that cannot be", allow_none=True)
    surplus = fields.Float(**means("mean strength that finds nothing more to fight"))
    blocked = ChanceField("that the other hand holds a card to weaken it, not counted above; null where none may", allow_none=True)
    how = fields.String(validate=validate.OneOf(get_args(How)), metadata=_HOW)
    error = fields.Float(**means("standard error of each chance, at most; 0 where exact"))


class DrawSchema(ApiAnswer):
    """What the next cards of a deck hold."""

    deck = fields.String()
    cards = fields.Integer(**means("how many are looked at: as many as were asked for, or as lie there"))
    of = fields.List(fields.String(), **means("which cards are looked for, by name"))
    holds = ChanceField("that at least one of them is among the next cards")
    how = HowField("exact")


class ChanceSchema(ApiAnswer):
    """How likely something is."""

    text = SaidField(attribute="0", **means("what"))
    chance = ChanceField(attribute="1")


class AnswerSchema(ApiAnswer):
    """The answer to one of the questions that a game names."""

    question = fields.String(attribute="0", **means("its name"))
    lines = fields.List(SaidField(), attribute="1.lines", **means("what it is about, in sentences"))
    chances = fields.List(fields.Nested(ChanceSchema), attribute="1.chances")
    how = HowField("1.exact")


class Odds(ThoughtSchema):
    """Odds, and what they assume."""

    assumes = assumed("what every chance assumes")


class AttackOddsSchema(Odds):
    """The odds of an attack."""

    attack = fields.Nested(AttackSchema, attribute="found")


class DrawOddsSchema(Odds):
    """The odds of a draw."""

    draw = fields.Nested(DrawSchema, attribute="found")


class OptionSchema(ApiAnswer):
    """Something that may be chosen."""

    value = fields.String(attribute="0")
    text = SaidField(attribute="1")


class ParameterSchema(ApiAnswer):
    """Something to say for a question."""

    name = fields.String()
    title = TitleField()
    usual = made(
        fields.String(**means("what is meant where nothing is said")),
        lambda one, _: next(iter(one.options)) if isinstance(one, Choice) else str(one.usual),
    )
    options = made(
        fields.List(fields.Nested(OptionSchema), **means("empty for a number")),
        lambda one, _: one.options.items() if isinstance(one, Choice) else (),
    )
    least = made(
        fields.Integer(allow_none=True, **means("of a number; null for a choice")),
        lambda one, _: None if isinstance(one, Choice) else one.least,
    )
    most = made(fields.Integer(allow_none=True), lambda one, _: None if isinstance(one, Choice) else one.most)


class AskableSchema(ApiAnswer):
    """A question that may be asked."""

    question = fields.String(attribute="0", **means("its name"))
    title = TitleField(attribute="1.0.title")
    parameters = fields.List(fields.Nested(ParameterSchema), attribute="1.1")


class QuestionsSchema(ThoughtSchema):
    """Questions that may be asked at a step."""

    questions = made(fields.List(fields.Nested(AskableSchema)), lambda looked, _: looked.view.questions(looked.at).items())


class AnswerOddsSchema(Odds):
    """The answer to a question."""

    answer = fields.Nested(AnswerSchema, attribute="found")
