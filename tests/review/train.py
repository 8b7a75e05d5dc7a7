"""Trains the value functions from simulated games, measures how far off they are, and writes ``records/review/values/values.json``.

It prints the lines that docs/design/review.md has of them.

python tests/review/train.py --processes 2

As many games as it is made for take about twenty minutes of processor time; fewer are for trying, and the file says how many they were.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from records.review.playing import USUAL
from records.review.values.function import TrainedValue, ValueFunction
from support.review import training

if TYPE_CHECKING:
    from multiprocessing.pool import Pool

KEPT = Path(__file__).parents[2] / "records/review/values/values.json"
GAMES, TESTED, STEPS, PLAYS = 1_000, 300, 60, 200
"""Games to train with, games apart, and steps at which play-outs say how far off an estimate is."""


def trained(together: str, pool: Pool, games: int, tested: int, steps: int, plays: int) -> dict[str, Any]:  # noqa: PLR0917 -- how much of each
    """Return one value function with where it comes from."""
    game = training.game_of(training.TOGETHER[together][0])
    assert game.simulation is not None
    assert game.simulation.features is not None
    made = partial(training.training_game, together)
    learnt = pool.map(made, range(games), chunksize=10)
    start, weights = training.fitted(learnt, game.simulation.features.names)
    apart = pool.map(made, range(training.APART, training.APART + tested), chunksize=10)
    value = ValueFunction(game.simulation.features, start, tuple(weights.values()), 0)
    off = pool.map(partial(_off, together, value, plays), range(steps), chunksize=1)
    square = sum(one**2 - error**2 for one, error in off) / len(off)  # less what is chance in the play-outs
    editions = {ruleset: game.rules.edition(ruleset) for ruleset in training.TOGETHER[together]}
    return {
        "rulesets": {name: {"rules": one["ruleset_hash"], "cards": one["catalogue_hash"]} for name, one in editions.items()},
        "policy": game.simulation.version,
        "fingerprint": training.fingerprint(together),
        "seed": 0,
        "games": games,
        "start": start,
        "weights": weights,
        "off": round(max(0.0, square) ** 0.5, 1),
        "steps": len(off),
        "plays": plays,
        "tested": tested,
        "calibration": training.calibration(apart, start, list(weights.values())),
    }


def _off(together: str, value: ValueFunction, plays: int, number: int) -> tuple[float, float]:
    return training.pointwise(together, number, value, plays, USUAL)


def main() -> None:
    """Train what the command line says, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", choices=training.TOGETHER)
    for name, usual in (("games", GAMES), ("tested", TESTED), ("steps", STEPS), ("plays", PLAYS)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    options = parser.parse_args()
    kept = msgspec.json.decode(KEPT.read_bytes()) if KEPT.exists() else {}
    with get_context("fork").Pool(options.processes) as pool:
        for together in [options.only] if options.only else training.TOGETHER:
            kept[together] = trained(together, pool, options.games, options.tested, options.steps, options.plays)
            KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    for together, value in msgspec.convert(kept, dict[str, TrainedValue]).items():
        sys.stdout.write("".join(f"{line}\n" for line in training.lines(together, value)))


if __name__ == "__main__":
    main()
