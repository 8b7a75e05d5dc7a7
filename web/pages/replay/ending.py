"""How a record ended, as a scene on the table: how long it took, what decided it, and the ways to another look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.viewers import Spectator, viewer_key
from records.core.wording.turning import ranked
from web.pages.replay.marks import ICONS
from web.words.texts import _, ngettext, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.service import RecordView
    from web.pages.replay.step_texts import StepTexts

SHOWN = 3
"""Moments of the scene; all are in the list of turning points."""
LOOKS = 2
"""Seats as which the game is offered once more; the head of the page offers all."""


class DecidingMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A turning point as the scene names it."""

    address: str
    icon: str
    step: str
    """Its number, as the reader's language writes it."""
    says: Markup


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """The scene, but for who won."""

    length: str
    """Turns and steps."""
    moments: tuple[DecidingMoment, ...]
    """Those before it that weighed most, the greatest first; none where a game has no turning points."""
    again: tuple[tuple[str, str], ...]
    """Words and address of the first move through the eyes of a seat that may be looked through, the viewer's own first."""


def ending(view: RecordView, texts: StepTexts) -> Ending:
    """Return how the record ended, as its viewer could see it."""
    points = view.turning_points(view.steps) if view.game.board.turning is not None else {}
    timeline = view.timeline
    seats = [eyes for eyes in view.eyes if not isinstance(eyes, Spectator)]
    turns = ngettext("%(n)s turn", "%(n)s turns", timeline.numbers, n=number(timeline.numbers))
    steps = ngettext("%(n)s step", "%(n)s steps", len(timeline.versions), n=number(len(timeline.versions)))
    return Ending(
        length=_("%(turns)s, %(steps)s", turns=turns, steps=steps) if timeline.numbers else steps,
        moments=tuple(
            DecidingMoment(address=texts.to(at), icon=ICONS[points[at].kind], step=texts.nth(at), says=texts.say(points[at].says))
            for at in [at for at in ranked(points) if at != view.steps][:SHOWN]
        ),
        again=tuple(
            (_("Look again as %(name)s", name=seat_name(eyes, view.names)), texts.again(timeline.first_move, viewer_key(eyes)))
            for eyes in sorted(seats, key=lambda one: one != view.viewer)[:LOOKS]
        ),
    )
