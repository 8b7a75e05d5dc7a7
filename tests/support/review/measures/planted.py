"""Planted blunders: are they marked, and is anything marked that is none? Judged by a reference of four times the budget."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.playing.stream import Stream, mixed
from records.core.position import frozen
from records.games.regicide.game import REGICIDE
from records.knowledge.door import veil
from records.review.marks import marked
from records.review.passes import FAST, MARKS, Budget
from records.review.playing import played_by
from records.review.seat_review import SeatReview
from records.review.tally import tally
from records.service.writing.simulation import FIRST_DAY
from records.values import replace
from support.review.measures.deciding import decided
from support.review.records import Played, recorded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.position import Command
    from records.review.playing import Terms
    from records.review.rows import Decision

PLANTED = 3
COSTS = 15
"""Points that a command seems to cost at least that is planted, by ``TRIED`` play-outs of each."""
TRIED = 60
TIMES = 4
"""As many times the play-outs the reference has."""


def row(number: int, terms: Terms) -> dict[str, Any]:
    """Return the planted and the marked decisions of one game, each with what the review and the reference say, in points."""
    (game, header, log), planted = planted_record(number, terms)
    usual = terms.passes or FAST
    more = replace(usual, marks=Budget(choice=TIMES * usual.marks.choice, pairs=TIMES * usual.marks.pairs))
    found, decisions = [], 0
    for seat in header.seats:
        seen = veil(game.parts, log, seat)
        parts = SeatReview(game, header, seen, seat, replace(terms, seed=number))
        rows = [parts.decision(version, MARKS) for version in parts.decisions]
        decisions += sum(one.weighed for one in rows)
        reference = SeatReview(game, header, seen, seat, replace(terms, seed=number + 1_000_000, passes=more))
        asked = [one for one in marked(rows, parts.passes) if one.version in planted or one.mark]
        found += [_judged(one, reference.decision(one.version, MARKS), planted=one.version in planted) for one in asked]
    return {"players": len(header.seats), "decisions": decisions, "found": found}


def _judged(one: Decision, reference: Decision, *, planted: bool) -> dict[str, Any]:
    return {
        "version": one.version,
        "planted": planted,
        "mark": one.mark,
        "loss": [round(float(one.loss.mean), 2), round(one.loss.error, 2)],
        "reference": [round(float(reference.loss.mean), 2), round(reference.loss.error, 2)],
    }


class Planted(NamedTuple):
    """A record with blunders."""

    record: Played
    versions: frozenset[int]


def planted_record(number: int, terms: Terms) -> Planted:
    """Return a game of one to four simulated players with some blunders."""
    game, lots = REGICIDE, random.Random(f"planted {number}")  # noqa: S311 -- a game, not a secret
    assert game.play is not None
    assert game.simulation is not None
    seats = SEATS[: number % 4 + 1]
    header = Header(record=RecordId("planted"), game=game.name, seats=seats, started=FIRST_DAY, **game.rules.edition("regicide/2021"))
    picks, chance = Stream(mixed(number * 2 + 1)), game.simulation.dealer(Stream(mixed(number * 2)))
    live, log, planted = Live(game.play, frozen(0, Folder(game).start(header))), list[Recorded[Any]](), set[int]()
    command: Command = game.simulation.start(seats, picks)
    while True:
        log += recorded(live.do(command, chance), len(log) + 1)
        if live.state.outcome is not None:
            return Planted(Played(game, header, tuple(log)), frozenset(planted))
        command = game.simulation.policy(live.position, picks)
        if len(planted) < PLANTED and lots.random() < 0.1 and not isinstance(command, game.simulation.aside):
            done = Live(game.play, live.at_rest).do(command, game.simulation.dealer(Stream(0)))
            if bad := _blunders(Played(game, header, (*log, *recorded(done, len(log) + 1))), len(log) + 1, terms):
                command = lots.choice(bad)
                planted.add(len(log) + 1)


def _blunders(record: Played, version: int, terms: Terms) -> list[Command]:
    """Return the commands that seem to cost much at a decision, by what its seat could know."""
    one = next((one for one in decided(record, played_by(*record, terms)) if one.moment.version == version), None)
    if one is None:
        return []
    tallies = [tally(results) for results in one.own("planting").results(one.listed, TRIED)]
    best = max(one.mean for one in tallies)
    return [command for command, by in zip(one.listed, tallies, strict=True) if best - by.mean >= COSTS]


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return how many of the planted blunders that the reference confirms were marked, and in how many games a mark was refuted."""
    found = [one for game in rows for one in game["found"]]
    sure = [one for one in found if one["planted"] and one["reference"][0] - 2 * one["reference"][1] >= 8]
    refuted = [one for one in found if one["mark"] and one["reference"][0] + 2 * one["reference"][1] < 3]
    games = sum(any(one in refuted for one in game["found"]) for game in rows)
    return {
        "games": len(rows),
        "planted": sum(one["planted"] for one in found),
        "confirmed": len(sure),
        "confirmed and marked": sum(bool(one["mark"]) for one in sure),
        "marked": sum(bool(one["mark"]) for one in found),
        "refuted": len(refuted),
        "games with a refuted mark": games,
    }
