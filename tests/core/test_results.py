"""What the end of a game is worth."""

from __future__ import annotations

import pytest

from records.core.playing.results import sixths
from records.core.position import Outcome
from records.games.regicide.evolve import GRADES, graded


@pytest.mark.parametrize(("outcome", "worth"), [(Outcome(winners=("A",)), 6), (Outcome(drawn=True), 3), (Outcome(winners=("B",)), 0)])
def test_an_end_is_worth_six_three_or_nothing(outcome: Outcome, worth: int) -> None:
    """In sixths of a game won, whoever else has won."""
    assert sixths(outcome, "A") == worth


@pytest.mark.parametrize(("grade", "worth"), [("gold", 6), ("silver", 4), ("bronze", 2)])
def test_a_lone_win_counts_by_its_grade(grade: str, worth: int) -> None:
    """A win of several players has no grade, and counts whole."""
    assert graded(Outcome(winners=("A",), grade=GRADES[grade]), "A") == worth
    assert graded(Outcome(winners=("A", "B")), "B") == 6
    assert graded(Outcome(), "A") == 0
