"""The long work that makes a review: pure functions of a seat's log, which another process imports by name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.header import Header
from records.core.ids import SeatKey
from records.core.viewers import OPEN, Viewer
from records.review.marks import to_mark
from records.review.open_table import OpenTable
from records.review.passes import CHART, CLOSER, FAST, LOOK, MARKS, SLOW
from records.review.rows import Decision, OpenDecision, SeatChance, SeatEstimate
from records.review.seat_review import SeatReview
from records.review.tally import PlayoutTally
from records.review.whole import chart_of
from records.service.jobs.kinds import JobKind
from records.service.jobs.tasks import JobPart
from records.service.library import library
from records.service.reviews.terms import terms
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game

KIND = "review"
POINTS, ESTIMATES, LOOKS, OPENED = 12, 500, 6, 4
"""How many steps of a chart, steps of an estimated one, decisions per look and per open table form one part: each part has overhead."""
_CHART, _OPEN = "chart", "open"
_CHARTS = (f"{_CHART} ", f"{_OPEN} ")
"""Beginnings of the names of parts whose rows are points of a chart."""


class ReviewSource(msgspec.Struct, frozen=True, kw_only=True):
    """The whole input of a review."""

    header: Header
    seat: SeatKey | None
    """The seat whose log it is; None for the open table."""
    lines: tuple[msgspec.Raw, ...]
    """The log as the door veiled it, without hashes: two logs that show the same are the same bytes."""
    graded: bool = False
    fast: bool = False
    """Whether it has the budget for compiled play-outs; if they cannot be compiled after all, it takes much longer."""
    closer: int | None = None
    """The one decision that is looked at closer; None for a whole review."""


class ReviewRows(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a part."""

    points: tuple[SeatChance, ...] = ()
    estimates: tuple[SeatEstimate, ...] = ()
    decisions: tuple[Decision, ...] = ()
    gaps: tuple[int, ...] = ()
    """Steps of the chart at which no chance could be told."""
    open: tuple[OpenDecision, ...] = ()
    start: PlayoutTally | None = None
    """The open table before the deal."""
    result: int = 0
    """With ``start``: the value of the end for the first seat, in sixths."""


class _ReviewPart(msgspec.Struct, frozen=True):
    passed: int
    versions: tuple[int, ...]


def source_of(
    game: Game,
    header: Header,
    log: Sequence[Recorded[Any]],
    viewer: Viewer,
    *,
    graded: bool = False,
    fast: bool = False,
    closer: int | None = None,
) -> bytes:
    """Return what a review is made from; ``log`` is the record's as the door veiled it for ``viewer``, a seat or the open table."""
    return msgspec.json.encode(
        ReviewSource(
            header=header,
            seat=None if viewer is OPEN else SeatKey(str(viewer)),
            lines=tuple(msgspec.Raw(game.codec.encode(replace(recorded, prev=""))) for recorded in log),
            graded=graded,
            fast=fast,
            closer=closer,
        )
    )


def split(source: bytes, stage: int, rows: Mapping[str, bytes]) -> Sequence[JobPart]:
    """Return the parts of a pass: the chart, a look at each decision, then its marks; the open table has one pass."""
    told, review = _opened(source)
    if review.apart:
        return []
    if isinstance(review, OpenTable):
        return [] if stage else [JobPart("start", _told(CHART, ())), *_blocks(_OPEN, LOOK, [*review.decisions], OPENED)]
    if told.closer is not None:
        return [] if stage else [JobPart(f"closer {told.closer}", _told(CLOSER, (told.closer,)))]
    if stage == CHART:
        return _blocks(_CHART, CHART, review.steps, ESTIMATES if review.estimated else POINTS)
    if stage == LOOK:
        return _blocks("look", LOOK, review.decisions, LOOKS)
    if stage == MARKS:
        looked = [decision for value in rows.values() for decision in rows_of(value).decisions]
        return [JobPart(f"marks {version}", _told(MARKS, (version,))) for version in to_mark(looked, review.passes)]
    return []


def work(source: bytes, data: bytes) -> bytes:
    """Return the rows of a part."""
    _told_source, review = _opened(source)
    part = msgspec.json.decode(data, type=_ReviewPart)
    if isinstance(review, OpenTable):
        begins = part.passed == CHART
        made = (
            ReviewRows(start=review.start(), result=review.result)
            if begins
            else ReviewRows(open=tuple(map(review.decision, part.versions)))
        )
    elif part.passed == CHART:
        points, estimates = chart_of(review, part.versions)
        told = {*(point.version for point in points), *(point.version for point in estimates)}
        made = ReviewRows(points=points, estimates=estimates, gaps=tuple(version for version in part.versions if version not in told))
    else:
        made = ReviewRows(decisions=tuple(review.decision(version, part.passed) for version in part.versions))
    return msgspec.json.encode(made)


def missing(rows: Mapping[str, bytes]) -> Iterator[int]:
    """Yield, for each run of parts of a chart that are not there yet, the first step that it may have: that after the part before, or 0.

    Parts come in any order, and nothing is known of parts after the last one.
    """
    for name in _CHARTS:
        found = {int(part.removeprefix(name)): value for part, value in rows.items() if part.startswith(name)}
        for nth in found:
            if nth and nth - 1 not in found:
                before = max((one for one in found if one < nth), default=None)
                yield 0 if before is None else _last(rows_of(found[before])) + 1


def _last(rows: ReviewRows) -> int:
    """Return the last step of the chart that a part has: on the open table the one before its last decision."""
    told = (*(one.version for one in rows.points), *(one.version for one in rows.estimates), *(one.version - 1 for one in rows.open))
    return max((*told, *rows.gaps))


def rows_of(value: bytes) -> ReviewRows:
    """Return what a part came to."""
    return msgspec.json.decode(value, type=ReviewRows)


def figures(rows: Mapping[str, bytes]) -> Mapping[str, float]:
    """Return the precision of the losses so far, in points."""
    found = {row.version: row for value in rows.values() for row in sorted(rows_of(value).decisions, key=lambda one: one.passed)}
    return {"error": median_error(found.values())}


def median_error(rows: Iterable[Decision]) -> float:
    """Return the median standard error of the losses of decisions, in points; 0 where none is weighed.

    Where the best command is the played one, there is no loss to be unsure of.
    """
    errors = sorted(row.loss.error for row in rows if row.judged and row.loss.plays > 1 and row.options[0].command != row.played)
    return errors[len(errors) // 2] if errors else 0.0


def _blocks(name: str, passed: int, versions: Sequence[int], size: int) -> list[JobPart]:
    return [JobPart(f"{name} {at // size}", _told(passed, versions[at : at + size])) for at in range(0, len(versions), size)]


def _told(passed: int, versions: Iterable[int]) -> bytes:
    return msgspec.json.encode(_ReviewPart(passed, tuple(versions)))


@lru_cache(maxsize=2)
def _opened(source: bytes) -> tuple[ReviewSource, SeatReview | OpenTable]:
    """Return a source with its review; what parts of one job share is made once in a process."""
    told = msgspec.json.decode(source, type=ReviewSource)
    game = library()[told.header.game]
    log = tuple(game.codec.decode(bytes(line)) for line in told.lines)
    by = replace(terms(graded=told.graded), passes=FAST if told.fast else SLOW)
    if told.seat is None:
        return told, OpenTable(game, told.header, log, by)
    return told, SeatReview(game, told.header, log, told.seat, by)


REVIEW = JobKind(name=KIND, split=split, work=work, figures=figures)
