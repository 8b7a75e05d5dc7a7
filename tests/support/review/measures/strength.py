"""How strong simulated players are by each ruleset: how often a team of them wins, or one of them against a player by lot."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.playing.live import Live
from records.core.playing.results import LOST, WON, sixths
from records.core.playing.stream import Stream, mixed
from records.core.position import frozen
from records.review.open_table import dealt_out
from records.review.playing import played_by
from records.service.library import library
from records.service.writing.simulation import FIRST_DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import Game
    from records.review.playing import PlayedBy, Terms

TEAM, DUEL = 20, 4
"""Games of one row, of a game that all win together and of one against each other."""
LONGEST = 5_000
"""Decisions after which a game counts as one that the simulated player has not won."""


class StrengthSet(NamedTuple):
    """What is measured by itself."""

    game: Game
    ruleset: str
    players: int


def sets() -> list[StrengthSet]:
    """Return all rulesets of the house with each number of players."""
    return [
        StrengthSet(game, ruleset, players)
        for game in library().values()
        if game.simulation is not None
        for ruleset in game.rules.rulesets
        for players in sorted(game.simulation.players)
    ]


def row(number: int, terms: Terms) -> dict[str, Any]:
    """Return what some games by one ruleset came to, in sixths."""
    there = sets()
    game, ruleset, players = there[number % len(there)]
    header = Header(record=RecordId("strength"), game=game.name, seats=SEATS[:players], started=FIRST_DAY, **game.rules.edition(ruleset))
    rules, nth = played_by(game, header, (), terms), number // len(there)
    won = (
        _together(game, header, rules, nth)
        if game.together
        else [_against_lot(game, header, rules, nth * DUEL + one) for one in range(DUEL)]
    )
    return {"ruleset": ruleset, "players": players, "won": won}


def _together(game: Game, header: Header, rules: PlayedBy, nth: int) -> list[int]:
    begun, seats = frozen(0, Folder(game).start(header)), header.seats
    seeds = [f"{header.ruleset} {len(seats)} {nth * TEAM + one}" for one in range(TEAM)]
    starts = [rules.simulation.start(seats, Stream(mixed(nth * TEAM + one))) for one in range(TEAM)]
    return [dealt_out(rules, begun, start, seats[0], seed) for start, seed in zip(starts, seeds, strict=True)]


def _against_lot(game: Game, header: Header, rules: PlayedBy, number: int) -> int:
    """Return what one game is worth to the simulated player, who has each seat in turn; the other takes any move of the rules."""
    mine, lots, aside = header.seats[number % 2], Stream(mixed(number * 2 + 1)), rules.simulation.aside
    live, dealer = Live(rules.play, frozen(0, Folder(game).start(header))), rules.simulation.dealer(Stream(mixed(number * 2)))
    live.do(rules.simulation.start(header.seats, lots), dealer)
    for _ in range(LONGEST):
        if live.state.outcome is not None:
            return sixths(live.state.outcome, mine)
        others = [one for one in rules.play.legal(live.position) if not isinstance(one, aside) and getattr(one, "seat", mine) != mine]
        live.do(lots.choice(others) if others else rules.simulation.policy(live.position, lots), dealer)
    return LOST


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return by ruleset what it was measured with, and by number of players games and how many were won, a draw as half of one."""
    won = defaultdict[tuple[str, int], list[int]](list)
    for one in rows:
        won[one["ruleset"], one["players"]] += one["won"]
    found: dict[str, Any] = {}
    for game, ruleset, players in sets():
        assert game.simulation is not None
        edition, here = game.rules.edition(ruleset), won[ruleset, players]
        about = {"rules": edition["ruleset_hash"], "cards": edition["catalogue_hash"], "policy": game.simulation.version, "players": {}}
        if here:
            found.setdefault(ruleset, about)["players"][str(players)] = {"games": len(here), "won": sum(here) / WON}
    return found
