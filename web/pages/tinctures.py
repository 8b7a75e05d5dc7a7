"""Which tincture belongs to which seat, and the blocks in which a game is drawn from end to end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey

TINCTURES = 4
"""Azure, or, vert, purpure; more seats than that are told by key and name alone."""


def tincture(seats: Sequence[SeatKey], seat: SeatKey | None) -> int:
    """Return the seat's tincture, 1 to 4 in seating order, or 0: no seat, or one too many."""
    if seat is None or seat not in seats:
        return 0
    number = seats.index(seat) + 1
    return number if number <= TINCTURES else 0


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring steps that belong together."""

    tincture: int
    steps: int


@dataclass(frozen=True, slots=True)
class Block:
    """One drawn stretch; lengths are percent of the drawing's width, written for an SVG attribute."""

    tincture: int
    x: str
    width: str
    ahead: bool
    height: float = 1.0
    """Share of the full height, 0 to 1: a long turn stands higher."""


_MOST_BLOCKS = 120
_JOINT = 0.25
"""Empty space after a block, in percent; a block narrower than four of them has none."""


def percent(part: float, whole: float) -> str:
    """Return ``part`` of ``whole`` as an SVG length."""
    return f"{100 * part / whole:.2f}%" if whole else "0%"


def blocks(stretches: Sequence[Stretch], at: int | None = None) -> tuple[Block, ...]:
    """Return the game as blocks; those that begin after step ``at`` are marked as ahead.

    Too many to be told apart are joined with their neighbours of the same seat.
    """
    laid_out = _laid_out(tuple(stretches))
    return tuple(ahead if at is not None and begin >= at else behind for begin, behind, ahead in laid_out)


@lru_cache(maxsize=256)
def _laid_out(stretches: tuple[Stretch, ...]) -> tuple[tuple[int, Block, Block], ...]:
    """Return the step at which each block begins, and the block as it is drawn behind the moment and ahead of it."""
    runs = stretches if len(stretches) <= _MOST_BLOCKS else _joined(stretches)
    whole = sum(run.steps for run in runs)
    longest = max((run.steps for run in runs), default=1)
    made, begin = [], 0
    for run in runs:
        share = 100 * run.steps / (whole or 1)
        width = f"{share - (_JOINT if share > 4 * _JOINT else 0):.2f}%"
        height = round(0.45 + 0.55 * (run.steps / longest) ** 0.5, 2)
        behind, ahead = (Block(run.tincture, percent(begin, whole), width, later, height) for later in (False, True))
        made.append((begin, behind, ahead))
        begin += run.steps
    return tuple(made)


def _joined(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    runs: list[Stretch] = []
    for stretch in stretches:
        if runs and runs[-1].tincture == stretch.tincture:
            runs[-1] = Stretch(stretch.tincture, runs[-1].steps + stretch.steps)
        else:
            runs.append(stretch)
    return tuple(runs)
