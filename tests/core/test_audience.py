"""The laws of audiences: who belongs to both, who to either (design/events: Secrets)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.core.secret import ALL, NOBODY, Audience, audience, meet, widen

SEATS = ("A", "B", "C")
in_any_time = settings(deadline=None)
audiences = st.one_of(st.just(ALL), st.sets(st.sampled_from(SEATS)).map(lambda seats: audience(*seats)))


def members(who: Audience) -> set[str]:
    """The seats of an audience and, where it is everybody, the public beside them."""
    return {*SEATS, "public"} if who == ALL else set(who)


@pytest.mark.soak
@in_any_time
@given(audiences, audiences)
def test_meet_and_widen_are_intersection_and_union(a: Audience, b: Audience) -> None:
    """Seats and public are in both, or in either, as sets say."""
    assert members(meet(a, b)) == members(a) & members(b)
    assert members(widen(a, b)) == members(a) | members(b)


@in_any_time
@given(audiences, audiences)
def test_meet_and_widen_are_commutative(a: Audience, b: Audience) -> None:
    """The written form does not depend on which audience came first."""
    assert meet(a, b) == meet(b, a)
    assert widen(a, b) == widen(b, a)


@in_any_time
@given(audiences, audiences, audiences)
def test_meet_and_widen_are_associative(a: Audience, b: Audience, c: Audience) -> None:
    """Three audiences give the same in either grouping."""
    assert meet(meet(a, b), c) == meet(a, meet(b, c))
    assert widen(widen(a, b), c) == widen(a, widen(b, c))


@in_any_time
@given(audiences)
def test_everybody_and_nobody_are_the_ends(a: Audience) -> None:
    """Everybody is neutral to meet, nobody to widen, and an audience meets and widens itself to itself."""
    assert meet(a, ALL) == a == widen(a, NOBODY)
    assert meet(a, NOBODY) == NOBODY
    assert widen(a, ALL) == ALL
    assert meet(a, a) == a == widen(a, a)


@in_any_time
@given(audiences, audiences)
def test_meet_and_widen_absorb_each_other(a: Audience, b: Audience) -> None:
    """Widened and met again, an audience is itself."""
    assert meet(a, widen(a, b)) == a
    assert widen(a, meet(a, b)) == a


def test_an_audience_is_sorted_and_names_nobody_twice() -> None:
    """Seats are put in their written order; everybody swallows them."""
    assert audience("B", "A", "B") == ("A", "B")
    assert audience("A", "*") == ALL
    assert audience() == NOBODY


def test_everybody_is_not_a_list_of_every_seat() -> None:
    """All seats together stay apart from everybody, who includes the public."""
    assert widen(audience("A", "B"), audience("C")) == ("A", "B", "C") != ALL
    assert meet(ALL, audience(*SEATS)) == SEATS
