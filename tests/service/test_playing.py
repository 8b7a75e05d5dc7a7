"""A game played step by step outside of any book."""

from __future__ import annotations

from random import Random

import pytest

from records.core.asking.chance import ScriptedChance
from records.core.ids import SEATS
from records.core.viewers import PUBLIC
from records.errors import ImpossibleEvent, MalformedCommand
from records.service.library import library
from records.service.writing.playing import begun, dealer, laid_out

A, B = SEATS[:2]
PLAIN = "castle-rampage/plain"


def test_a_game_goes_on_from_explicit_piles_hands_and_decks() -> None:
    """Piles that end in a seat lie face down and are known to it, a deck is dealt in its order; the table before stays as it was."""
    game = library()["castle-rampage"]
    table = laid_out(
        game,
        2,
        ruleset=PLAIN,
        hands={"A": ["giant"], "B": []},
        piles={"gate:A": ["cook"], "castle:A": ["cook"], "gate:B": ["archer"], "castle:B": ["cook", "knight"], "display:B": ["squire"]},
        decks={"draw": ["knight", "worker", "archer"]},
        up=["display:B"],
        counters={"active": "A", "turn": 3},
    )
    lying = table.seen(A).table
    assert [lying.slots[slot].face for slot in lying.piles["gate:B"]] == ["?"]  # type: ignore[index]
    assert [lying.slots[slot].face for slot in lying.piles["display:B"]] == ["squire"]  # type: ignore[index]
    end = next(command for command in table.legal() if type(command).__name__ == "EndTurn")
    after = table.apply(end, dealer(game, ScriptedChance([])))
    assert after.position.table.hands[B].faces == ("knight", "worker")
    assert after.seen(PUBLIC).table.hands[B].faces == ()
    assert (len(table.log), len(after.log) - len(after.batch)) == (1, 1)
    assert table.position.table.hands[B].count == 0
    assert after.outcome is None


def test_equal_chance_gives_equal_games() -> None:
    """A game is the same value whenever it is played with the same commands and the same chance."""
    game = library()["regicide"]

    def play(seed: int) -> object:
        assert game.simulation is not None
        chance = Random(seed)  # noqa: S311 -- a game
        table = begun(game, 3)
        table = table.apply(game.simulation.start(table.header.seats, chance), dealer(game, chance))
        while table.outcome is None:
            table = table.apply(game.simulation.policy(table.position, chance), dealer(game, chance))
        return table

    assert play(3) == play(3)
    assert play(3) != play(4)


def test_what_cannot_be_is_refused() -> None:
    """A number of players, a game without rules, a position that is none of the game's."""
    games = library()
    with pytest.raises(MalformedCommand, match="castle-rampage is for 2 players, not 3"):
        begun(games["castle-rampage"], 3)
    with pytest.raises(MalformedCommand, match="are not known here"):
        begun(games["observed"], 2).legal()
    with pytest.raises(MalformedCommand, match="no dealer"):
        dealer(games["observed"], Random(1))  # noqa: S311 -- a game
    with pytest.raises(ImpossibleEvent, match="has no weather"):
        laid_out(games["regicide"], 2, counters={"weather": "rain"})
