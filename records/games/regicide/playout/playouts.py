"""Play-outs of Regicide by the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.playing.results import LOST, WON
from records.games.regicide.playout import places
from records.games.regicide.playout.compiling import Kernel, kernel
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
    """``Playouts`` by the kernel; ``otherwise`` plays what it was not made for: other readings, positions laid out beyond a game."""

    def __init__(self, by: Kernel, otherwise: Playouts) -> None:
        self._by, self._otherwise = by, otherwise
        self._t = {alone: by.cells(list(tables(alone=alone))) for alone in (True, False)}

    @property
    def fast(self) -> bool:
        """Whether it runs as machine code."""
        return self._by.compiled

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
        cells, number = self._by.cells, len(worlds)
        ends = cells([0] * (number * len(codes)))
        self._by.play_all(cells(games), cells(codes), ends, cells([0] * places.SPACE), self._t[position.state.alone])
        worth = WORTH_GRADED if graded else WORTH
        results = [worth[end] for end in ends]
        return [results[first : first + number] for first in range(0, number * len(codes), number)]


def playouts(rules: Ruleset, folder: Path | None, otherwise: Playouts) -> Playouts | None:
    """Return the play-outs of games by these rules, compiled in ``folder`` where that can be; None for rules that it is not made for."""
    return KernelPlayouts(kernel(folder), otherwise) if made_for(rules) else None
