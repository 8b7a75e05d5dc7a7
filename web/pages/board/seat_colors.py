"""Which color belongs to which seat, and the blocks in which a game is drawn from end to end."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.ids import SeatKey

SEAT_COLORS = 4
"""Blue, yellow, green and purple; further seats have no color and are distinguished by key and name."""


def seat_color(seats: Sequence[SeatKey], seat: SeatKey | None) -> int:
    """Return the seat's color, 1 to 4 in seating order, or 0: no seat, or one too many."""
    if seat is None or seat not in seats:
        return 0
    number = seats.index(seat) + 1
    return number if number <= SEAT_COLORS else 0


class ColorRun(msgspec.Struct, frozen=True):
    """Consecutive steps of one seat."""

    color: int
    steps: int


class ColorBlock(msgspec.Struct, frozen=True):
    """One drawn stretch; lengths are percent of the drawing's width, written for an SVG attribute."""

    color: int
    x: str
    width: str
    ahead: bool
    height: float = 1.0
    """Share of the full height, 0 to 1: longer turns are higher."""


_JOINED_FROM, MOST_BLOCKS = 120, 360
"""Above the first number, neighbouring runs of the same seat are joined; the second is the most blocks that are drawn."""
_JOINT = 0.25
"""Empty space after a block, in percent; a block narrower than four of them has none."""


def percent(part: float, whole: float) -> str:
    """Return ``part`` of ``whole`` as an SVG length."""
    return f"{100 * part / whole:.2f}%" if whole else "0%"


LaidOut: TypeAlias = "tuple[tuple[int, ColorBlock, ColorBlock], ...]"
"""Of each block the step at which it begins, and the block as it is drawn behind the moment and ahead of it."""


def blocks(spine: LaidOut, at: int | None = None) -> tuple[ColorBlock, ...]:
    """Return the blocks of a game; those that begin after step ``at`` are marked as ahead."""
    return tuple(ahead if at is not None and begin >= at else behind for begin, behind, ahead in spine)


@lru_cache(maxsize=256)
def spine_of(turns: tuple[tuple[SeatKey | None, int], ...], seats: tuple[SeatKey, ...]) -> LaidOut:
    """Return a game as blocks; kept, since each page of a long game would spend most of its time on it.

    ``turns`` are the seat of each turn and the number of its steps.
    """
    return laid_out(ColorRun(seat_color(seats, seat), steps) for seat, steps in turns)


def laid_out(stretches: Iterable[ColorRun]) -> LaidOut:
    """Return a game as blocks.

    Too many to be told apart are joined with their neighbours: first those of the same seat, then, in a game of thousands of turns, several
    to a block, which is of the seat that has most steps in it. So a page stays as small however long the game is.
    """
    runs = tuple(stretches)
    if len(runs) > _JOINED_FROM:
        runs = _gathered(_joined(runs))
    whole = sum(run.steps for run in runs)
    longest = max((run.steps for run in runs), default=1)
    made, begin = [], 0
    for run in runs:
        share = 100 * run.steps / (whole or 1)
        width = f"{share - (_JOINT if share > 4 * _JOINT else 0):.2f}%"
        height = round(0.45 + 0.55 * (run.steps / longest) ** 0.5, 2)
        behind, ahead = (ColorBlock(run.color, percent(begin, whole), width, later, height) for later in (False, True))
        made.append((begin, behind, ahead))
        begin += run.steps
    return tuple(made)


def _joined(stretches: Sequence[ColorRun]) -> tuple[ColorRun, ...]:
    runs: list[ColorRun] = []
    for stretch in stretches:
        if runs and runs[-1].color == stretch.color:
            runs[-1] = ColorRun(stretch.color, runs[-1].steps + stretch.steps)
        else:
            runs.append(stretch)
    return tuple(runs)


def _gathered(runs: Sequence[ColorRun]) -> tuple[ColorRun, ...]:
    """Return at most ``MOST_BLOCKS`` stretches, of an odd number of neighbours each: so two seats that take turns go on taking turns."""
    each = -(-len(runs) // MOST_BLOCKS)
    each += each % 2 == 0
    groups = (runs[begin : begin + each] for begin in range(0, len(runs), each))
    return tuple(ColorRun(_mostly(group), sum(run.steps for run in group)) for group in groups)


def _mostly(runs: Sequence[ColorRun]) -> int:
    """Return the seat color with most steps, of several the first."""
    steps: Counter[int] = Counter()
    for run in runs:
        steps[run.color] += run.steps
    return max(steps, key=steps.__getitem__)
