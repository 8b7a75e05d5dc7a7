"""The simulated player: what it counts with is what the rules say, and it plays well."""

from __future__ import annotations

from itertools import combinations
from math import erf, sqrt
from random import Random
from typing import Any

import msgspec
import pytest

from records.core.asking.chance import ScriptedChance
from records.games.regicide.cards import CARDS, JESTER, WORTH
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.plays import plays
from records.games.regicide.player.cards import NAMES, VALUE, cheapest, numbered, plays_of
from records.games.regicide.player.policy import policy
from records.games.regicide.player.sight import Outlook, likely
from records.games.regicide.player.weights import ALONE, TOGETHER
from support.regicide import Table, cards, given

HANDS = [Random(seed).sample([*CARDS, JESTER], 8) for seed in range(60)]  # noqa: S311 -- hands for a test


class _Silent(ScriptedChance):
    """Chance by which nobody says anything, and that need not pick."""

    def random(self) -> float:
        return 0.9


def chosen(of: Table) -> Any:
    """What the player does."""
    return policy(of.playing.position, _Silent([]))


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand[0])
def test_it_knows_every_play(hand: list[str]) -> None:
    """The plays that it weighs are those of the rules, each once."""
    found = [tuple(sorted(NAMES[card] for card in play)) for play in plays_of(numbered(hand))]
    assert sorted(found) == sorted(tuple(sorted(play)) for play in plays(hand))


@pytest.mark.parametrize("hand", HANDS[:20], ids=lambda hand: hand[0])
def test_it_pays_as_little_as_can_be(hand: list[str]) -> None:
    """Of all cards that meet an attack it gives those that are worth least to it, and knows when none do."""
    costs = Outlook(TOGETHER, alone=False).kept[0]
    held = numbered(hand)
    for need in (1, 7, 13, 20, 45, 90):
        able = [some for size in range(len(held) + 1) for some in combinations(held, size) if sum(VALUE[card] for card in some) >= need]
        best = cheapest(held, need, costs)
        assert (best is None) == (not able)
        if best is not None:
            assert best[0] == min(sum(costs[card] for card in some) for some in able)
            assert sum(VALUE[card] for card in best[1]) >= need


def test_every_card_is_worth_keeping() -> None:
    """Nothing is discarded beyond need: each card has a price, whatever the royal is immune to."""
    for weights in (ALONE, TOGETHER):
        assert all(price > 0 for row in Outlook(weights, alone=True).kept for price in row)


def test_it_kills_exactly_rather_than_with_more() -> None:
    """Of two cards that defeat the royal it plays the one that makes it a card of the Tavern."""
    castle = "cJ dJ sJ hQ cQ dQ sQ hK cK dK sK"
    of = given(royal="hJ", damage=13, A="s7 s8 c2", B="c9 c10 d2", tavern="c3 c4 c5", castle=castle)
    assert chosen(of).cards == tuple(cards("s7"))


def test_it_takes_the_win() -> None:
    """What defeats the last King comes before anything else."""
    of = given(royal="hK", damage=33, A="s7 d10 d9 h8", B="c9", castle="", tavern="c3 c4 c5")
    assert sum(WORTH[str(card)] for card in chosen(of).cards) >= 7


def test_it_flips_only_when_it_must() -> None:
    """In an attack that the hand can meet no Jester is flipped; where it cannot, one is."""
    able = given(royal="hJ", need=10, A="s5 s6 c2", aside="J J", tavern="c3 c4 c5 c6")
    assert isinstance(chosen(able), cmd.Discard)
    assert isinstance(chosen(given(royal="hJ", need=10, A="s5 c2", aside="J J", tavern="c3 c4 c5 c6")), cmd.Flip)


def test_every_machine_weighs_the_same() -> None:
    """What it goes by is whole numbers, and no entry of the one table made with floats is near to where it would be rounded otherwise."""
    for weights in (ALONE, TOGETHER):
        assert {type(number) for row in (*Outlook(weights, alone=True).kept, *likely(weights)) for number in row} == {int}
        assert not any(isinstance(weight, float) for weight in msgspec.structs.astuple(weights))
        for own, row in enumerate(likely(weights), 1):
            for lacks, number in enumerate(row):
                exactly = 500 * (1 + erf((own * weights.unseen - lacks * 1000 + 500) / (weights.spread * sqrt(own))))
                assert abs(exactly - number) < 0.5 - 1e-6
