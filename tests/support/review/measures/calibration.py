"""Chances against how games went on: of those that were given 70 %, 70 % were won."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from records.core.logs.fold import Folder
from records.core.playing.results import WON, sixths
from records.review.playing import played_by
from support.review.measures.deciding import decided
from support.review.records import played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.review.playing import Terms

PLAYS = 200
BINS = 10
LATEST = 60
"""The decision is one of the first so many."""


def row(number: int, terms: Terms) -> dict[str, Any]:
    """Return the chance of one decision of a game that all played as the policy does, and how it ended; nothing of a game that was over.

    Which decision it is does not depend on how long the game lasted: among its own, a lot falls too often on short games, the lost ones.
    In two halves, each by ``PLAYS`` play-outs of its own: one says in which bin the game is, the other what it was given there.
    """
    record, lots = played("regicide", "regicide/2021", number % 4 + 1, seed=40_000 + number), random.Random(f"bins {number}")  # noqa: S311
    there, nth = decided(record, played_by(*record, terms)), lots.randrange(LATEST)
    if nth >= len(there):
        return {}
    one = there[nth]
    trials = one.own(str(number))
    first, second = (sum(trials.results([None], PLAYS)[0]) for _ in range(2))
    outcome = Folder(record.game).position(record.header, record.log).state.outcome
    return {"first": first, "second": second, "result": sixths(outcome, one.moment.seat)}


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return for each bin how many games, what they were given and what was won, in points, and the difference in standard errors."""
    rows, bins = [one for one in rows if "result" in one], []
    for nth in range(BINS):
        here = [one for one in rows if min(BINS - 1, one["first"] * BINS // (WON * PLAYS)) == nth]
        if not here:
            continue
        given, won = (sum(one["second"] for one in here) / PLAYS, sum(one["result"] for one in here))
        shares = [one["second"] / PLAYS / WON for one in here]
        error = WON * sum(share * (1 - share) * (1 + 1 / PLAYS) for share in shares) ** 0.5 or WON / len(here)
        bins.append(
            {
                "games": len(here),
                "given": round(100 * given / WON / len(here), 1),
                "won": round(100 * won / WON / len(here), 1),
                "off": round((won - given) / error, 2),
            }
        )
    return {"games": len(rows), "bins": bins}
