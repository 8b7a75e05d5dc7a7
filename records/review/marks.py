"""Decides which losses are marked, and by which word: those that are unlikely to be chance among all examined decisions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from records.review.passes import MARKS
from records.review.tally import MILLION
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.review.passes import Passes
    from records.review.rows import Decision, MistakeMark

FALSE_SHARE = Fraction(5, 100)
"""The share of marked losses that may be chance, on average over games (Benjamini and Hochberg)."""
LEAST: dict[MistakeMark, int] = {"blunder": 12, "mistake": 6, "inaccuracy": 3}
"""Points that a decision must cost at least, by word."""
CLEAR = 3
"""Standard errors that an inaccuracy must cost, and it must cost its points less one of them.

Most moves cost next to nothing or a little, so what was found small is often smaller.
"""


def marked(rows: Sequence[Decision], passes: Passes) -> tuple[Decision, ...]:
    """Return the decisions of a seat with their marks; ``rows`` are all that were looked at, each as its last pass left it.

    A row that only a look has made is called nothing, and counts as one that was looked at all the same.
    """
    asked = [row for row in rows if row.weighed]
    judged = sorted(row.unsure for row in asked if row.passed >= MARKS)
    fits = [unsure for nth, unsure in enumerate(judged, 1) if unsure <= FALSE_SHARE * MILLION * nth / len(asked)]
    limit = max(fits, default=-1)
    return tuple(
        replace(row, mark=_word(row, passes) if row in asked and row.passed >= MARKS and row.unsure <= limit else "") for row in rows
    )


def _word(row: Decision, passes: Passes) -> MistakeMark:
    word: MistakeMark = next((word for word, points in LEAST.items() if row.loss.mean >= points >= LEAST[passes.least]), "")
    return "" if word == "inaccuracy" and not _is_clear(row) else word


def _is_clear(row: Decision) -> bool:
    return row.loss.mean >= max(CLEAR * row.loss.error, LEAST["inaccuracy"] + row.loss.error)


def to_mark(rows: Sequence[Decision], passes: Passes) -> tuple[int, ...]:
    """Return the versions of the decisions that come to the marks after a look: those with the greatest losses first."""
    asked = sorted((row for row in rows if row.weighed), key=lambda row: (-row.loss.mean, row.version))
    return tuple(row.version for row in asked[: passes.marked])
