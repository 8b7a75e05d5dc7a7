"""The games under law: one line here and one strategy of samples bring a game under all of them."""

from __future__ import annotations

from support.laws.games import castle_rampage, creature_crush, hollow, observed, regicide
from support.laws.sample import UnderLaw

GAMES_UNDER_LAW: dict[str, UnderLaw] = {
    "hollow": hollow.UNDER_LAW,
    "observed": observed.UNDER_LAW,
    "castle-rampage": castle_rampage.UNDER_LAW,
    "regicide": regicide.UNDER_LAW,
    "creature-crush": creature_crush.UNDER_LAW,
}
"""By name: every game of the program, and the small one of the tests."""
