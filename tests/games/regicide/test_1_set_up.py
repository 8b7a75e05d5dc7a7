"""§ 1 and 2: set-up and the royals."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from records.core.asking.chance import ScriptedChance
from records.core.ids import slot_id
from records.core.requests import ChanceRequest
from records.core.shared import GameStarted
from records.errors import ImpossibleEvent, MalformedCommand
from records.games.regicide.cards import CARDS, tavern
from records.games.regicide.model import events as ev
from records.service.writing.playing import begun, dealer
from support.regicide import REGICIDE, cards, given, play, seated, start


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_1_1_one_to_four_play_and_any_begins(players: int) -> None:
    """The game starts with the seats of the table, and a turn of whoever begins; a fifth seat cannot sit down."""
    last = "ABCD"[players - 1]
    table = seated(players).when(start(players, last))
    assert table.state.active == last
    assert isinstance(table.playing.batch[0], GameStarted)
    assert table.playing.batch[-1] == ev.TurnBegan(rule="3.1", seat=table.state.active, number=1)
    with pytest.raises(MalformedCommand, match="1 to 4 players"):
        begun(REGICIDE, 5)
    with pytest.raises(MalformedCommand, match="sit here"):
        seated(players).when(start(players % 4 + 1))


def test_1_2_castle_lies_in_three_ranks() -> None:
    """Jacks come first, then Queens, then Kings, whatever the chance."""
    for seed in range(5):
        table = seated(2)
        ranks = []
        for _ in range(12):
            position = table.playing.position
            request = ChanceRequest((ev.RoyalRevealed,), slots=(slot_id(position.version + 1),))
            revealed = dealer(REGICIDE, Random(seed)).ask(position, request)  # noqa: S311 -- a game
            assert isinstance(revealed, ev.RoyalRevealed)
            ranks.append(CARDS[str(revealed.card)].rank)
            table = type(table)(table.playing.added(revealed))
        assert ranks == ["jack"] * 4 + ["queen"] * 4 + ["king"] * 4


@pytest.mark.parametrize(("players", "size", "jesters"), [(1, 40, 0), (2, 40, 0), (3, 41, 1), (4, 42, 2)])
def test_1_3_tavern_by_number_of_players(players: int, size: int, jesters: int) -> None:
    """36 numbers, four Aces, and as many Jesters as the number of players says."""
    lying = Counter(tavern(players))
    assert (lying.total(), lying["jester"]) == (size, jesters)
    assert sum(CARDS[name].companion for name in lying) == 4
    assert not any(CARDS[name].royal for name in lying)


@pytest.mark.parametrize(("players", "hand", "left"), [(1, 8, 32), (2, 7, 26), (3, 6, 23), (4, 5, 22)])
def test_1_4_hands_are_dealt_full(players: int, hand: int, left: int) -> None:
    """Everybody gets as many cards as a hand may have, from who begins on; what is left is the Tavern; it is dealt once."""
    table = seated(players).when(start(players))
    dealt = [event for event in table.playing.batch if isinstance(event, ev.HandDealt)]
    assert [(event.seat, len(event.cards.faces)) for event in dealt] == [(seat, hand) for seat in table.state.seats]
    assert sum(block.count for block in table.playing.position.table.decks["tavern"]) == left
    table.refuses(start(players), "set-up", "1.4")
    seated(players).refuses(play("h2"), "set-up", "1.4")


def test_1_4_explicit_order_is_dealt_as_it_is_told() -> None:
    """Scripted cards come in their order; a card that cannot come, or none where one must, is refused."""
    order = [*cards("h2 h3 h4 h5 h6 h7 h8"), *cards("c2 c3 c4 c5 c6 c7 c8"), *cards("hJ")]
    told = ScriptedChance(order)
    table = seated(2).when(start(2), chance=dealer(REGICIDE, told))
    table.lies(A="h2 h3 h4 h5 h6 h7 h8", B="c2 c3 c4 c5 c6 c7 c8", royal="hJ")
    assert told.left == ()
    with pytest.raises(ImpossibleEvent, match="'hearts-king', which is none of"):
        seated(2).when(start(2), chance=dealer(REGICIDE, ScriptedChance(cards("hK"))))
    with pytest.raises(ImpossibleEvent, match="told no more"):
        seated(2).when(start(2), chance=dealer(REGICIDE, ScriptedChance(order[:-1])))


def test_1_5_discard_pile_begins_empty() -> None:
    """Nothing is discarded before the first turn."""
    seated(3).when(start(3)).lies(discard="", fight="")


@pytest.mark.parametrize(("royal", "attack", "health"), [("hJ", 10, 20), ("hQ", 15, 30), ("hK", 20, 40)])
def test_2_1_attack_and_health_by_rank(royal: str, attack: int, health: int) -> None:
    """A royal attacks with its value and falls at twice as much."""
    given(royal=royal, A="s2", B="c5 c6 cA d9").when(play("s2")).wrote(ev.AttackSuffered, need=attack - 2)
    given(royal=royal, damage=health - 2, A="s2 c3", B="c5").when(play("s2")).wrote(ev.RoyalDefeated)
    given(royal=royal, damage=health - 3, A="s2 c3", B="c5").when(play("s2")).never(ev.RoyalDefeated)


@pytest.mark.parametrize(("suit", "royal"), [("h", "hJ"), ("d", "dJ"), ("c", "cJ"), ("s", "sJ")])
def test_2_2_own_suit_has_no_power(suit: str, royal: str) -> None:
    """The power does nothing, the number is damage all the same."""
    table = given(royal=royal, A=f"{suit}6 h10", B="c5", discard="h9 h8", castle="cQ").when(play(f"{suit}6"))
    table.wrote(ev.PowerBlocked, rule="2.2", amount=6).wrote(ev.DamageDealt, amount=6, total=6)
    table.never(ev.PowerUsed).never(ev.ShieldRaised).never(ev.CardDrawn).never(ev.Healed)
    given(royal="hQ", A=f"{suit}6 h10", B="c5", discard="h9 h8").when(play(f"{suit}6")).wrote(
        ev.PowerBlocked if suit == "h" else ev.ShieldRaised if suit == "s" else ev.PowerUsed
    )


def test_2_1_a_royal_that_nobody_noted_cannot_be_fought() -> None:
    """What depends on it cannot be judged, and says so."""
    with pytest.raises(ImpossibleEvent, match="nobody noted which royal"):
        given(royal="?", A="h2", B="c2").when(play("h2"))
