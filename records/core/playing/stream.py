"""A source of chance in whole numbers of 64 bits: the same seed brings the same choices on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
BITS = 64
MASK = (1 << BITS) - 1
STEP = 0x9E3779B97F4A7C15
_PLACES = 1 << 53
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mixed(number: int) -> int:
    """Return a number of 64 bits that looks like chance, of one of 64 bits (SplitMix64, by Guy Steele, Doug Lea and Christine Flood)."""
    number = (number ^ number >> 30) * _FIRST & MASK
    number = (number ^ number >> 27) * _SECOND & MASK
    return number ^ number >> 31


class Stream:
    """A ``Picker`` with a seed of 64 bits, which can restart from any of its numbered places."""

    __slots__ = ("_at", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = self._at = seed & MASK

    def begin(self, place: int) -> None:
        """Continue from a place that depends only on the seed and this number."""
        self._at = mixed(self._seed + place * STEP & MASK)

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1; all are equally likely up to an error of ``limit`` in 2 ** 64."""
        number = self._at = self._at + STEP & MASK
        number = (number ^ number >> 30) * _FIRST & MASK  # as ``mixed`` does: players ask for little else
        number = (number ^ number >> 27) * _SECOND & MASK
        return (number ^ number >> 31) * limit >> BITS

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of them."""
        return seq[self.below(len(seq))]

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """Return ``k`` of them, no place twice."""
        left, found = list(population), []
        for _ in range(k):
            nth = self.below(len(left))
            left[nth], left[-1] = left[-1], left[nth]
            found.append(left.pop())
        return found

    def random(self) -> float:
        """Return a number from 0 to below 1, of 53 bits."""
        return self.below(_PLACES) / _PLACES
