"""A caller's view of the reviews of a record: rows of the seats that are open to them, and the split result if all are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

import msgspec

from records.core.ids import RecordId, SeatKey
from records.core.viewers import Viewer
from records.review.reasons import Apart
from records.review.rows import Decision, SeatChance, SeatEstimate, Split
from records.review.strength import PolicyStrength
from records.review.tally import PlayoutTally

Progress: TypeAlias = Literal["none", "waiting", "working", "done", "failed", "cancelled"]


class ReviewWork(msgspec.Struct, frozen=True, kw_only=True):
    """Progress of the work at a review."""

    state: Progress
    job: str = ""
    """Its id; "" if none was requested, or the caller may not look at it."""
    passed: int = -1
    """The last pass of which all rows are there; -1 for none (design/review: Passes)."""
    under_way: int = 0
    """The pass at which it works."""
    done: int = 0
    parts: int = 0
    """Rows of that pass that are there, and how many it has."""
    unsure: float = 0.0
    """The median standard error of the losses so far, in points; 0 where there is none."""
    why: str = ""
    """Why it failed; "" where it did not."""


def under_way(works: Collection[ReviewWork]) -> ReviewWork | None:
    """Return the work at the earliest pass, among all in progress, else among all that wait; None if there is none."""
    for state in ("working", "waiting"):
        if found := [one for one in works if one.state == state]:
            return min(found, key=lambda one: one.under_way)
    return None


class SeatReviewView(msgspec.Struct, frozen=True, kw_only=True):
    """The review of one seat."""

    seat: SeatKey
    apart: Apart = ""
    """Why there is none; "" where there is one, or will be."""
    closed: bool = False
    """Whether the seat's holder has closed it to others: then it has no rows here."""
    kept: bool = False
    """Whether the caller holds the seat and has closed it to others: only they get its rows."""
    stale: bool = False
    """Whether its rows were made from another state of the record or in an older way; they are shown all the same."""
    chart: tuple[SeatChance, ...] = ()
    estimates: tuple[SeatEstimate, ...] = ()
    """In place of the chart, in games whose chances are estimated."""
    gaps: tuple[int, ...] = ()
    """Steps of either without a chance: it cannot be computed there, or is not computed yet; of several in a row the first."""
    decisions: tuple[Decision, ...] = ()
    """With marks over all examined decisions; those not evaluated say why (``Decision.apart``)."""
    work: ReviewWork = ReviewWork(state="none")


class OpenPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A chance on the open table; of the first seat."""

    version: int
    chance: PlayoutTally


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """The gain by cards dealt, drawn or revealed since the previous decision, in points for the first seat."""

    version: int
    since: int
    """Version of the decision before; 0 for none."""
    points: float
    error: float
    """Its standard error."""


class Lay(msgspec.Struct, frozen=True, kw_only=True):
    """The gain by how the unseen cards happened to lie at a decision, in points for the deciding seat."""

    points: float
    error: float
    """Its standard error."""
    done: float
    """Gain of lay and skill together: the effect of the move as the cards lay."""


class OpenTableReview(msgspec.Struct, frozen=True, kw_only=True):
    """The parts that only the open table shows: its curve, and the split result."""

    chart: tuple[OpenPoint, ...] = ()
    """Without the points before and after decisions of a seat whose review is closed."""
    gaps: tuple[int, ...] = ()
    """Steps at which no chance is known: that of such a point, or the first of some that are not there yet."""
    splits: tuple[Split, ...] = ()
    """By seat; one where all seats win and lose together. Empty until the rows of all seats are there, and where one is closed."""
    lay: Mapping[int, Lay] = {}
    """By version of a decision."""
    luck: tuple[Luck, ...] = ()
    """The greatest first."""
    stale: bool = False
    work: ReviewWork = ReviewWork(state="none")


class ReviewView(msgspec.Struct, frozen=True, kw_only=True):
    """The reviews of a record as a caller sees them through some eyes."""

    record: RecordId
    viewer: Viewer
    graded: bool = False
    """Whether a win counts by its grade (Regicide alone: Gold 6, Silver 4, Bronze 2 of 6)."""
    apart: Apart = ""
    """Why the record is not reviewed; "" where it is."""
    seats: tuple[SeatReviewView, ...] = ()
    """In the order of the table: the viewer's own, or all where the eyes are the open table's."""
    open: OpenTableReview | None = None
    """None unless the eyes are the open table's."""
    together: bool = False
    """Whether all seats win and lose together."""
    compiled: bool = False
    """Whether play-outs are compiled here; else they are slow, and a page says so."""
    may_ask: bool = False
    """Whether the caller may have a review made."""
    may_close: tuple[SeatKey, ...] = ()
    """Seats whose review the caller may close to others, or open again."""
    strength: PolicyStrength | None = None
    """How strong the simulated player is by these rules with so many players, as measured; None where nobody did."""
