"""Reads stored rows as a review: the last row of each decision, marks over all examined decisions, and the progress of the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from records.review.marks import marked
from records.review.passes import CHART, LOOK, MARKS
from records.service.reviews.views import ReviewWork
from records.service.reviews.work import median_error, missing, rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.review.passes import Passes
    from records.review.rows import Decision, OpenDecision, SeatChance, SeatEstimate
    from records.review.tally import PlayoutTally
    from records.service.reviews.views import Progress
    from records.store import Job

Row = TypeVar("Row")
_STATES: Mapping[str, Progress] = {"done": "done", "failed": "failed", "cancelled": "cancelled"}


class KeptRows(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of one key."""

    points: tuple[SeatChance, ...] = ()
    estimates: tuple[SeatEstimate, ...] = ()
    gaps: tuple[int, ...] = ()
    """Steps without a chance, because it is unknown or not computed yet; of several in a row the first."""
    decisions: tuple[Decision, ...] = ()
    """Each as its last pass left it."""
    open: tuple[OpenDecision, ...] = ()
    start: PlayoutTally | None = None
    result: int = 0

    @property
    def empty(self) -> bool:
        """Whether there are none."""
        return not (self.points or self.estimates or self.decisions or self.open or self.start)

    def until(self, upto: int | None) -> KeptRows:
        """Return the rows up to an event: no row depends on anything later."""
        if upto is None:
            return self
        return KeptRows(
            points=tuple(point for point in self.points if point.version <= upto),
            estimates=tuple(point for point in self.estimates if point.version <= upto),
            gaps=tuple(version for version in self.gaps if version <= upto),
            decisions=tuple(decision for decision in self.decisions if decision.version <= upto),
        )

    def marked(self, passes: Passes) -> tuple[Decision, ...]:
        """Return the decisions with their marks."""
        return marked(self.decisions, passes)


def kept(*parts: Mapping[str, bytes]) -> KeptRows:
    """Return the results of parts; ``parts`` are those of a review and of its closer looks."""
    points: dict[int, SeatChance] = {}
    estimates: dict[int, SeatEstimate] = {}
    decisions: dict[int, Decision] = {}
    opened: dict[int, OpenDecision] = {}
    gaps = {version for part in parts for version in missing(part)}
    start, result = None, 0
    for rows in map(rows_of, (value for part in parts for value in part.values())):
        points |= {point.version: point for point in rows.points}
        estimates |= {point.version: point for point in rows.estimates}
        gaps |= {*rows.gaps}
        opened |= {row.version: row for row in rows.open}
        for row in rows.decisions:
            if row.version not in decisions or decisions[row.version].passed <= row.passed:
                decisions[row.version] = row
        if rows.start is not None:
            start, result = rows.start, rows.result
    return KeptRows(
        points=_in_order(points),
        estimates=_in_order(estimates),
        gaps=tuple(sorted(gaps)),
        decisions=_in_order(decisions),
        open=_in_order(opened),
        start=start,
        result=result,
    )


def _in_order(rows: Mapping[int, Row]) -> tuple[Row, ...]:
    return tuple(rows[version] for version in sorted(rows))


def work_of(job: Job | None, rows: KeptRows) -> ReviewWork:
    """Return the progress of the work at a review.

    Done jobs are kept as long as their rows: rows without a job are from work that was cancelled, or failed.
    """
    unsure = median_error(rows.decisions)
    if job is None:
        return ReviewWork(state="none" if rows.empty else "cancelled", unsure=unsure)
    state = _STATES.get(job.state) or ("working" if job.parts else "waiting")
    return ReviewWork(
        state=state,
        job=job.id,
        passed=_passed(rows) if state == "done" else job.stage - 1,
        under_way=job.stage,
        done=job.done,
        parts=job.parts,
        unsure=unsure,
        why=job.why,
    )


def _passed(rows: KeptRows) -> int:
    if any(row.passed >= MARKS for row in rows.decisions):
        return MARKS
    return LOOK if rows.decisions else CHART if rows.points or rows.open else -1
