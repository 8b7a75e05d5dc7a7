"""How much may be counted for one answer: steps and no time, so that answers repeat (design/knowledge: Complexity and budgets)."""

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
    """Worlds that what is said may make of those before it; where there would be more, it is not used."""


COARSE, LEAST = Limits(states=200, parted=200, together=0, splits=2_000), Limits(states=1, parted=0, together=-1, splits=1)
"""What is tried where all else would take too much work. With the least, work grows with the log alone."""
ANSWER = 500_000
"""The work of one answer; about a million take a second of one core."""
LEVELS: tuple[tuple[Limits | None, float], ...] = ((None, ANSWER), (COARSE, ANSWER), (LEAST, float("inf")))
"""With which limits an answer is tried, one after the other, and how much work each may take. None: the limits that stand in ``counts``."""


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
