"""One way in which all cards may lie that a viewer does not see."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from records.core.ids import DeckId, SeatKey, SlotId


class DealtWorld(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which all cards may lie that a viewer does not see."""

    slots: Mapping[SlotId, str]
    """The card of every slot on the table."""
    hands: Mapping[SeatKey, tuple[str, ...]]
    """Every hand but the viewer's own; sorted."""
    decks: Mapping[DeckId, tuple[str, ...]]
    """Every deck, top first."""
