"""The verdict on two revisions: what got slower by more than its pairs differ, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from bench.verdict import FEWEST, MORE, judged

OLD = [10.0, 31.0, 12.0, 15.0, 11.0, 28.0, 13.0]
"""A machine that does other things too."""


def slowed(*by: float) -> list[float]:
    """The same runs, each so many times as long."""
    return [took * more for took, more in zip(OLD, by, strict=True)]


@pytest.mark.parametrize(
    ("ratios", "word"),
    [
        ((1.2, 1.21, 1.18, 1.25, 1.19, 1.22, 1.2), "SLOWER"),
        ((1.2, 1.21, 1.18, 1.25, 1.19, 1.22, 0.9), "SLOWER"),
        ((1.05, 1.06, 1.05, 1.04, 1.05, 1.06, 1.05), ""),
        ((1.0, 0.98, 1.03, 3.0, 0.99, 1.01, 1.02), ""),
        ((1.2, 0.8, 1.4, 0.9, 1.3, 0.95, 1.5), ""),
        ((0.5, 0.52, 0.48, 0.51, 0.5, 0.9, 0.5), "faster"),
    ],
)
def test_slower_is_what_takes_a_tenth_longer_in_nearly_all_pairs(ratios: tuple[float, ...], word: str) -> None:
    """Not what is surely but hardly slower, not one bad pair, and not pairs that contradict each other."""
    verdict = judged(OLD, slowed(*ratios))
    assert verdict.text == word
    assert verdict.least <= verdict.ratio <= verdict.most
    assert verdict == judged(OLD, slowed(*ratios))


def test_few_pairs_judge_nothing() -> None:
    """However far they are apart; and without any there is no verdict."""
    assert [judged([1.0] * pairs, [2.0] * pairs).slower for pairs in (FEWEST - 1, FEWEST)] == [False, True]
    with pytest.raises(ValueError, match="no pair"):
        judged([], [])


def test_the_same_code_is_seldom_called_slower() -> None:
    """Of twenty lines whose pairs differ by a fifth, at most a few; of as many that take a third longer, most."""
    picker = Random(5)  # noqa: S311 -- times, not a secret

    def runs(more: float) -> int:
        pairs = [[picker.lognormvariate(0, 0.2) * more for _ in range(9)] for _ in range(20)]
        return sum(judged([1.0] * 9, new).slower for new in pairs)

    assert runs(1.0) <= 1
    assert runs(1 / MORE) == 0
    assert runs(1.35) >= 14
