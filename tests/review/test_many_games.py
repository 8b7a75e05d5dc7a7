"""Luck and skill over many games: the parts add up in each game and in the sum, and intervals are Student's."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.core.ids import SeatKey
from records.review.many_games import LEAST, GameParts, mean_points, parts_of, player_parts, students_t
from records.review.rows import Decision, OpenDecision, OpenReview, ReviewKey
from records.review.splitting import split
from records.review.tally import PlayoutTally, tally

A, B = SeatKey("A"), SeatKey("B")
KEY = ReviewKey(head="", seat=None, ruleset="", catalogue="", policy=1, seed="", graded=False)
results = st.lists(st.sampled_from([0, 3, 6]), min_size=1, max_size=9).map(tally)
differences = st.lists(st.integers(-6, 6), min_size=1, max_size=9).map(tally)


@st.composite
def games(draw: st.DrawFn) -> tuple[OpenReview, list[Decision]]:
    """A reviewed game of two with some decisions, of which some are not weighed."""
    opened, rows = [], []
    for version in range(1, draw(st.integers(0, 6)) + 1):
        seat = draw(st.sampled_from([A, B]))
        opened.append(OpenDecision(version=version, seat=seat, before=draw(results), after=draw(results)))
        if draw(st.booleans()):
            rows.append(Decision(version=version, seat=seat, played="{}", skill=draw(differences)))
    start = draw(st.one_of(st.just(PlayoutTally()), results))
    return OpenReview(key=KEY, result=draw(st.sampled_from([0, 3, 6])), start=start, decisions=tuple(opened)), rows


@given(st.lists(games(), min_size=1, max_size=4), st.booleans(), st.sampled_from([A, B]))
def test_the_parts_add_up_in_each_game_and_in_the_sum(made: list[tuple[OpenReview, list[Decision]]], together: bool, seat: SeatKey) -> None:
    """Result = start + chance + own skill + others' + lay + unjudged, exactly, whatever the estimates are."""
    parts = [parts_of(split(opened, rows, A, A if together else seat, together=together), seat) for opened, rows in made]
    for one in parts:
        assert one.result == one.start + one.chance + one.skill + one.others + one.lay + one.unjudged
        assert one.less_chance == one.skill + one.others + one.lay + one.unjudged
    sums = player_parts("Ana", parts).sums
    assert sums.result == sum(one.result for one in parts)
    assert sums.result == sums.start + sums.chance + sums.skill + sums.others + sums.lay + sums.unjudged


def test_what_one_wins_the_other_loses() -> None:
    """Against each other a move counts for who made it, and as much against the other."""
    opened = OpenReview(
        key=KEY, result=6, start=tally([3]), decisions=(OpenDecision(version=1, seat=A, before=tally([3]), after=tally([6])),)
    )
    rows = [Decision(version=1, seat=A, played="{}", skill=tally([2]))]
    mine, theirs = (parts_of(split(opened, rows, A, seat, together=False), seat) for seat in (A, B))
    assert (mine.skill, mine.others, mine.lay) == (Fraction(1, 3), 0, Fraction(1, 6))
    assert (theirs.skill, theirs.others, theirs.lay) == (0, Fraction(-1, 3), Fraction(-1, 6))


@pytest.mark.parametrize(("free", "table"), [(4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984), (10_000, 1.960)])
def test_students_t_is_that_of_the_tables(free: int, table: float) -> None:
    """Two-sided, 95 %."""
    assert students_t(free) == pytest.approx(table, abs=0.01)


def test_an_interval_is_told_from_some_games_on() -> None:
    """Five games of 0, 25, 50, 75 and 100 points: 50 ± 2.776 times 39.5 over the root of five."""
    shares = [Fraction(nth, 4) for nth in range(LEAST)]
    assert mean_points(shares[:-1]).half is None
    found = mean_points(shares)
    assert found.mean == 50
    assert found.half == pytest.approx(49.1, abs=0.1)


def test_the_parts_have_names_that_the_page_can_ask_for() -> None:
    """A mean is in points."""
    game = GameParts(**dict.fromkeys(GameParts.__struct_fields__, Fraction(1, 4)))
    assert player_parts("Ana", [game, game]).mean("lay") == 25
