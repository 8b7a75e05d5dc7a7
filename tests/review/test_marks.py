"""Which losses are called, and by what word."""

from __future__ import annotations

import random

import pytest

from records.review.marks import marked, to_mark
from records.review.passes import FAST, LOOK, MARKS, SLOW
from records.review.rows import Decision
from records.review.tally import PlayoutTally, tally


def row(version: int, points: float, error: float, passed: int = MARKS) -> Decision:
    """Return a decision that costs about so many points, with such an error: games won, lost and even."""
    plays = round((100 / error) ** 2 / 2)
    net = round(plays * points / 100)
    won = (plays // 2 + net) // 2 + net % 2
    loss = tally([6] * won + [-6] * (won - net) + [0] * (plays - 2 * won + net))
    return Decision(version=version, seat="A", played="{}", passed=passed, loss=loss, unsure=loss.chance_of_none)


@pytest.mark.parametrize(("points", "word"), [(20, "blunder"), (9, "mistake"), (4, "inaccuracy"), (2, "")])
def test_a_sure_loss_is_called_by_its_points(points: int, word: str) -> None:
    """From twelve, six and three points on."""
    (found,) = marked([row(1, points, 0.5)], FAST)
    assert found.mark == word


def test_an_inaccuracy_is_called_where_it_is_clear() -> None:
    """From three standard errors on, and where three points are left without one of them; a greater loss that is no surer is called."""
    rows = [row(1, 4, 0.8), row(2, 3.6, 0.8), row(3, 5, 1.8), row(4, 9, 3.2)]
    assert all(one.loss.mean > 2 * one.loss.error for one in rows)
    assert [one.mark for one in marked(rows, FAST)] == ["inaccuracy", "", "", "mistake"]


def test_games_played_out_slowly_have_no_inaccuracies() -> None:
    """Their errors are too great to tell them."""
    assert [one.mark for one in marked([row(1, 4, 0.5), row(2, 9, 0.5)], SLOW)] == ["", "mistake"]


def test_a_loss_that_may_be_chance_is_not_called_among_many() -> None:
    """What would be called alone is not where fifty others were looked at and show nothing."""
    alone = row(1, 9, 4)
    assert marked([alone], FAST)[0].mark == "mistake"
    assert marked([alone, *(row(nth, 0, 4) for nth in range(2, 52))], FAST)[0].mark == ""


def test_decisions_that_were_only_looked_at_count_and_are_not_called() -> None:
    """Choosing by a look what is judged must not make it look surer."""
    judged, looked = row(1, 9, 3.9), [row(nth, 20, 4, passed=LOOK) for nth in range(2, 12)]
    assert [one.mark for one in marked([judged, *looked], FAST)] == [""] * 11
    assert marked([judged], FAST)[0].mark == "mistake"


def test_forced_decisions_do_not_count() -> None:
    """Nobody looked for a loss there."""
    forced = [Decision(version=nth, seat="A", played="{}", apart="only-one", passed=MARKS) for nth in range(2, 60)]
    assert marked([row(1, 9, 4), *forced], FAST)[0].mark == "mistake"


def test_where_nothing_is_lost_few_games_have_a_mark() -> None:
    """Benjamini and Hochberg: where all is chance, one game in twenty has one."""
    lots, called = random.Random(5), 0  # noqa: S311 -- a game, not a secret
    for _ in range(400):
        rows = []
        for version in range(1, 31):
            loss = tally(lots.choice((-6, 0, 6)) for _ in range(60))
            rows.append(Decision(version=version, seat="A", played="{}", passed=MARKS, loss=loss, unsure=loss.chance_of_none))
        called += any(one.mark for one in marked(rows, FAST))
    assert called <= 400 * 0.05 + 3 * (400 * 0.05 * 0.95) ** 0.5


def test_the_greatest_looked_for_losses_come_to_the_marks() -> None:
    """Ten of a slow game, all of a fast one."""
    rows = [row(nth, nth, 4, passed=LOOK) for nth in range(1, 21)]
    assert to_mark(rows, SLOW) == tuple(range(20, 10, -1))
    assert len(to_mark(rows, FAST)) == 20
    assert to_mark([Decision(version=1, seat="A", played="{}", apart="only-one", loss=PlayoutTally(2, 12, 72))], FAST) == ()
