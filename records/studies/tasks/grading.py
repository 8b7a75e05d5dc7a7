"""Grades an answer, from 0 to 100, and says which part of it was right. Pure: the true values are passed in, as the engine counted them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

WHOLE = 100
FULL, NONE = Fraction(2, 100), Fraction(15, 100)
"""A chance that is off by so much at most is right; off by so much it is worth nothing."""


class GradedCards(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that names cards."""

    worth: int
    right: tuple[str, ...]
    missed: tuple[str, ...]
    """True, and not named."""
    wrong: tuple[str, ...]
    """Named, and not true."""


class GradedChance(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that names a chance."""

    worth: int
    said: Fraction
    true: Fraction


class GradedMove(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that is a move."""

    worth: int
    nth: int | None
    """Which of the task's answers it is, from 0; None for none of them."""
    says: str
    """What the author says to it; "" where nothing is said."""


class GradedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """The answer about one seat."""

    seat: str
    said: str
    true: str

    @property
    def right(self) -> bool:
        """Whether that is so."""
        return self.said == self.true


class GradedSeats(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that says of seats what they know."""

    worth: int
    seats: tuple[GradedSeat, ...]


def graded_cards(named: Collection[str], true: Collection[str]) -> GradedCards:
    """Return the grade of naming cards: hits of all that were named or are true, so that neither guessing all nor naming one pays."""
    said, is_so = set(named), set(true)
    every = said | is_so
    worth = WHOLE * len(said & is_so) // len(every) if every else WHOLE
    return GradedCards(
        worth=worth, right=tuple(sorted(said & is_so)), missed=tuple(sorted(is_so - said)), wrong=tuple(sorted(said - is_so))
    )


def graded_chance(said: Fraction, true: Fraction, error: float = 0.0) -> GradedChance:
    """Return the grade of a chance: whole within two points or two standard errors, nothing from fifteen points on, evenly between."""
    off, full = abs(said - true), max(FULL, 2 * Fraction(error))
    worth = WHOLE if off <= full else 0 if off >= NONE else int(WHOLE * (NONE - off) / (NONE - full))
    return GradedChance(worth=worth, said=said, true=true)


def graded_seats(said: Mapping[str, str], true: Mapping[str, str]) -> GradedSeats:
    """Return the grade of what is said of each seat of ``true``, in their order: the share that is right."""
    seats = tuple(GradedSeat(seat=seat, said=said[seat], true=is_so) for seat, is_so in true.items())
    return GradedSeats(worth=WHOLE * sum(one.right for one in seats) // len(seats), seats=seats)
