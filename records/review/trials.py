"""Play-outs from one position in many worlds, for one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from records.core.playing.stream import BITS
from records.knowledge.worlds.random_numbers import RandomNumbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.ids import SeatKey
    from records.core.playing.dealt_world import DealtWorld
    from records.core.position import Command, Outcome, Position
    from records.review.playing import PlayedBy


class Worlds(Protocol):
    """Where worlds are drawn from."""

    def draw(self, number: int, numbers: RandomNumbers) -> Sequence[DealtWorld]:
        """Return so many worlds; the same numbers give the same worlds."""


class Trials:
    """Play-outs from ``position``, results for ``seat``. Each call brings other worlds; all follow from the text ``seed``."""

    def __init__(  # noqa: PLR0917 -- where, for whom and by what
        self,
        rules: PlayedBy,
        position: Position[Any],
        seat: SeatKey,
        worlds: Worlds,
        seed: str,
        ended: Mapping[Command, Outcome] | None = None,
        *,
        cut: bool = False,
    ) -> None:
        """``cut``: by the play-outs that a value function cuts short."""
        self._playouts = rules.cut if cut and rules.cut is not None else rules.playouts
        self._rules, self._position, self._seat = rules, position, seat
        self._worlds, self._numbers = worlds, RandomNumbers(seed)
        self._ended: dict[Command | None, int] = {command: rules.worth(outcome, seat) for command, outcome in (ended or {}).items()}

    def results(self, commands: Sequence[Command | None], number: int) -> Sequence[Sequence[int]]:
        """Return the results of commands in so many further worlds: ``[command][world]``, in sixths.

        None: what the simulated player does. Commands that have ended the game are not played out.
        """
        worlds = self._worlds.draw(number, self._numbers)
        seeds = [self._numbers.below(1 << BITS) for _ in range(number)]
        going = [command for command in commands if command not in self._ended]
        rules = self._rules
        played = iter(self._playouts.play(self._position, self._seat, worlds, going, seeds, graded=rules.graded))
        return [[self._ended[command]] * number if command in self._ended else next(played) for command in commands]
