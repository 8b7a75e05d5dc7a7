"""The laws of joining faces, exactly: one card more than any face names stands for all others (design/events: Faces)."""

from __future__ import annotations

import random
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.core.faces import UNKNOWN, Face, among, bag, fits, join, none_of, one_of
from records.errors import Contradiction

NAMED = ("ace", "king", "knave", "queen")
CARDS = (*NAMED, "ten")
"""No face of these tests names the ten, so that a card is always left to whatever is only excluded."""

in_any_time = settings(deadline=None)
names = st.sampled_from(NAMED)
faces = st.one_of(st.just(UNKNOWN), names, st.sets(names, min_size=1).map(among), st.sets(names).map(none_of))


def joined(*all_of: Face) -> Face | None:
    """What follows from all, joined from the left; None where no card is left."""
    try:
        return reduce(join, all_of)
    except Contradiction:
        return None


@in_any_time
@given(faces, faces)
def test_join_is_commutative(a: Face, b: Face) -> None:
    """What follows from two faces does not depend on which was told first, nor does a contradiction."""
    assert joined(a, b) == joined(b, a)


@in_any_time
@given(faces, faces, faces)
def test_join_is_associative_up_to_contradiction(a: Face, b: Face, c: Face) -> None:
    """Three faces give the same in either grouping, and where one grouping contradicts itself the other does."""
    right = joined(b, c)
    assert joined(a, b, c) == (None if right is None else joined(a, right))


@in_any_time
@given(faces)
def test_join_is_idempotent_and_unknown_is_neutral(face: Face) -> None:
    """The same face told twice says nothing more, and an unknown one adds nothing on either side."""
    assert join(face, face) == join(face, UNKNOWN) == join(UNKNOWN, face) == face


@in_any_time
@given(faces, faces)
def test_a_card_fits_the_join_if_it_fits_both(a: Face, b: Face) -> None:
    """The cards that fit a join are those that fit both faces, and a contradiction is where there are none."""
    both = [card for card in CARDS if fits(card, a) and fits(card, b)]
    result = joined(a, b)
    assert both == ([] if result is None else [card for card in CARDS if fits(card, result)])


@in_any_time
@given(faces, faces)
def test_a_join_is_written_in_its_one_form(a: Face, b: Face) -> None:
    """A join of one card is its name, of several a sorted face; equal meanings are equal values."""
    result = joined(a, b)
    left = [card for card in CARDS if result is not None and fits(card, result)]
    if "ten" in left:
        assert result == none_of(set(CARDS) - set(left))
    elif left:
        assert result == among(left)


@in_any_time
@given(st.lists(faces, max_size=5), st.integers())
def test_a_bag_is_written_in_one_order(several: list[Face], seed: int) -> None:
    """Faces without an order are written the same from whatever order they came in."""
    mixed = list(several)
    random.Random(seed).shuffle(mixed)  # noqa: S311 -- any order will do
    assert bag(mixed) == bag(several)


@pytest.mark.parametrize(
    ("several", "whichever"),
    [
        ((), UNKNOWN),
        (("ace", "ace"), "ace"),
        (("ace", "king"), among(("ace", "king"))),
        ((among(("ace", "king")), "queen"), among(("ace", "king", "queen"))),
        ((none_of(("ace",)), none_of(("ace",))), none_of(("ace",))),
        (("king", none_of(("ace",))), UNKNOWN),
        (("king", UNKNOWN), UNKNOWN),
    ],
)
def test_one_of_says_as_much_as_can_be_said(several: tuple[Face, ...], whichever: Face) -> None:
    """Whichever of some faces it is: one of all their names, the same exclusion, or nothing."""
    assert one_of(several) == whichever


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ("ace", "king", "a card cannot be ace and king"),
        ("ace", none_of(("ace", "king")), "a card cannot be ace and none of ace, king"),
        (among(("ace", "king")), "queen", "a card cannot be one of ace, king and queen"),
        (among(("ace", "king")), none_of(("ace", "king", "ten")), "a card cannot be one of ace, king and none of ace, king, ten"),
    ],
)
def test_a_contradiction_is_told_in_words(a: Face, b: Face, words: str) -> None:
    """The message says which two faces exclude each other."""
    with pytest.raises(Contradiction, match=words):
        join(a, b)
