"""The page that explains a step: by which paragraphs it came, and which reading of the rules would have changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for

from web.looking import check_event, look
from web.pages.rules.page import has_rules
from web.queries import read_number
from web.schemas.base import Looked
from web.schemas.explaining import UNKNOWN, ExplanationSchema
from web.suspense import in_suspense
from web.words.texts import number
from web.words.wording import printed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.core.viewers import Caller
    from records.service import GameBook


class ExplainPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the template takes: ``told`` in the shape of ``ExplanationSchema``."""

    told: Mapping[str, Any]
    path: str
    has_rules: bool
    count: Callable[[int], int]
    """Number of the step after an event, as the arrows count."""

    def nth(self, at: int) -> str:
        """Return the number of a step as the reader's language writes it."""
        return number(self.count(at))

    @property
    def at(self) -> int:
        """The step."""
        at: int = self.told["at"]
        return at

    @property
    def surely(self) -> list[Mapping[str, Any]]:
        """Readings by which the step would be another."""
        return [one for one in self.told["deciding"] if one["outcome"] != UNKNOWN]

    @property
    def unsure(self) -> list[Mapping[str, Any]]:
        """Readings of which the log does not tell whether it would."""
        return [one for one in self.told["deciding"] if one["outcome"] == UNKNOWN]

    def to(self, at: int) -> str:
        """Return the address of a step, for the same viewer."""
        return f"{self.path}?at={at}&as={self.told['viewer']}"

    def paragraph(self, number: str) -> str:
        """Return the address of a paragraph; "" where the game brings no rules text, or there is none."""
        return f"{self.path}/rules?at={self.at}&as={self.told['viewer']}#p{number}" if number and self.has_rules else ""

    def compared(self, switch: str, value: str) -> str:
        """Return where the whole record is compared with a reading; "" in suspense, which tells nothing of what comes."""
        if in_suspense():
            return ""
        return url_for("rereading.compare", record=self.told["id"], at=self.at, switch=f"{switch}={value}", **{"as": self.told["viewer"]})


def explain_page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> ExplainPage:
    """Return why step ``at`` is as it is for viewer ``as``; in suspense from the log up to the end of its decision alone.

    Raises Refused (404 for a record or step that is not there), and NotYours.
    """
    at = read_number("at", asked["at"]) if "at" in asked else 0
    view = look(book, caller, record, asked.get("as"))
    check_event(view, at)
    told = ExplanationSchema.data(Looked(view, view.explain(at, ahead=not in_suspense()), at), printed(view))
    return ExplainPage(
        told=told,
        path=url_for("pages.replay", record=view.header.record),
        has_rules=has_rules(view.header.game),
        count=view.timeline.step_number,
    )
