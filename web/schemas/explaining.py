"""Why a step is as it is, in words: the chain of paragraphs, and what other readings of the rules would have given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from records.core.sentences import N_
from records.rulings.explaining import HAPPENS, NOTHING, STOPS
from web.schemas.base import ApiAnswer
from web.schemas.thought import ThoughtSchema, thought_data
from web.words.phrases import Locale, say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.sentences import Sentence
    from records.rulings.explaining import DecidingSwitch, Explanation, OtherwiseHere
    from records.service import RecordView

RECORDED, UNKNOWN = "recorded", "cannot be judged"
_RECORDED = N_("Just what was recorded.")
_NOTHING = N_("This step would not have come.")
_UNKNOWN = N_("What was shown is not enough to judge it.")
_REFUSED = N_("The rules forbid what was decided.")
_STOPS = {
    "unanswered": N_("A question is asked that nobody answered."),
    "after the end": N_("The game is over here; the record goes on."),
}


class ExplainedStepSchema(ApiAnswer):
    """One step of the chain."""

    version = fields.Integer(metadata={"description": "number of the event"})
    rule = fields.String(metadata={"description": "paragraph by which it came; empty where a person wrote it down"})
    text = fields.String()


class OtherwiseSchema(ApiAnswer):
    """What a reading gives in the place of the step."""

    outcome = fields.String(metadata={"enum": [RECORDED, HAPPENS, NOTHING, STOPS, UNKNOWN]})
    rule = fields.String(metadata={"description": "paragraph of it, or of the refusal; may be empty"})
    text = fields.String()


class DecidingSwitchSchema(OtherwiseSchema):
    """A switch with a value by which the step would be another."""

    switch = fields.String()
    title = fields.String()
    paragraph = fields.String(metadata={"description": "of the switch"})
    value = fields.String(metadata={"description": "by which the record is played"})
    value_title = fields.String()
    other = fields.String(metadata={"description": "the value by which it would be another"})
    other_title = fields.String()
    parts_at = fields.Integer(metadata={"description": "number of the event at which the play parts, the step's or earlier"})


class ExplanationSchema(ThoughtSchema):
    """Why a step is as it is, as a viewer could tell."""

    chain = fields.List(fields.Nested(ExplainedStepSchema), metadata={"description": "from the decision up to the step"})
    own = fields.Nested(OtherwiseSchema, allow_none=True, metadata={"description": "where the record breaks its own rules: what they give"})
    deciding = fields.List(fields.Nested(DecidingSwitchSchema), metadata={"description": "none where no switch matters"})
    unknown_rules = fields.Boolean(metadata={"description": "true: its rules are not known here, so no switch was tried"})


def explanation_data(view: RecordView, at: int, found: Explanation, locale: Locale) -> dict[str, Any]:
    """Return an explanation in the shape of ``ExplanationSchema``."""
    return {
        **thought_data(view, at),
        "chain": [{"version": step.version, "rule": step.paragraph, "text": _said(view, step.reasons, locale)} for step in found.chain],
        "own": None if found.own is None else _otherwise(view, found.own, locale),
        "deciding": [_deciding(view, one, locale) for one in found.deciding],
        "unknown_rules": found.unknown,
    }


def _said(view: RecordView, sentences: Iterable[Sentence], locale: Locale) -> str:
    return " ".join(say_plainly(sentence, view.names, locale) for sentence in sentences)


def _deciding(view: RecordView, one: DecidingSwitch, locale: Locale) -> dict[str, Any]:
    switch = next(switch for switch in view.reading().switches if switch.name == one.switch)
    return {
        "switch": one.switch,
        "title": locale.translated(switch.title),
        "paragraph": one.paragraph,
        "value": one.value,
        "value_title": locale.translated(switch.choice(one.value).title),
        "other": one.other,
        "other_title": locale.translated(switch.choice(one.other).title),
        "parts_at": one.parts,
        **_otherwise(view, one.gives, locale),
    }


def _otherwise(view: RecordView, gives: OtherwiseHere | None, locale: Locale) -> dict[str, Any]:
    if gives is None:
        return {"outcome": RECORDED, "rule": "", "text": locale.translated(_RECORDED)}
    if gives.outcome == HAPPENS:
        text = _said(view, gives.reasons, locale)
    elif gives.outcome == NOTHING:
        text = locale.translated(_NOTHING)
    elif gives.outcome == STOPS and gives.stop is not None:
        text = locale.translated(_STOPS.get(gives.stop.kind, _REFUSED))
        if gives.stop.kind == "refused" and gives.stop.why is not None:
            text = f"{text} {say_plainly(gives.stop.why, view.names, locale)}"
    else:
        text = locale.translated(_UNKNOWN)
    return {"outcome": gives.outcome, "rule": gives.paragraph, "text": text}
