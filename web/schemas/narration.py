"""A step as narrated to its viewer, and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from web.schemas.base import ApiAnswer, Time
from web.words.phrases import Locale, say_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.ids import SeatKey
    from records.core.position import Outcome
    from records.projections.timeline import Step


class TellSchema(ApiAnswer):
    """What a step told somebody beyond the table."""

    text = fields.String()
    mine = fields.Boolean(metadata={"description": "whether the viewer learned it, else another side did"})


class StepSchema(ApiAnswer):
    """One event, told."""

    version = fields.Integer(metadata={"description": "number of the event; the step is the position after it"})
    turn = fields.Integer(metadata={"description": "0 before the first turn"})
    seat = fields.String(allow_none=True, metadata={"description": "who acted"})
    at = Time()
    icon = fields.String(metadata={"description": "what sort of step it is, as a sign"})
    lines = fields.List(fields.String())
    tells = fields.List(fields.Nested(TellSchema))
    quiet = fields.Boolean(metadata={"description": "kept, but nothing is told of it"})
    cut = fields.Boolean(metadata={"description": "taken back later"})
    rule = fields.String(metadata={"description": "paragraph of the game's rules; empty where none produced it"})


class OutcomeSchema(ApiAnswer):
    """How a game ended."""

    winners = fields.List(fields.String(), metadata={"description": "seats; none for a draw or a common loss"})
    drawn = fields.Boolean()
    why = fields.String(allow_none=True)
    grade = fields.String(
        allow_none=True, metadata={"description": "how well it was won; null where it was not, or the game knows no grades"}
    )
    scores = fields.Dict(keys=fields.String(), values=fields.String(), metadata={"description": "by seat"})


def step_data(step: Step, names: Mapping[SeatKey, str], locale: Locale) -> dict[str, Any]:
    """Return a step in the shape of ``StepSchema``."""
    return {
        "version": step.version,
        "turn": step.turn,
        "seat": step.seat,
        "at": step.at,
        "icon": step.icon,
        "lines": [say_plainly(sentence, names, locale) for sentence in step.lines],
        "tells": [{"text": say_plainly(told.sentence, names, locale), "mine": told.mine} for told in step.tells],
        "quiet": step.quiet,
        "cut": step.cut,
        "rule": step.rule,
    }


def outcome_data(outcome: Outcome | None, names: Mapping[SeatKey, str], locale: Locale) -> dict[str, Any] | None:
    """Return an outcome in the shape of ``OutcomeSchema``; None while the game is not over."""
    if outcome is None:
        return None
    why = None if outcome.why is None else say_plainly(outcome.why, names, locale)
    grade = locale.translated(outcome.grade) if outcome.grade else None
    return {"winners": outcome.winners, "drawn": outcome.drawn, "why": why, "grade": grade, "scores": dict(outcome.scores)}
