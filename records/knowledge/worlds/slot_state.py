"""What is known of one card whose place can be pointed at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.knowledge.worlds.pool import Kinds


@dataclass(frozen=True, slots=True)
class TrackedCard:
    """A card in a place of its own among the counts, because it may move on unseen."""

    place: str


@dataclass(frozen=True, slots=True)
class StaticCard:
    """A closed card that lies still, counted among the rest."""

    classes: Mapping[Kinds, int | None]
    """The classes that it may have, each with its mark; None where there is only one."""
    era: int
    """The era of its marks; in a later one they are gone, and its class is all of them together."""


SlotState: TypeAlias = str | TrackedCard | StaticCard
"""A card's name where the viewer knows it, so that it is no part of what is counted."""
