"""A marked decision as a task: the key is the set of the best, others are worth less with what they cost."""

from __future__ import annotations

from fractions import Fraction

import pytest

from records.core.ids import SeatKey
from records.review.quiz import is_task, move_worths
from records.review.rows import Decision, Weighed
from records.review.tally import PlayoutTally
from records.values import replace


def lost(points: int, error: float = 1.0) -> PlayoutTally:
    """A loss of so many points, known to about ``error``."""
    plays = 10_000
    total = points * plays * 6 // 100
    return PlayoutTally(plays, total, round(total * total / plays + (error * 6 / 100) ** 2 * plays * (plays - 1)))


def row(played: str, *losses: int, best: tuple[str, ...] = ("m0",), loss: int = 18) -> Decision:
    """A decision with moves m0, m1 ... that lose so many points to the first."""
    options = tuple(Weighed(command=f"m{nth}", chosen=PlayoutTally(), behind=lost(points)) for nth, points in enumerate(losses))
    return Decision(version=5, seat=SeatKey("A"), played=played, options=options, best=best, loss=lost(loss), mark="blunder")


def worths(decision: Decision, most: int = 8) -> dict[str, int]:
    """The worth of each move, in order."""
    return {move.command: move.worth for move in move_worths(decision, most)}


def test_the_best_are_worth_all_and_twelve_points_nothing() -> None:
    """All that cannot be told from the best are keys; a move that costs three points is worth three quarters, one of twelve nothing."""
    assert worths(row("m4", 0, 1, 3, 6, 18, best=("m0", "m1"))) == {"m0": 100, "m1": 100, "m2": 75, "m3": 50, "m4": 0}


def test_what_is_not_best_is_never_worth_all() -> None:
    """A move that came off no worse on few worlds, and is not among the best, is worth 99 at most."""
    assert worths(row("m1", 0, 0, loss=18))["m1"] == 0
    assert worths(row("m2", 0, 0, 20))["m1"] == 99


def test_the_played_move_is_judged_by_fresh_worlds() -> None:
    """Its loss is that of the verdict, not of the choice."""
    assert worths(row("m1", 0, 1, loss=9))["m1"] == 25


def test_as_many_as_fit_and_the_played_one() -> None:
    """Of many moves the worthiest stay, and the played one; worthless ones are left out."""
    assert [*worths(row("m5", 0, 3, 1, 2, 11, 20, 30), most=4)] == ["m0", "m2", "m3", "m5"]


@pytest.mark.parametrize(
    ("changed", "asked"),
    [({}, True), ({"loss": lost(18, 2.5)}, False), ({"mark": ""}, False), ({"apart": "only-one"}, False)],
)
def test_only_what_is_sure_is_asked(changed: dict[str, object], asked: bool) -> None:
    """A mark, and a loss that is known to two points."""
    assert is_task(replace(row("m1", 0, 18), **changed)) is asked
    assert lost(18, 2.5).error == pytest.approx(2.5, abs=0.1)
    assert lost(18).mean == Fraction(18)
