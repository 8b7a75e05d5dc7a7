"""What in a record is against its rules or cannot be judged, as JSON values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from marshmallow import fields

from records.core.viewers import viewer_key
from records.rulings.audit import Verdict
from records.rulings.claims import as_values
from records.rulings.consequences import Matters
from web.schemas.base import ApiAnswer
from web.words.phrases import Printed, say_plainly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.rulings.audit import Judged
    from records.service import RecordView
    from records.service.views.findings import AuditFinding
    from web.words.phrases import Locale

_NUMBER = re.compile(r"\d+")
_VERDICTS = [one.value for one in Verdict if one is not Verdict.KEPT]


class PossibilitySchema(ApiAnswer):
    """What a decision would be if a certain card lay where nobody noted one."""

    card = fields.String()
    verdict = fields.String(metadata={"enum": [one.value for one in Verdict]})
    rule = fields.String(metadata={"description": "the paragraph that says so; may be empty"})


class FindingSchema(ApiAnswer):
    """One decision that is not as the rules say, or that cannot be judged."""

    version = fields.Integer(metadata={"description": "the event of the decision"})
    at = fields.Integer(metadata={"description": "the event at which record and rules part ways"})
    seat = fields.String(allow_none=True)
    verdict = fields.String(metadata={"enum": _VERDICTS})
    rule = fields.String(metadata={"description": "paragraph of the rule; may be empty"})
    unjudged = fields.List(fields.String(), metadata={"description": "paragraphs by which it could not be judged"})
    why = fields.String()
    recorded = fields.Raw(allow_none=True, metadata={"description": "the event recorded there, as in a native file"})
    ruled = fields.Raw(allow_none=True, metadata={"description": "the event that the rules give there"})
    noticed_by = fields.List(fields.String(), metadata={"description": "seats from whose log it can be judged"})
    taken_back = fields.Boolean()
    matters = fields.String(allow_none=True, metadata={"enum": [*(one.value for one in Matters), None]})
    until = fields.Integer(allow_none=True, metadata={"description": "the event after which it is over"})
    possible = fields.List(fields.Nested(PossibilitySchema))


class FindingsSchema(ApiAnswer):
    """The audit of a record, from what its viewer was shown."""

    id = fields.String()
    viewer = fields.String()
    ruleset = fields.String()
    decisions = fields.Integer()
    unjudged = fields.List(fields.String())
    clean = fields.Boolean()
    findings = fields.List(fields.Nested(FindingSchema))


def findings_data(view: RecordView, judged: Sequence[Judged], locale: Locale) -> dict[str, Any]:
    """Return an audit in the shape of ``FindingsSchema``."""
    return {
        "id": view.header.record,
        "viewer": viewer_key(view.viewer),
        "ruleset": view.header.ruleset,
        "decisions": len(judged),
        "unjudged": unjudged_paragraphs(judged),
        "clean": not any(one.wrong for one in judged),
        "findings": [_finding(finding, view, locale) for finding in view.findings(judged)],
    }


def unjudged_paragraphs(judged: Sequence[Judged]) -> list[str]:
    """Return the paragraphs by which something could not be judged, in their order."""
    return sorted({paragraph for one in judged for paragraph in one.unjudged}, key=lambda text: _NUMBER.sub(_padded, text))


def _padded(number: re.Match[str]) -> str:
    return number[0].zfill(4)


def _finding(finding: AuditFinding, view: RecordView, locale: Locale) -> dict[str, Any]:
    one, changed = finding.judged, finding.consequence
    return {
        "version": one.version,
        "at": one.at,
        "seat": finding.seat,
        "verdict": one.verdict.value,
        "rule": one.paragraph,
        "unjudged": list(one.unjudged),
        "why": say_plainly(one.why, view.names, Printed(locale, view.faces)) if one.why is not None else "",
        "recorded": None if one.recorded is None else as_values(one.recorded),
        "ruled": None if one.ruled is None else as_values(one.ruled),
        "noticed_by": list(finding.noticed_by),
        "taken_back": finding.taken_back,
        "matters": changed.matters.value if changed is not None else None,
        "until": changed.until if changed is not None else None,
        "possible": [{"card": each.card, "verdict": each.verdict.value, "rule": each.paragraph} for each in finding.possibilities],
    }
