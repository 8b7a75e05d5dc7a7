"""Value functions trained from simulated games: their positions, their weights, and how far off they are."""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.playing.results import WON
from records.core.playing.stream import Stream, mixed
from records.core.position import frozen
from records.review.playing import played_by
from records.service.library import library
from records.service.writing.simulation import FIRST_DAY
from support.review.measures.deciding import decided
from support.review.records import Played, played, recorded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import Game
    from records.core.position import Command
    from records.review.playing import Terms
    from records.review.values.function import TrainedValue, ValueFunction

TOGETHER = {
    "castle-rampage with powers": ("castle-rampage/house", "castle-rampage/pegasus", "castle-rampage/yucata"),
    "castle-rampage without powers": ("castle-rampage/plain", "castle-rampage/plain-online"),
    "creature-crush": ("creature-crush/skirmish", "creature-crush/arena", "creature-crush/league"),
}
"""Rulesets that are trained for together."""
APART = 1_000_000
"""Numbers of games from here on are not trained with."""
ASTRAY = 60
"""At most so many commands at the beginning of every second game are by lot."""
EVERY = 4
"""Of the decisions of a game every fourth is a position to train with."""
RIDGE = 1.0


class TrainingGame(NamedTuple):
    """Positions of one game, as both seats see them, with what it came to."""

    features: Any
    """``[position][feature]``, of both seats in turn."""
    won: Any
    """``[position]``, from 0 to 1."""


def game_of(ruleset: str) -> Game:
    """Return the game of a ruleset."""
    return library()[ruleset.partition("/")[0]]


def training_record(together: str, number: int) -> tuple[Played, int]:
    """Return a game by its number, and the version from which on all seats play by the policy."""
    rulesets = TOGETHER[together]
    ruleset = rulesets[number // 2 % len(rulesets)]
    game, seats, lots = game_of(ruleset), SEATS[:2], random.Random(f"training {number}")  # noqa: S311 -- a game, not a secret
    assert game.play is not None
    assert game.simulation is not None
    header = Header(record=RecordId("training"), game=game.name, seats=seats, started=FIRST_DAY, **game.rules.edition(ruleset))
    picks, chance = Stream(mixed(number * 2 + 1)), game.simulation.dealer(Stream(mixed(number * 2)))
    live, log = Live(game.play, frozen(0, Folder(game).start(header))), list[Recorded[Any]]()
    astray, sensible = lots.randrange(2, ASTRAY) if number % 2 else 0, 0
    command: Command = game.simulation.start(seats, picks)
    while True:
        log += recorded(live.do(command, chance), len(log) + 1)
        if live.state.outcome is not None:
            return Played(game, header, tuple(log)), sensible
        listed = game.play.legal(live.position) if astray else ()
        if listed:
            command, astray, sensible = lots.choice(listed), astray - 1, len(log) + 1
        else:
            command, astray = game.simulation.policy(live.position, picks), 0


def training_game(together: str, number: int) -> TrainingGame:
    """Return what one game is trained with."""
    (game, header, log), sensible = training_record(together, number)
    assert game.simulation is not None
    assert game.simulation.features is not None
    folder, rows, won = Folder(game), [], []
    draft, features = folder.start(header), game.simulation.features.of
    for recorded_one in log:
        before = recorded_one.v - 1
        if before >= sensible and before and recorded_one.cause == recorded_one.v:
            rows.append((before, frozen(before, draft)))
        folder.apply(draft, recorded_one)
    outcome = draft.state.outcome
    shares = {seat: game.simulation.value(outcome, seat) / WON for seat in header.seats}
    found = []
    for _before, position in rows[number % EVERY :: EVERY]:
        for seat in header.seats:
            found.append(features(position, seat))
            won.append(shares[seat])
    return TrainingGame(np.array(found, dtype=float).reshape(len(found), len(game.simulation.features.names)), np.array(won))


def fitted(games: Sequence[TrainingGame], names: Sequence[str]) -> tuple[float, dict[str, float]]:
    """Return start and weights of a logistic regression in which each game counts the same, by Newton's method."""
    games = [one for one in games if len(one.won)]
    rows = np.concatenate([one.features for one in games])
    rows = np.hstack([np.ones((len(rows), 1)), rows])
    won = np.concatenate([one.won for one in games])
    counts = np.concatenate([np.full(len(one.won), 1 / len(one.won)) for one in games])
    weights, ridge = np.zeros(rows.shape[1]), np.diag([0.0, *[RIDGE] * (rows.shape[1] - 1)])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (won - chance)) - ridge @ weights
        step = np.linalg.solve((rows * (counts * chance * (1 - chance))[:, None]).T @ rows + ridge, slope)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    start, *others = (round(float(weight), 4) for weight in weights)
    return start, dict(zip(names, others, strict=True))


def chances(game: TrainingGame, start: float, weights: Sequence[float]) -> Any:
    """Return the estimates of all positions of a game."""
    return 1 / (1 + np.exp(-(start + game.features @ np.array(weights))))


def calibration(games: Sequence[TrainingGame], start: float, weights: Sequence[float], bins: int = 10) -> list[dict[str, Any]]:
    """Return for each bin of estimates what was given and what was won, with the error of the difference, games taken whole."""
    found: list[dict[str, Any]] = []
    told = [(chances(one, start, weights), one.won) for one in games if len(one.won)]
    for nth in range(bins):
        here = [(given[mask], won[mask]) for given, won in told if (mask := np.minimum(bins - 1, (given * bins).astype(int)) == nth).any()]
        count = sum(len(given) for given, _ in here)
        if not count:
            continue
        given, won = (sum(float(one[which].sum()) for one in here) / count for which in (0, 1))
        spread = sum((float((w - g).sum()) - (won - given) * len(g)) ** 2 for g, w in here) ** 0.5 / count
        found.append({"given": round(100 * given, 1), "won": round(100 * won, 1), "error": round(100 * spread, 1), "games": len(here)})
    return found


def pointwise(together: str, number: int, value: ValueFunction, plays: int, terms: Terms) -> tuple[float, float]:
    """Return by how many points an estimate at one step, by lot, is off from full play-outs, and the error of these."""
    (record, sensible), lots = training_record(together, APART + number), random.Random(f"pointwise {number}")  # noqa: S311
    there = [one for one in decided(record, played_by(*record, terms)) if one.moment.version > sensible]
    if not there:
        return 0.0, 0.0
    one = lots.choice(there)
    (results,) = one.own(str(number)).results([None], plays)
    mean = sum(results) / plays
    spread = sum((result - mean) ** 2 for result in results) / plays / max(1, plays - 1)
    scale = 100 / WON
    return 100 * value.chance(one.moment.position, one.moment.seat) - scale * mean, scale * spread**0.5


def fingerprint(together: str) -> str:
    """Return a hash of the features' names and of their numbers in one game: other rules, players or features give another."""
    game = game_of(TOGETHER[together][0])
    assert game.simulation is not None
    assert game.simulation.features is not None
    record = played(game.name, TOGETHER[together][0], 2, seed=1, astray=0.1)
    folder, digest = Folder(game), blake2b(repr(game.simulation.features.names).encode(), digest_size=16)
    draft = folder.start(record.header)
    for one in record.log:
        folder.apply(draft, one)
        if one.v % 20 == 0:
            numbers = [
                [round(number, 9) for number in game.simulation.features.of(frozen(one.v, draft), seat)] for seat in record.header.seats
            ]
            digest.update(repr(numbers).encode())
    return digest.hexdigest()


def lines(together: str, kept: TrainedValue) -> list[str]:
    """Return what the design says of a value function, as lines of its two tables; a bin beyond three standard errors is said to be off."""
    found = [f"| {together} | {kept.games} | {kept.tested} | {kept.off} | {kept.steps} | {kept.plays} |"]
    for one in kept.calibration:
        off = "off" if abs(one.won - one.given) > 3 * one.error else ""
        found.append(f"| {together} | {one.given} | {one.won} ± {one.error} | {one.games} | {off} |".replace("|  |", "| |"))
    return found
