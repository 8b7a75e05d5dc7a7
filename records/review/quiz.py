"""A marked decision as a task: the grade of each move as an answer (design/review: Quiz)."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

import msgspec

from records.review.rows import PlainCommand

if TYPE_CHECKING:
    from records.review.rows import Decision
    from records.review.tally import PlayoutTally

WORTHLESS = 12
"""Points lost at which an answer is worth nothing."""
SURE = 2.0
"""In points: the standard error up to which a loss is precise enough for a task."""
FULL = 100


class MoveWorth(msgspec.Struct, frozen=True, kw_only=True):
    """A move as an answer."""

    command: PlainCommand
    worth: int
    """0 to 100: 100 for moves that cannot be distinguished from the best, else less the more they cost."""
    best: bool


def is_task(decision: Decision) -> bool:
    """Whether a decision can be asked about: it is marked, and its loss is known well enough."""
    return bool(decision.weighed and decision.mark and decision.loss.error <= SURE)


def move_worths(decision: Decision, most: int) -> tuple[MoveWorth, ...]:
    """Return the moves that are worth most as answers, the best first, and the one that was played; at most ``most``."""
    found = [
        MoveWorth(
            command=option.command,
            worth=FULL if option.command in decision.best else _worth(_loss(decision, option.command, option.behind)),
            best=option.command in decision.best,
        )
        for option in decision.options
    ]
    found.sort(key=lambda move: (not move.best, -move.worth, move.command))
    played = [move for move in found if move.command == decision.played]
    others = [move for move in found if move.worth and move.command != decision.played][: most - len(played)]
    return tuple(sorted([*others, *played], key=lambda move: (not move.best, -move.worth, move.command)))


def _loss(decision: Decision, command: PlainCommand, behind: PlayoutTally) -> Fraction:
    return decision.loss.mean if command == decision.played else behind.mean


def _worth(loss: Fraction) -> int:
    return min(max(floor(FULL * (1 - loss / WORTHLESS)), 0), FULL - 1)
