"""Estimates a chance from what a seat sees: logistic regression, with its weights as data beside the code.

``values.json`` is what ``tests/review/train.py`` came to; a test holds it to the rules, cards, players and features of today.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.game import PositionFeatures
from records.core.playing.results import WON

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.core.position import Position

FURTHEST = 30.0
"""Beyond it the logistic function is 0 or 1."""


class TrainedRules(msgspec.Struct, frozen=True):
    """The rules and cards of games that a value function was trained with, by hash."""

    rules: str
    cards: str


class CalibrationBin(msgspec.Struct, frozen=True):
    """Estimates of about the same chance, in games that were not trained with."""

    given: float
    won: float
    """Both in points."""
    error: float
    """Standard error of the difference, games taken whole."""
    games: int


class TrainedValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value function with where it comes from."""

    rulesets: Mapping[str, TrainedRules]
    policy: int
    """Version of the simulated player."""
    fingerprint: str
    """Of the features in one game (``tests/review/train.py``)."""
    seed: int
    games: int
    """That it was trained with; every second one began with random commands."""
    start: float
    weights: Mapping[str, float]
    """By the names of the features."""
    off: float
    """In points: the root of the mean square by which an estimate at one step differs from what full play-outs say."""
    steps: int
    """That ``off`` was measured at."""
    plays: int
    """Play-outs at each of these steps."""
    tested: int
    """Games that ``calibration`` was measured with, and the function was not trained with."""
    calibration: Sequence[CalibrationBin]


class ValueFunction(msgspec.Struct, frozen=True):
    """Estimates chances of one game."""

    features: PositionFeatures
    start: float
    weights: tuple[float, ...]
    band: int
    """In points: twice the error of an estimate at one step."""
    name: str = ""
    """Another one for other weights."""

    def chance(self, position: Position[Any], seat: SeatKey) -> float:
        """Return the chance of a seat, from 0 to 1, by what it sees of a position; raises ``NotNoted``."""
        found = self.start
        for weight, feature in zip(self.weights, self.features.of(position, seat), strict=True):
            found += weight * feature
        return 1 / (1 + exp(-max(-FURTHEST, min(FURTHEST, found))))

    def sixths(self, position: Position[Any], seat: SeatKey) -> float:
        """Return the same in sixths of a game won."""
        return WON * self.chance(position, seat)


def value_function(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> ValueFunction | None:
    """Return what chances of a record are estimated by; None where nothing was trained with its rules, cards and player."""
    trained = next((one for one in trained_values().values() if header.ruleset in one.rulesets), None)
    simulation = game.simulation
    if trained is None or simulation is None or simulation.features is None:
        return None
    by = trained.rulesets[header.ruleset]
    if (by.rules, by.cards, trained.policy) != (header.ruleset_hash, header.catalogue_hash, simulation.version):
        return None
    if game.rules.reading(header, log) != game.rules.rulesets.of(header) or tuple(trained.weights) != simulation.features.names:
        return None
    weights = tuple(trained.weights.values())
    name = blake2b(msgspec.json.encode((trained.fingerprint, trained.start, weights)), digest_size=6).hexdigest()
    return ValueFunction(simulation.features, trained.start, weights, round(2 * trained.off), name)


@cache
def trained_values() -> Mapping[str, TrainedValue]:
    """Return all value functions by the name of what they were trained with together."""
    return msgspec.json.decode((files("records.review.values") / "values.json").read_bytes(), type=dict[str, TrainedValue])
