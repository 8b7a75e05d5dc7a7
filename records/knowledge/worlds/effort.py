"""How much may be counted for one answer: steps, not time, so that answers are reproducible (design/knowledge: Complexity and budgets)."""

from __future__ import annotations

from typing import NamedTuple


class OverBudget(Exception):
    """An answer would take more work than it may."""


class Limits(NamedTuple):
    """Above which numbers of worlds something is given up: candidates are added, none is lost."""

    states: int
    """States, above which distinctions are forgotten."""
    parted: int
    """Worlds, parted so that classes no longer overlap, above which classes are taken for wider ones."""
    together: int
    """The same where it is asked what several cards are together, which takes more for each world; -1: all classes are taken for one."""
    splits: int
    """Most worlds into which one statement may split those before it; a statement that needs more is not used."""


COARSE, LEAST = Limits(states=200, parted=200, together=0, splits=2_000), Limits(states=1, parted=0, together=-1, splits=1)
"""Limits for the case that all others would take too much work. With these, work grows only with the log."""
ANSWER = 500_000
"""The work of one answer; about a million take a second of one core."""
LEVELS: tuple[tuple[Limits | None, float], ...] = ((None, ANSWER), (COARSE, ANSWER), (LEAST, float("inf")))
"""The limits with which an answer is tried, in order, and the work that each may take. None: the limits in ``counts``."""


class Effort:
    """Limits, and the work that is left."""

    __slots__ = ("left", "limits", "spent")

    def __init__(self, limits: Limits | None = None, most: float = float("inf")) -> None:
        self.limits, self.left = limits, most
        self.spent: float = 0
        """All work that was counted, however often ``left`` was renewed."""

    def spend(self, work: float) -> None:
        """Count some work; raises ``OverBudget`` where that is more than is left."""
        self.left -= work
        self.spent += work
        if self.left < 0:
            raise OverBudget
