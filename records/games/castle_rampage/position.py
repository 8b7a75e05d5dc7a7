"""What Castle Rampage keeps beside its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from records.core.game import Counters, Position
from records.core.ids import PileId, SeatKey
from records.core.rulesets import Ruleset
from records.games.castle_rampage.cards import Card


class Attack(msgspec.Struct, frozen=True):
    """An attack under way."""

    seat: SeatKey
    target: PileId
    """The pile that it hits now."""
    strength: int
    """What is left of it."""
    parts: tuple[tuple[str, int], ...]
    destroyed: int = 0
    by: int = 0
    """Version of the decision that brought it."""


class CastleCounters(Counters, kw_only=True):
    """The counters of Castle Rampage."""

    seats: tuple[SeatKey, ...] = ()
    phase: str = "setup"
    """``setup``, ``play`` or ``over``."""
    begins: SeatKey | None = None
    round: int = 0
    """Set-up round: 1 or 2."""
    to_place: tuple[tuple[PileId, int], ...] = ()
    """How many cards still go under each Gate and Castle in this round."""
    strengthened: bool = False
    """Whether the one strengthening of the turn is used."""
    attack: Attack | None = None
    draw_offered: SeatKey | None = None
    rules: Ruleset
    """The reading of the rules that ``decide`` follows."""
    cards: Mapping[str, Card]
    """The catalogue, by name."""

    @property
    def purple(self) -> tuple[str, ...]:
        """Names of the purple cards."""
        return tuple(name for name, card in self.cards.items() if card.purple)

    def other(self, seat: SeatKey) -> SeatKey:
        """Return the opponent of ``seat``."""
        return self.seats[1 - self.seats.index(seat)]


CastlePosition: TypeAlias = Position[CastleCounters]
