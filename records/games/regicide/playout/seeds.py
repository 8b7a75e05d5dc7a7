"""Where the kernel's chance begins."""

from __future__ import annotations

from hashlib import blake2b

from records.games.regicide.playout.chance import MODULUS, OTHER_MODULUS


def begins(seed: int) -> tuple[int, int]:
    """Return the two numbers from which chance goes on (``places.CHANCE``); any two seeds of 64 bits are far apart."""
    found = blake2b(seed.to_bytes(8, "big"), digest_size=16).digest()
    return 1 + int.from_bytes(found[:8]) % (MODULUS - 1), 1 + int.from_bytes(found[8:]) % (OTHER_MODULUS - 1)
