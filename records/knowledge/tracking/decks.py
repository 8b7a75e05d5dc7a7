"""What happens to decks."""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from typing import TYPE_CHECKING

from records.knowledge.tracking.blocks import Blocks
from records.knowledge.worlds.constraints import require_bag
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.secret import Secret
    from records.core.table import At, End


class Decks(Blocks):
    """The part of the card table by which cards leave a deck or lose their order in it."""

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        block = self._top(deck, len(cards.faces))
        self._part(block, len(cards.faces))
        self._gain(seat, block, self._masks(cards), ordered=cards.ordered)

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        if self._cuts and self.number_in(deck) > 1:
            raise CannotUndo
        if len(self.decks[deck]) > 1:  # it was not looked through, so that its order may still tell something
            self.exact = False
            self.shuffle(deck)
        self.take(deck, seat, card)

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:  # noqa: ARG002 -- the protocol's shape
        block = self._top(deck, 1)
        self._part(block, 1)
        self._lay(slot, block)
        self._tidy(deck)

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        for face in cards:
            block = self._top(deck, 1)
            self._part(block, 1)
            self.zones[zone].append(self._openly(block, self.card_index.of(face)))
            self._tidy(deck)

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        number, masks = len(cards.faces), self._masks(cards)
        self._tidy(deck)
        blocks = self.decks[deck]
        if number and blocks and self.counts.size[blocks[0]] < number <= self.number_in(deck):  # as in ``_top``, whose order lasts
            several = self._parted(deck, number)
            moved, blocks[:several] = blocks[:several], []
            require_bag(self.counts, moved, masks, lambda _union: 0)
            at = 0 if end == "top" else len(self.decks[to])
            self.decks[to][at:at] = moved
        elif number:
            self._put(to, end, self._cut(self._top(deck, number), masks, ordered=cards.ordered))
            self._tidy(deck)

    def look(self, deck: DeckId, cards: Secret) -> None:
        self.shuffle(deck)
        for block in self.decks[deck]:
            self._seen(block, self._masks(cards))

    def shuffle(self, deck: DeckId) -> None:
        blocks = self.decks[deck]
        if self._cuts and self.number_in(deck) > 1:
            raise CannotUndo
        for block in blocks[1:]:
            self.counts.pour(block, blocks[0])
        del blocks[1:]
