"""Faces: a card, one of some, none of some, unknown."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.core.faces import UNKNOWN, Face, Some, among, bag, fits, join, known, none_of, one_of, told
from records.errors import Contradiction

in_any_time = settings(deadline=None)
CARDS = ("ant", "bee", "cat", "dog")
some = st.sets(st.sampled_from(CARDS))
faces: st.SearchStrategy[Face] = (
    st.just(UNKNOWN)
    | st.sampled_from(CARDS)
    | some.filter(bool).map(among)
    | some.filter(lambda cards: len(cards) < len(CARDS)).map(none_of)
)


def cards(face: Face) -> set[str]:
    """What a face may be in a world of four cards."""
    return {card for card in CARDS if fits(card, face)}


def joined(a: Face, b: Face) -> Face | None:
    """The join, None for a contradiction."""
    try:
        return join(a, b)
    except Contradiction:
        return None


@given(faces, faces)
def test_join_means_both(a: Face, b: Face) -> None:
    """A join allows just the cards that both faces allow, and contradicts itself only where there are none."""
    both = joined(a, b)
    if both is None:
        assert cards(a) & cards(b) == set()
    else:
        assert cards(both) == cards(a) & cards(b)


@given(faces, faces, faces)
def test_join_is_commutative_associative_and_idempotent(a: Face, b: Face, c: Face) -> None:
    """The order in which faces are joined makes no difference, and joining again none either."""
    assert joined(a, b) == joined(b, a)
    assert joined(a, a) == a
    left = None if (ab := joined(a, b)) is None else joined(ab, c)
    right = None if (bc := joined(b, c)) is None else joined(a, bc)
    assert left == right or not cards(a) & cards(b) & cards(c)


@given(faces)
def test_unknown_is_neutral(face: Face) -> None:
    """Joining with unknown changes nothing."""
    assert join(face, UNKNOWN) == face == join(UNKNOWN, face)


@given(st.lists(faces, min_size=1, max_size=4))
def test_one_of_several_allows_what_any_of_them_allows(several: list[Face]) -> None:
    """Who does not know which of several faces a card has can exclude only what all exclude."""
    assert cards(one_of(several)) >= set().union(*map(cards, several))


@given(faces)
def test_face_is_read_as_it_was_written(face: Face) -> None:
    """Every face has one written form, which is read back as the same face."""
    assert msgspec.json.decode(msgspec.json.encode(face), type=str | Some) == face


@pytest.mark.parametrize(
    ("face", "line"),
    [
        ("knight", b'"knight"'),
        (UNKNOWN, b'"?"'),
        (among(["spy", "ogre"]), b'{"in":["ogre","spy"]}'),
        (none_of(["ogre"]), b'{"not":["ogre"]}'),
    ],
)
def test_faces_on_the_wire(face: Face, line: bytes) -> None:
    """A face is a name, `"?"`, `{"in": ...}` or `{"not": ...}`."""
    assert msgspec.json.encode(face) == line


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b'{"in":["a"]}',
        b'{"in":["b","a"]}',
        b'{"in":["a","a"]}',
        b'{"in":["?","a"]}',
        b'{"not":[]}',
        b'{"in":["a","b"],"not":["c"]}',
        b'{"on":["a"]}',
    ],
)
def test_a_face_is_written_in_one_way_only(line: bytes) -> None:
    """A face that is unsorted, doubled, empty, both or neither is refused."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(line, type=str | Some)


def test_among_one_card_is_that_card() -> None:
    """One of one is known, none of none is unknown, one of none is a contradiction."""
    assert among(["ant", "ant"]) == "ant"
    assert none_of([]) == UNKNOWN
    with pytest.raises(Contradiction, match="one of none"):
        among([])


def test_contradiction_names_both_faces() -> None:
    """A contradiction says what the one and what the other source tells."""
    with pytest.raises(Contradiction, match="ant and one of bee, cat"):
        join("ant", among(["bee", "cat"]))
    assert told(none_of(["ant"])) == "none of ant"
    assert told(UNKNOWN) == "unknown"


def test_bag_has_one_order() -> None:
    """A bag is written with names first, then alternatives, then unknown faces."""
    mixed = (UNKNOWN, none_of(["ant"]), "bee", among(["ant", "cat"]), "ant")
    assert bag(mixed) == ("ant", "bee", among(["ant", "cat"]), none_of(["ant"]), UNKNOWN)
    assert [known(face) for face in bag(mixed)] == [True, True, False, False, False]
