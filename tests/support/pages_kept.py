"""Games that the tests of what a process keeps are made of: one of each sort, short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

KEPT_GAMES: Mapping[str, Mapping[str, Any]] = {
    "regicide": {"seed": 5, "players": 2},
    "castle-rampage": {"seed": 5, "ruleset": "castle-rampage/plain"},
    "creature-crush": {"seed": 5},
}
