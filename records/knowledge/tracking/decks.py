"""Decks: cards leave them, enter them, and lose their order."""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from typing import TYPE_CHECKING

from records.knowledge.worlds.constraints import require_bag
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.secret import Secret
    from records.core.table import At, End
    from records.knowledge.tracking.blocks import Blocks
    from records.knowledge.tracking.table import TrackedTable


class Decks:
    """The part of the card table by which cards leave a deck or lose their order in it."""

    def __init__(self, table: TrackedTable, blocks: Blocks) -> None:
        self._table, self._blocks = table, blocks

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        block = self._blocks.top(deck, len(cards.faces))
        self._blocks.part(block, len(cards.faces))
        self._blocks.gain(seat, block, self._table.masks(cards), ordered=cards.ordered)

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        if self._table.checkpoints and self._table.number_in(deck) > 1:
            raise CannotUndo
        if len(self._table.decks[deck]) > 1:  # it was not looked through, so that its order may still tell something
            self._table.exact = False
            self.shuffle(deck)
        self.take(deck, seat, card)

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the protocol's shape
        block = self._blocks.top(deck, 1)
        self._blocks.part(block, 1)
        self._table.lay(slot, block)
        self._blocks.tidy(deck)

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        for face in cards:
            block = self._blocks.top(deck, 1)
            self._blocks.part(block, 1)
            self._table.zones[zone].append(self._table.take_openly(block, self._table.index.of(face)))
            self._blocks.tidy(deck)

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        number, masks = len(cards.faces), self._table.masks(cards)
        self._blocks.tidy(deck)
        blocks = self._table.decks[deck]
        if number and blocks and self._table.counts.size[blocks[0]] < number <= self._table.number_in(deck):  # see ``Blocks.top``
            several = self._blocks.parted(deck, number)
            moved, blocks[:several] = blocks[:several], []
            require_bag(self._table.counts, moved, masks, lambda _union: 0)
            at = 0 if end == "top" else len(self._table.decks[to])
            self._table.decks[to][at:at] = moved
        elif number:
            self._blocks.put(to, end, self._blocks.cut(self._blocks.top(deck, number), masks, ordered=cards.ordered))
            self._blocks.tidy(deck)

    def look(self, deck: DeckId, cards: Secret) -> None:
        self.shuffle(deck)
        for block in self._table.decks[deck]:
            self._blocks.seen(block, self._table.masks(cards))

    def shuffle(self, deck: DeckId) -> None:
        blocks = self._table.decks[deck]
        if self._table.checkpoints and self._table.number_in(deck) > 1:
            raise CannotUndo
        for block in blocks[1:]:
            self._table.counts.pour(block, blocks[0])
        del blocks[1:]
