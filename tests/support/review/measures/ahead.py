"""Does the best command play better? A team that looks ahead by play-outs, against the simulated players, on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.playing.results import WON, sixths
from records.core.playing.stream import Stream, mixed
from records.core.position import frozen
from records.games.regicide.game import REGICIDE
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.review.choosing import choose
from records.review.commands import options
from records.review.passes import FAST
from records.review.playing import played_by
from records.review.trials import Trials
from records.service.writing.simulation import FIRST_DAY
from support.review.records import recorded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.ids import SeatKey
    from records.core.position import Command, Position
    from records.review.playing import PlayedBy, Terms

BUDGET = FAST.marks.choice
"""Play-outs a decision, all commands together: as many as a review chooses by. With a tenth such a team plays worse than the plain one."""


def row(number: int, terms: Terms) -> dict[str, Any]:
    """Return what the plain team and the team that looks ahead came to on one deal of two or three players, in sixths."""
    players = 2 + number % 2
    return {"players": players, "plain": _played(number, players, terms, ahead=False), "ahead": _played(number, players, terms, ahead=True)}


def _played(number: int, players: int, terms: Terms, *, ahead: bool) -> int:
    game, seats = REGICIDE, SEATS[:players]
    assert game.play is not None
    assert game.simulation is not None
    header = Header(record=RecordId("ahead"), game=game.name, seats=seats, started=FIRST_DAY, **game.rules.edition("regicide/2021"))
    rules, picks = played_by(game, header, (), terms), Stream(mixed(number * 2 + 1))
    live, chance = Live(game.play, frozen(0, Folder(game).start(header))), game.simulation.dealer(Stream(mixed(number * 2)))
    log: list[Recorded[Any]] = []
    command: Command | None = game.simulation.start(seats, Stream(mixed(number * 2 + 1)))
    while True:
        assert command is not None
        log += recorded(live.do(command, chance), len(log) + 1)
        if live.state.outcome is not None:
            return sixths(live.state.outcome, seats[0])
        if ahead:
            command = _best(rules, header, log, live.position, f"{number} {len(log)}")
        else:
            command = game.simulation.policy(live.position, picks)


def _best(rules: PlayedBy, header: Header, log: Sequence[Recorded[Any]], now: Position[Any], seed: str) -> Command:
    """Return the command that looks best to the seat on turn, by what it could know."""
    seat: SeatKey = now.state.active
    seen = veil(REGICIDE.parts, log, seat)
    position = Folder(REGICIDE).position(header, seen)
    listed = options(rules.play, position, seat)
    if len(listed) == 1:
        return listed[0]
    trials = Trials(rules, position, seat, Known(REGICIDE, header, seen, seat).worlds(len(log)), seed)
    return listed[choose(len(listed), BUDGET, (), lambda field, number: trials.results([listed[one] for one in field], number)).order[0]]


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the wins of both teams by players in per cent, and the difference with its standard error in points."""
    found = {}
    for players in sorted({one["players"] for one in rows}):
        here = [one for one in rows if one["players"] == players]
        differences = [(one["ahead"] - one["plain"]) / WON * 100 for one in here]
        mean = sum(differences) / len(here)
        error = (sum((one - mean) ** 2 for one in differences) / len(here) / max(1, len(here) - 1)) ** 0.5
        won = {team: round(sum(one[team] for one in here) / WON / len(here) * 100, 1) for team in ("plain", "ahead")}
        found[str(players)] = {"deals": len(here), **won, "difference": round(mean, 1), "error": round(error, 1)}
    return found
