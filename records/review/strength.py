"""The measured strength of the simulated players: data beside the code, by ruleset and number of players.

``strengths.json`` is what ``tests/review/measure.py strength`` came to; a test holds it to the rules, cards and players of today.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header


class PolicyStrength(msgspec.Struct, frozen=True):
    """Games of the simulated player."""

    games: int
    won: float
    """A draw counts as half of one. Of a game that seats play against each other these are games against somebody who plays by lot."""

    @property
    def share(self) -> float:
        """Of the games, from 0 to 1."""
        return self.won / self.games


class _Measured(msgspec.Struct, frozen=True):
    rules: str
    cards: str
    """Hashes of the rules and cards that were played with."""
    policy: int
    """Version of the simulated player."""
    players: Mapping[str, PolicyStrength]


def strength_of(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> PolicyStrength | None:
    """Return how strong the simulated player is in a record's game; None if its rules, cards or player were not measured."""
    measured = _strengths().get(header.ruleset)
    if measured is None or game.simulation is None or game.rules.reading(header, log) != game.rules.rulesets.of(header):
        return None
    if (measured.rules, measured.cards, measured.policy) != (header.ruleset_hash, header.catalogue_hash, game.simulation.version):
        return None
    return measured.players.get(str(len(header.seats)))


@cache
def _strengths() -> Mapping[str, _Measured]:
    return msgspec.json.decode((files("records.review") / "strengths.json").read_bytes(), type=dict[str, _Measured])
