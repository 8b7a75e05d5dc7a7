"""Games played on from a decision to their end by the simulated players, many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from records.core.ids import SeatKey
from records.core.playing.dealt_world import DealtWorld
from records.core.position import Command, Position


class Playouts(Protocol):
    """Plays one game on; made once for a record's rules and cards, and used by several threads at once."""

    @property
    def fast(self) -> bool:
        """Whether a play-out takes only a fraction of a millisecond, so thousands per decision are affordable."""

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
        """Return what each command comes to in each world: ``[command][world]``, in sixths for ``seat`` (``Simulation.value``).

        ``position`` is a decision as one log shows it; ``worlds`` fill in what that log does not show, one play-out each: the command
        (None: what the policy does), then all seats by the policy to the end. Chance and policy go by the seed of the world, a whole number
        of 64 bits, whatever the command is. ``graded``: a win counts by its grade, where the game knows grades.
        """
