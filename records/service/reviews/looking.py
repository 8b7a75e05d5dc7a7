"""One look at the reviews of a record: which rows exist for its viewer, and the view built from them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from records.core.ids import SeatKey
from records.core.viewers import OPEN, viewer_key
from records.review.moments import why_not
from records.review.passes import FAST
from records.review.playing import played_by
from records.review.reasons import WHY
from records.review.strength import strength_of
from records.review.whole import key_of
from records.service.reviews.keys import closer_key, is_older, key_text
from records.service.reviews.open_table import open_table
from records.service.reviews.reading import KeptRows, kept, work_of
from records.service.reviews.terms import terms
from records.service.reviews.views import ReviewView, SeatReviewView
from records.service.reviews.work import KIND, source_of
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.header import Header
    from records.core.viewers import Viewer
    from records.review.passes import Passes
    from records.review.playing import PlayedBy
    from records.review.reasons import Apart
    from records.review.rows import ReviewKey
    from records.service.reviews.views import OpenTableReview, ReviewWork
    from records.service.seen_log import SeenLog
    from records.store import Head, JobRows


class ReviewLook(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A look as a viewer; the caller's rights must have been checked before."""

    header: Header
    head: Head
    eyes: Viewer
    upto: int | None
    """The last event that is shown; None where all are."""
    runs: bool
    graded: bool
    closed: frozenset[SeatKey]
    """Seats whose review is closed by a holder other than the caller."""
    kept: frozenset[SeatKey]
    """Seats whose review the caller has closed to others."""
    may_ask: bool
    mine: tuple[SeatKey, ...]
    log: Callable[[Viewer], SeenLog]
    """The record's log through any eyes."""
    jobs: JobRows

    @cached_property
    def seen(self) -> SeenLog:
        """The log through these eyes."""
        return self.log(self.eyes)

    @cached_property
    def apart(self) -> Apart:
        """Why the record is not reviewed; "" where it is."""
        return "goes-on" if self.runs else why_not(self.seen.game, self.header, self.seen.events)

    @property
    def why_not(self) -> str:
        """The same in English."""
        return WHY[self.apart] if self.apart else ""

    @property
    def seats(self) -> tuple[SeatKey, ...]:
        """The seats whose reviews this viewer sees."""
        return self.header.seats if self.eyes is OPEN else (self.eyes,)  # type: ignore[return-value]  # no other spectator has a review

    @property
    def all_eyes(self) -> tuple[Viewer, ...]:
        """The viewers whose reviews are shown here: the seats that are not closed, then the open table."""
        open_seats = tuple(seat for seat in self.seats if seat not in self.closed)
        return (*open_seats, OPEN) if self.eyes is OPEN else open_seats

    def key(self, eyes: Viewer, closer: int | None = None) -> str:
        """Return the key of the rows of a review, or of a closer look."""
        key = key_text(self.header, self._key(eyes), fast=self._passes is FAST, value=self._value if eyes is not OPEN else "")
        return key if closer is None else closer_key(key, closer)

    def source(self, eyes: Viewer, closer: int | None = None) -> bytes:
        """Return what a review is made from."""
        seen = self.log(eyes)
        return source_of(seen.game, self.header, seen.events, eyes, graded=self.graded, fast=self._passes is FAST, closer=closer)

    def is_made(self, eyes: Viewer) -> bool:
        """Whether all rows of a review are there."""
        return self._is_done(self.key(eyes))

    def view(self) -> ReviewView:
        """Return the view of the existing rows."""
        game = self.seen.game
        view = ReviewView(record=self.header.record, viewer=self.eyes, graded=self.graded, apart=self.apart, together=game.together)
        if self.apart:
            return view
        seats = tuple(map(self._seat, self.seats))
        return replace(
            view,
            seats=seats,
            open=self._open(seats) if self.eyes is OPEN and self.upto is None else None,
            compiled=self._passes is FAST,
            may_ask=self.may_ask and self.upto is None,
            may_close=self.mine,
            strength=strength_of(game, self.header, self.seen.events),
        )

    def _key(self, eyes: Viewer) -> ReviewKey:
        seat = None if eyes is OPEN else SeatKey(viewer_key(eyes))
        return key_of(self.seen.game, self.header, self.head.hash.hex(), seat, terms(graded=self.graded))

    @cached_property
    def _by(self) -> PlayedBy:
        return played_by(self.seen.game, self.header, self.seen.events, terms())

    @property
    def _passes(self) -> Passes:
        return self._by.passes

    @property
    def _value(self) -> str:
        return "" if self._by.value is None else self._by.value.name

    def _seat(self, seat: SeatKey) -> SeatReviewView:
        if seat in self.closed:
            return SeatReviewView(seat=seat, closed=True)
        rows, stale, work = self._rows(seat)
        shown = rows.until(self.upto)
        return SeatReviewView(
            seat=seat,
            kept=seat in self.kept,
            stale=stale,
            chart=shown.points,
            estimates=shown.estimates,
            gaps=shown.gaps,
            decisions=shown.marked(self._passes),
            work=work,
        )

    def _open(self, seats: tuple[SeatReviewView, ...]) -> OpenTableReview:
        rows, stale, work = self._rows(OPEN)
        last, together = self.head.count, self.seen.game.together
        return open_table(self.header, self._key(OPEN), seats, rows, last=last, together=together, stale=stale, work=work)

    def _rows(self, eyes: Viewer) -> tuple[KeptRows, bool, ReviewWork]:
        """Return the rows of a review with those of closer looks, or older ones and True; and how far the work is that they came from."""
        key = self.key(eyes)
        ours = [kept_by for kept_by in self.jobs.keys(KIND, self.header.record) if kept_by == key or kept_by.startswith(f"{key} ")]
        older = [] if ours else [kept_by for kept_by in self.jobs.keys(KIND, self.header.record) if is_older(kept_by, key)][-1:]
        rows, job = kept(*(self.jobs.rows(KIND, kept_by) for kept_by in ours or older)), self.jobs.of_key(KIND, key)
        if job is None and older and self._is_done(older[0]):
            job = self.jobs.of_key(KIND, older[0])
        return rows, bool(older), work_of(job, rows)

    def _is_done(self, key: str) -> bool:
        job = self.jobs.of_key(KIND, key)
        return job is not None and job.state == "done"
