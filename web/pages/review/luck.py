"""Luck and skill: how far draws, unseen cards and people moved a chance, and the moments that did most (design/review: Luck and skill)."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, inf
from typing import TYPE_CHECKING

import msgspec

from records.core.events import Sort
from records.core.sentences import N_
from records.review.tally import error_of
from web.pages.review.rows import LEAST_SAID, what_happened
from web.words import texts
from web.words.reviews import TELLS, points
from web.words.texts import _, number
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.review.rows import Split
    from records.service import RecordView
    from records.service.reviews.views import OpenTableReview, ReviewView, SeatReviewView

MOST = 5
"""Moments that are listed."""
ANSWERS = 3
"""Answers of the table that a moment names."""
_LAY, _OTHERS = N_("how the cards lay"), N_("after another's move")


class ResultShare(msgspec.Struct, frozen=True):
    """A part of a result."""

    words: str
    person: bool
    """Whether the words are somebody's name."""
    points: str
    """With its sign, and its error where that is known."""


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """A result taken apart."""

    heading: str
    of: str
    """Whose, "" for all together."""
    shares: tuple[ResultShare, ...]


class LuckyMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A step at which luck was great."""

    version: int
    nth: int
    says: str
    points: str
    worth: float
    """In points, for whom the page speaks of."""
    tag: str
    """What kind of luck, where it is not what the table answered."""


class _LuckMoved(msgspec.Struct, frozen=True):
    version: int
    worth: float
    error: float
    since: int = 0
    """The event after which it began; the version itself where it is that event alone."""
    tag: str = ""


def parts(view: RecordView, review: ReviewView) -> list[Parts]:
    """Return the result taken apart, once where all win and lose together, else for each seat; nothing but at the open table."""
    return [_parts(view, review, split) for split in (review.open.splits if review.open is not None else ())]


def _parts(view: RecordView, review: ReviewView, split: Split) -> Parts:
    moved = float(split.result - split.start) * 100
    said = points(abs(moved), inf, texts)
    errors = split.errors
    luck = [
        (_("draws"), split.chance, errors.chance),
        (_("how cards lay"), split.lay, errors.lay),
        (_("moves that are not weighed"), split.unjudged, errors.unjudged),
    ]
    return Parts(
        heading=_("Of %(n)s points lost", n=said) if moved < 0 else _("Of %(n)s points won", n=said),
        of="" if review.together else seat_name(split.seat, view.names),
        shares=(
            *(ResultShare(words, False, _signed(float(part) * 100, error)) for words, part, error in luck if part or error),
            *(
                ResultShare(seat_name(seat, view.names), True, _signed(float(skill) * 100, errors.skill[seat]))
                for seat, skill in split.skill.items()
            ),
        ),
    )


def skills(view: RecordView, review: ReviewView) -> list[ResultShare]:
    """Return what each seat's decisions were worth against those of the simulated player."""
    weighed = [(one, [decision.skill for decision in one.decisions if decision.judged]) for one in review.seats]
    return [
        ResultShare(seat_name(one.seat, view.names), True, _signed(float(sum(skill.mean for skill in of)), error_of(of)))
        for one, of in weighed
        if of
    ]


def moments(view: RecordView, review: ReviewView) -> list[LuckyMoment]:
    """Return the steps at which luck is told, the greatest first: as the open table shows it, or as a seat's own chance moved."""
    if review.open is not None:
        found = [*_drawn(review.open), *_laid(view, review, review.open)]
    else:
        found = [moved for seat in review.seats for moved in _moved(seat)]
    return [
        LuckyMoment(
            version=one.version,
            nth=view.timeline.step_number(one.version),
            says=_answered(view, one) or what_happened(view, one.version),
            points=_signed(one.worth, one.error),
            worth=one.worth,
            tag=_(one.tag) if one.tag else "",
        )
        for one in sorted(found, key=lambda one: (-abs(one.worth), one.version))
        if abs(one.worth) >= max(TELLS * one.error, LEAST_SAID)
    ]


def _drawn(table: OpenTableReview) -> Iterator[_LuckMoved]:
    for luck in table.luck:
        yield _LuckMoved(luck.version, luck.points, luck.error, luck.since)


def _laid(view: RecordView, review: ReviewView, table: OpenTableReview) -> Iterator[_LuckMoved]:
    """Yield how unseen cards lay at decisions."""
    for row in (row for seat in review.seats for row in seat.decisions if row.version in table.lay):
        lay = table.lay[row.version]
        worth = lay.points if review.together or row.seat == view.header.seats[0] else -lay.points
        yield _LuckMoved(row.version, worth, lay.error, row.version, _LAY)


def _moved(seat: SeatReviewView) -> Iterator[_LuckMoved]:
    """Yield how a seat's own chance moved from a decision to the next, without what its own decision was worth."""
    own = {row.version: row for row in seat.decisions}
    for before, after in pairwise(seat.chart):
        version = before.version + 1
        row = own.get(version)
        if row is not None and not row.judged and not row.forced:
            continue  # nobody knows what it was worth
        skill = row.skill if row is not None and row.judged else None
        worth = float(after.chance.mean - before.chance.mean - (skill.mean if skill is not None else 0))
        error = hypot(before.chance.error, after.chance.error, skill.error if skill is not None else 0.0)
        yield _LuckMoved(after.version, worth, error, version if row is not None else version - 1, "" if row is not None else _OTHERS)


def _answered(view: RecordView, moved: _LuckMoved) -> str:
    """Return what others did, and the table answered, from one decision to the next in words; "" for nothing that is narrated."""
    answers = [
        line
        for step in view.timeline.told
        if moved.since < step.version <= moved.version and view.events[step.version - 1].event.sort in {Sort.CHANCE, Sort.DECISION}
        for line in step.lines
    ]
    said = [say_plainly(line, view.names, view.faces).removesuffix(".") for line in answers[-ANSWERS:]]
    more = [_("%(n)s more before these", n=number(len(answers) - ANSWERS))] if len(answers) > ANSWERS else []
    return "; ".join([*said, *more])


def for_whom(view: RecordView, review: ReviewView) -> str:
    """Return for whom luck is told: the first seat at the open table of a game that seats play against each other, else ""."""
    return "" if review.together or review.open is None else seat_name(view.header.seats[0], view.names)


def _signed(worth: float, error: float) -> str:
    return points(worth, error, texts, sign=True)
