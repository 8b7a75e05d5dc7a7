"""What the panel of an observed table tells in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.game import GameBoard
from records.core.ids import SeatKey
from records.core.position import Counters, Outcome
from records.core.sentences import SeatRef, Sentence
from records.games.observed import OBSERVED
from records.games.observed.position import ObservedCounters
from web.pages.board.figures import figures, progress, standing
from web.words.outcomes import reason_or_scores, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

A, B = SeatKey("A"), SeatKey("B")
NAMES = {A: "Anna", B: "Ben"}
SITE, BARE = OBSERVED.board, GameBoard()


@pytest.fixture(autouse=True)
def english(app: Flask) -> Iterator[None]:
    """A request in English."""
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


@pytest.mark.parametrize(("seconds", "words"), [(7, "7 s"), (59, "59 s"), (90, "2 min"), (3600, "1 h 0 min"), (200_000, "2 days")])
def test_thinking_time_is_told_in_fitting_units(seconds: int, words: str) -> None:
    """Seconds, minutes, hours or days, whichever a reader would say."""
    assert figures(SITE, ObservedCounters(thought=((A, seconds),)), A) == [("thinking time", words)]


def test_a_seat_without_figures_has_none() -> None:
    """What the log does not tell of a seat is left out, not written as nought."""
    assert figures(SITE, ObservedCounters(thought=((A, 7),)), B) == []
    assert figures(BARE, Counters(), A) == []


def test_scores_come_with_the_end() -> None:
    """Scores stand beside the seats once the log has told them."""
    assert figures(BARE, Counters(outcome=Outcome(winners=(A,), scores=((A, "75"), (B, "32")))), B) == [("score", "32")]


def test_whose_turn_it_is_until_the_end() -> None:
    """The active seat is to move while the game goes on; who conceded is told as such."""
    assert standing(BARE, Counters(active=A), A) == "to move"
    assert standing(BARE, Counters(active=A), B) == ""
    assert standing(BARE, Counters(active=A, outcome=Outcome(winners=(B,))), A) == ""
    assert standing(SITE, ObservedCounters(active=A, conceded=(A,)), A) == "has conceded"


def test_progress_is_the_sites_own_word() -> None:
    """How far the game is stands there only while the site says so."""
    assert progress(SITE, ObservedCounters(progress=25)) == "25 % played, as the site counts it"
    assert progress(SITE, ObservedCounters(progress=100, ended=True)) == ""
    assert progress(BARE, Counters()) == ""


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (None, ""),
        (Outcome(drawn=True), "Drawn"),
        (Outcome(), "Lost by all"),
        (Outcome(winners=(B,)), "Ben won"),
        (Outcome(winners=(A, B)), "Anna and Ben won together"),
    ],
)
def test_every_end_has_a_verdict(outcome: Outcome | None, words: str) -> None:
    """One winner, several, a draw, a common loss and no end yet are told apart."""
    assert verdict(outcome, NAMES) == words


@pytest.mark.parametrize(
    ("outcome", "team", "words"),
    [
        (None, (A, B), ""),
        (Outcome(), (A, B), "The team lost"),
        (Outcome(winners=(A, B)), (A, B), "The team won"),
        (Outcome(winners=(A, B), grade="Gold"), (A, B), "The team won with Gold"),
        (Outcome(), (A,), "Anna lost"),
        (Outcome(winners=(A,)), (A,), "Anna won"),
        (Outcome(winners=(A,), grade="Silver"), (A,), "Anna won with Silver"),
        (Outcome(drawn=True), (A, B), "Drawn"),
    ],
)
def test_a_team_wins_or_loses_as_one(outcome: Outcome | None, team: tuple[SeatKey, ...], words: str) -> None:
    """Players who play together are told as a team, one who plays alone by name, with the grade where the game knows one."""
    assert verdict(outcome, NAMES, team) == words


def test_scores_stand_in_seating_order() -> None:
    """Scores are those of the seats in their order, not the winner's first; without all of them the reason stands there."""
    assert reason_or_scores(Outcome(winners=(B,), scores=((B, "75"), (A, "32"))), (A, B), NAMES) == "32 : 75"
    assert reason_or_scores(Outcome(winners=(B,), scores=((B, "75"),)), (A, B), NAMES) == ""
    broken = Sentence("%(seat)s won the tie-break, %(mine)s to %(theirs)s.", {"seat": SeatRef(B), "mine": "7", "theirs": "4"})
    tied = Outcome(winners=(B,), scores=((B, "75"), (A, "75")), why=broken)
    assert reason_or_scores(tied, (A, B), NAMES) == f"75 : 75. <bdi>{NAMES[B]}</bdi> won the tie-break, 7 to 4."
