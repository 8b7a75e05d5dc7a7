"""A decision of a review as the page lists it: what was done, what it cost, and what else could have been done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.review.reasons import WHY
from web.pages.board.seat_colors import seat_color
from web.words import texts
from web.words.commands import commands_in_words
from web.words.reviews import TELLS, cost, hardly_tried, is_told, mark_words, option_chance, points
from web.words.texts import _
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.review.rows import Decision, MistakeMark
    from records.review.tally import PlayoutTally
    from records.service import RecordView
    from records.service.reviews.views import Lay

LEAST_SAID = 0.5
"""Points: what is less reads as nought."""
SHOWN = 6
"""Moves that a decision lists at once; the others are opened."""


class OptionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A move that could have been made."""

    nth: int
    """Its place among the decision's options."""
    says: str
    chance: str
    """With its error."""
    rough: bool
    """Whether its chance is known by its distance from the best alone."""
    played: bool
    best: bool
    """Whether it cannot be told from the best."""
    policy: bool
    """Whether the simulated player makes it."""


class DecisionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A decision."""

    version: int
    nth: int
    """Number of its step."""
    to: str
    seat: str
    """Key of who decided."""
    name: str
    color: int
    says: str
    """What was done in words."""
    cost: str
    """Points with their error and both chances, that none could be told, or why it is not weighed."""
    mark: MistakeMark
    mark_words: str
    loss: float
    """In points; 0 where none is told."""
    laid: str
    """What it did as the cards lay, in a sentence; "" where the open table may not be seen."""
    options: tuple[OptionRow, ...]
    """The best first."""
    closer: bool
    """Whether looking closer can tell more."""

    @property
    def first(self) -> tuple[OptionRow, ...]:
        """The moves shown at once: the best, and what was played."""
        return tuple(one for place, one in enumerate(self.options) if place < SHOWN or one.played or one.policy)

    @property
    def others(self) -> tuple[OptionRow, ...]:
        """The rest."""
        shown = {one.nth for one in self.first}
        return tuple(one for one in self.options if one.nth not in shown)


def decision_row(view: RecordView, decision: Decision, lay: Lay | None, to: str) -> DecisionRow:
    """Return a decision as its page lists it; ``lay`` is how the unseen cards happened to lie, ``to`` the address of its step."""
    told = is_told(decision.loss) and decision.judged
    weighed = decision.options if decision.judged else ()
    played, *moves = commands_in_words(view, decision.version - 1, [decision.played, *(one.command for one in weighed)])
    return DecisionRow(
        version=decision.version,
        nth=view.timeline.step_number(decision.version),
        to=to,
        seat=decision.seat,
        name=seat_name(decision.seat, view.names),
        color=seat_color(view.header.seats, decision.seat),
        says=played,
        cost=cost(decision, texts),
        mark=decision.mark if told else "",
        mark_words=mark_words(decision, texts),
        loss=float(decision.loss.mean) if told else 0.0,
        laid="" if lay is None or decision.apart else _laid(decision.skill, lay),
        options=_options(decision, moves) if decision.judged else (),
        closer=not decision.apart,
    )


def what_happened(view: RecordView, version: int) -> str:
    """Return what happened at a step in words, its number left out; "" where it has none."""
    told = next((step for step in reversed(view.timeline.told) if step.version <= version and step.lines), None)
    return say_plainly(told.lines[0], view.names, view.faces).removesuffix(".") if told is not None else ""


def why_words(apart: str) -> str:
    """Return why something is not weighed."""
    return _(WHY[apart]) if apart else ""  # type: ignore[index]  # a word of these


def _laid(skill: PlayoutTally, lay: Lay) -> str:
    """Return what a decision did as the cards lay, skill and lay in one; "" where that cannot be told from nothing."""
    changed = float(skill.mean) + lay.points
    if abs(changed) < max(TELLS * lay.done, LEAST_SAID):
        return ""
    said = points(abs(changed), lay.done, texts)
    if changed < 0:
        return _("As the cards lay, it cost %(n)s points against the simulated player's move.", n=said)
    return _("As the cards lay, it won %(n)s points over the simulated player's move.", n=said)


def _options(decision: Decision, said: Sequence[str]) -> tuple[OptionRow, ...]:
    return tuple(
        OptionRow(
            nth=nth,
            says=words,
            chance=option_chance(decision, one, texts),
            rough=one.fresh is None and not hardly_tried(one),
            played=one.command == decision.played,
            best=one.command in decision.best,
            policy=one.command == decision.policy,
        )
        for nth, (one, words) in enumerate(zip(decision.options, said, strict=True))
    )
