"""A log followed several times from the same call on, each time with something else done there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.knowledge.tracking.running import fitting, go_on
from records.knowledge.tracking.table import TrackedTable
from records.knowledge.tracking.tracker import WorldTracker
from records.knowledge.worlds.counts import Counts, TooNarrow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.knowledge.tracking.call_log import Call
    from records.knowledge.tracking.plan import Plan
    from records.knowledge.worlds.effort import Effort


class Fork:
    """The tracker after the first ``half`` calls, kept. Its work is counted each time, so that answers do not depend on what is kept."""

    def __init__(self, plan: Plan, calls: Sequence[Call], half: int, effort: Effort) -> None:
        self._plan, self._first, self._effort, self.half = plan, calls[:half], effort, half
        self._kept: dict[int, tuple[WorldTracker | None, float]] = {}
        """By width the tracker, None where that was too narrow, and the work."""

    def run(self, calls: Sequence[Call], then: Callable[[WorldTracker], None]) -> TrackedTable:
        """Return the table after ``calls``, which begin with the first ones; ``then`` is called with the tracker after those.

        Raises ``UndoFailed`` and ``OverBudget`` as ``running.run`` does.
        """

        def followed(width: int) -> WorldTracker:
            tracker = self._forked(width)
            then(tracker)
            go_on(tracker, calls, self.half)
            return tracker

        return fitting(calls, self._effort, followed)

    def _forked(self, width: int) -> WorldTracker:
        kept, work = self._kept.get(width, (None, None))
        if work is None:
            kept = self._follow(width)
        else:
            self._effort.spend(work)
        if kept is None:
            raise TooNarrow
        return kept.copied(self._plan, self._effort)

    def _follow(self, width: int) -> WorldTracker | None:
        before = self._effort.spent
        tracker = WorldTracker(TrackedTable(self._plan, width, Counts, self._effort))
        try:
            go_on(tracker, self._first)
            found: WorldTracker | None = tracker
        except TooNarrow:
            found = None
        self._kept[width] = found, self._effort.spent - before
        return found
