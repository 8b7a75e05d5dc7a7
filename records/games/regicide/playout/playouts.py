"""Play-outs of Regicide by the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.playing.results import LOST, WON
from records.games.regicide.playout import places
from records.games.regicide.playout.compiling import can_compile, kernel
from records.games.regicide.playout.packing import CannotPackError, Packing
from records.games.regicide.playout.readings import made_for
from records.games.regicide.playout.tables import tables

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from records.core.editions.rulesets import Ruleset
    from records.core.ids import SeatKey
    from records.core.playing.dealt_world import DealtWorld
    from records.core.playing.playouts import Playouts
    from records.core.position import Command, Position

WORTH, WORTH_GRADED = (LOST, WON, WON, WON), (LOST, WON, 4, 2)
"""What each end is worth in sixths, by ``places.OVER``."""


class KernelPlayouts:
    """``Playouts`` by the kernel; ``otherwise`` plays what it was not made for: other readings, positions laid out beyond a game.

    It is compiled, or found compiled, with the first call.
    """

    def __init__(self, folder: Path | None, otherwise: Playouts) -> None:
        self._folder, self._otherwise = folder, otherwise

    @property
    def fast(self) -> bool:
        """Whether it runs as machine code, as far as that can be told before it is compiled."""
        return can_compile(self._folder)

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
        """Return results as ``Playouts.play`` does."""
        try:
            packing = Packing(position)
            games = [cell for world, seed in zip(worlds, seeds, strict=True) for cell in packing.filled(world, seed)]
            codes = [packing.code(command) for command in commands]
        except CannotPackError:
            return self._otherwise.play(position, seat, worlds, commands, seeds, graded=graded)
        by, number = kernel(self._folder), len(worlds)
        ends = by.cells([0] * (number * len(codes)))
        space, table = by.cells([0] * places.SPACE), by.cells(list(tables(alone=position.state.alone)))
        by.play_all(by.cells(games), by.cells(codes), ends, space, table)
        worth = WORTH_GRADED if graded else WORTH
        results = [worth[end] for end in ends]
        return [results[first : first + number] for first in range(0, number * len(codes), number)]


def playouts(rules: Ruleset, folder: Path | None, otherwise: Playouts) -> Playouts | None:
    """Return the play-outs of games by these rules, compiled into ``folder`` where that can be; None for rules that it is not made for."""
    return KernelPlayouts(folder, otherwise) if made_for(rules) else None
