"""Why a step is as it is, in words: the chain of paragraphs, and what other readings of the rules would have given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from marshmallow import fields

from records.core.sentences import N_
from records.rulings.explaining import HAPPENS, NOTHING, STOPS
from web.schemas.base import ApiAnswer, TitleField, made, means
from web.schemas.thought import ThoughtSchema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.editions.rulesets import Switch
    from records.rulings.explaining import DecidingSwitch, OtherwiseHere
    from web.schemas.base import Looked
    from web.words.phrases import Words

RECORDED, UNKNOWN = "recorded", "cannot be judged"
_RECORDED = N_("Just what was recorded.")
_NOTHING = N_("This step would not have happened.")
_UNKNOWN = N_("What was shown is not enough to judge it.")
_REFUSED = N_("The rules forbid what was decided.")
_STOPS = {"unanswered": N_("A question is asked that nobody answered."), "after the end": N_("The game is over here; the record goes on.")}


class _Otherwise(NamedTuple):
    """What a reading gives, or a switch with such a reading."""

    gives: OtherwiseHere | None
    """None where it gives just what was recorded."""
    switch: Switch | None = None
    one: DecidingSwitch | None = None


def _own(looked: Looked, _words: Words) -> _Otherwise | None:
    return looked.found.own and _Otherwise(looked.found.own)


def _deciding(looked: Looked, _words: Words) -> Iterator[_Otherwise]:
    """Yield each deciding switch as the record's reading has it."""
    for one in looked.found.deciding:
        switch = next(switch for switch in looked.view.reading().switches if switch.name == one.switch)
        yield _Otherwise(one.gives, switch, one)


def _text(otherwise: _Otherwise, words: Words) -> str:
    """Say what a reading gives."""
    gives = otherwise.gives
    if gives is None:
        return words.locale.translated(_RECORDED)
    if gives.outcome == HAPPENS:
        return words.say_all(gives.reasons)
    if gives.outcome == NOTHING:
        return words.locale.translated(_NOTHING)
    if gives.outcome != STOPS or gives.stop is None:
        return words.locale.translated(_UNKNOWN)
    text = words.locale.translated(_STOPS.get(gives.stop.kind, _REFUSED))
    return f"{text} {words.say(gives.stop.why)}" if gives.stop.kind == "refused" and gives.stop.why is not None else text


class ExplainedStepSchema(ApiAnswer):
    """One step of the chain."""

    version = fields.Integer(**means("number of the event"))
    rule = fields.String(attribute="paragraph", **means("paragraph by which it came; empty where a person wrote it down"))
    text = made(fields.String(), lambda step, words: words.say_all(step.reasons))


class OtherwiseSchema(ApiAnswer):
    """What a reading gives in the place of the step."""

    outcome = made(
        fields.String(metadata={"enum": [RECORDED, HAPPENS, NOTHING, STOPS, UNKNOWN]}),
        lambda otherwise, _: otherwise.gives.outcome if otherwise.gives else RECORDED,
    )
    rule = made(
        fields.String(**means("paragraph of it, or of the refusal; may be empty")),
        lambda otherwise, _: otherwise.gives.paragraph if otherwise.gives else "",
    )
    text = made(fields.String(), _text)


class DecidingSwitchSchema(OtherwiseSchema):
    """A switch with a value by which the step would be another."""

    switch = fields.String(attribute="one.switch")
    title = TitleField(attribute="switch.title")
    paragraph = fields.String(attribute="one.paragraph", **means("of the switch"))
    value = fields.String(attribute="one.value", **means("by which the record is played"))
    value_title = made(TitleField(), lambda otherwise, _: otherwise.switch.choice(otherwise.one.value).title)
    other = fields.String(attribute="one.other", **means("the value by which it would be another"))
    other_title = made(TitleField(), lambda otherwise, _: otherwise.switch.choice(otherwise.one.other).title)
    parts_at = fields.Integer(attribute="one.parts", **means("number of the event at which the play parts, the step's or earlier"))


class ExplanationSchema(ThoughtSchema):
    """Why a step is as it is, as a viewer could tell."""

    chain = fields.List(fields.Nested(ExplainedStepSchema), attribute="found.chain", **means("from the decision up to the step"))
    own = made(fields.Nested(OtherwiseSchema, allow_none=True, **means("where the record breaks its own rules: what they give")), _own)
    deciding = made(fields.List(fields.Nested(DecidingSwitchSchema), **means("none where no switch matters")), _deciding)
    unknown_rules = fields.Boolean(attribute="found.unknown", **means("true: its rules are not known here, so no switch was tried"))
