"""How much of a log can be believed: the only place that drops statements if a log leaves no world.

Whatever was taken back was seen all the same: such a part is followed and then undone card by card, and what a ``TakenBack`` shows is not
used. Where it lost the order of a deck or pile, or is too wide, only what the ``TakenBack`` shows is used, and the answer is not exact.
Where the log can still not be so, a rule was broken: hints are dropped everywhere, then what was told; the answer is not exact, and the
breach is the first step at which the log, all of it believed, leaves no world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from records.knowledge.tracking.plan import EVERYTHING, Belief
from records.knowledge.tracking.running import follow
from records.knowledge.worlds.marginals import Marginals
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.knowledge.tracking.call_log import Call, StepCalls
    from records.knowledge.viewer_log import ViewerLog
    from records.knowledge.worlds.effort import Effort

T = TypeVar("T")
BELIEFS = (EVERYTHING, Belief(hints=False, facts=True), Belief(hints=False, facts=False))
"""From everything in a log down to only the faces that were seen."""


class Believed(msgspec.Struct, Generic[T], frozen=True):
    """What follows from as much of a log as can be believed."""

    found: T | None
    """None: even the seen faces alone leave no world."""
    calls: Sequence[Call]
    belief: Belief
    exact: bool
    """False: something was given up, or is missing."""
    breach: int | None
    """The first step at which the log, all of it believed, leaves no world."""


def most_believed(log: ViewerLog, step: StepCalls, effort: Effort, attempt: Callable[[Sequence[Call], Belief], T | None]) -> Believed[T]:
    """Return the first result of ``attempt``, from believing all of a step of ``log`` to believing what was seen alone.

    An attempt fails where it returns None, which is that no world is left, and where it raises ``CannotUndo``. Raises ``OverBudget`` where
    the ``effort`` is spent.
    """
    attempts = [(step.calls, belief) for belief in BELIEFS]
    if step.with_undone is not None:
        attempts.insert(0, (step.with_undone, EVERYTHING))
    for calls, belief in attempts:
        try:
            found = attempt(calls, belief)
        except CannotUndo:
            found = None
        if found is not None:
            break
    if belief != EVERYTHING:
        return Believed(found, calls, belief, exact=False, breach=_first_breach(log, effort, calls[0].version, step.version))
    return Believed(found, calls, belief, exact=not step.gap and (calls is step.with_undone or not step.taken_back), breach=None)


def _first_breach(log: ViewerLog, effort: Effort, start: int, end: int) -> int:
    """Return the first step from ``start`` at which all of ``log`` leaves no world; at ``end`` it leaves none."""
    while start < end:
        middle = (start + end) // 2
        if Marginals(follow(log.cards, log.call_log.calls(middle), effort=effort).counts).total:
            start = middle + 1
        else:
            end = middle
    return end
