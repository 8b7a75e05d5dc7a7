"""What a viewer can know at a step, as values: of each hidden card what it can still be, and how likely (design/knowledge: Questions).

**Could know** is what has a chance above zero: it is true for any way of playing. The chances themselves add one assumption, which is
shown with every figure: each card that left a hand by choice counts as picked blind, and a declined choice tells nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.ids import DeckId, SeatKey, SlotId
    from records.core.viewers import Viewer


class Chances(msgspec.Struct, frozen=True):
    """What one card can be."""

    of: Mapping[str, Fraction]
    """By name of the card, all above zero; they sum to exactly 1 where ``exact``. Sorted by name."""
    exact: bool = True
    """False: some of these may be impossible, none that is possible is missing, and the chances are an approximation."""

    @property
    def candidates(self) -> tuple[str, ...]:
        """Everything that it can be, sorted."""
        return tuple(self.of)

    @property
    def certain(self) -> str | None:
        """The one card that it must be, if there is only one."""
        return next(iter(self.of)) if len(self.of) == 1 else None


class HandChances(msgspec.Struct, frozen=True):
    """What a hand can hold that is not the viewer's own."""

    count: int
    least: Mapping[str, int]
    """Cards that are in it for certain, and how many of each at least; only those of one or more."""
    most: Mapping[str, int]
    """How many copies of each card can be in it at most; only those of one or more. Its keys are the candidates."""
    holds: Mapping[str, Fraction]
    """The chance that at least one copy of a card is in it; the same keys as ``most``."""
    expected: Mapping[str, Fraction]
    """The mean number of copies; the same keys. They sum to ``count`` where ``exact``."""
    exact: bool = True


class DeckChances(msgspec.Struct, frozen=True):
    """What a deck can hold."""

    count: int
    most: Mapping[str, int]
    """How many copies of each card can be in it at most; its keys are the candidates."""
    top: Chances
    """The next card."""
    exact: bool = True


class Knowledge(msgspec.Struct, frozen=True):
    """Everything that a viewer can work out at a step, from that viewer's own log alone."""

    viewer: Viewer
    version: int
    slots: Mapping[SlotId, Chances]
    """Every slot on the table; a known one has one candidate."""
    hands: Mapping[SeatKey, HandChances]
    """Every hand but the viewer's own; at the open table none where all faces are recorded."""
    decks: Mapping[DeckId, DeckChances]
    exact: bool = True
    """Whether every answer in it is exact."""
    breach: int | None = None
    """The step at which a breach of a rule became visible and hints were dropped (design/events: Faces)."""
    taken_up: int = 0
    """The step from which the log counts: later than 0 if a new position was laid out and earlier knowledge ended."""


class Held(msgspec.Struct, frozen=True):
    """What a place holds, without how likely that is."""

    least: Mapping[str, int]
    """Cards of a hand that are in it for certain, and how many of each at least; only those of one or more."""
    most: Mapping[str, int]
    """How many copies of each card can be in it at most; only those of one or more. Its keys are the candidates."""
    count: int
    """How many cards there are."""
    exact: bool
