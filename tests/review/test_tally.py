"""Results of play-outs, added up."""

from __future__ import annotations

from fractions import Fraction
from statistics import stdev

import msgspec
import pytest

from records.review.rows import Decision, Weighed
from records.review.tally import PlayoutTally, paired, tally

RESULTS = [6, 0, 6, 6, 3, 0, 6, 2]


def test_mean_and_error_are_those_of_the_results() -> None:
    """In points: a hundredth of a game won."""
    found = tally(RESULTS)
    assert found.mean == Fraction(100 * sum(RESULTS), 6 * len(RESULTS))
    assert found.error == pytest.approx(stdev(RESULTS) / len(RESULTS) ** 0.5 * 100 / 6)
    assert tally(RESULTS[:3]).with_more(tally(RESULTS[3:])) == found


@pytest.mark.parametrize(("t", "free", "wanted"), [(2.093, 19, 25_000), (2.539, 19, 10_000), (3.232, 60, 1_000), (1.645, 100_000, 50_000)])
def test_a_difference_is_as_unlikely_as_student_says(t: float, free: int, wanted: int) -> None:
    """Against his printed tables: one-sided, in millionths."""
    plays = free + 1
    total = round(t * 6 * plays**0.5 * 1_000)  # differences a thousand times as fine, so that whole numbers come close enough
    squares = round((6_000**2 * free * plays + total * total) / plays)
    assert PlayoutTally(plays, total, squares).chance_of_none == pytest.approx(wanted, rel=0.04)


def test_a_loss_that_is_none_is_never_told_from_nought() -> None:
    """Nor one of no play-outs; one that is the same in every world is certain."""
    differences = paired(RESULTS, [0, 0, 6, 0, 3, 0, 0, 0])
    assert differences.turned().chance_of_none == tally([]).chance_of_none == tally([6]).chance_of_none == 500_000
    assert 0 < differences.chance_of_none < 500_000
    assert tally([6, 6, 6]).chance_of_none == 0


def test_rows_are_json_both_ways() -> None:
    """Whole numbers and words alone."""
    weighed = Weighed(command='{"type":"yield","seat":"A"}', chosen=tally(RESULTS), behind=tally([1, -6]), fresh=tally([6]))
    row = Decision(version=7, seat="A", played=weighed.command, options=(weighed,), best=(weighed.command,), loss=PlayoutTally(8, 5, 9))
    line = msgspec.json.encode(row)
    assert b"." not in line
    assert msgspec.json.decode(line, type=Decision) == row
