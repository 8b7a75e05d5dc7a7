"""How the unseen cards lay has mean nought for who decided: commands by lot, on the open table and by what their seat could know."""

from __future__ import annotations

import random
import statistics
from typing import TYPE_CHECKING, Any

from records.review.playing import played_by
from records.review.tally import POINTS
from support.review.measures.deciding import decided
from support.review.records import played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.review.playing import Terms

DECISIONS = 10
"""Of one game."""
PLAYS = 200


RULESETS = {"regicide": "regicide/2021", "castle-rampage": "castle-rampage/house", "creature-crush": "creature-crush/skirmish"}


def row(number: int, terms: Terms, game: str = "regicide") -> dict[str, Any]:
    """Return what ``lay`` came to at some decisions of a game, in sixths over ``PLAYS`` play-outs."""
    players = number % 4 + 1 if game == "regicide" else 2
    record, lots = played(game, RULESETS[game], players, seed=20_000 + number), random.Random(f"lay {number}")  # noqa: S311
    there = decided(record, played_by(*record, terms))
    lays = []
    for one in lots.sample(there, min(DECISIONS, len(there))):
        command = lots.choice(one.listed)
        (before, after), (by_policy, done) = (
            trials.results([None, command], PLAYS) for trials in (one.open(str(number)), one.own(str(number)))
        )
        lays.append(sum(after) - sum(before) - (sum(done) - sum(by_policy)))
    return {"lays": lays}


def summary(rows: Sequence[dict[str, Any]], _game: str = "regicide") -> dict[str, Any]:
    """Return mean and standard error in points, decisions of one game taken together."""
    of_games = [sum(one["lays"]) / PLAYS * float(POINTS) for one in rows]
    decisions = sum(len(one["lays"]) for one in rows)
    mean = sum(of_games) / decisions
    spread = [of_game - mean * len(one["lays"]) for of_game, one in zip(of_games, rows, strict=True)]
    error = statistics.pstdev(spread) * len(rows) ** 0.5 / decisions
    return {"games": len(rows), "decisions": decisions, "mean": round(mean, 3), "error": round(error, 3)}
