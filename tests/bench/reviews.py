"""Reviews of games that are played on by their own rules: play-outs, the first look, and decisions judged by whole play-outs."""

from __future__ import annotations

import resource
from multiprocessing import get_context
from time import process_time
from typing import TYPE_CHECKING

import msgspec

from bench.at_random import batches, header_of
from bench.measure import Samples, Way, in_turns
from bench.report import Row, section
from records.core.ids import SEATS
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.playing.live_playouts import LivePlayouts
from records.core.playing.stream import Stream
from records.core.position import frozen
from records.knowledge.door import veil
from records.review.marks import to_mark
from records.review.passes import LOOK, MARKS, SLOW, Budget
from records.review.playing import Terms
from records.review.seat_review import SeatReview
from records.review.whole import chart_of
from records.service.library import library
from records.values import replace
from support.review.records import played

if TYPE_CHECKING:
    from typing import Any

    from records.core.position import Position

GAMES = ("castle-rampage", "creature-crush")
LOOK_AIM, MARKS_AIM, MEMORY_AIM = 60.0, 360.0, 500.0
"""Processor seconds of both seats' first looks and of ten decisions, 30 and 180 on two idle cores; megabytes of a worker."""
FEW = replace(SLOW, look=Budget(choice=4, pairs=1), marks=Budget(choice=4, pairs=2), marked=1)


class ReviewTimes(msgspec.Struct, frozen=True):
    """What a review takes in a process of its own."""

    look: float
    """Processor seconds of charts and looks of both seats."""
    marks: float
    """And of the decisions of the first seat that come to the marks."""
    memory: float
    """Megabytes at most, of the process with all that it imports."""
    decisions: int
    """How many were looked at."""
    judged: int


def measure(*, turns: int, games: int, quick: bool) -> None:
    """Print the section; ``games`` play-outs and random games a turn."""
    rows, notes = [], []
    for name, kinds in _played(turns, games).items():
        rows += [Row(f"{name}: {kind}", samples, unit="ms") for kind, samples in kinds.items()]
        notes.append(f"{name}: " + ", ".join(f"{1000 / samples.median:,.0f} a second: {kind}" for kind, samples in kinds.items()))
    for name in GAMES:
        with get_context("spawn").Pool(1) as pool:  # its memory is that of a worker of the server's pool
            took = pool.apply(review_times, (name, quick))
        rows += [
            Row(f"{name}: first look of both seats, {took.decisions} decisions", Samples((took.look,)), aim=LOOK_AIM, unit="s"),
            Row(f"{name}: {took.judged} decisions by whole play-outs", Samples((took.marks,)), aim=MARKS_AIM, unit="s"),
            Row(f"{name}: peak memory of the process", Samples((took.memory,)), aim=MEMORY_AIM, unit="MB"),
        ]
    section("REVIEWS BY THE RULES THEMSELVES (CPU time of one core; two workers take half of it)", rows, *notes)


def review_times(name: str, quick: bool) -> ReviewTimes:
    """Review one simulated record through the eyes of both seats, and return what it took."""
    game, header, log = played(name, seed=1, astray=0.1)
    terms = Terms(seed=1, passes=FEW if quick else SLOW)
    parts = [SeatReview(game, header, veil(game.parts, log, seat), seat, terms) for seat in header.seats]
    began = process_time()
    looked = [[one.decision(version, LOOK) for version in one.decisions] for one in parts if chart_of(one, one.steps) is not None]
    look, began = process_time() - began, process_time()
    closer = to_mark(looked[0], parts[0].passes)
    for version in closer:
        parts[0].decision(version, MARKS)
    return ReviewTimes(
        look=look,
        marks=process_time() - began,
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        decisions=sum(row.weighed for rows in looked for row in rows),
        judged=len(closer),
    )


def _played(turns: int, games: int) -> dict[str, dict[str, Samples]]:
    """Return milliseconds of a play-out from the deal, and of a random game with all its events."""
    found: dict[str, dict[str, Samples]] = {}
    for name in ("regicide", *GAMES):
        game = library()[name]
        ways = {
            "a random game, with its events": Way(
                lambda _, game=game: [[*batches(game, nth)] for nth in range(games)], games, clock=process_time
            )
        }
        if name in GAMES:
            starts, playouts = [_dealt(game, nth) for nth in range(games)], LivePlayouts(game.play, game.simulation)  # type: ignore[arg-type]
            ways["a play-out from the first turn"] = Way(
                lambda _, starts=starts, playouts=playouts: [playouts.end(start, None, nth) for nth, start in enumerate(starts)],
                games,
                clock=process_time,
            )
        found[name] = {kind: Samples(tuple(us / 1000 for us in samples.values)) for kind, samples in in_turns(ways, turns).items()}
    return found


def _dealt(game: Any, seed: int) -> Position[Any]:
    """Return the position of a simulated game in its first turn."""
    picks = Stream(seed)
    live, chance = Live(game.play, frozen(0, Folder(game).start(header_of(game, SEATS[:2])))), game.simulation.dealer(picks)
    command = game.simulation.start(SEATS[:2], picks)
    while not live.state.turn:
        live.do(command, chance)
        command = None if live.state.turn else game.simulation.policy(live.position, picks)
    return live.at_rest
