"""Sentences of steps without their pages: what is shown while one looks for a step on the bar."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from web.looking import check_step, look
from web.pages.board.seat_colors import seat_color
from web.queries import read_number
from web.suspense import in_suspense
from web.words.wording import say_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.projections.timeline import Step
    from records.service import GameBook, RecordView

AT_ONCE = 100
"""Steps of one answer."""


def told(book: GameBook, caller: Caller, record: str, first: str, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return the steps numbered ``first`` to ``first + 99``; none after event ``at``, in suspense none at all without it.

    Raises Refused for the parameters as the replay page does, and NotYours.
    """
    begin = read_number("first", first, "path")
    view = look(book, caller, record, asked.get("as"))
    at = read_number("at", asked["at"]) if "at" in asked else 0 if in_suspense() else view.steps
    check_step(view, at)
    timeline = view.timeline_until(at) if in_suspense() else view.timeline
    numbered = islice(enumerate(timeline.told, 1), max(0, begin - 1), begin + AT_ONCE - 1)
    return {"first": begin, "steps": [_data(view, nth, step) for nth, step in numbered if step.version <= at]}


def _data(view: RecordView, nth: int, step: Step) -> dict[str, Any]:
    sentences = (*step.lines, *(tell.sentence for tell in step.tells))
    return {
        "number": nth,
        "at": view.timeline.version_of(nth),
        "turn": step.turn,
        "color": seat_color(view.header.seats, step.seat),
        "says": say_plainly(sentences[0], view.names, view.faces) if sentences else "",
    }
