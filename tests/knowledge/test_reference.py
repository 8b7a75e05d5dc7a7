"""The two references agree: going through every deal, and keeping weighted branches (design/knowledge: Tests)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from records.core.faces import among
from records.core.secret import ALL, Secret, secret
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge.answers import Chances, Knowledge
from records.knowledge.door import veil
from support.knowledge import bare
from support.knowledge.along import by_branches, by_deals
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.branches import Branches
from support.knowledge.deals import AllDeals, NoWorldError
from support.knowledge.random_games import Played
from support.soaking import rest_soaked

A, B = SEATS
VIEWERS: tuple[Viewer, ...] = (*SEATS, PUBLIC, OPEN)
SEEDS = range(300, 312)


def answers(play: Played, viewer: Viewer) -> list[tuple[Knowledge, Knowledge]]:
    """Return both answers at each step."""
    seen = veil(BARE.parts, play.log, viewer)
    deals = by_deals(BARE, play.header, seen, viewer, VALUES)
    branches = by_branches(BARE, play.header, seen, viewer, Branches(VALUES))
    return [(one(), other()) for one, other in zip(deals, branches, strict=True)]


def last(play: Played, viewer: Viewer) -> Knowledge:
    """Return what both say at the end."""
    one, other = answers(play, viewer)[-1]
    assert one == other
    return one


@pytest.mark.parametrize("seed", rest_soaked(SEEDS))
def test_branches_equal_all_deals(seed: int) -> None:
    """Both ways give the same candidates and the same exact chances, for every viewer at every step."""
    play = Played(seed, partial=seed % 4 == 3).run(16)
    for viewer in VIEWERS:
        for one, other in answers(play, viewer):
            assert one == other


def test_every_method_occurs() -> None:
    """The games that the references are compared on use every method of the card table."""
    used = Counter(type(recorded.event).__name__ for seed in SEEDS for recorded in Played(seed).run(16).log)
    assert {cls.__name__ for cls in bare.MOVES.values()} | {"PositionSet"} == set(used)


@pytest.mark.parametrize("seed", rest_soaked(range(400, 406)))
def test_the_truth_is_among_the_candidates(seed: int) -> None:
    """What lies in a slot truly has a chance above zero, and the chances sum to exactly 1."""
    play = Played(seed).run(20)
    for viewer in VIEWERS:
        found = last(play, viewer)
        for slot, chances in found.slots.items():
            assert play.world.names[play.world.slots[slot]] in chances.of
            assert sum(chances.of.values()) == 1


def test_a_pin_counts_the_copies_that_are_left() -> None:
    """Deck XXYZ: X drawn openly, one drawn hidden, one laid blind which turns out X: the hand holds the other X with 1/2."""
    play = Played(1, "xxyz/")
    play.world.decks[DRAW] = [1, 2, 0, 3]
    play.world.names.update(enumerate("xxyz"))
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret("x", to=ALL)))
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret("y")))
    play.add(bare.Lay(seat=B, pile="row:B", slot="s3", card=secret("x"), at="top"))
    play.add(bare.Turn(slot="s3", card=secret("x", to=ALL)))
    assert last(play, A).hands[B].holds == {"x": Fraction(1, 2), "y": Fraction(1, 4), "z": Fraction(1, 4)}


def test_a_card_that_left_the_hand_hidden_is_in_either_place() -> None:
    """Of two cards that a hand was seen to hold, one laid blind is either with a half; the hand holds the other."""
    play = Played(1, "xy/z")
    play.world.decks[DRAW] = [0, 1]
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret("x", "y", to=("A", "B"))))
    play.add(bare.Lay(seat=B, pile="row:B", slot="s2", card=secret("y", to=("B",)), at="top"))
    found = last(play, A)
    assert found.slots["s2"] == Chances({"x": Fraction(1, 2), "y": Fraction(1, 2)})
    assert found.hands[B].holds == {"x": Fraction(1, 2), "y": Fraction(1, 2)}


def test_a_hint_narrows_whoever_did_not_see() -> None:
    """A card laid as one of two is one of these to the other seat, and what it is to its own."""
    play = Played(1, "xyz/")
    play.world.decks[DRAW] = [0, 1, 2]
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret("x", to=("B",))))
    play.add(bare.Lay(seat=B, pile="row:B", slot="s2", card=secret("x", to=("B",), hint=among("xy")), at="top"))
    assert last(play, A).slots["s2"].candidates == ("x", "y")
    assert last(play, B).slots["s2"].certain == "x"


def test_a_log_that_contradicts_itself_has_no_world() -> None:
    """A slot that shows two cards, one after the other, leaves nothing to choose from."""
    table = AllDeals(VALUES)
    table.reset(bare.initial(bare.header("xyz/")))
    table.deal(DRAW, "row:A", "s1", secret("x"), "top")
    with pytest.raises(NoWorldError):
        table.turn("s1", Secret(("y",)), up=True)
