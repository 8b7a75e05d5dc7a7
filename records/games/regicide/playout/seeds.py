"""Where the kernel's chance begins."""

from __future__ import annotations

from hashlib import blake2b

from records.games.regicide.playout.chance import MODULUS, OTHER_MODULUS


def begins(seed: int) -> list[int]:
    """Return the six numbers of ``places.CHANCE`` on, by a seed of 64 bits."""
    found = blake2b(seed.to_bytes(8, "big"), digest_size=32).digest()
    moduli = (MODULUS, OTHER_MODULUS, MODULUS, OTHER_MODULUS)
    chance = [1 + int.from_bytes(found[nth * 8 : nth * 8 + 8], "big") % (modulus - 1) for nth, modulus in enumerate(moduli)]
    return [*chance, *chance[2:]]
