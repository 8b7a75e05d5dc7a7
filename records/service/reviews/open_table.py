"""What only the open table shows of a review: its curve, the result taken apart, and the moments of luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.review.rows import OpenReview
from records.review.splitting import split
from records.service.reviews.views import Luck, OpenPoint, OpenTableReview

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.header import Header
    from records.review.rows import Decision, ReviewKey, Split
    from records.service.reviews.reading import KeptRows
    from records.service.reviews.views import ReviewWork, SeatReviewView

MOST_LUCK = 12


def open_table(
    header: Header, key: ReviewKey, seats: Sequence[SeatReviewView], rows: KeptRows, *, together: bool, stale: bool, work: ReviewWork
) -> OpenTableReview:
    """Return what the open table's rows say, with those of all seats.

    ``splits`` stays empty until these are whole, and where one is closed.
    """
    decisions = {row.version: row for seat in seats for row in seat.decisions}
    splits: tuple[Split, ...] = ()
    whole = (
        rows.start is not None and work.state in {"done", "none"} and not any(seat.closed or seat.work.state != "done" for seat in seats)
    )
    if whole and rows.start is not None:
        opened = OpenReview(key=key, result=rows.result, start=rows.start, decisions=rows.open)
        seats_told = header.seats[:1] if together else header.seats
        splits = tuple(split(opened, decisions.values(), header.seats[0], seat, together=together) for seat in seats_told)
    luck = sorted(_luck(rows), key=lambda one: (-abs(one.points), one.version))
    return OpenTableReview(
        chart=tuple(OpenPoint(version=one.version - 1, chance=one.before) for one in rows.open),
        splits=splits,
        lay=_lay(rows, decisions, header, together=together),
        luck=tuple(luck[:MOST_LUCK]),
        stale=stale,
        work=work,
    )


def _luck(rows: KeptRows) -> Iterator[Luck]:
    """Yield what deals, draws and reveals between two decisions brought the first seat."""
    before = rows.start if rows.start is not None and rows.start.plays else None
    for one in rows.open:
        if before is not None:
            yield Luck(
                version=one.version - 1, points=float(one.before.mean - before.mean), error=(one.before.error**2 + before.error**2) ** 0.5
            )
        before = one.after


def _lay(rows: KeptRows, decisions: Mapping[int, Decision], header: Header, *, together: bool) -> Mapping[int, float]:
    found = {}
    for one in rows.open:
        row = decisions.get(one.version)
        if row is not None and row.weighed:
            done = one.after.mean - one.before.mean
            own = done if together or one.seat == header.seats[0] else -done
            found[one.version] = float(own - row.skill.mean)
    return found
