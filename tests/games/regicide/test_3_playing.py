"""§ 3 and 4: what may be played, and what the suits do."""

from __future__ import annotations

from itertools import combinations

import pytest

from records.errors import MalformedCommand
from records.games.regicide.cards import CARDS
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from support.regicide import A, B, C, Table, cards, did, discard, flip, given, play, reading, stuck, yields

HAND = "h2 d2 s2 c2 h5 d5 hA dA sJ h6 d6"


def test_3_1_turn_has_four_steps() -> None:
    """Play, power, damage, attack, in this order; another seat has to wait, and Step 4 comes before the next play."""
    table = given(royal="cQ", A="s10 s5", B="c5", C="c6 h4", on_turn="C").when(play("c6", "C"))
    table.then(
        did(ev.CardsPlayed, "3.2", seat=C),
        did(ev.PowerBlocked, "2.2", suit="clubs", amount=6, total=0),
        did(ev.DamageDealt, "5.1", amount=6, total=6),
        did(ev.AttackSuffered, "6.1", seat=C, need=15),
        did(type(table.playing.batch[-1]), "6.2", what="discard", least=1, most=1),
    )
    table.refuses(play("s10"), "turn", "3.1").refuses(play("h4", "C"), "suffer", "6.2").refuses(yields("C"), "suffer", "6.2")
    given(A="h2", B="h3").refuses(discard("h2"), "step", "6.1")


def test_3_2_any_single_card() -> None:
    """Numbers, Companions, royals; only cards of the hand, and at least one."""
    assert given(A="h2 dA sJ c10", B="c2").plays() == ["c10", "c10 dA", "dA", "dA h2", "dA sJ", "h2", "sJ"]
    table = given(A="h2", B="c3")
    table.refuses(play(""), "play", "3.2").refuses(play("c3"), "hand", "3.2").refuses(play("h5 s5"), "hand", "3.2")
    with pytest.raises(MalformedCommand, match="no card is called"):
        table.when(cmd.Play(seat=A, cards=("hearts-11",)))
    with pytest.raises(MalformedCommand, match="each must be named"):
        table.when(play("?"))
    with pytest.raises(MalformedCommand, match="nobody sits at 'D'"):
        table.when(play("h2", "D"))


def test_3_3_companion_with_one_other_card() -> None:
    """A number, a royal or another Companion; no Jester, and no two of them."""
    table = given(A="h2 dA cA sJ J d2", B="c2", C="c3")
    for words in ("dA h2", "dA sJ", "dA cA", "cA"):
        assert sorted(words.split()) in [sorted(one.split()) for one in table.plays()]
        table.when(play(words)).wrote(ev.CardsPlayed, rule="3.3" if " " in words else "3.2")
    table.refuses(play("dA J"), "play", "8.1").refuses(play("dA cA h2"), "play", "3.3").refuses(play("dA h2 d2"), "play", "3.3")


def test_3_4_cards_of_one_number_up_to_ten() -> None:
    """Pairs of 2 to 5, three 2 or 3, four 2; no royals, no mixed numbers, nothing above 10."""
    table = given(A="h2 d2 s2 c2 h3 d3 s3 h5 d5", B="c2")
    for words in ("h2 d2", "h2 d2 s2", "h2 d2 s2 c2", "h3 d3 s3", "h5 d5"):
        table.when(play(words)).wrote(ev.CardsPlayed, rule="3.4")
    table.refuses(play("h2 h3"), "play", "3.4")
    given(A="h6 d6 sJ dJ h4 d4 s4", B="c2").refuses(play("h6 d6"), "play", "3.4").refuses(play("sJ dJ"), "play", "3.4")
    given(A="h4 d4 s4", B="c2").refuses(play("h4 d4 s4"), "play", "3.4")


def test_3_4_plays_of_a_hand_are_those_that_the_sheet_names() -> None:
    """All sets of a hand, tried one by one against the sheet's words, are the plays that are listed."""
    hand, expected = cards(HAND), set()
    for number in range(1, len(hand) + 1):
        for chosen in combinations(hand, number):
            ranks = [CARDS[name].rank for name in chosen]
            companion = number == 2 and "ace" in ranks
            same = len(set(ranks)) == 1 and 2 <= number <= 4 and ranks[0].isdigit() and int(ranks[0]) * number <= 10
            if number == 1 or companion or same:
                expected.add(tuple(sorted(chosen)))
    found = [tuple(sorted(cards(words))) for words in given(A=HAND, B="c3").plays()]
    assert set(found) == expected
    assert len(found) == len(expected) > 30


def test_3_5_who_can_neither_play_nor_yield_loses_for_all() -> None:
    """It is said by the seat on turn with an empty hand that may not yield; with a card, or where yielding is allowed, it is not so."""
    given(A="", B="h2", yielded="B").when(stuck()).then(
        did(ev.SeatFell, "3.5", why="cannot-act"), did(ev.GameEnded, "3.5", won=False, why="cannot-act")
    )
    given(A="h3", B="h2", yielded="B").refuses(stuck(), "fall", "3.5")
    given(A="", B="h2").refuses(stuck(), "fall", "3.5")
    table = given(A="", aside="J").refuses(stuck(), "fall", "3.5")
    assert table.legal == (flip(""),)


def test_4_1_each_suit_once_with_the_total() -> None:
    """Two suits work with the worth of both cards; two cards of one suit work once; no power can be left out."""
    table = given(royal="cK", A="s8 hA d9", B="c2 c3", discard="d2 d3 d4 d5 d6 d7 d8 d9 d10 cA").when(play("s8 hA"))
    table.wrote(ev.PowerUsed, suit="hearts", amount=9).wrote(ev.Healed, count=9).wrote(ev.ShieldRaised, amount=9, total=9)
    given(royal="cK", A="s8 sA d9", B="c2").when(play("s8 sA")).wrote(ev.ShieldRaised, amount=9, total=9)
    batch = given(royal="cK", A="s8 sA d9", B="c2").when(play("s8 sA")).playing.batch
    assert [type(event) for event in batch].count(ev.ShieldRaised) == 1


def test_4_2_hearts_bring_discards_under_the_tavern() -> None:
    """As many as the amount says, or all there are; the rest stays below the pile's top card; an empty pile gives nothing."""
    table = given(royal="cK", A="h3 d9", B="c2", tavern="c3", discard="d2 d3 d4 d5 d6").when(play("h3"))
    table.wrote(ev.Healed, rule="4.2", count=3)
    decks, zones = table.playing.position.table.decks, table.playing.position.table.zones
    assert [block.count for block in decks["tavern"]] == [1, 3]
    assert (sum(block.count for block in decks["heap"]), len(zones["discard"])) == (1, 1)
    few = given(royal="cK", A="h9 d9", B="c2", tavern="c3", discard="d2 d3").when(play("h9"))
    few.wrote(ev.Healed, count=2, moved=tuple(cards("d2 d3")), unseen=None).lies(discard="")
    given(royal="cK", A="h9 d9", B="c2").when(play("h9")).wrote(ev.PowerUsed, suit="hearts").never(ev.Healed)


def test_4_3_diamonds_are_drawn_one_each_clockwise() -> None:
    """From who played on, full hands passed over; it ends with the Tavern or when all are full."""
    table = given(royal="cK", A="d5 s9", B="c5", C="h8 h9 h10 hA s8 s7", tavern="s2 s3 s4 s5 s6 d2").when(play("d5"))
    table.lies(A="s9 s2 s4 s6", B="c5 s3 s5", C="h8 h9 h10 hA s8 s7", tavern="d2")
    drawn = [event.seat for event in table.playing.batch if isinstance(event, ev.CardDrawn)]
    assert drawn == [A, B, A, B, A]
    given(royal="cK", A="d5 s9", B="c5", tavern="s2 s3").when(play("d5")).lies(A="s9 s2", B="c5 s3", tavern="")
    other = reading(drawing="one player after the other")
    table = given(royal="cK", A="d5 s9 s8 s7 s6", B="c5", tavern="s2 s3 s4 s5 h6 d2", game=other).when(play("d5"))
    table.lies(A="s9 s8 s7 s6 s2 s3 s4", B="c5 s5 h6")


def test_4_4_hearts_come_before_diamonds() -> None:
    """What a Heart brings back can be drawn by the Diamond beside it."""
    table = given(royal="cK", A="h2 d2 s9", B="c5", tavern="", discard="s3 s4 s5 s6").when(play("h2 d2"))
    table.wrote(ev.Healed, count=4).lies(tavern="", discard="")
    kinds = [type(event) for event in table.playing.batch]
    assert kinds.index(ev.Healed) < kinds.index(ev.CardDrawn)
    assert kinds.count(ev.CardDrawn) == 4


def test_4_5_clubs_double_the_damage_once() -> None:
    """Only the damage, and only once however many Clubs; the shield beside it is not doubled."""
    given(royal="hK", A="c8 d9", B="c5").when(play("c8")).wrote(ev.PowerUsed, rule="4.5", suit="clubs", amount=8).wrote(
        ev.DamageDealt, amount=16
    )
    given(royal="hK", A="c8 cA d9", B="c5").when(play("c8 cA")).wrote(ev.DamageDealt, amount=18)
    given(royal="hK", A="c3 s3 d9", B="c5").when(play("c3 s3")).wrote(ev.DamageDealt, amount=12).wrote(ev.ShieldRaised, amount=6)


def test_4_6_spades_add_up_for_all_until_the_royal_falls() -> None:
    """Shields of both players count together, and end with the royal."""
    table = given(royal="hQ", A="s6 d9", B="s5 h9").when(play("s6")).wrote(ev.ShieldRaised, rule="4.6", amount=6, total=6)
    table = table.when(discard("d9", answers=asked(table))).when(play("s5", "B"))
    table.wrote(ev.ShieldRaised, amount=5, total=11).wrote(ev.AttackSuffered, seat=B, need=4)
    given(royal="hJ", damage=15, shield=7, A="c3 d9", B="c5").when(play("c3")).wrote(ev.RoyalDefeated).has(shield=0, damage=0)


def asked(table: Table) -> str:
    """The id of the question that is open."""
    (question,) = table.state.pending
    return str(question.id)


def test_2_2_immunity_of_damage_is_another_reading() -> None:
    """Under it cards of the royal's suit do no damage, those beside them do."""
    other = reading(immunity="power and damage")
    given(royal="hK", A="h3 d3 s9", B="c5", game=other).when(play("h3 d3")).wrote(ev.DamageDealt, amount=3)
    given(royal="hK", A="h3 d3 s9", B="c5").when(play("h3 d3")).wrote(ev.DamageDealt, amount=6)
