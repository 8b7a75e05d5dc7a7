"""The parts of a review that only the open table shows: its curve, the split result, and the moments of luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.review.rows import OpenReview
from records.review.splitting import split
from records.review.tally import error_of, tally
from records.service.reviews.views import Lay, Luck, OpenPoint, OpenTableReview

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.review.rows import Decision, OpenDecision, ReviewKey, Split
    from records.service.reviews.reading import KeptRows
    from records.service.reviews.views import ReviewWork, SeatReviewView

MOST_LUCK = 12


def open_table(
    header: Header,
    key: ReviewKey,
    seats: Sequence[SeatReviewView],
    rows: KeptRows,
    *,
    last: int,
    together: bool,
    stale: bool,
    work: ReviewWork,
) -> OpenTableReview:
    """Return the open table's part from its rows and those of all seats; ``last`` is the version of the last event.

    ``splits`` stays empty until these are complete, and if one is closed. The value of a closed seat's decision could be derived from the
    values before and after it and off the luck on either side: these are left out.
    """
    closed = {seat.seat for seat in seats if seat.closed}
    hidden = {one.version - 1 for one, before in zip(rows.open, (None, *rows.open), strict=False) if _told(closed, one, before)}
    gaps = {*rows.gaps, *_behind(rows, last, work)}
    decisions = {row.version: row for seat in seats for row in seat.decisions}
    splits: tuple[Split, ...] = ()
    whole = work.state == "done" and not any(seat.closed or seat.work.state != "done" for seat in seats)
    if whole and rows.start is not None:
        opened = OpenReview(key=key, result=rows.result, start=rows.start, decisions=rows.open)
        seats_told = header.seats[:1] if together else header.seats
        splits = tuple(split(opened, decisions.values(), header.seats[0], seat, together=together) for seat in seats_told)
    luck = sorted((one for one in _luck(rows, gaps) if one.version not in hidden), key=lambda one: (-abs(one.points), one.version))
    return OpenTableReview(
        chart=tuple(_chart(rows, hidden, last)),
        gaps=tuple(sorted(hidden | gaps)),
        splits=splits,
        lay=_lay(rows, decisions, header, together=together),
        luck=tuple(luck[:MOST_LUCK]),
        stale=stale,
        work=work,
    )


def _told(closed: AbstractSet[SeatKey], *beside: OpenDecision | None) -> bool:
    """Whether a value between two decisions would reveal one of a closed seat."""
    return any(one is not None and one.seat in closed for one in beside)


def _chart(rows: KeptRows, hidden: AbstractSet[int], last: int) -> Iterator[OpenPoint]:
    """Yield the chance before each decision that may be shown, and the result."""
    for one in rows.open:
        if one.version - 1 not in hidden:
            yield OpenPoint(version=one.version - 1, chance=one.before)
    if rows.open and rows.start is not None:
        yield OpenPoint(version=last, chance=tally([rows.result] * rows.open[-1].before.plays))


def _behind(rows: KeptRows, last: int, work: ReviewWork) -> Iterator[int]:
    """Yield the step after the last existing decision, as long as others may follow it."""
    if rows.open and work.state != "done" and rows.open[-1].version < last:
        yield rows.open[-1].version


def _luck(rows: KeptRows, gaps: AbstractSet[int]) -> Iterator[Luck]:
    """Yield the gain of the first seat by deals, draws and reveals between two decisions; none if decisions between them are missing."""
    before, since = rows.start if rows.start is not None and rows.start.plays else None, 0
    for one in rows.open:
        if before is not None and not any(since <= gap < one.version for gap in gaps):
            yield Luck(
                version=one.version - 1,
                since=since,
                points=float(one.before.mean - before.mean),
                error=error_of((one.before, before)),
            )
        before, since = one.after, one.version


def _lay(rows: KeptRows, decisions: Mapping[int, Decision], header: Header, *, together: bool) -> Mapping[int, Lay]:
    found = {}
    for one in rows.open:
        row = decisions.get(one.version)
        if row is not None and row.judged:
            done = one.after.mean - one.before.mean
            own = done if together or one.seat == header.seats[0] else -done
            found[one.version] = Lay(points=float(own - row.skill.mean), error=error_of((one.done, row.skill)), done=one.done.error)
    return found
