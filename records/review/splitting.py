"""A result taken apart into luck and skill, exactly: each estimate comes in once with plus and once with minus, whatever its error."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from records.core.playing.results import WON
from records.review.rows import Split, SplitErrors
from records.review.tally import error_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.ids import SeatKey
    from records.review.rows import Decision, OpenReview
    from records.review.tally import PlayoutTally


def split(opened: OpenReview, rows: Iterable[Decision], first: SeatKey, seat: SeatKey, *, together: bool) -> Split:
    """Return the result of ``seat`` taken apart.

    ``opened`` counts for the record's ``first`` seat; ``rows`` are the decisions of all seats, each weighed from its own log; ``together``:
    all seats win and lose together. Else two seats play against each other, and what one wins the other loses.
    """
    by_version = {row.version: row for row in rows if row.judged or row.forced}
    start = opened.start.share
    if not opened.start.plays and opened.decisions:
        start = opened.decisions[0].before.share
    chance = lay = unjudged = Fraction(0)
    skill: defaultdict[SeatKey, Fraction] = defaultdict(Fraction)
    skills: defaultdict[SeatKey, list[PlayoutTally]] = defaultdict(list)
    laid: list[PlayoutTally] = []
    not_judged: list[PlayoutTally] = []
    at = start
    for one in opened.decisions:
        chance += one.before.share - at
        at = one.after.share
        done, row = at - one.before.share, by_version.get(one.version)
        if row is None:
            unjudged += done
            not_judged.append(one.done)
            continue
        own = row.skill.share if together or one.seat == first else -row.skill.share
        skill[one.seat] += own
        lay += done - own
        skills[one.seat].append(row.skill)
        laid += (one.done, row.skill)
    result = Fraction(opened.result, WON)
    chance += result - at
    errors = SplitErrors(
        chance=error_of([opened.start, *(one.done for one in opened.decisions)]),
        skill={who: error_of(of) for who, of in skills.items()},
        lay=error_of(laid),
        unjudged=error_of(not_judged),
    )
    if together or seat == first:
        return Split(seat=seat, result=result, start=start, chance=chance, skill=dict(skill), lay=lay, unjudged=unjudged, errors=errors)
    turned = {who: -own for who, own in skill.items()}
    return Split(seat=seat, result=1 - result, start=1 - start, chance=-chance, skill=turned, lay=-lay, unjudged=-unjudged, errors=errors)
