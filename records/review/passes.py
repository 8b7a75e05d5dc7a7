"""How many play-outs each pass over a record spends (design/review: Passes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from records.review.rows import MistakeMark

CHART, LOOK, MARKS, CLOSER = range(4)
"""Passes in their order: the chart, a look at each decision, marks, and one decision looked at closer on request."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """What one decision may cost, in play-outs."""

    choice: int
    """For choosing the best command, all commands together."""
    pairs: int
    """Fresh worlds for the verdict, in each of which best, played and the simulated player's command are compared."""
    most: int = 0
    """Most fresh worlds, if ``error`` is not reached before; 0 for ``pairs``."""
    error: float = 0.0
    """In points: a standard error of the loss that is good enough."""


class Passes(msgspec.Struct, frozen=True, kw_only=True):
    """What the passes over a record of one game spend."""

    chart: int
    """Play-outs a point."""
    look: Budget
    marks: Budget
    closer: Budget
    open: int
    """Play-outs for each value on the open table."""
    marked: int | None
    """How many decisions, those with the greatest looked-for losses, come to the marks; None for all."""
    least: MistakeMark
    """The smallest mistake that is called."""
    estimates: bool = False
    """Whether a value function draws the chart and cuts the play-outs of a look, in games that have one."""

    def of(self, number: int) -> Budget:
        """Return the budget of a pass but the chart's."""
        return (self.look, self.marks, self.closer)[number - LOOK]


FAST = Passes(
    chart=200,
    look=Budget(choice=100, pairs=50),
    marks=Budget(choice=2_100, pairs=1_050),
    closer=Budget(choice=8_400, pairs=2_100, most=16_800, error=1.0),
    open=1_000,
    marked=None,
    least="inaccuracy",
)
"""For games with compiled rules, whose play-outs take a fraction of a millisecond."""
SLOW = Passes(
    chart=20,
    look=Budget(choice=40, pairs=12),
    marks=Budget(choice=300, pairs=60, most=180, error=5.0),
    closer=Budget(choice=600, pairs=300, most=1_200, error=2.0),
    open=60,
    marked=10,
    least="mistake",
    estimates=True,
)
"""For games played out only by their own rules, which takes ten to a hundred times as long."""
