"""Play-outs whose true chances are known: no game is played, and what each command is worth is said beforehand."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from records.core.playing.filled import filled
from records.core.playing.stream import Stream, mixed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.core.ids import SeatKey
    from records.core.playing.dealt_world import DealtWorld
    from records.core.position import Command, Position
    from records.knowledge.worlds.random_numbers import RandomNumbers


class Luck:
    """``Playouts`` in which a command wins so often in a hundred as ``chance`` says, each time by its own luck."""

    fast = True

    def __init__(self, chance: Callable[[Command | None], int]) -> None:
        self._chance = chance

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
        """Return 6 or 0 for each command and world."""
        own = [int.from_bytes(blake2b(repr(command).encode(), digest_size=8).digest()) for command in commands]
        return [
            [6 * (Stream(mixed(seed ^ luck)).below(100) < self._chance(command)) for seed in seeds]
            for command, luck in zip(commands, own, strict=True)
        ]


class EveryCard:
    """``Playouts`` in which the least difference of position, world, command, seat or seed is another result."""

    fast = True

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
        """Return 0 to 6 for each command and world."""
        whole = [blake2b(repr((filled(position, world), world)).encode()).digest() for world in worlds]
        return [
            [blake2b(repr((cards, seat, command, seed, graded)).encode()).digest()[0] % 7 for cards, seed in zip(whole, seeds, strict=True)]
            for command in commands
        ]


class OneWorld:
    """Worlds of which there is one: what is drawn is the same each time, and costs nothing."""

    def __init__(self, world: DealtWorld) -> None:
        self._world = world

    def draw(self, number: int, numbers: RandomNumbers) -> Sequence[DealtWorld]:
        """Return it so many times."""
        return [self._world] * number
