"""The odds of an attack and of a draw, as a viewer could work them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from marshmallow import fields, validate

from records.core.asking.questions import Choice
from records.knowledge.odds.attack import How
from web.schemas.base import ApiAnswer
from web.schemas.thought import ASSUMED, ChanceField, ThoughtSchema, thought_data
from web.words.phrases import Locale, say_plainly

if TYPE_CHECKING:
    from records.core.asking.questions import OddsAnswer, Parameter
    from records.knowledge.odds.attack import AttackOdds
    from records.knowledge.odds.draw import DrawOdds
    from records.service import RecordView

_HOW = {"description": "exact; estimate: sampled without bias, see error; approximate: no error is known"}


class DestroysSchema(ApiAnswer):
    """An outcome of an attack."""

    cards = fields.List(fields.Integer(), metadata={"description": "how many fall of each pile, in the order of piles"})
    chance = ChanceField()
    least = ChanceField("the chance cannot be less")
    most = ChanceField("the chance cannot be more")


class TopSchema(ApiAnswer):
    """How well the first card to be met defends."""

    least = fields.Integer(metadata={"description": "a defence"})
    chance = ChanceField("that the first card has at least that")


class AttackSchema(ApiAnswer):
    """What an attack would destroy."""

    seat = fields.String(metadata={"description": "who attacks"})
    way = fields.String()
    strength = fields.Integer()
    piles = fields.List(fields.String(), metadata={"description": "in the order in which they are hit"})
    destroys = fields.List(fields.Nested(DestroysSchema), metadata={"description": "every outcome that can be"})
    top = fields.List(fields.Nested(TopSchema))
    decides = ChanceField("that the last card falls whose fall decides the game; null where that cannot be", allow_none=True)
    surplus = fields.Float(metadata={"description": "mean strength that finds nothing more to fight"})
    blocked = ChanceField("that the other hand holds a card to weaken it, not counted above; null where none may", allow_none=True)
    how = fields.String(validate=validate.OneOf(get_args(How)), metadata=_HOW)
    error = fields.Float(metadata={"description": "standard error of each chance, at most; 0 where exact"})


class DrawSchema(ApiAnswer):
    """What the next cards of a deck hold."""

    deck = fields.String()
    cards = fields.Integer(metadata={"description": "how many are looked at: as many as were asked for, or as lie there"})
    of = fields.List(fields.String(), metadata={"description": "which cards are looked for, by name"})
    holds = ChanceField("that at least one of them is among the next cards")
    how = fields.String(validate=validate.OneOf(["exact", "approximate"]), metadata=_HOW)


class ChanceSchema(ApiAnswer):
    """How likely something is."""

    text = fields.String(metadata={"description": "what"})
    chance = ChanceField()


class AnswerSchema(ApiAnswer):
    """The answer to one of the questions that a game names."""

    question = fields.String(metadata={"description": "its name"})
    lines = fields.List(fields.String(), metadata={"description": "what it is about, in sentences"})
    chances = fields.List(fields.Nested(ChanceSchema))
    how = fields.String(validate=validate.OneOf(["exact", "approximate"]), metadata=_HOW)


class _Odds(ThoughtSchema):
    assumes = fields.String(metadata={"description": "what every chance assumes"})


class AttackOddsSchema(_Odds):
    """The odds of an attack."""

    attack = fields.Nested(AttackSchema)


class DrawOddsSchema(_Odds):
    """The odds of a draw."""

    draw = fields.Nested(DrawSchema)


class OptionSchema(ApiAnswer):
    """Something that may be chosen."""

    value = fields.String()
    text = fields.String()


class ParameterSchema(ApiAnswer):
    """Something to say for a question."""

    name = fields.String()
    title = fields.String()
    usual = fields.String(metadata={"description": "what is meant where nothing is said"})
    options = fields.List(fields.Nested(OptionSchema), metadata={"description": "empty for a number"})
    least = fields.Integer(allow_none=True, metadata={"description": "of a number; null for a choice"})
    most = fields.Integer(allow_none=True)


class AskableSchema(ApiAnswer):
    """A question that may be asked."""

    question = fields.String(metadata={"description": "its name"})
    title = fields.String()
    parameters = fields.List(fields.Nested(ParameterSchema))


class QuestionsSchema(ThoughtSchema):
    """Questions that may be asked at a step."""

    questions = fields.List(fields.Nested(AskableSchema))


class AnswerOddsSchema(_Odds):
    """The answer to a question."""

    answer = fields.Nested(AnswerSchema)


def odds_data(view: RecordView, at: int, locale: Locale, **parts: dict[str, Any] | None) -> dict[str, Any]:
    """Return odds with who works them out, when, and what they assume."""
    return {**thought_data(view, at), "assumes": locale.translated(ASSUMED), **parts}


def attack_data(attack: AttackOdds) -> dict[str, Any]:
    """Return the odds of an attack in the shape of ``AttackSchema``."""
    return {
        "seat": attack.assault.seat,
        "way": attack.assault.name,
        "strength": attack.strength,
        "piles": attack.assault.piles,
        "destroys": [
            {"cards": fallen, "chance": float(chance), "least": float(attack.bounds[fallen][0]), "most": float(attack.bounds[fallen][1])}
            for fallen, chance in attack.destroys.items()
        ],
        "top": [{"least": least, "chance": float(chance)} for least, chance in attack.top.items()],
        "decides": None if attack.decides is None else float(attack.decides),
        "surplus": float(attack.surplus),
        "blocked": None if attack.blocked is None else float(attack.blocked),
        "how": attack.how,
        "error": attack.error,
    }


def draw_data(draw: DrawOdds) -> dict[str, Any]:
    """Return the odds of a draw in the shape of ``DrawSchema``."""
    how = "exact" if draw.exact else "approximate"
    return {"deck": draw.deck, "cards": draw.cards, "of": draw.of, "holds": float(draw.holds), "how": how}


def answer_data(view: RecordView, question: str, answer: OddsAnswer, locale: Locale) -> dict[str, Any]:
    """Return the answer to a question in the shape of ``AnswerSchema``."""
    return {
        "question": question,
        "lines": [say_plainly(line, view.names, locale) for line in answer.lines],
        "chances": [{"text": say_plainly(of, view.names, locale), "chance": float(chance)} for of, chance in answer.chances],
        "how": "exact" if answer.exact else "approximate",
    }


def questions_data(view: RecordView, at: int, locale: Locale) -> dict[str, Any]:
    """Return what may be asked at a step in the shape of ``QuestionsSchema``."""
    asked = [
        {
            "question": name,
            "title": locale.translated(question.title),
            "parameters": [_parameter_data(view, parameter, locale) for parameter in parameters],
        }
        for name, (question, parameters) in view.questions(at).items()
    ]
    return {**thought_data(view, at), "questions": asked}


def _parameter_data(view: RecordView, parameter: Parameter, locale: Locale) -> dict[str, Any]:
    told = {"name": parameter.name, "title": locale.translated(parameter.title)}
    if isinstance(parameter, Choice):
        options = [{"value": value, "text": say_plainly(words, view.names, locale)} for value, words in parameter.options.items()]
        return {**told, "usual": options[0]["value"], "options": options, "least": None, "most": None}
    return {**told, "usual": str(parameter.usual), "options": [], "least": parameter.least, "most": parameter.most}
