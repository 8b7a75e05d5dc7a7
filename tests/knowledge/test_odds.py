"""The odds of an attack and of a draw, against every deal that a viewer's log allows (ENGINE, section 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from random import Random

import pytest

from records.core.assault import Assault, GivesWhen
from records.core.ids import PileId
from records.core.secret import secret
from records.core.viewers import Viewer
from records.knowledge import odds_tree
from records.knowledge.asking import Asking
from records.knowledge.door import veil
from records.knowledge.odds import AttackOdds, attack_odds, draw_odds, hand_holds
from support.knowledge import bare
from support.knowledge.asking import Asked
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.random_games import Played

A, B = SEATS
GATE, CASTLE = PileId("gate:B"), PileId("castle:B")
WORTH = {"gate": {"a": 1, "b": 2, "c": 3, "d": 1, "e": 4, "f": 2}, "castle": {"a": 2, "b": 2, "c": 1, "d": 3, "e": 1, "f": 5}}
WAYS: tuple[GivesWhen, ...] = ("before", "after", "unless spent")


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


def asked(play: Played, viewer: Viewer) -> Asked:
    """Return the last step as a viewer can think it through."""
    return Asked(BARE, play.header, veil(BARE.parts, play.log, viewer), viewer, VALUES)


def assault(*, gives: Mapping[str, int], when: GivesWhen = "after", blocks: tuple[str, ...] = ()) -> Assault:
    """Return an attack by A on the gate of B, and then its castle."""
    return Assault(
        name="gate", title="", seat=A, piles=(GATE, CASTLE), ends=CASTLE, gives=gives, gives_when=when, blocks=blocks, blocked_by=B
    )


@pytest.mark.parametrize("seed", range(40))
def test_an_attack_equals_every_deal_played_out(seed: int) -> None:
    """How many cards fall of each pile, what is left over, the fall of the castle and the first defender are as in all worlds together."""
    ask = asked(board(seed), (A, "public", B)[seed % 3])  # type: ignore[arg-type]  # "public" sees what a stranger sees
    attack = assault(gives={"a": 2} if seed % 2 else {}, when=WAYS[seed % 3])
    piles = {pile: ask.table.piles.get(pile, ()) for pile in attack.piles}
    slots = [(slot, WORTH[pile.partition(":")[0]]) for pile in attack.piles for slot in piles[pile]]
    for strength in (0, 1, 3, 4, 7):
        found = attack_odds(ask, attack, strength, piles, WORTH)
        played = ask.attacked(attack, strength, slots)
        by_pile: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for (fallen, _left), chance in played.items():
            by_pile[min(fallen, len(piles[GATE])), max(0, fallen - len(piles[GATE]))] += chance
        assert (found.how, found.error, dict(found.destroys)) == ("exact", 0.0, dict(by_pile))
        assert found.bounds == {key: (chance, chance) for key, chance in found.destroys.items()}
        assert found.surplus == sum(left * chance for (fallen, left), chance in played.items() if fallen == len(slots))
        if piles[CASTLE]:
            assert found.decides == sum(chance for (fallen, _left), chance in played.items() if fallen == len(slots))
        for least, chance in found.top.items():
            assert chance == ask.chance(lambda world, least=least: slots[0][1][world[slots[0][0]][0]] >= least)  # type: ignore[misc]


def test_an_attack_on_nothing_is_all_surplus() -> None:
    """Where no card lies nothing falls and nothing is decided."""
    ask = asked(Played(1), A)
    found = attack_odds(ask, assault(gives={}), 5, {}, WORTH)
    assert (found.destroys, found.decides, found.surplus, found.top) == ({(0, 0): 1}, None, 5, {})


@pytest.mark.parametrize("seed", range(12))
def test_beyond_the_budget_it_is_an_estimate_within_certain_bounds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hardly any questions allowed, the chances are near the exact ones, their error is told, and the bounds hold for certain."""
    ask, attack = asked(board(seed), A), assault(gives={"b": 1})
    piles = {pile: ask.table.piles.get(pile, ()) for pile in attack.piles}
    exact = attack_odds(ask, attack, 6, piles, WORTH)
    monkeypatch.setattr(odds_tree, "MOST_ASKED", 0)
    rough = attack_odds(ask, attack, 6, piles, WORTH)
    assert rough.how in ("exact", "estimate")
    assert sum(rough.destroys.values()) == 1
    for key, chance in exact.destroys.items():
        least, most = rough.bounds.get(key, (0, 1))
        assert least <= chance <= most
        assert abs(float(rough.destroys.get(key, 0) - chance)) <= 4 * rough.error
    assert rough.error <= odds_tree.ERROR


@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_sample_is_not_biased(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many attacks the differences between sampled and exact chances cancel out, however far the tree was opened."""
    differences = []
    for cards in ("aabbcd/", "abcdef/"):
        play = unseen(cards)
        ask = Asking(BARE, play.header, veil(BARE.parts, play.log, A), A, len(play.log))
        piles = {GATE: tuple(play.table.piles[GATE])}
        for strength in range(2, 9):
            exact = attack_odds(ask, assault(gives={"a": 1}), strength, piles, WORTH)
            with monkeypatch.context() as patch:
                patch.setattr(odds_tree, "MOST_ASKED", most)
                rough = attack_odds(ask, assault(gives={"a": 1}), strength, piles, WORTH)
            if rough.how == "estimate":
                differences.append(mean(rough) - mean(exact))
    assert len(differences) > 10
    assert abs(sum(differences) / len(differences)) < 0.035


def test_a_sample_that_may_ask_no_more_tells_a_larger_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where even a sample would ask too much it is small, and says so; its bounds hold all the same."""
    play = unseen("abcdef/")
    ask = Asking(BARE, play.header, veil(BARE.parts, play.log, A), A, len(play.log))
    piles = {GATE: tuple(play.table.piles[GATE])}
    exact = attack_odds(ask, assault(gives={}), 7, piles, WORTH)
    monkeypatch.setattr(odds_tree, "MOST_ASKED", 1)
    monkeypatch.setattr(odds_tree, "MOST_MORE", 3)
    rough = attack_odds(ask, assault(gives={}), 7, piles, WORTH)
    assert rough.how == "estimate"
    assert rough.error > odds_tree.ERROR
    assert all(least <= exact.destroys[fallen] <= most for fallen, (least, most) in rough.bounds.items())
    assert all(abs(float(chance - exact.destroys[fallen])) <= 4 * rough.error for fallen, chance in rough.destroys.items())


def unseen(cards: str) -> Played:
    """Return a table on which B has five cards that nobody saw."""
    play = Played(1, cards)
    for number, card in enumerate(play.names(play.world.decks[DRAW][:5])):
        play.add(bare.Deal(deck=DRAW, pile=GATE, slot=f"{cards}{number}", card=secret(card), at="bottom"))
    return play


def mean(odds: AttackOdds) -> float:
    """Return how many cards fall in the mean."""
    return float(sum(sum(fallen) * chance for fallen, chance in odds.destroys.items()))


@pytest.mark.parametrize("seed", range(10))
def test_a_draw_equals_every_deal(seed: int) -> None:
    """The chance that the next cards hold one of a set is that of all worlds together; of an emptier deck fewer cards are looked at."""
    ask = asked(board(seed), A)
    for number in (0, 1, 2, 4):
        found = draw_odds(ask, DRAW, number, ("a", "c"))
        top = ask.chance(lambda world, number=number: bool({"a", "c"} & set(world.get(DRAW, ())[:number])))  # type: ignore[misc]
        assert (found.holds, found.exact) == (top, True)
        assert found.cards == min(number, sum(block.count for block in ask.table.decks.get(DRAW, ())))


@pytest.mark.parametrize("seed", range(10))
def test_a_hand_that_may_block_equals_every_deal(seed: int) -> None:
    """The chance that the other hand holds one of several cards is exact, though copies of both may lie in it."""
    ask = asked(board(seed), A)
    assert hand_holds(ask, ask(()), B, ("a", "b")) == ask.chance(lambda world: bool({"a", "b"} & set(world.get("hand:B", ()))))
    blocked = attack_odds(ask, assault(gives={}, blocks=("a", "b")), 3, {}, WORTH).blocked
    assert blocked == hand_holds(ask, ask(()), B, ("a", "b"))


def test_no_chance_of_the_own_hand_is_told() -> None:
    """Whoever could weaken the attack knows whether; nothing is worked out."""
    play = Played(3, "abc/")
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret(*play.names(play.world.decks[DRAW][:1]), to=("B",))))
    assert attack_odds(asked(play, B), assault(gives={}, blocks=("a",)), 3, {}, WORTH).blocked is None
