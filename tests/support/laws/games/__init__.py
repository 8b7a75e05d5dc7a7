"""The games under law: one line here and one strategy of samples bring a game under all of them."""

from __future__ import annotations

from support.laws.games import hollow, observed
from support.laws.sample import UnderLaw

GAMES_UNDER_LAW: dict[str, UnderLaw] = {
    "hollow": hollow.UNDER_LAW,
    "observed": observed.UNDER_LAW,
}
"""By name: every game of the program, and the small one of the tests."""
