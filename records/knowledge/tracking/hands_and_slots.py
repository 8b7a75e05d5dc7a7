"""Hands and slots: their cards move on."""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.table import hand_place
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.secret import Secret
    from records.core.table import At, End
    from records.knowledge.tracking.blocks import Blocks
    from records.knowledge.tracking.table import TrackedTable


class HandsAndSlots:
    """The part of the card table by which cards leave a hand or a slot."""

    def __init__(self, table: TrackedTable, blocks: Blocks) -> None:
        self._table, self._blocks = table, blocks

    # -- from a hand ---------------------------------------------------------------------------------------------------

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the protocol's shape
        self._table.lay(slot, hand_place(seat))

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        for face in cards:
            self._table.zones[zone].append(self._table.take_openly(hand_place(seat), self._table.index.of(face)))

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        masks = self._table.masks(cards)
        for part in reversed([[mask] for mask in masks]) if cards.ordered else [masks] if masks else []:
            self._blocks.put(deck, end, self._blocks.cut(hand_place(seat), part))

    # -- from a slot ---------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        """Nothing to do: the seen face of a slot was already used when the slot was laid."""

    def reveal(self, slot: SlotId, card: Face) -> None:
        """The same."""

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        self._table.zones[zone].append(self._table.take_slot(slot))

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        self._table.give(seat, self._table.take_slot(slot))

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        self._blocks.put(deck, end, self._blocks.together([self._table.take_slot(slot)]))

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """It is the same card."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:  # noqa: ARG002 -- the protocol's shape
        if self._table.checkpoints and len(new) > 1:
            raise CannotUndo
        heap = self._blocks.together([self._table.take_slot(slot) for slot in old])
        if not faces.ordered and len(new) > 1:
            self._blocks.seen(heap, self._table.masks(faces))
        for slot in new:
            self._table.lay(slot, heap)
