"""The kernel's chance: streams of whole numbers whose steps all fit in 63 bits, for a compiler takes it that no sum or product overflows.

Each is two streams with multipliers and moduli by Pierre L'Ecuyer, whose difference is the chance (*Efficient and portable combined random
number generators*, 1988): it repeats itself after 2 ** 61 numbers.
"""

from __future__ import annotations

from records.games.regicide.playout.places import (
    AHEAD,
    PICKS,
)

FACTOR, MODULUS = 40_014, 2_147_483_563
OTHER_FACTOR, OTHER_MODULUS = 40_692, 2_147_483_399
SPAN = MODULUS - 1
"""How many numbers a step can bring."""
FAR = 1 << 30
JUMP, OTHER_JUMP = pow(FACTOR, FAR, MODULUS), pow(OTHER_FACTOR, FAR, OTHER_MODULUS)
"""What goes so many steps at once."""


def below(s: list[int], at: int, limit: int) -> int:
    """Return a number from 0 to ``limit`` - 1 of the stream that stands at ``at``, and move on; ``limit`` is 2 ** 31 at most."""
    s[at] = s[at] * FACTOR % MODULUS
    s[at + 1] = s[at + 1] * OTHER_FACTOR % OTHER_MODULUS
    return (s[at] - s[at + 1]) % SPAN * limit // SPAN


def pick_anew(s: list[int]) -> None:
    """Begin the stream of the players far ahead of where it began before, however much was picked from there."""
    s[AHEAD] = s[AHEAD] * JUMP % MODULUS
    s[AHEAD + 1] = s[AHEAD + 1] * OTHER_JUMP % OTHER_MODULUS
    s[PICKS], s[PICKS + 1] = s[AHEAD], s[AHEAD + 1]
