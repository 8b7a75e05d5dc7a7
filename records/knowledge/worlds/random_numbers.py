"""Pseudo-random numbers that follow from the question, so that the same question has the same answer."""

from __future__ import annotations

from hashlib import blake2b

_BITS = 64
_AT_ONCE = 8


class RandomNumbers:
    """Numbers that follow from a text."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._drawn = 0
        self._waiting: list[int] = []

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1; one is as likely as the other but for 2 ** -64."""
        if not self._waiting:
            several = blake2b(self._drawn.to_bytes(8) + self._seed, digest_size=_BITS // 8 * _AT_ONCE).digest()
            self._waiting = [int.from_bytes(several[at : at + _BITS // 8]) for at in range(0, len(several), _BITS // 8)]
            self._drawn += 1
        return self._waiting.pop() * limit >> _BITS
