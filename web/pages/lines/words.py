"""What is said of lines wherever they are listed: where one begins, by which rules, who answers for the table; and where one is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for

from records.core.sentences import N_
from records.core.viewers import OPEN, viewer_key
from web.words.texts import _, number
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.service import RecordView
    from records.service.layers.lines import LineView

DEALT = {
    "lay": N_("as recorded; you enter what was never recorded"),
    "known": N_("at random, with the chances that could be known then"),
    "chosen": N_("you enter it"),
}
CHANCE = {"lay": N_("as recorded"), "known": N_("at random"), "chosen": N_("you enter it")}
"""The same where there is little room."""


def step_words(view: RecordView, at: int) -> str:
    """Return a step with what happened last, in words."""
    told = next((step for step in reversed(view.timeline.told) if step.version <= at and step.lines), None)
    if told is None:
        return _("Step %(n)s", n=number(view.timeline.step_number(at)))
    return _("Step %(n)s: %(what)s", n=number(view.timeline.step_number(at)), what=say_plainly(told.lines[-1], view.names, view.faces))


def begins(view: RecordView, line: LineView) -> str:
    """Return where a line begins, and by which rules, in words."""
    at = _("after step %(n)s", n=number(view.timeline.step_number(line.base)))
    reading = reading_words(view, line.reading[0], dict(line.reading[1])) if line.reading is not None else ""
    return f"{at}; {reading}" if reading else at


def reading_words(view: RecordView, ruleset: str, switches: Mapping[str, str]) -> str:
    """Return a reading in words, "" for the record's own."""
    words = [_(view.game.rules.rulesets[ruleset].title)] if ruleset in view.game.rules.rulesets else []
    known = {switch.name: switch for switch in view.game.rules.rulesets.named("").switches}
    words += [f"{_(known[name].title)}: {_(known[name].choice(value).title)}" for name, value in switches.items() if name in known]
    return "; ".join(words)


def address(line: LineView, node: int, viewer: str) -> str:
    """Return the address of a node of a line."""
    return f"{url_for('lines.line', layer=line.layer, line=line.id)}?node={node}&as={viewer}"


def eyes_words(view: RecordView) -> str:
    """Return who looks."""
    if view.viewer is OPEN:
        return _("Open table")
    return next((seat_name(seat, view.names) for seat in view.header.seats if seat == viewer_key(view.viewer)), _("Spectator"))
