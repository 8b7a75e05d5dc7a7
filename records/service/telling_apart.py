"""A position as its viewer is shown it: what the log tells as one of several cards is what the viewer could know of it then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import Some, among
from records.errors import Contradiction
from records.service.odds import asking

if TYPE_CHECKING:
    from records.core.ids import SlotId
    from records.core.position import Position
    from records.core.tables.table_state import Slot
    from records.service.seen_log import SeenLog


def told_apart(seen: SeenLog, at: int) -> Position[Any]:
    """Return the position after event ``at`` with each closed card that is one of several narrowed to what it can still be.

    The position itself where there is no such card, where the record's cards are not known here, and where the log leaves no world.
    Raises ``VersionNotFound``.
    """
    position = seen.position(at)
    several = [slot for slot, lying in position.table.slots.items() if isinstance(lying.face, Some) and lying.face.among]
    if not several or seen.other_cards:
        return position
    try:
        narrowed = _narrowed(seen, position, several)
    except Contradiction:
        return position
    return replace(position, table=replace(position.table, slots={**position.table.slots, **narrowed}))


def _narrowed(seen: SeenLog, position: Position[Any], several: list[SlotId]) -> dict[SlotId, Slot]:
    ask = asking(seen, position.version)
    followed = ask.table().slots
    return {
        slot: msgspec.structs.replace(position.table.slots[slot], seen=among(ask.slot((), slot).candidates))
        for slot in several
        if slot in followed
    }
