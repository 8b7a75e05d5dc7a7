"""The knowledge about a single card in a slot or a zone."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.knowledge.worlds.pool import Kinds


class TrackedCard(msgspec.Struct, frozen=True):
    """A card with a place of its own among the counts, because it moves on later."""

    place: str


class StaticCard(msgspec.Struct, frozen=True):
    """A closed card that never moves again, counted in ``REST``."""

    classes: Mapping[Kinds, int | None]
    """The classes that it may have, each with its mark; None where there is only one."""
    era: int
    """The era of its marks; in a later one they are gone, and its class is all of them together."""


SlotState: TypeAlias = str | TrackedCard | StaticCard
"""A name is a card that the viewer knows; it is not counted."""
