"""The parts of a result add up to it exactly: in whole reviews by a look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.knowledge.door import veil
from records.review.open_table import OpenTable
from records.review.passes import LOOK
from records.review.rows import OpenReview
from records.review.seat_review import SeatReview
from records.review.splitting import split
from records.review.whole import key_of
from support.review.measures.lay import RULESETS
from support.review.records import played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.review.playing import Terms


def row(number: int, terms: Terms, game: str = "regicide") -> dict[str, Any]:
    """Return whether the parts of one record came to its result, for both seats, and how much was not judged, in points."""
    record = played(game, RULESETS[game], 2, seed=60_000 + number, astray=0.03)
    opened = OpenTable(*record, terms)
    review = OpenReview(
        key=key_of(record.game, record.header, "", None, terms),
        result=opened.result,
        start=opened.start(),
        decisions=tuple(map(opened.decision, opened.decisions)),
    )
    rows = []
    for seat in record.header.seats:
        parts = SeatReview(record.game, record.header, veil(record.game.parts, record.log, seat), seat, terms)
        rows += [parts.decision(version, LOOK) for version in parts.decisions]
    splits = [split(review, rows, record.header.seats[0], seat, together=record.game.together) for seat in record.header.seats]
    sums = [one.start + one.chance + sum(one.skill.values()) + one.lay + one.unjudged for one in splits]
    exact = all(one.result == found for one, found in zip(splits, sums, strict=True))
    return {"exact": exact, "decisions": len(rows), "unjudged": round(float(100 * splits[0].unjudged), 2)}


def summary(rows: Sequence[dict[str, Any]], _game: str = "regicide") -> dict[str, Any]:
    """Return in how many records the parts came to the result."""
    return {"records": len(rows), "exact": sum(one["exact"] for one in rows), "decisions": sum(one["decisions"] for one in rows)}
