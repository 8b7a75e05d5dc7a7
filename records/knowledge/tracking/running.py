"""The calls of a log, followed to the worlds that they leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.knowledge.tracking.plan import EVERYTHING, planned
from records.knowledge.tracking.table import TrackedTable
from records.knowledge.tracking.tracker import WorldTracker
from records.knowledge.worlds.counts import Counts, TooNarrow
from records.knowledge.worlds.effort import Effort
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.knowledge.tracking.call_log import Call
    from records.knowledge.tracking.plan import Belief, GameCards, Plan

WIDTH = 192
"""Bits that a weight has at first; doubled until it fits."""
CALL = 20
"""The work of a call that moves no world."""


class UndoFailed(CannotUndo):
    """One of the calls cannot be followed; ``at`` is its number, from 0."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


def follow(
    cards: GameCards,
    calls: Sequence[Call],
    belief: Belief = EVERYTHING,
    effort: Effort | None = None,
    *,
    tracked: Sequence[str] = (),
    counting: type[Counts] = Counts,
) -> TrackedTable:
    """Return the table after ``calls``, with the cards of slots that are ``tracked`` in places of their own; see ``run``."""
    return run(planned(cards, calls, belief, tracked), calls, counting, effort)


def run(plan: Plan, calls: Sequence[Call], counting: type[Counts] = Counts, effort: Effort | None = None) -> TrackedTable:
    """Return the table after ``calls``; the first of them is a ``reset``.

    Raises ``UndoFailed`` where a part that was taken back cannot be undone, and where cards are followed in too many worlds; ``OverBudget``
    where the ``effort`` is spent.
    """
    effort = effort or Effort()

    def followed(width: int) -> WorldTracker:
        tracker = WorldTracker(TrackedTable(plan, width, counting, effort))
        go_on(tracker, calls)
        return tracker

    return fitting(calls, effort, followed)


def fitting(calls: Sequence[Call], effort: Effort, followed: Callable[[int], WorldTracker]) -> TrackedTable:
    """Return the table after ``calls``, which are ``followed`` with weights of a width, the first that is wide enough."""
    width = WIDTH
    while True:
        effort.spend(CALL * len(calls))
        try:
            tracker = followed(width)
        except TooNarrow:
            width *= 2
        else:
            tracker.table.counts.widen()
            return tracker.table


def go_on(tracker: WorldTracker, calls: Sequence[Call], start: int = 0, end: int | None = None) -> None:
    """Follow calls from number ``start`` on, before ``end`` or all; raises ``UndoFailed``, ``OverBudget`` and ``TooNarrow``."""
    for number in range(start, len(calls) if end is None else min(end, len(calls))):
        call = calls[number]
        try:
            getattr(tracker, call.method)(*call.args, **call.named)
        except CannotUndo:
            raise UndoFailed(number) from None
