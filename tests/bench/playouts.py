"""Play-outs of Regicide: how long one takes by the rules, by the kernel as plain Python, and as machine code."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from bench.measure import Samples, Way, in_turns
from bench.report import Row, section
from records.core.playing.live_playouts import LivePlayouts
from records.games.regicide.game import BY_THE_RULES, PLAY, REGICIDE
from records.games.regicide.playout.compiling import kernel
from records.games.regicide.playout.playouts import KernelPlayouts
from support.playouts import Beside, world_of

if TYPE_CHECKING:
    from pathlib import Path

    from records.core.playing.playouts import Playouts
    from records.core.position import Position

SHEET = "regicide/2021"
OTHERWISE = LivePlayouts(PLAY, BY_THE_RULES)


def measure(folder: Path | None, *, turns: int, slow: int, fast: int) -> None:
    """Print the section; by each way so many play-outs a turn, machine code only where a folder for it is named."""
    rows, notes = [], []
    began = process_time()
    compiled = kernel(folder)
    compiling = process_time() - began
    for players in REGICIDE.simulation.players if REGICIDE.simulation is not None else ():
        position = Beside.dealt(SHEET, players, 1).live.at_rest
        ways = {"the rules": _by(OTHERWISE, position, slow), "the kernel, plain": _by(KernelPlayouts(None, OTHERWISE), position, slow)}
        if compiled.compiled:
            ways["the kernel, machine code"] = _by(KernelPlayouts(folder, OTHERWISE), position, fast)
        taken = {name: Samples(tuple(us / 1000 for us in samples.values)) for name, samples in in_turns(ways, turns).items()}
        seats = "alone" if players == 1 else f"{players} players"
        rows += [Row(f"{seats}: {name}", samples, unit="ms") for name, samples in taken.items()]
        notes.append(f"{seats}: {', '.join(f'{1000 / samples.median:,.0f} a second' for samples in taken.values())}")
    if compiled.compiled:
        rows.append(Row("compiling it, or finding it compiled", Samples((compiling,)), unit="s"))
    section("PLAY-OUTS OF REGICIDE, from the deal to the end, worlds packed (CPU time of one core)", rows, *notes)


def _by(playouts: Playouts, position: Position[Any], number: int) -> Way:
    worlds = [world_of(position, Random(nth)) for nth in range(number)]  # noqa: S311 -- the same

    def run(_prepared: object) -> int:
        return len(playouts.play(position, position.state.active, worlds, (None,), range(number))[0])

    return Way(run, number, clock=process_time)
