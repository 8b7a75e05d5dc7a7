"""Planted blunders: are they marked, and is anything marked that is none?

Judged by a reference of four times the budget: the command that the review named as the best, and another choice of the best. Either may
miss what the other found, and a decision cost at least the greater of both losses. The other choice takes twice as long, and is asked
only where it could change what is counted.
"""

from __future__ import annotations

import random
from functools import partial
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.playing.stream import Stream, mixed
from records.core.position import frozen
from records.knowledge.door import veil
from records.review.commands import text_of
from records.review.marks import marked, to_mark
from records.review.passes import FAST, LOOK, MARKS, SLOW, Budget, Passes
from records.review.playing import played_by
from records.review.seat_review import SeatReview
from records.review.tally import PlayoutTally, paired, tally
from records.service.library import library
from records.service.writing.simulation import FIRST_DAY
from records.values import replace
from support.review.measures.deciding import Decided, decided
from support.review.records import Played, recorded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.position import Command
    from records.review.playing import Terms
    from records.review.rows import Decision

PLANTED = 3
TRIED = 60
"""Play-outs of each command that say whether it is planted."""
TIMES = 4
"""As many times the play-outs the reference has."""


class PlantedSort(NamedTuple):
    """What is planted in a game, and what is claimed of it."""

    rulesets: tuple[str, ...]
    players: tuple[int, ...]
    passes: Passes
    costs: int
    """Points that a command seems to cost at least that is planted."""
    sure: int
    """Points from which on, by two standard errors of the reference, it should be marked."""
    least: int
    """Points that a mark says at least: one is refuted where the reference is below that by two standard errors."""

    def confirmed(self, one: Mapping[str, Any]) -> bool:
        """Whether a judge puts a planted decision at so many points that it should be marked."""
        return bool(one["planted"]) and any(mean - 2 * error >= self.sure for mean, error in one["reference"])

    def refuted(self, one: Mapping[str, Any]) -> bool:
        """Whether all judges put a mark below what it says."""
        return bool(one["mark"]) and all(mean + 2 * error < self.least for mean, error in one["reference"])

    def open(self, one: Mapping[str, Any]) -> bool:
        """Whether another judge could change either; before the first one always."""
        return self.refuted(one) or (one["planted"] and not self.confirmed(one))


SORTS = {
    "regicide": PlantedSort(("regicide/2021",), (1, 2, 3, 4), FAST, 15, 8, 3),
    "castle-rampage": PlantedSort(("castle-rampage/house",), (2,), SLOW, 25, 18, 6),
    "creature-crush": PlantedSort(("creature-crush/skirmish",), (2,), SLOW, 25, 18, 6),
}


def row(number: int, terms: Terms, game: str = "regicide") -> dict[str, Any]:
    """Return the planted and the marked decisions of one game, each with what the review and the reference say, in points."""
    sort, ((played_game, header, log), planted) = SORTS[game], planted_record(number, terms, game)
    usual = terms.passes or sort.passes
    budget = usual.marks
    most = max(budget.pairs, budget.most)
    more = replace(usual, marks=Budget(choice=TIMES * budget.choice, pairs=TIMES * most))
    choices = {one.moment.version: one for one in decided(Played(played_game, header, log), played_by(played_game, header, log, terms))}
    found, decisions = [], 0
    for seat in header.seats:
        seen = veil(played_game.parts, log, seat)
        parts = SeatReview(played_game, header, seen, seat, replace(terms, seed=number, passes=usual))
        rows = _reviewed(parts)
        decisions += sum(one.weighed for one in rows)
        reference = SeatReview(played_game, header, seen, seat, replace(terms, seed=number + 1_000_000, passes=more))
        for one in marked(rows, parts.passes):
            if one.version in planted or one.mark:
                judged = _judged(one, planted=one.version in planted)
                for judge in (partial(_named, choices[one.version], one, TIMES * most), partial(_other, reference, one)):
                    if sort.open(judged):
                        judged["reference"].append(_points(judge()))
                found.append(judged)
    return {"players": len(header.seats), "decisions": decisions, "found": found}


def _reviewed(parts: SeatReview) -> list[Decision]:
    """Return the rows of a seat's review: all by their marks, or those that stand out where a look chooses them."""
    if parts.passes.marked is None:
        return [parts.decision(version, MARKS) for version in parts.decisions]
    looked = {version: parts.decision(version, LOOK) for version in parts.decisions}
    closer = to_mark(list(looked.values()), parts.passes)
    return list((looked | {version: parts.decision(version, MARKS) for version in closer}).values())


def _named(choice: Decided, one: Decision, pairs: int) -> PlayoutTally:
    """Return what the best command of a review is worth more than the played one, in worlds of its own."""
    by_text = {text_of(command): command for command in choice.listed}
    best, played = choice.own("reference").results([by_text[one.options[0].command], by_text[one.played]], pairs)
    return paired(best, played)


def _other(reference: SeatReview, one: Decision) -> PlayoutTally:
    """Return what the best command by a choice of the reference's own is worth more than the played one."""
    return reference.decision(one.version, MARKS).loss


def _judged(one: Decision, *, planted: bool) -> dict[str, Any]:
    """Return a decision before any judge was asked."""
    return {"version": one.version, "planted": planted, "mark": one.mark, "loss": _points(one.loss), "reference": []}


def _points(loss: PlayoutTally) -> list[float]:
    return [round(float(loss.mean), 2), round(loss.error, 2)]


class Planted(NamedTuple):
    """A record with blunders."""

    record: Played
    versions: frozenset[int]


def planted_record(number: int, terms: Terms, name: str = "regicide") -> Planted:
    """Return a game of simulated players with some blunders."""
    sort, game, lots = SORTS[name], library()[name], random.Random(f"planted {number}")  # noqa: S311 -- a game, not a secret
    assert game.play is not None
    assert game.simulation is not None
    seats, ruleset = SEATS[: sort.players[number % len(sort.players)]], sort.rulesets[number % len(sort.rulesets)]
    header = Header(record=RecordId("planted"), game=game.name, seats=seats, started=FIRST_DAY, **game.rules.edition(ruleset))
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
            if bad := _blunders(Played(game, header, (*log, *recorded(done, len(log) + 1))), len(log) + 1, terms, sort.costs):
                command = lots.choice(bad)
                planted.add(len(log) + 1)


def _blunders(record: Played, version: int, terms: Terms, costs: int) -> list[Command]:
    """Return the commands that seem to cost much at a decision, by what its seat could know."""
    one = next((one for one in decided(record, played_by(*record, terms)) if one.moment.version == version), None)
    if one is None:
        return []
    tallies = [tally(results) for results in one.own("planting", cut=True).results(one.listed, TRIED)]
    best = max(one.mean for one in tallies)
    return [command for command, by in zip(one.listed, tallies, strict=True) if best - by.mean >= costs]


def summary(rows: Sequence[dict[str, Any]], game: str = "regicide") -> dict[str, Any]:
    """Return how many of the planted blunders that the reference confirms were marked, and in how many games a mark was refuted.

    Shares are in percent, each with an interval of 95 %.
    """
    sort, found = SORTS[game], [one for of_game in rows for one in of_game["found"]]
    sure = [one for one in found if sort.confirmed(one)]
    refuted = [one for one in found if sort.refuted(one)]
    games = sum(any(one in refuted for one in of_game["found"]) for of_game in rows)
    marked_ones = sum(bool(one["mark"]) for one in sure)
    return {
        "games": len(rows),
        "planted": sum(one["planted"] for one in found),
        "confirmed": len(sure),
        "confirmed and marked": marked_ones,
        "confirmed and marked, share": share(marked_ones, len(sure)),
        "marked": sum(bool(one["mark"]) for one in found),
        "refuted": len(refuted),
        "games with a refuted mark": games,
        "games with a refuted mark, share": share(games, len(rows)),
    }


def share(part: int, whole: int) -> list[float]:
    """Return a share and the ends of its interval of 95 %, in percent (Wilson, J. Am. Stat. Assoc. 22, 1927); of nothing, anything."""
    if not whole:
        return [0.0, 0.0, 100.0]
    z2 = NormalDist().inv_cdf(0.975) ** 2
    middle, half = part + z2 / 2, sqrt(z2 * (part * (whole - part) / whole + z2 / 4))
    return [round(100 * one, 1) for one in (part / whole, (middle - half) / (whole + z2), (middle + half) / (whole + z2))]
