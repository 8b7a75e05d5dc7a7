"""Cards that lie or move together: blocks of decks, and cards that are seen in a block at an unknown place."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.table import HAND, hand_place
from records.errors import ImpossibleEvent
from records.knowledge.worlds.card_sets import ANY, Names
from records.knowledge.worlds.constraints import require, require_bag
from records.knowledge.worlds.positions import REST
from records.knowledge.worlds.slot_state import TrackedCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.table import End
    from records.knowledge.tracking.table import TrackedTable


class Blocks:
    """Moves several cards at once, and takes in what is seen of them."""

    def __init__(self, table: TrackedTable) -> None:
        self._table = table

    def part(self, block: str, number: int, new: str = "") -> None:
        """Record that so many cards are about to leave the top of a block, which an undone part will put together again."""
        open_parts = [checkpoint for checkpoint in self._table.checkpoints if block in checkpoint.parts]
        if number and open_parts:
            new = new or self._table.new_place()
            for checkpoint in open_parts:
                checkpoint.part(block, number, new)
            self._table.counts.parting = self._table.origins.part(block, new)

    def top(self, deck: str, number: int) -> str:
        """Return the top block of a deck; ``number`` cards are to leave it."""
        self.tidy(deck)
        blocks = self._table.decks[deck]
        if not number:
            return blocks[0] if blocks else REST
        if self._table.number_in(deck) < number:
            raise ImpossibleEvent(f"{deck}: {number} cards leave, which has not as many")
        if self._table.counts.size[blocks[0]] < number:  # after a part that was taken back the order is known better than the table shows
            several = self.parted(deck, number)
            top = self._table.new_place()
            for block in blocks[:several]:
                self._table.counts.pour(block, top)
            blocks[:several] = [top]
        return blocks[0]

    def tidy(self, deck: str) -> None:
        """Drop empty blocks from the top of a deck."""
        blocks = self._table.decks[deck]
        while blocks and not self._table.counts.size[blocks[0]]:
            self._table.counts.clear(blocks.pop(0))

    def put(self, deck: str, end: End, block: str) -> None:
        """Put a block on top of a deck, or below it."""
        self._table.decks[deck].insert(0 if end == "top" else len(self._table.decks[deck]), block)

    def parted(self, deck: str, index: int) -> int:
        """Return how many blocks lie above ``index``, where a block is parted if need be."""
        blocks = self._table.decks[deck]
        for nth, block in enumerate(blocks):
            if index < self._table.counts.size[block]:
                if index:
                    blocks.insert(nth, self.cut(block, [ANY] * index))
                return nth + bool(index)
            index -= self._table.counts.size[block]
        return len(blocks)

    def cut(self, source: str, masks: Sequence[Names], *, ordered: bool = False) -> str:
        """Move cards that match ``masks`` to a place of their own."""
        block, names = self._table.new_place(), Counter[int]()
        self.part(source, len(masks), block)
        if not source.startswith(HAND) and all(mask == ANY for mask in masks) and self._table.counts.move_alike(source, block, len(masks)):
            return block
        if ordered or _alike_or_apart(masks):
            for mask, number in Counter(masks).items():
                if self._known_leave(source, mask, number):
                    names[mask.bit_length() - 1] += number
                    continue
                for _ in range(number):
                    found = self._table.leave(source, mask, block)
                    if isinstance(found, str):
                        names[self._table.index.number(found)] += 1
            self._table.counts.enter(block, names)
            return block
        for _mask in masks:
            found = self._table.leave(source, ANY, block)
            if isinstance(found, str):
                self._table.counts.enter(block, {self._table.index.number(found): 1})
        self.seen(block, masks)
        return block

    def _known_leave(self, source: str, mask: Names, number: int) -> bool:
        """Let cards of one known name leave at once; return False where that may tell worlds apart."""
        if source.startswith(HAND) or self._table.index.only(mask) is None:
            return False
        return self._table.counts.leave_known(source, self._table.counts.pool.within(mask), number)

    def together(self, cards: Sequence[str | TrackedCard]) -> str:
        """Put cards that are shuffled into a block of their own; return it."""
        block = self._table.new_place()
        self.into(block, cards)
        return block

    def into(self, block: str, cards: Sequence[str | TrackedCard]) -> None:
        """Put cards into a block, which is shuffled."""
        self._table.counts.enter(block, Counter(self._table.index.number(card) for card in cards if isinstance(card, str)))
        for card in cards:
            if isinstance(card, TrackedCard):
                self._table.counts.pour(card.place, block)

    def gain(self, seat: str, block: str, masks: Sequence[Names], *, ordered: bool) -> None:
        """Let cards that match ``masks`` leave the top of a block for a hand."""
        self._table.held[seat]
        if not masks:
            return
        if not ordered and not _alike_or_apart(masks):
            block = self.cut(block, masks)
            self._table.counts.pour(block, hand_place(SeatKey(seat)))
            return
        for names in masks:
            found = self._table.leave(block, names, hand_place(SeatKey(seat)))
            if isinstance(found, str):
                self._table.held[seat][found] += 1

    def seen(self, place: str, masks: Sequence[Names]) -> None:
        """Cards of a hand or block, or all of them, match ``masks``."""
        seat = place[len(HAND) :] if place.startswith(HAND) else None
        held = +self._table.held[seat] if seat is not None else Counter[str]()
        names = [self._table.index.only(mask) for mask in masks]
        whole = len(masks) == self._table.counts.size[place] + held.total()
        bag = Counter(name for name in names if name is not None)
        if whole and bag.total() == len(masks) and not self._table.checkpoints:
            if not held <= bag:
                self._table.counts.table = {}
                return
            for name in (bag - held).elements():
                self._table.counts.move(place, self._table.counts.pool.within(self._table.index.one(name)), REST)
            if seat is not None:
                self._table.held[seat] = bag
            else:
                self._table.counts.enter(place, {self._table.index.number(name): number for name, number in bag.items()})
            return
        masks = [mask for mask in masks if mask != ANY]
        if whole and len(masks) == self._table.counts.size[place] and len(set(masks)) == 1:
            require(self._table.counts, [place], self._table.counts.pool.within(~masks[0]), most=0)
        elif masks:
            require_bag(self._table.counts, [place], masks, lambda union: self._table.known_in(place, union))


def _alike_or_apart(masks: Sequence[Names]) -> bool:
    """Whether cards that match ``masks`` in any order can be taken one after the other in this one."""
    if all(mask > 0 and not mask & (mask - 1) for mask in masks):
        return True
    return all(a == b or not a & b for a, b in combinations(set(masks), 2))
