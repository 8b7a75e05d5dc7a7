"""The odds of an attack and of a draw, against every deal that a viewer's log allows (design/knowledge: Attack odds)."""

from __future__ import annotations

from random import Random

import pytest

from knowledge.test_engine_take_back import UndoingDeals, taken_back
from records.core.assault import GivesWhen
from records.core.logs.fold import Folder
from records.core.secret import secret
from records.core.viewers import PUBLIC, Viewer
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.knowledge.odds.attack import attack_odds
from records.knowledge.odds.draw import draw_odds
from records.knowledge.odds.holding import hand_holds
from records.knowledge.tracking.call_log import CallLog
from support.knowledge import bare
from support.knowledge.attacks import CASTLE, GATE, ODD_WORTH, WAYS, WORTH, asking, assault, brute, equals_every_world
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.random_games import PILES, Played
from support.soaking import rest_soaked

A, B = SEATS
VIEWERS: tuple[Viewer, ...] = (A, PUBLIC, B)
GIVES = ({}, {"a": 2}, {"a": 1, "c": 3}, {"b": 5}, {"a": 2, "b": 2, "d": 1})


def board(seed: int) -> Played:
    """Return a table on which B has laid or was dealt cards in two piles, some of them seen by A."""
    play, choose = Played(seed), Random(seed + 1)  # noqa: S311 -- a seed makes a table repeat
    for number in range(choose.randint(2, 4)):
        play.run(play.version - 1 + choose.randint(1, 2), of=("take", "tell", "drop", "show", "return_all", "bury"))
        pile, slot = choose.choice((GATE, CASTLE)), f"s{play.version}.{number}"
        if play.world.hands.get(B):
            card = play.seen(play.held(B, 1))
            play.add(bare.Lay(seat=B, pile=pile, slot=slot, card=card, at=choose.choice(("top", "bottom"))))
        elif play.top_block(DRAW):
            card = play.seen(play.names(play.world.decks[DRAW][:1]))
            play.add(bare.Deal(deck=DRAW, pile=pile, slot=slot, card=card, at="top"))
    return play.run(play.version + 1, of=("tell", "show", "turn", "shift" if seed % 3 else "tell"))


def full(seed: int) -> Played:
    """Return a table on which cards went every way that the card table knows, and most came to lie."""
    play = Played(seed).run(3, of=("take", "deal", "tell"))
    play.run(12)
    return play.run(18, of=("lay", "deal", "take", "mix", "turn", "tell", "shift"))


@pytest.mark.parametrize("seed", rest_soaked(range(60), keep=15))
def test_an_attack_equals_every_deal_played_out(seed: int) -> None:
    """How many cards fall of each pile, what is left over, the fall of the castle and the first defender are as in all worlds together."""
    play, viewer = board(seed), VIEWERS[seed % 3]
    every, ask = brute(play, viewer), asking(play, viewer)
    attack = assault(gives=GIVES[seed % 5], when=WAYS[seed % 3])
    piles = {pile: every.table.piles.get(pile, ()) for pile in attack.piles}
    for strength in (0, 1, 3, 4, 7, 12):
        equals_every_world(attack_odds(ask, attack, strength, piles, WORTH), every, strength, piles, WORTH)


@pytest.mark.parametrize("seed", rest_soaked(range(100, 160), keep=15))
def test_after_every_method_of_the_card_table_too(seed: int) -> None:
    """The same where cards were shuffled back, mixed, picked up, moved on and told of, and some of them defend with nothing."""
    play, viewer, worth = full(seed), VIEWERS[seed % 3], (WORTH, ODD_WORTH)[seed % 2]
    every, ask = brute(play, viewer), asking(play, viewer)
    piles = {GATE: every.table.piles.get(PILES[0], ()), CASTLE: every.table.piles.get(PILES[1], ())}
    for nth, strength in enumerate((1, 2, 3, 5, 8)):
        attack = assault(gives=GIVES[(seed + nth) % 5], when=WAYS[(seed + nth) % 3])
        found = attack_odds(ask, attack, strength, piles, worth)
        if ask(()).exact:
            equals_every_world(found, every, strength, piles, worth)
        else:  # a card was pulled out of a deck that nobody looked through
            assert found.how == "approximate"


@pytest.mark.soak
@pytest.mark.parametrize("when", WAYS)
def test_gains_stop_an_attack_in_time_or_carry_it_on(when: GivesWhen) -> None:
    """With many cards that give, one after the other, an attack is stopped wherever a world stops it, whenever they give."""
    play = Played(5, "aaabbcd/")
    for number, card in enumerate(play.names(play.world.decks[DRAW][:6])):
        play.add(bare.Deal(deck=DRAW, pile=GATE if number < 3 else CASTLE, slot=f"s{number}", card=secret(card), at="bottom"))
    every, ask = brute(play, A), asking(play, A)
    piles = {pile: every.table.piles[pile] for pile in (GATE, CASTLE)}
    for gives in ({"a": 3}, {"a": 1, "b": 4}, {"a": 2, "b": 2, "c": 2, "d": 2}):
        for worth in (WORTH, ODD_WORTH):
            for strength in range(1, 11):
                found = attack_odds(ask, assault(gives=gives, when=when), strength, piles, worth)
                equals_every_world(found, every, strength, piles, worth)


def test_what_was_worked_out_before_changes_no_answer() -> None:
    """Questions asked one after the other are answered as if each were the first, also with other worths and other gains."""
    play = board(7)
    ask, table = asking(play, A), brute(play, A).table
    piles = {pile: table.piles.get(pile, ()) for pile in (GATE, CASTLE)}
    asked = [(strength, when, worth) for strength in (9, 2, 5) for when in WAYS for worth in (WORTH, ODD_WORTH)]
    for strength, when, worth in asked + asked[::-1]:
        attack = assault(gives={"a": 2}, when=when)
        assert attack_odds(ask, attack, strength, piles, worth) == attack_odds(asking(play, A), attack, strength, piles, worth)


def test_an_attack_on_nothing_is_all_surplus() -> None:
    """Where no card lies nothing falls and nothing is decided."""
    found = attack_odds(asking(Played(1), A), assault(gives={}), 5, {}, WORTH)
    assert (found.destroys, found.decides, found.surplus, found.top) == ({(0, 0): 1}, None, 5, {})


@pytest.mark.parametrize("seed", rest_soaked(range(20), keep=6))
def test_a_draw_equals_every_deal(seed: int) -> None:
    """The chance that the next cards hold one of a set is that of all worlds together; of an emptier deck fewer cards are looked at."""
    play = board(seed) if seed % 2 else full(seed)
    every, ask = brute(play, A), asking(play, A)
    for number in (0, 1, 2, 4):
        found = draw_odds(ask, DRAW, number, ("a", "c"))
        top = every.chance(lambda world, number=number: bool({"a", "c"} & set(world.get(DRAW, ())[:number])))  # type: ignore[misc]
        assert (found.holds, found.exact) == (top, True)
        assert found.cards == min(number, sum(block.count for block in every.table.decks.get(DRAW, ())))


@pytest.mark.parametrize("seed", rest_soaked(range(20), keep=6))
def test_a_hand_that_may_block_equals_every_deal(seed: int) -> None:
    """The chance that the other hand holds one of several cards is exact, though copies of both may lie in it."""
    play = board(seed) if seed % 2 else full(seed)
    every, ask = brute(play, A), asking(play, A)
    for cards in (("a",), ("a", "b"), ("c", "d", "e")):
        assert hand_holds(ask.table(), B, cards) == every.chance(lambda world, cards=cards: bool({*cards} & set(world.get("hand:B", ()))))  # type: ignore[misc]
        assert attack_odds(ask, assault(gives={}, blocks=cards), 3, {}, WORTH).blocked in (None, hand_holds(ask.table(), B, cards))


def test_no_chance_of_the_own_hand_is_told() -> None:
    """Whoever could weaken the attack knows whether; nothing is worked out."""
    play = Played(3, "abc/")
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret(*play.names(play.world.decks[DRAW][:1]), to=("B",))))
    assert attack_odds(asking(play, B), assault(gives={}, blocks=("a",)), 3, {}, WORTH).blocked is None
    assert attack_odds(asking(play, A), assault(gives={}, blocks=("a",)), 3, {}, WORTH).blocked is not None


@pytest.mark.soak
def test_what_was_taken_back_was_seen_all_the_same() -> None:
    """After parts that were taken back, an attack, a hand and a draw are as in all worlds that give the whole log."""
    exact = 0
    for seed in range(10, 30):
        play, log = taken_back(seed)
        every, seen = brute(play, A), veil(BARE.parts, log, A)
        ask, calls = Known(BARE, play.header, seen, A).asking(len(log)), CallLog(Folder(BARE), play.header, seen).replay_undone(len(log))
        if calls is None or not ask(()).exact:
            continue
        every.deals = UndoingDeals(VALUES)
        for call in [*CallLog(Folder(BARE), play.header, seen).calls(0), *calls]:  # the first tell which cards there are
            getattr(every.deals, call.method)(*call.args, **call.named)
        table = Folder(BARE).fold(play.header, seen).table
        piles = {GATE: table.piles.get(PILES[0], ()), CASTLE: table.piles.get(PILES[1], ())}
        for strength in (1, 3, 6):
            attack = assault(gives=GIVES[seed % 5], when=WAYS[seed % 3])
            equals_every_world(attack_odds(ask, attack, strength, piles, WORTH), every, strength, piles, WORTH)
        assert hand_holds(ask.table(), B, ("a", "c")) == every.chance(lambda world: bool({"a", "c"} & set(world.get("hand:B", ()))))
        for number in (1, 2):
            top = every.chance(lambda world, number=number: bool({"a", "c"} & set(world.get(DRAW, ())[:number])))  # type: ignore[misc]
            assert draw_odds(ask, DRAW, number, ("a", "c")).holds == top
        exact += any(piles.values())
    assert exact > 8
