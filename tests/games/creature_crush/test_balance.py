"""How even the game is between sensible players: a few games each time, ten thousand by ``make soak``, which prints the figures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from records.core.secret import secret
from records.core.shared import GameDrawn, GameWon
from records.games.creature_crush.model.set_up_events import CampDealt, FirstRolled
from records.games.creature_crush.rulesets import RULESETS
from records.service.library import library
from records.service.writing.simulation import simulate
from support.crush_balance import FAIR, Balance
from support.crush_table import A, B

CRUSH = library()["creature-crush"]
MANY = -(-10_000 // len(RULESETS))
FULL = os.environ.get("KIEBITZ_SOAK") == "full"


def balance(games: int) -> Balance:
    """What so many games of each way to build a camp come to."""
    found = Balance()
    for ruleset in RULESETS:
        for game in simulate(CRUSH, seed=11, games=games, ruleset=ruleset):
            found.count(entry.event for entry in game.entries)
    return found


def test_every_game_is_counted() -> None:
    """A win for each card that one camp holds and the other does not."""
    found = balance(3)
    assert found.beginning.of + found.drawn.total() == 9
    assert sum(share.won for share in found.cards.values()) > 0
    assert all(0 <= share.won <= share.of <= found.beginning.of for share in found.cards.values())


@pytest.mark.soak
@pytest.mark.skipif(not FULL, reason="ten thousand games are played by make soak")
def test_who_begins_wins_about_half_of_the_games(record_property: Callable[[str, object], None]) -> None:
    """Over all three ways; the cards that are not even are told, strongest first."""
    found = balance(MANY)
    record_property("measured", "\n".join(found.report()))
    assert FAIR[0] <= found.beginning.part <= FAIR[1]
    assert len(found.cards) == 100


def test_only_cards_of_one_camp_are_counted() -> None:
    """A holds x and y, B holds y and z; B begins, A wins: x has won, z has lost, y tells nothing."""
    found = Balance()
    found.count(_told(GameWon(rule="10.1", seat=A, why="no card left")))
    assert {str(card): (share.won, share.of) for card, share in found.cards.items()} == {"x": (1, 1), "z": (0, 1)}
    assert (found.beginning.won, found.beginning.of) == (0, 1)
    found.count(_told(GameDrawn(rule="10.2", why="stalemate")))
    assert (found.beginning.of, found.drawn) == (1, {"stalemate": 1})
    assert next(found.report()) == "who begins wins   0.0% of 1, ±100.0%; drawn: {'stalemate': 1}"
    with pytest.raises(AssertionError, match="does not end"):
        found.count([*_told(GameDrawn(rule="10.2", why="stalemate"))][:-1])


def _told(end: Any) -> Iterator[Any]:
    yield CampDealt(rule="11.1", seat=A, cards=secret("x", "y"))
    yield CampDealt(rule="11.1", seat=B, cards=secret("y", "z"))
    yield FirstRolled(rule="3.3", rolls=((A, 2), (B, 5)), begins=B)
    yield end
