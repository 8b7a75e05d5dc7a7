"""Play-outs of every game by its own rules and players, in plain Python: exact for any ruleset, and slow."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from records.core.playing.filled import filled
from records.core.playing.live import Live
from records.core.playing.stream import Stream, mixed
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.core.game import GamePlay, Simulation
    from records.core.ids import SeatKey
    from records.core.playing.dealt_world import DealtWorld
    from records.core.position import Command, Position

MOST_DECISIONS = 20_000
_DEALS = 0x5DEECE66D
"""What tells the seed of the dealer from that of the players."""


class LivePlayouts:
    """``Playouts`` of any game that plays itself."""

    fast = False

    def __init__(self, play: GamePlay, simulation: Simulation) -> None:
        self._play, self._simulation = play, simulation

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
        """Return results as ``Playouts.play`` does; raises what ``decide`` raises for a command that the rules refuse in a world."""
        worth = partial(self._simulation.worth, graded=graded)
        return self.results(position, worlds, commands, seeds, lambda end, _seed: worth(end.state.outcome, seat))

    def results(
        self,
        position: Position[Any],
        worlds: Sequence[DealtWorld],
        commands: Sequence[Command | None],
        seeds: Sequence[int],
        result: Callable[[Position[Any], int], int],
        *,
        until: int | None = None,
    ) -> Sequence[Sequence[int]]:
        """Return what ``result`` says of the end of each play-out and its seed: ``[command][world]``; ``until`` as in ``end``.

        Where the policy does what another command says, they are one play-out.
        """
        found: list[list[int]] = [[] for _ in commands]
        for world, seed in zip(worlds, seeds, strict=True):
            start = filled(position, world)
            played: dict[Command | None, int] = {}
            for results, named in zip(found, commands, strict=True):
                command = self._first(start, seed) if named is None and len(commands) > 1 else named
                if command not in played:
                    played[command] = result(self.end(start, command, seed, until=until), seed)
                results.append(played[command])
        return found

    def _first(self, start: Position[Any], seed: int) -> Command | None:
        """Return what the policy does at a full position; None where it says something first."""
        picks = Stream(seed)
        picks.begin(0)
        command = self._simulation.policy(start, picks)
        return None if isinstance(command, self._simulation.aside) else command

    def end(self, position: Position[Any], command: Command | None, seed: int, *, until: int | None = None) -> Position[Any]:
        """Return the end of one game, played on from a full position, or how it stands in turn ``until``; ``command`` as in ``play``."""
        dealt, picks = Stream(mixed(seed ^ _DEALS)), Stream(seed)
        live, chance = Live(self._play, position), self._simulation.dealer(dealt)
        policy, aside = self._simulation.policy, self._simulation.aside
        decided = 0
        picks.begin(decided)
        for _ in range(MOST_DECISIONS):
            if live.state.outcome is not None or (until is not None and live.state.turn >= until):
                return live.position
            if command is None:
                command = policy(live.position, picks)
            live.do(command, chance)
            if not isinstance(command, aside):
                decided += 1
                picks.begin(decided)
            command = None
        raise ImpossibleEvent(f"the players come to no end in {MOST_DECISIONS} decisions after version {position.version}")
