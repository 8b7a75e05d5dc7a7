"""Pseudo-random numbers derived from the question, so that the same question has the same answer."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from records.core.asking.chance import Picker

_BITS = 64
_PICKED, _PICKS = 30, 2
"""Bits of one pick, and how many make a seed: ``random.Random`` chooses from a range of so many exactly."""
_AT_ONCE = 8


class RandomNumbers:
    """Numbers that follow from a text."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._drawn = 0
        self._waiting: list[int] = []

    @classmethod
    def by(cls, picker: Picker) -> Self:
        """Return numbers that follow from what somebody picks."""
        return cls(" ".join(str(picker.choice(range(1 << _PICKED))) for _ in range(_PICKS)))

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1; all are equally likely up to an error of 2 ** -64."""
        if not self._waiting:
            several = blake2b(self._drawn.to_bytes(8) + self._seed, digest_size=_BITS // 8 * _AT_ONCE).digest()
            self._waiting = [int.from_bytes(several[at : at + _BITS // 8]) for at in range(0, len(several), _BITS // 8)]
            self._drawn += 1
        return self._waiting.pop() * limit >> _BITS
