"""Sentences of steps without their pages: what is shown while one looks for a step on the bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from web.looking import check_step, look
from web.pages.board.seat_colors import seat_color
from web.queries import read_number
from web.suspense import in_suspense
from web.wording import say_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.projections.timeline import Step
    from records.service import GameBook, RecordView

AT_ONCE = 100
"""Steps of one answer."""


def told(book: GameBook, caller: Caller, record: str, first: str, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the told ones of the steps ``first`` to ``first + 99``; none after step ``at``, in suspense none at all without it.

    Raises Refused for the parameters as the replay page does, and NotYours.
    """
    begin = read_number("first", first, "path")
    view = look(book, caller, record, asked.get("as"))
    at = read_number("at", asked["at"]) if "at" in asked else 0 if in_suspense() else view.steps
    check_step(view, at)
    timeline = view.timeline_until(at) if in_suspense() else view.timeline
    steps = [step for step in timeline.told if begin <= step.version < begin + AT_ONCE and step.version <= at]
    return {"first": begin, "steps": [_data(view, step) for step in steps]}


def _data(view: RecordView, step: Step) -> dict[str, Any]:
    sentences = (*step.lines, *(tell.sentence for tell in step.tells))
    return {
        "at": step.version,
        "turn": step.turn,
        "color": seat_color(view.header.seats, step.seat),
        "says": say_plainly(sentences[0], view.names, view.faces) if sentences else "",
    }
