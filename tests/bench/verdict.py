"""Whether something got slower, told from pairs of runs: by how much, and whether that is more than the pairs differ among themselves."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MORE = 1.10
"""A ratio up to this is no regression, however sure it is."""
SURE = 0.95
DRAWS = 600
FEWEST = 5
"""Pairs below which nothing is judged: of fewer the interval is as wide as they are."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ratios of new to old of one line."""

    ratio: float
    """Their median."""
    least: float
    most: float
    """Between these the median lies in 95 of 100 draws of as many pairs from these pairs (bootstrap)."""
    pairs: int

    @property
    def slower(self) -> bool:
        """Whether it takes more than a tenth longer, and an unchanged time lies outside of the interval."""
        return self.pairs >= FEWEST and self.ratio > MORE and self.least > 1

    @property
    def faster(self) -> bool:
        """The same the other way round."""
        return self.pairs >= FEWEST and self.ratio < 1 / MORE and self.most < 1

    @property
    def text(self) -> str:
        """In a word."""
        return "SLOWER" if self.slower else "faster" if self.faster else ""


def judged(old: Sequence[float], new: Sequence[float]) -> Verdict:
    """Return the verdict on runs in pairs; the same pairs give the same one. Raises ``ValueError`` for none."""
    ratios = [mine / theirs for mine, theirs in zip(new, old, strict=True)]
    if not ratios:
        raise ValueError("there is no pair")
    picker = Random(0)  # noqa: S311 -- draws, not a secret
    drawn = sorted(median(picker.choices(ratios, k=len(ratios))) for _ in range(DRAWS))
    edge = int(DRAWS * (1 - SURE) / 2)
    return Verdict(median(ratios), drawn[edge], drawn[-1 - edge], len(ratios))
