"""What of a table a viewer may see: the right side of the *square* law, ``fold(filter(log, v)) == mask(fold(log), v)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN
from records.core.tables.table_state import TableState
from records.core.viewers import OPEN, Viewer, sees

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.tables.blocks import Block
    from records.core.tables.hands import Hand
    from records.core.tables.table_state import Slot


def mask(table: TableState, viewer: Viewer) -> TableState:
    """Return ``table`` as ``viewer`` may see it.

    A slot not known to the viewer shows its hint, a block not known shows no faces, of a hand that is not the viewer's the count and what
    audiences of the viewer's were shown. ``faces`` and ``own`` of other hands depend on the log and are left out.
    """
    if viewer is OPEN:
        return table
    return TableState(
        {slot: _slot(lying, viewer) for slot, lying in table.slots.items()},
        table.piles,
        {seat: _hand(hand, seat, viewer) for seat, hand in table.hands.items()},
        {deck: tuple(_block(block, viewer) for block in blocks) for deck, blocks in table.decks.items()},
        table.zones,
    )


def _slot(slot: Slot, viewer: Viewer) -> Slot:
    return slot if sees(viewer, slot.known_to) else msgspec.structs.replace(slot, seen=UNKNOWN)


def _block(block: Block, viewer: Viewer) -> Block:
    return block if sees(viewer, block.known_to) else msgspec.structs.replace(block, faces=None)


def _hand(hand: Hand, seat: SeatKey, viewer: Viewer) -> Hand:
    shown = tuple(entry for entry in hand.shown if sees(viewer, entry[0]))
    own = hand.own if seat == viewer else ()
    return msgspec.structs.replace(hand, faces=own, shown=shown, own=own)
