"""Results of play-outs, added up."""

from __future__ import annotations

from fractions import Fraction
from statistics import NormalDist, stdev

import msgspec
import pytest

from records.review.rows import Decision, Weighed
from records.review.tally import Tally, paired, tally

RESULTS = [6, 0, 6, 6, 3, 0, 6, 2]


def test_mean_and_error_are_those_of_the_results() -> None:
    """In points: a hundredth of a game won."""
    found = tally(RESULTS)
    assert found.mean == Fraction(100 * sum(RESULTS), 6 * len(RESULTS))
    assert found.error == pytest.approx(stdev(RESULTS) / len(RESULTS) ** 0.5 * 100 / 6)
    assert tally(RESULTS[:3]).with_more(tally(RESULTS[3:])) == found


def test_a_difference_is_as_unlikely_as_the_normal_distribution_says() -> None:
    """One-sided, in millionths; a loss that is none is never told from nought."""
    differences = paired(RESULTS, [0, 0, 6, 0, 3, 0, 0, 0])
    wanted = 1 - NormalDist().cdf(float(differences.mean) / differences.error)
    assert differences.chance_of_none == round(1_000_000 * wanted)
    assert differences.turned().chance_of_none == tally([]).chance_of_none == 500_000
    assert tally([6, 6, 6]).chance_of_none == 0


def test_rows_are_json_both_ways() -> None:
    """Whole numbers and words alone."""
    weighed = Weighed(command='{"type":"yield","seat":"A"}', chosen=tally(RESULTS), behind=tally([1, -6]), fresh=tally([6]))
    row = Decision(version=7, seat="A", played=weighed.command, options=(weighed,), best=(weighed.command,), loss=Tally(8, 5, 9))
    line = msgspec.json.encode(row)
    assert b"." not in line
    assert msgspec.json.decode(line, type=Decision) == row
