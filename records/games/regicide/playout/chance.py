"""The kernel's chance: a stream of whole numbers whose steps all fit in 63 bits, for a compiler takes it that no sum or product overflows.

Two streams with multipliers and moduli by Pierre L'Ecuyer, whose difference is the chance (*Efficient and portable combined random number
generators*, 1988): it repeats itself after 2 ** 61 numbers.
"""

from __future__ import annotations

from records.games.regicide.playout.places import CHANCE

FACTOR, MODULUS = 40_014, 2_147_483_563
OTHER_FACTOR, OTHER_MODULUS = 40_692, 2_147_483_399
SPAN = MODULUS - 1
"""How many numbers a step can bring."""


def below(s: list[int], limit: int) -> int:
    """Return a number from 0 to ``limit`` - 1 and move on; ``limit`` is 2 ** 31 at most."""
    s[CHANCE] = s[CHANCE] * FACTOR % MODULUS
    s[CHANCE + 1] = s[CHANCE + 1] * OTHER_FACTOR % OTHER_MODULUS
    return (s[CHANCE] - s[CHANCE + 1]) % SPAN * limit // SPAN
