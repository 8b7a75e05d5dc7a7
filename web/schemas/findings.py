"""What in a record is against its rules or cannot be judged, as JSON values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from marshmallow import fields

from records.rulings.audit import Verdict
from records.rulings.claims import as_values
from records.rulings.consequences import Matters
from web.schemas.base import ApiAnswer, ViewedSchema, made, means

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.rulings.audit import Judged
    from records.service import RecordView
    from records.service.views.findings import AuditFinding

_NUMBER = re.compile(r"\d+")
_VERDICTS = [one.value for one in Verdict if one is not Verdict.KEPT]


class EventField(fields.Raw):
    """An event, as in a native file."""

    turned = staticmethod(lambda event, _words: as_values(event))


class PossibilitySchema(ApiAnswer):
    """What a decision would be if a certain card lay where nobody noted one."""

    card = fields.String()
    verdict = fields.String(metadata={"enum": [one.value for one in Verdict]})
    rule = fields.String(attribute="paragraph", **means("the paragraph that says so; may be empty"))


class FindingSchema(ApiAnswer):
    """One decision that is not as the rules say, or that cannot be judged."""

    version = fields.Integer(attribute="judged.version", **means("the event of the decision"))
    at = fields.Integer(attribute="judged.at", **means("the event at which record and rules part ways"))
    seat = fields.String(allow_none=True)
    verdict = fields.String(attribute="judged.verdict", metadata={"enum": _VERDICTS})
    rule = fields.String(attribute="judged.paragraph", **means("paragraph of the rule; may be empty"))
    unjudged = fields.List(fields.String(), attribute="judged.unjudged", **means("paragraphs by which it could not be judged"))
    why = made(fields.String(), lambda one, words: "" if one.judged.why is None else words.say(one.judged.why))
    detail = fields.String(attribute="judged.detail", **means("the same for a program, in names of events and fields; may be empty"))
    recorded = EventField(attribute="judged.recorded", allow_none=True, **means("the event recorded there, as in a native file"))
    ruled = EventField(attribute="judged.ruled", allow_none=True, **means("the event that the rules give there"))
    noticed_by = fields.List(fields.String(), **means("seats from whose log it can be judged"))
    taken_back = fields.Boolean()
    matters = made(
        fields.String(allow_none=True, metadata={"enum": [*(one.value for one in Matters), None]}),
        lambda one, _: one.consequence and one.consequence.matters,
    )
    until = made(
        fields.Integer(allow_none=True, **means("the event after which it is over")),
        lambda one, _: one.consequence and one.consequence.until,
    )
    possible = fields.List(fields.Nested(PossibilitySchema), attribute="possibilities")


class Audited(NamedTuple):
    """The audit of what a viewer was shown."""

    view: RecordView
    judged: Sequence[Judged]
    findings: Sequence[AuditFinding]


def audited(view: RecordView, judged: Sequence[Judged]) -> Audited:
    """Return an audit with its findings, who could have noticed each of them and whether it matters."""
    return Audited(view, judged, view.findings(judged))


class FindingsSchema(ViewedSchema):
    """The audit of a record, from what its viewer was shown."""

    ruleset = fields.String(attribute="view.header.ruleset")
    decisions = made(fields.Integer(), lambda one, _: len(one.judged))
    unjudged = made(fields.List(fields.String()), lambda one, _: unjudged_paragraphs(one.judged))
    clean = made(fields.Boolean(), lambda one, _: not any(each.wrong for each in one.judged))
    findings = fields.List(fields.Nested(FindingSchema))


def unjudged_paragraphs(judged: Sequence[Judged]) -> list[str]:
    """Return the paragraphs by which something could not be judged, in their order."""
    return sorted({paragraph for one in judged for paragraph in one.unjudged}, key=lambda text: _NUMBER.sub(_padded, text))


def _padded(number: re.Match[str]) -> str:
    return number[0].zfill(4)
