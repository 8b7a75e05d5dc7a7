"""Figures over many records: what is counted adds up, and bounds hold what they say."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.core.ids import RecordId, SeatKey
from records.core.position import Outcome
from records.service.shelving import ShelfEntry
from records.service.views.shelf_figures import shelf_figures, won_share

if TYPE_CHECKING:
    from collections.abc import Sequence

A, B, C = map(SeatKey, "ABC")


def entry(
    outcome: Outcome | None,
    seats: Sequence[SeatKey] = (A, B),
    *,
    game: str = "castle-rampage",
    turns: int = 5,
    first: SeatKey = A,
    names: Sequence[str] = ("Ana", "Ben", "Cleo"),
    damaged: str = "",
) -> ShelfEntry:
    """A record on the shelf."""
    at = datetime(2026, 11, 23, tzinfo=UTC)
    return ShelfEntry(
        id=RecordId("x"),
        game=game,
        ruleset="",
        seats=tuple(seats),
        names=dict(zip(seats, names, strict=False)),
        started=at,
        ended=at if outcome is not None else None,
        steps=9,
        turns=turns,
        outcome=outcome,
        spine=((None, 1), (first, 2)),
        added=at,
        trashed=None,
        damaged=damaged,
    )


def test_who_moved_first_counts_and_not_where_they_sit() -> None:
    """Seats are told in turn order, from who acted first on; games without a result count as records alone."""
    found = shelf_figures([entry(Outcome(winners=(B,)), first=B), entry(Outcome(winners=(A,))), entry(None), entry(None, damaged="x")])
    (game,) = found.games
    assert (found.records, game.records, game.ended, game.drawn) == (3, 3, 2, 0)
    assert [(one.won, one.of) for one in game.seats[2]] == [(2, 2), (0, 2)]
    assert found.months == {"2026-11": {"castle-rampage": 3}}
    assert (game.lengths, game.length) == ((5, 5), 5)


def test_of_a_common_game_all_win_or_none() -> None:
    """It has no turn order to win by; a draw is nobody's victory."""
    won, lost = Outcome(winners=(A, B)), Outcome()
    found = shelf_figures([entry(one, game="regicide") for one in (won, won, lost)], together=["regicide"])
    (game,) = found.games
    assert game.seats == {}
    assert (game.common[2].won, game.common[2].of) == (2, 3)
    assert [(one.name, one.won.won, one.won.of) for one in found.people] == [("Ana", 2, 3), ("Ben", 2, 3)]
    drawn = shelf_figures([entry(Outcome(winners=(A, B), drawn=True))])
    assert [(one.won.won, one.drawn) for one in drawn.people] == [(0, 1), (0, 1)]


def test_people_are_one_whose_names_differ_by_case_alone() -> None:
    """The name is told as it stood first; who is not named is nobody."""
    found = shelf_figures([entry(Outcome(winners=(A,))), entry(Outcome(winners=(A,)), names=("ANA", ""))])
    assert [(one.name, one.won.won, one.won.of) for one in found.people] == [("Ana", 2, 2), ("Ben", 0, 1)]


@pytest.mark.soak
@given(
    st.lists(
        st.tuples(
            st.sampled_from([(A, B), (A, B, C)]),
            st.none() | st.builds(Outcome, winners=st.sampled_from([(), (A,), (B,), (A, B)]), drawn=st.booleans()),
            st.sampled_from([A, B]),
            st.integers(0, 99),
        )
    )
)
def test_what_is_counted_adds_up(told: list[tuple[tuple[SeatKey, ...], Outcome | None, SeatKey, int]]) -> None:
    """Figures of two halves are those of the whole, added; every victory is somebody's in turn order."""
    entries = [entry(outcome, seats, turns=turns, first=first) for seats, outcome, first, turns in told]
    whole, halves = shelf_figures(entries), [shelf_figures(entries[:3]), shelf_figures(entries[3:])]
    assert whole.records == sum(one.records for one in halves)
    for figures in (whole, *halves):
        for game in figures.games:
            assert game.ended == len(game.lengths) == sum(each[0].of for each in game.seats.values())
    won = sum(len(outcome.winners) for _seats, outcome, _first, _turns in told if outcome is not None and not outcome.drawn)
    assert sum(one.won for game in whole.games for each in game.seats.values() for one in each) == won
    assert sum(person.won.won for person in whole.people) == won
    for name in ("Ana", "Ben", "Cleo"):
        parts = [next((one.won.won for one in figures.people if one.name == name), 0) for figures in (whole, *halves)]
        assert parts[0] == parts[1] + parts[2]


@pytest.mark.parametrize(
    ("won", "of", "least", "most"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_bounds_are_those_of_the_literature(won: int, of: int, least: float, most: float) -> None:
    """The last row is an example of Newcombe's (Statistics in Medicine 17, 1998, method 3); without games anything may be."""
    share = won_share(won, of)
    assert (share.least, share.most) == (pytest.approx(least, abs=5e-5), pytest.approx(most, abs=5e-5))
    assert share.least <= share.share <= share.most
    assert (won_share(0, 0).least, won_share(0, 0).most) == (0.0, 1.0)
