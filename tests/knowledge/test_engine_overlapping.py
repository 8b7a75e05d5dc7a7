"""Hints that overlap: exact while there are few of them, and where they are too many wider, never wrong and in bounded work."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from records.core.faces import none_of
from records.core.ids import SlotId
from records.core.secret import secret
from records.core.viewers import PUBLIC, Viewer
from records.knowledge.answers import Knowledge
from records.knowledge.asking import Asking
from records.knowledge.odds.attack import attack_odds
from records.knowledge.odds.draw import draw_odds
from records.knowledge.worlds import counts
from records.knowledge.worlds.effort import Effort, OverBudget
from records.knowledge.worlds.nested import Nest
from records.knowledge.worlds.parting import SHARE
from records.knowledge.worlds.pool import CardPool
from records.knowledge.worlds.widening import in_order, overlaps
from support.knowledge import bare
from support.knowledge.attacks import GATE, asking, assault, brute
from support.knowledge.bare import DRAW, SEATS
from support.knowledge.random_games import DISCARD, Played
from support.knowledge.reading import differing
from support.soaking import rest_soaked

# ruff: noqa: S311 -- a seed makes the games repeat

A, B = SEATS
VIEWERS: tuple[Viewer, ...] = (A, PUBLIC)
NAMES = "abcdefghij"
MANY = (12, 20)


def hinted(random: Random, cards: str, number: int, *, out: int, moving: bool = False) -> Played:
    """A game in which B laid cards, each with a hint of its own that ``out`` names are not it; a few of them move on if so wished."""
    play, kinds = Played(0, "".join(random.sample(cards, len(cards))) + "/"), sorted(set(cards))
    for nth in range(number):
        drawn = min(play.top_block(DRAW), 2 if nth % 2 == 0 else 1)
        play.add(bare.Take(deck=DRAW, seat=B, cards=secret(*play.names(play.world.decks[DRAW][:drawn]))))
        (card,) = play.held(B, 1)
        hint = none_of(random.sample([name for name in kinds if name != card], out))
        play.add(bare.Lay(seat=B, pile=GATE, slot=SlotId(f"w{nth}"), card=secret(card, hint=hint), at="bottom"))
        if moving and random.random() < 0.5:
            slot = SlotId(random.choice(sorted(play.world.slots)))
            play.add(
                random.choice(
                    (bare.PickUp(slot=slot, seat=B), bare.OnDeck(slot=slot, deck=DRAW, end="top"), bare.Sweep(slot=slot, zone=DISCARD))
                )
            )
    return play


def small(seed: int, *, moving: bool) -> Played:
    """A game that is small enough to go through all deals."""
    random = Random(seed)
    return hinted(random, random.choice(("aabbcde", "abcdef", "aabbccd", "abbcdd")), 3, out=random.choice((1, 2)), moving=moving)


def contains(weak: Knowledge, every: Knowledge) -> None:
    """Fail unless all that can be by one answer can be by the other, too."""
    for slot, chances in every.slots.items():
        assert set(chances.of) <= set(weak.slots[slot].of)
    for seat, hand in every.hands.items():
        assert all(number <= weak.hands[seat].most.get(card, 0) for card, number in hand.most.items())
        assert all(number <= hand.least.get(card, 0) for card, number in weak.hands[seat].least.items())
    for name, deck in every.decks.items():
        assert all(number <= weak.decks[name].most.get(card, 0) for card, number in deck.most.items())
        assert set(deck.top.of) <= set(weak.decks[name].top.of)


def truly(found: Knowledge, play: Played) -> None:
    """Fail unless what truly lies there is possible."""
    for slot, chances in found.slots.items():
        assert play.world.names[play.world.slots[slot]] in chances.of
        assert sum(chances.of.values()) == 1
    for seat, hand in found.hands.items():
        held = Counter(play.names(play.world.hands.get(seat, [])))
        assert all(number <= hand.most.get(card, 0) for card, number in held.items())
        assert all(number <= held[card] for card, number in hand.least.items())
    for name, deck in found.decks.items():
        assert all(number <= deck.most.get(card, 0) for card, number in Counter(play.names(play.world.decks[name])).items())


@pytest.mark.parametrize("seed", rest_soaked(range(24), keep=2))
def test_few_overlapping_hints_are_exact_and_more_are_wider(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What few hints that overlap tell is what all deals say; with less work allowed there are candidates more, and never one less."""
    play = small(seed, moving=seed % 2 == 1)
    for viewer in VIEWERS:
        every = brute(play, viewer)(())
        exact = asking(play, viewer)(())
        assert exact.exact
        assert list(differing(every, exact)) == []
        for most in (0, 1, 3, 10):
            monkeypatch.setattr(counts, "MOST_PARTED", most)
            found = asking(play, viewer)(())
            monkeypatch.undo()
            contains(found, every)
            truly(found, play)
            assert found == exact or not found.exact


def test_the_small_games_have_hints_that_cross(monkeypatch: pytest.MonkeyPatch) -> None:
    """In most of the small games no work allowed makes the answer inexact, in some some work is enough."""
    inexact = Counter[int]()
    for most in (0, 10):
        monkeypatch.setattr(counts, "MOST_PARTED", most)
        inexact[most] = sum(not asking(small(seed, moving=seed % 2 == 1), A)(()).exact for seed in range(24))
    assert 12 < inexact[0] > inexact[10] > 0


@pytest.fixture(scope="module", params=MANY)
def many(request: pytest.FixtureRequest) -> tuple[Played, Asking]:
    """A game in which very many hints overlap, as A asks about it."""
    play = hinted(Random(int(request.param)), NAMES * 4, int(request.param), out=3)
    return play, asking(play, A)


@pytest.mark.soak
def test_very_many_overlapping_hints_are_answered_wider(many: tuple[Played, Asking]) -> None:
    """The answer is not exact, what truly lies there is possible, and each card keeps what its own hint rules out."""
    play, ask = many
    found = ask(())
    assert not found.exact
    truly(found, play)
    for slot, chances in found.slots.items():
        assert 0 < len(chances.of) <= len(NAMES) - 3
        assert ask.slot((), slot) == chances
        assert not chances.exact


def test_very_many_overlapping_hints_are_counted_in_few_worlds(many: tuple[Played, Asking]) -> None:
    """Read as they are counted, positions part into no more worlds than are allowed, although some classes still overlap."""
    _play, ask = many
    table = ask.table().counts
    assert len(table.table) == 1
    sizes = Counter[int]()
    for here in table.public.values():
        for kinds, number in here.items():
            sizes[table.class_of(kinds)] += number
    classes = in_order(sizes)
    assert any(overlaps(one, other) for one in classes for other in classes)
    nothing, there = (0,) * len(classes), tuple(sizes[kinds] for kinds in classes)
    worlds = Nest(table.pool, classes, [there]).split({(nothing, there): 1})
    assert 1 < len(worlds) <= counts.MOST_PARTED


@pytest.mark.parametrize("strength", rest_soaked([3, 20]))
def test_an_attack_on_very_many_overlapping_hints_is_an_approximation(many: tuple[Played, Asking], strength: int) -> None:
    """The odds say that they are approximate, their chances are shares of a whole, and each lies within its bounds."""
    play, ask = many
    worth = {"gate": {name: 1 + nth % 5 for nth, name in enumerate(NAMES)}}
    found = attack_odds(ask, assault(gives={"a": 2}), strength, {GATE: play.table.piles[GATE]}, worth)
    assert found.how == "approximate"
    assert sum(found.destroys.values()) == 1
    assert all(least <= found.destroys[key] <= most for key, (least, most) in found.bounds.items())


def test_what_cards_are_together_is_answered_wider_too(many: tuple[Played, Asking]) -> None:
    """How much a hand is worth and what the next cards hold is answered for very many overlapping hints as well, and not exact."""
    play, ask = many
    worths, exact = ask.worths((), B, {name: 1 + nth % 5 for nth, name in enumerate(NAMES)})
    assert not exact
    assert sum(worths.values()) == 1
    assert worths[sum(1 + NAMES.index(card) % 5 for card in play.names(play.world.hands[B]))] > 0
    drawn = draw_odds(ask, DRAW, 2, ["a", "b"])
    assert not drawn.exact
    assert 0 < drawn.holds < 1


@pytest.mark.parametrize("seed", range(6))
def test_what_cards_are_together_says_where_it_is_not_exact(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With less work allowed the worth of a hand keeps every sum that it can have, and says so where its chances are others."""
    ask, values = asking(small(seed, moving=seed % 2 == 1), A), dict(zip("abcdefg", range(1, 8), strict=True))
    worths, exact = ask.worths((), B, values)
    assert exact
    monkeypatch.setattr(counts, "MOST_TOGETHER", 0)
    wider, same = ask.worths((), B, values)
    assert set(worths) <= set(wider)
    assert wider == worths or not same
    assert ask(()).exact


@pytest.mark.soak
@pytest.mark.parametrize("seed", [0, 3, 6])
def test_drawn_worlds_that_are_wider_are_an_approximation(seed: int) -> None:
    """Where hints overlap too much to draw worlds from them, and not to count them, what is known is exact and the odds are approximate."""
    play = hinted(Random(seed), NAMES * 3, 7, out=3)
    ask, worth = asking(play, A), {"gate": {name: 1 + nth % 6 for nth, name in enumerate(NAMES)}}
    assert ask(()).exact
    found = attack_odds(ask, assault(gives={"a": 2}), 9, {GATE: play.table.piles[GATE]}, worth)
    assert found.how == "approximate"
    assert sum(found.destroys.values()) == 1
    assert all(least <= found.destroys[key] <= most for key, (least, most) in found.bounds.items())


def test_sharing_out_overlapping_classes_is_counted_each_time() -> None:
    """The work of sharing positions out to the pieces of overlapping classes is counted way by way, also where it was kept."""
    pool, effort = CardPool(), Effort()
    pool.fresh(dict.fromkeys(range(8), 3))
    sizes = (6, 6, 6, 6)
    nest = Nest(pool, [0b0000_1111, 0b0011_1100, 0b1111_0000, 0b1111_1111], [sizes], effort)
    first = nest.ones(sizes, 200)
    ways, spent = len(nest._whole(sizes)), effort.spent
    assert ways > 20
    assert spent > SHARE * ways
    before = effort.spent
    assert nest.ones(sizes, 200) == first
    assert effort.spent - before > SHARE * ways
    with pytest.raises(OverBudget):
        Nest(pool, [0b0000_1111, 0b0011_1100, 0b1111_0000, 0b1111_1111], [sizes], Effort(most=SHARE * ways)).ones(sizes, 200)
