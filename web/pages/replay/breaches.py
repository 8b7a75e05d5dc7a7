"""What is against the rules up to a step: worked out when it is asked for, never for the table itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.viewers import viewer_key
from web.looking import look_at
from web.pages.replay.marks import finding_marks
from web.pages.replay.step_texts import StepTexts
from web.suspense import in_suspense

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.service import GameBook
    from web.pages.replay.marks import BarMark


class BreachesPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the template takes."""

    at: int
    path: str
    viewer: str
    texts: StepTexts
    marks: tuple[BarMark, ...]
    clean: bool
    """Whether there is none in the whole record: then no other step needs to be asked. Never said in suspense."""
    suspense: bool


def breaches_page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> BreachesPage:
    """Return what viewer ``as`` could see up to step ``at`` to be against the rules; in suspense the bar is as long as the game so far.

    Raises Refused (404 for a record or step that is not there), and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    path, suspense = url_for("pages.replay", record=view.header.record), in_suspense()
    count = view.timeline.step_number(at if suspense else view.steps)
    return BreachesPage(
        at=at,
        path=path,
        viewer=viewer_key(view.viewer),
        texts=StepTexts(view, path, "", has_rules=False),
        marks=finding_marks(view, at, count),
        clean=not suspense and not view.breaches(view.steps),
        suspense=suspense,
    )
