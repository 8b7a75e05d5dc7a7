"""Follows a log repeatedly with different information, each time from the last point before a change (design/knowledge: Why)."""

from __future__ import annotations

from itertools import takewhile
from operator import is_
from typing import TYPE_CHECKING, Any, NamedTuple

from records.knowledge.tracking.plan import planned
from records.knowledge.tracking.running import fitting, go_on
from records.knowledge.tracking.table import TrackedTable
from records.knowledge.tracking.tracker import WorldTracker
from records.knowledge.worlds.counts import Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from records.knowledge.tracking.call_log import Call
    from records.knowledge.tracking.plan import Belief, GameCards, Plan
    from records.knowledge.worlds.effort import Effort, Limits

APART, SHORT = 16, 4
"""After how many calls the table is kept, and after the first one; a run that begins before one part in so many of its
calls is kept instead of the one before."""


class _TableThen(NamedTuple):
    """The table after some calls."""

    number: int
    table: TrackedTable
    work: float
    """What it took to come there."""


class _KeptRun(NamedTuple):
    """What is kept of one run."""

    plan: Plan
    calls: Sequence[Call]
    kept: list[_TableThen]

    def alike(self, plan: Plan, calls: Sequence[Call]) -> list[_TableThen]:
        """Return what is kept from before the first call at which a run with such a plan would differ."""
        if plan.told_apart != self.plan.told_apart:
            return []
        shown, before = plan.evidence, self.plan.evidence
        other = {slot for slot in shown.keys() | before.keys() if shown.get(slot) != before.get(slot)}
        same = sum(1 for _ in takewhile(bool, map(is_, calls, self.calls)))
        if other:
            same = next((number for number, call in enumerate(calls[:same]) if not other.isdisjoint(_laid(call))), same)
        return [one for one in self.kept if one.number <= same]


class Courses:
    """Runs of one log. Their work is counted as if each began at the first call, so that answers do not depend on what is kept."""

    def __init__(self) -> None:
        self._courses: dict[tuple[Limits | None, int], _KeptRun] = {}
        """By limits and width."""

    def follow(self, cards: GameCards, calls: Sequence[Call], belief: Belief, effort: Effort) -> TrackedTable:
        """Return the table after ``calls``, as ``running.follow`` does; a call that tells the same is the same object each time."""
        plan = planned(cards, calls, belief)
        return fitting(calls, effort, lambda width: self._followed(plan, calls, width, effort))

    def _followed(self, plan: Plan, calls: Sequence[Call], width: int, effort: Effort) -> WorldTracker:
        key, spent = (effort.limits, width), effort.spent
        course = self._courses.get(key)
        kept = [] if course is None else course.alike(plan, calls)
        if kept:
            number, tracker = kept[-1].number, WorldTracker(kept[-1].table.copied(plan, effort))
            effort.spend(kept[-1].work)
        else:
            number, tracker = 0, WorldTracker(TrackedTable(plan, width, Counts, effort))
        if number * SHORT >= len(calls):
            go_on(tracker, calls, number)
            return tracker
        self._courses[key] = _KeptRun(plan, calls, kept)
        for stop in (*[stop for stop in (1, *range(APART, len(calls), APART)) if number < stop < len(calls)], len(calls)):
            go_on(tracker, calls, number, stop)
            number = stop
            if stop < len(calls):
                kept.append(_TableThen(stop, tracker.table.copied(plan, effort), effort.spent - spent))
        return tracker


def _laid(call: Call) -> AbstractSet[str]:
    """Return the slots whose evidence is used at a call."""
    laid = _LAID.get(call.method)
    return laid(call.args) if laid is not None else frozenset()


def _one(args: tuple[Any, ...]) -> AbstractSet[str]:
    return {args[2]}


_LAID: Mapping[str, Callable[[tuple[Any, ...]], AbstractSet[str]]] = {
    "lay": _one,
    "deal": _one,
    "raise_": _one,
    "mix": lambda args: set(args[2]),
    "reset": lambda args: {laid.slot for pile in args[0].piles for laid in pile.slots},
}
