"""Turning points by their weight."""

from __future__ import annotations

from itertools import count

from records.core.ids import SeatKey
from records.core.sentences import Arg, SeatRef, Sentence
from records.core.wording.turning import MOST, TurningPoint, ranked, weightiest

ALL = range(10_000)


WORDS = count()


def point(weight: int, kind: str = "attack", scene: int = 0, words: str = "", **args: Arg) -> TurningPoint:
    """A turning point that counts so much, in words of its own."""
    says = Sentence(words or f"{next(WORDS)}.", args)
    return TurningPoint(kind=kind, weight=weight, says=says, scene=scene)  # type: ignore[arg-type]


def test_the_weightiest_are_listed_in_their_order() -> None:
    """A dozen at most; of two that weigh the same the earlier one is taken."""
    found = weightiest([(version, point(5 if version % 2 else 3)) for version in range(1, 41)], 40, ALL)
    assert [*found] == [*range(1, 2 * MOST, 2)]


def test_nothing_later_and_nothing_taken_back_counts() -> None:
    """A point after the step, or one that no longer counts, is not there and pushes none out."""
    points = [(3, point(1)), (5, point(9)), (8, point(9))]
    assert [*weightiest(points, 7, ALL)] == [3, 5]
    assert [*weightiest(points, 8, {3, 8})] == [3, 8]


def test_of_one_scene_the_weightiest_counts() -> None:
    """Of a kind and a scene one is listed: the heaviest, of equals the last; other kinds and scenes stand beside it."""
    points = [
        (3, point(20, scene=2)),
        (4, point(30, scene=2)),
        (5, point(10, scene=2)),
        (6, point(9, "escape", 2)),
        (9, point(20, scene=8)),
    ]
    assert [*weightiest(points, 9, ALL)] == [4, 6, 9]
    assert [*weightiest(points, 3, ALL)] == [3]


def test_number_13_what_is_said_again_is_listed_once_and_the_greatest_swing_comes_first() -> None:
    """Of the same words about the same seat the heaviest stays, of equals the first; another seat has its own."""
    fails = "The attack of %(seat)s fails by %(n)s."
    ana, ben = SeatRef(SeatKey("A")), SeatRef(SeatKey("B"))
    points = [
        (3, point(4, words=fails, seat=ana, n=1)),
        (5, point(6, words=fails, seat=ana, n=2)),
        (7, point(6, words=fails, seat=ana, n=1)),
        (8, point(5, words=fails, seat=ben, n=1)),
        (9, point(20)),
    ]
    found = weightiest(points, 9, ALL)
    assert [*found] == [5, 8, 9]
    assert ranked(found) == [9, 5, 8]
    assert [*weightiest(points, 4, ALL)] == [3]
