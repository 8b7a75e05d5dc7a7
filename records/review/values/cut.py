"""Truncated play-outs: a command, two turns, then a value function. They show where to look, and give no verdict."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from records.core.playing.stream import BITS, mixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import Simulation
    from records.core.ids import SeatKey
    from records.core.playing.dealt_world import DealtWorld
    from records.core.playing.live_playouts import LivePlayouts
    from records.core.position import Command, Position
    from records.review.values.function import ValueFunction

TURNS = 2
"""Turns that begin after the command before a play-out is cut."""
_ROUNDING = 0x9E3779B97F4A7C15
"""What tells the seed of rounding from that of the players."""


class CutPlayouts:
    """``Playouts`` that end after a few turns; each result is rounded up or down by lot, so that their mean is the estimates'."""

    fast = False

    def __init__(self, playouts: LivePlayouts, simulation: Simulation, value: ValueFunction) -> None:
        self._playouts, self._simulation, self._value = playouts, simulation, value

    def play(
        self,
        position: Position[Any],
        seat: SeatKey,
        worlds: Sequence[DealtWorld],
        commands: Sequence[Command | None],
        seeds: Sequence[int],
        *,
        graded: bool = False,
    ) -> Sequence[Sequence[int]]:
        """Return results as ``Playouts.play`` does, of which those that are estimated are no results."""
        worth = partial(self._simulation.worth, graded=graded)

        def result(end: Position[Any], seed: int) -> int:
            over = end.state.outcome
            lot = mixed(seed ^ _ROUNDING) / (1 << BITS)
            return int(self._value.sixths(end, seat) + lot) if over is None else worth(over, seat)

        return self._playouts.results(position, worlds, commands, seeds, result, until=position.state.turn + TURNS)
