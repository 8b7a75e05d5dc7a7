"""What a program writes into a dispute or a table of words: bodies of requests, read strictly and refused in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, pre_load

from records.core.sentences import N_
from records.service.cases.drafts import LONGEST_LINE, LONGEST_TEXT, MOST_CITES, ReadingNamed
from records.service.retelling.views import LONGEST_WORDS
from web.queries import LONGEST
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_READERS, MOST_SWITCHES, MOST_PATTERNS = 16, 200, 50
LARGEST_BODY = 256 * 1024
"""Bytes."""


class WordsField(fields.String):
    """A text of up to ``most`` characters."""

    def __init__(self, description: str, *, most: int = LONGEST_LINE, **more: Any) -> None:
        super().__init__(metadata={"description": description, "maxLength": most}, **more)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_kwargs: Any) -> str:  # noqa: ARG002
        if not isinstance(value, str) or len(value) > self.most:
            raise ValidationError(_("This must be a text of at most %(n)s characters.", n=self.most))
        return value


class OneOfField(fields.String):
    """One of some words."""

    def __init__(self, description: str, words: tuple[str, ...], **more: Any) -> None:
        super().__init__(metadata={"description": description, "enum": list(words)}, **more)
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_kwargs: Any) -> str:  # noqa: ARG002
        if not isinstance(value, str) or value not in self.words:
            raise ValidationError(_("This must be one of %(choices)s.", choices=", ".join(self.words)))
        return value


class StepField(fields.Integer):
    """A step of the record."""

    def __init__(self, description: str, **more: Any) -> None:
        super().__init__(metadata={"description": description, "minimum": 1, "maximum": 999_999_999}, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_kwargs: Any) -> int:  # noqa: ARG002
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 999_999_999:  # noqa: PLR2004 -- as in addresses
            raise ValidationError(_("This must be a whole number from %(least)s to %(most)s.", least=1, most=999_999_999))
        return value


class SeveralField(fields.List[Any]):
    """Up to ``most`` of something."""

    def __init__(self, inner: fields.Field[Any], description: str, most: int, **more: Any) -> None:
        super().__init__(inner, metadata={"description": description, "maxItems": most}, **more)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > self.most:
            raise ValidationError(_("This must be a list of at most %(n)s.", n=self.most))
        return super()._deserialize(value, attr, data, **kwargs) or []


class SwitchesField(fields.Dict):
    """Values of switches by name."""

    def __init__(self, description: str, **more: Any) -> None:
        told = {
            "description": description,
            "maxProperties": MOST_SWITCHES,
            "additionalProperties": {"type": "string", "maxLength": LONGEST},
        }
        super().__init__(metadata=told, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_kwargs: Any) -> dict[str, str]:  # noqa: ARG002
        whole = isinstance(value, dict) and len(value) <= MOST_SWITCHES
        if not whole or not all(isinstance(one, str) and len(one) <= LONGEST for one in value.values()):
            raise ValidationError(_("This must hold values of switches by name, each a text."))
        return dict(value)


class PatternField(fields.Raw):
    """An event with fields left out."""

    def __init__(self, **more: Any) -> None:
        name = {"e": {"type": "string", "description": "its stable name"}}
        super().__init__(metadata={"type": "object", "properties": name, "required": ["e"]}, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_kwargs: Any) -> Any:  # noqa: ARG002
        if not isinstance(value, dict) or not isinstance(value.get("e"), str):
            raise ValidationError(_("This must be an event as an object, with its name in “e”; fields may be left out."))
        return value


class Body(Schema):
    """The body of a request: exactly these fields."""

    class Meta:
        """A typo must not change who reads a text."""

        unknown = RAISE

    @pre_load
    def check_fields(self, data: Any, **_kwargs: Any) -> Any:
        """Refuse what is no object, what is not known, what is missing, and what is nothing where something belongs."""
        if not isinstance(data, dict):
            raise ValidationError(_("This must be an object."))
        wrong = {}
        for name, field in self.fields.items():
            if name not in data and field.required:
                wrong[name] = [_("“%(name)s” must be given.", name=name)]
            elif data.get(name, "") is None and not field.allow_none:
                wrong[name] = [_("Leave “%(name)s” out instead of sending null.", name=name)]
        known = ", ".join(self.fields)
        for name in data:
            if name not in self.fields:
                wrong[name[:LONGEST]] = [_("“%(name)s” is not known here. Known fields: %(known)s.", name=name[:LONGEST], known=known)]
        if wrong:
            raise ValidationError(wrong)
        return data


class WrittenBody(Body):
    """A text, and who may read it."""

    to = SeveralField(
        WordsField(N_("A seat, or * for everybody.")),
        N_("Who may read it: seats, * for everybody, none for only the open table; by default everybody who learns nothing new from it."),
        MOST_READERS,
        load_default=None,
    )


class CaseBody(WrittenBody):
    """A new dispute."""

    step = StepField(N_("The step that is disputed."), required=True)
    question = WordsField(N_("What is asked."), most=LONGEST_TEXT, required=True)
    by = WordsField(N_("Who asks."), load_default="")
    event = WordsField(N_("The tournament or evening; cases are grouped by it."), load_default="")
    round = WordsField(N_("The round."), load_default="")
    table = WordsField(N_("The table."), load_default="")


class ReleaseBody(Body):
    """A side that lets the arbiter see its log."""

    seat = WordsField(N_("The seat whose log up to the disputed play is shown to the arbiter."), required=True)


class ReadingBody(Body):
    """A reading of the rules."""

    ruleset = WordsField(N_("Its ruleset; by default the record's own."), load_default="")
    switches = SwitchesField(N_("Values of switches by name, where they differ from the ruleset's."), load_default=dict)

    @post_load
    def name_it(self, data: dict[str, Any], **_kwargs: Any) -> ReadingNamed:
        """Return the reading as it is named."""
        return ReadingNamed(ruleset=data["ruleset"], switches=tuple(data["switches"].items()))


class ClaimWritten(WrittenBody):
    """What one side says."""

    party = WordsField(N_("The side: a seat, or somebody in words."), required=True)
    reading = fields.Nested(ReadingBody, load_default=None, metadata={"description": N_("By which reading; by default the record's own.")})
    says = OneOfField(N_("What follows from it."), ("recorded", "refused", "otherwise", "events"), required=True)
    patterns = SeveralField(PatternField(), N_("Events that follow, in their order; only with “events”."), MOST_PATTERNS, load_default=list)
    text = WordsField(N_("In words."), most=LONGEST_TEXT, load_default="")


class AdjustedBody(Body):
    """The result that counts from now on."""

    winners = SeveralField(WordsField(N_("A seat.")), N_("The seats that won; none where all lost."), MOST_READERS, load_default=list)
    drawn = fields.Boolean(truthy={True}, falsy={False}, load_default=False, metadata={"description": N_("Whether it is drawn.")})


class RulingWritten(WrittenBody):
    """What is decided."""

    by = WordsField(N_("Who decides."), required=True)
    text = WordsField(N_("In words."), most=LONGEST_TEXT, load_default="")
    reading = fields.Nested(
        ReadingBody, load_default=None, allow_none=True, metadata={"description": N_("The reading that holds; by default none is named.")}
    )
    cites = SeveralField(WordsField(N_("A paragraph.")), N_("Paragraphs of the rules."), MOST_CITES, load_default=list)
    adjusted = fields.Nested(
        AdjustedBody,
        load_default=None,
        allow_none=True,
        metadata={"description": N_("The result that counts; by default the played one.")},
    )
    correction = StepField(N_("The event of the record that carries it out."), load_default=None, allow_none=True)


class AnswerWritten(WrittenBody):
    """An appeal against a ruling, or how it is decided."""

    kind = OneOfField(N_("Appeal, or the decision of one."), ("appeal", "uphold", "overrule"), required=True)
    ruling = WordsField(N_("The ruling, as r1."), required=True)
    by = WordsField(N_("Who says so."), required=True)
    text = WordsField(N_("In words."), most=LONGEST_TEXT, load_default="")


class ErasureBody(Body):
    """Which words are erased."""

    text = WordsField(N_("The text: question, closing, or the number of a claim or a ruling."), required=True)


class ClosingWritten(WrittenBody):
    """The last word."""

    by = WordsField(N_("Who closes it."), required=True)
    text = WordsField(N_("In words."), most=LONGEST_TEXT, load_default="")


class WordsWritten(Body):
    """What a line of a log means."""

    game = WordsField(N_("The game."), required=True)
    site = WordsField(N_("The site of the log, as its head names it."), load_default="")
    says = WordsField(
        N_("The line, with the fields {seat}, {cards} and {n} for people, cards and numbers."), most=LONGEST_WORDS, required=True
    )
    means = WordsField(N_("A line of notation with these fields; empty for a line that only follows."), most=LONGEST_WORDS, required=True)


class RemovalBody(Body):
    """What goes out of a table of words."""

    line = StepField(N_("The number of a line, or null for the whole table."), required=True, allow_none=True)
