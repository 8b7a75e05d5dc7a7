"""The kernel of play-outs is the rules and the simulated player once more: the same command at every decision, the same table after it."""

from __future__ import annotations

from typing import Any

import pytest

from records.games.regicide.game import PLAYERS
from records.games.regicide.rulesets import RULESETS
from support.playouts import Beside
from support.regicide import ONLINE, given
from support.soaking import rest_soaked, shares

GAMES = [(rules, players) for nth, players in enumerate(PLAYERS) for rules in (*RULESETS, *RULESETS)[nth % 3 : nth % 3 + 3]]
DAILY = [*GAMES[::3], *(game for nth, game in enumerate(GAMES) if nth % 3)]
"""First for each number of players one sheet, so that each sheet is among them."""
CASTLE = "cJ dJ hQ sK"
TABLES: dict[str, dict[str, Any]] = {
    "everybody knows the top card": {"royal": "sJ", "A": "d5 h2", "B": "c9", "tavern": "hJ", "castle": CASTLE},
    "the last card of the pile goes under the Tavern": {"royal": "sJ", "A": "h5 d9 c2", "tavern": "c3", "discard": "c9", "castle": CASTLE},
    "a heap lies under the pile": {"royal": "dJ", "A": "h9 hA d2", "discard": "c9", "heap": "c3 c4", "castle": CASTLE},
    "blocked Spades before a Jester": {"royal": "sQ", "A": "s9 J", "B": "c2 c3", "C": "h9", "blocked": 7, "castle": CASTLE},
    "Clubs against Clubs, cancelled": {"royal": "cK", "A": "c9 d9", "B": "h2", "cancelled": True, "damage": 21, "castle": ""},
    "two Jesters in a hand": {"royal": "cJ", "A": "J J", "B": "c9", "C": "h9", "D": "s9 s8 s7", "castle": CASTLE},
    "an empty hand that may not yield": {"royal": "cJ", "A": "", "B": "c9", "yielded": "B", "castle": CASTLE},
    "an empty hand that may yield": {"royal": "cJ", "A": "", "B": "c9", "yielded": "B", "castle": CASTLE, "rules": ONLINE},
    "an empty hand in an attack": {"royal": "cJ", "A": "", "B": "c9", "need": 3, "castle": CASTLE},
    "an empty hand and a Jester to flip": {"royal": "cJ", "A": "", "need": 3, "aside": "J", "flipped": "J", "castle": CASTLE},
    "a Jester to flip and nothing to draw": {"royal": "cJ", "A": "c3", "need": 10, "aside": "J J", "tavern": "", "castle": CASTLE},
    "a castle in one block": {"royal": "cJ", "A": "c10 s10", "damage": 19, "castle": CASTLE},
}


@pytest.mark.parametrize(("rules", "players"), rest_soaked(DAILY, keep=4))
def test_whole_games_are_the_same(rules: str, players: int) -> None:
    """The simulated player's games: the same command at every decision, and the same cards and counters after each."""
    Beside.dealt(rules, players, 1).play()


@pytest.mark.parametrize("seeds", shares(1, 12))
@pytest.mark.parametrize(("rules", "players"), rest_soaked(DAILY, keep=4))
def test_games_that_go_astray_are_the_same(rules: str, players: int, seeds: int) -> None:
    """The same where every second command is any legal one, so that positions come up to which no sensible player leads."""
    for seed in range(seeds):
        Beside.dealt(rules, players, seed).play(astray=0.5)


@pytest.mark.parametrize("name", TABLES)
def test_laid_out_positions_are_the_same(name: str) -> None:
    """From rare positions both go on in the same way, whether by the simulated player or astray."""
    position = given(**TABLES[name]).playing.position
    Beside(position, 1).play()
    for seed in range(3):
        Beside(position, seed).play(astray=0.7)
