"""Whole reviews in one go, as the rows that a job makes part by part come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.knowledge.door import veil
from records.review.marks import marked
from records.review.open_table import OpenTable
from records.review.passes import MARKS
from records.review.playing import USUAL
from records.review.rows import OpenReview, Review, ReviewKey, SeatChance, SeatEstimate
from records.review.seat_review import SeatReview

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.review.playing import Terms


def key_of(game: Game, header: Header, head: str, seat: SeatKey | None, terms: Terms = USUAL) -> ReviewKey:
    """Return the key of a review's rows; ``head`` is the hash of the record's last event, ``seat`` None for the open table."""
    version = 0 if game.simulation is None else game.simulation.version
    return ReviewKey(
        head=head,
        seat=seat,
        ruleset=header.ruleset_hash,
        catalogue=header.catalogue_hash,
        policy=version,
        seed=terms.seed,
        graded=terms.graded,
    )


def chart_of(parts: SeatReview, steps: Sequence[int]) -> tuple[tuple[SeatChance, ...], tuple[SeatEstimate, ...]]:
    """Return the points of a chart at some steps: from play-outs, or in games whose chances are estimated these."""
    if parts.estimated:
        return (), tuple(point for point in map(parts.estimate, steps) if point is not None)
    return tuple(point for point in map(parts.point, steps) if point is not None), ()


def review(
    game: Game, header: Header, log: Sequence[Recorded[Any]], seat: SeatKey, terms: Terms = USUAL, *, passed: int = MARKS, head: str = ""
) -> Review:
    """Return the review of ``seat`` by one pass; ``log`` is the full log, of which the review gets what the door lets through."""
    parts = SeatReview(game, header, veil(game.parts, log, seat), seat, terms)
    key = key_of(game, header, head, seat, terms)
    if parts.apart:
        return Review(key=key, apart=parts.apart)
    chart, estimates = chart_of(parts, parts.steps)
    rows = [parts.decision(version, passed) for version in parts.decisions]
    return Review(key=key, chart=chart, estimates=estimates, decisions=marked(rows, parts.passes))


def open_review(game: Game, header: Header, log: Sequence[Recorded[Any]], terms: Terms = USUAL, *, head: str = "") -> OpenReview:
    """Return the open table's share."""
    parts = OpenTable(game, header, log, terms)
    key = key_of(game, header, head, None, terms)
    if parts.apart:
        return OpenReview(key=key, apart=parts.apart)
    return OpenReview(key=key, result=parts.result, start=parts.start(), decisions=tuple(map(parts.decision, parts.decisions)))
