"""A catalogue is large enough by way of play: 20 cards for a league, 40 for a skirmish, 46 for an arena (§ 11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from records.core.game import Game
from records.errors import RuleViolation
from records.service.library import library_of
from records.service.writing.simulation import simulate
from support.crush import TEXT
from support.soaking import one_in

FEWEST = {"league": 20, "skirmish": 40, "arena": 46}


@cache
def crush_of(number: int) -> Game:
    """The game with so many of the shipped cards, crush cards among them."""
    head, *cards = TEXT.split("\n  - name: ")
    text = "\n  - name: ".join([head.replace("creature-crush/house", "creature-crush/mine"), *cards[100 - number :]])
    games: Mapping[str, Game] = library_of(text.encode(), "mine.yaml")
    return games["creature-crush"]


@pytest.mark.parametrize("way", one_in(3, FEWEST))
def test_a_catalogue_is_large_enough_by_way_of_play(way: str) -> None:
    """A whole game is played with the fewest cards, and with one less none begins."""
    (game,) = simulate(crush_of(FEWEST[way]), seed=2, games=1, ruleset=f"creature-crush/{way}")
    assert len(game.entries) > 50
    if FEWEST[way] > 20:
        with pytest.raises(
            RuleViolation, match=rf"These camps need {FEWEST[way]} cards, and the catalogue has {FEWEST[way] - 1}\. \(§ 11\."
        ):
            list(simulate(crush_of(FEWEST[way] - 1), seed=2, games=1, ruleset=f"creature-crush/{way}"))
