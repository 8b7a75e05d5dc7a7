"""How an attack on piles proceeds in a game, for computing its odds. ``Game.worth`` has the worth of a card in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from records.core.ids import PileId, SeatKey

GivesWhen: TypeAlias = Literal["before", "after", "unless spent"]
"""When a fallen card's strength is added: before its own defence is taken off, after it, or after it if anything is left then."""


class Assault(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which a seat may attack now. Cards are met from the top; strength left after a pile's last card meets the next pile."""

    name: str
    """Word of the game: ``gate``."""
    title: str
    """Message id: ``"Gate, then Castle"``."""
    seat: SeatKey
    """Who attacks."""
    piles: tuple[PileId, ...]
    """In the order in which they are hit."""
    ends: PileId | None = None
    """The pile whose last card decides the game."""
    gives: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Strength that a card adds to the attack that destroys it, by name."""
    gives_when: GivesWhen = "after"
    blocks: tuple[str, ...] = ()
    """Cards that a hand may weaken the attack with, sorted."""
    blocked_by: SeatKey | None = None
    """Whose hand."""

    def left(self, strength: int, card: str, value: int) -> int | None:
        """Return what is left of an attack after it met a card, None if the card holds."""
        gives = self.gives.get(card, 0)
        if self.gives_when == "before":
            strength += gives
        if strength < value:
            return None
        strength -= value
        if self.gives_when == "after" or (self.gives_when == "unless spent" and strength):
            strength += gives
        return strength


AssaultsIn: TypeAlias = Callable[[Any, SeatKey], tuple[Assault, ...]]
"""From a game's counters and a seat, to the ways in which it may attack; the usual one first."""
