"""Cards that lie or move together: blocks of decks, and cards that are seen in them without being told apart."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.table import HAND, hand_place
from records.errors import ImpossibleEvent
from records.knowledge.tracking.cards import Cards
from records.knowledge.worlds.card_sets import ANY, Names
from records.knowledge.worlds.constraints import require, require_bag
from records.knowledge.worlds.positions import REST
from records.knowledge.worlds.slot_state import TrackedCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.table import End


class Blocks(Cards):
    """How many cards at once leave a place, come to one, are seen in one."""

    def _part(self, block: str, number: int, new: str = "") -> None:
        """Note that so many cards are to leave the top of a block that will be put together again."""
        cuts = [cut for cut in self._cuts if block in cut.parts]
        if number and cuts:
            new = new or self._place()
            for cut in cuts:
                cut.part(block, number, new)
            self.counts.parting = self._homes.part(block, new)

    def _top(self, deck: str, number: int) -> str:
        """The top block of a deck; ``number`` cards are to leave it."""
        self._tidy(deck)
        blocks = self.decks[deck]
        if not number:
            return blocks[0] if blocks else REST
        if self.number_in(deck) < number:
            raise ImpossibleEvent(f"{deck}: {number} cards leave, which has not as many")
        if self.counts.size[blocks[0]] < number:  # after a part that was taken back more is known of their order than the table shows
            several = self._parted(deck, number)
            top = self._place()
            for block in blocks[:several]:
                self.counts.pour(block, top)
            blocks[:several] = [top]
        return blocks[0]

    def _tidy(self, deck: str) -> None:
        blocks = self.decks[deck]
        while blocks and not self.counts.size[blocks[0]]:
            self.counts.clear(blocks.pop(0))

    def _put(self, deck: str, end: End, block: str) -> None:
        self.decks[deck].insert(0 if end == "top" else len(self.decks[deck]), block)

    def _parted(self, deck: str, index: int) -> int:
        """Return how many blocks lie above ``index``, where a block is parted if need be."""
        blocks = self.decks[deck]
        for nth, block in enumerate(blocks):
            if index < self.counts.size[block]:
                if index:
                    blocks.insert(nth, self._cut(block, [ANY] * index))
                return nth + bool(index)
            index -= self.counts.size[block]
        return len(blocks)

    def _cut(self, source: str, masks: Sequence[Names], *, ordered: bool = False) -> str:
        """Move cards that match ``masks`` to a place of their own."""
        block, names = self._place(), Counter[int]()
        self._part(source, len(masks), block)
        if not source.startswith(HAND) and all(mask == ANY for mask in masks) and self.counts.move_alike(source, block, len(masks)):
            return block
        if ordered or _alike_or_apart(masks):
            for mask, number in Counter(masks).items():
                if self._known_leave(source, mask, number):
                    names[mask.bit_length() - 1] += number
                    continue
                for _ in range(number):
                    found = self._leave(source, mask, block)
                    if isinstance(found, str):
                        names[self.card_index.number(found)] += 1
            self.counts.enter(block, names)
            return block
        for _mask in masks:
            found = self._leave(source, ANY, block)
            if isinstance(found, str):
                self.counts.enter(block, {self.card_index.number(found): 1})
        self._seen(block, masks)
        return block

    def _known_leave(self, source: str, mask: Names, number: int) -> bool:
        """Let cards of one known name leave at once; return False where that may tell worlds apart."""
        if source.startswith(HAND) or self.card_index.only(mask) is None:
            return False
        return self.counts.leave_known(source, self.counts.pool.within(mask), number)

    def _together(self, cards: Sequence[str | TrackedCard]) -> str:
        block = self._place()
        self._into(block, cards)
        return block

    def _into(self, block: str, cards: Sequence[str | TrackedCard]) -> None:
        self.counts.enter(block, Counter(self.card_index.number(card) for card in cards if isinstance(card, str)))
        for card in cards:
            if isinstance(card, TrackedCard):
                self.counts.pour(card.place, block)

    def _gain(self, seat: str, block: str, masks: Sequence[Names], *, ordered: bool) -> None:
        self.held[seat]
        if not masks:
            return
        if not ordered and not _alike_or_apart(masks):
            block = self._cut(block, masks)
            self.counts.pour(block, hand_place(SeatKey(seat)))
            return
        for names in masks:
            found = self._leave(block, names, hand_place(SeatKey(seat)))
            if isinstance(found, str):
                self.held[seat][found] += 1

    def _seen(self, place: str, masks: Sequence[Names]) -> None:
        """Cards of a hand or block, or all of them, match ``masks``."""
        seat = place[len(HAND) :] if place.startswith(HAND) else None
        held = +self.held[seat] if seat is not None else Counter[str]()
        names = [self.card_index.only(mask) for mask in masks]
        whole = len(masks) == self.counts.size[place] + held.total()
        bag = Counter(name for name in names if name is not None)
        if whole and bag.total() == len(masks) and not self._cuts:
            if not held <= bag:
                self.counts.table = {}
                return
            for name in (bag - held).elements():
                self.counts.move(place, self.counts.pool.within(self.card_index.one(name)), REST)
            if seat is not None:
                self.held[seat] = bag
            else:
                self.counts.enter(place, {self.card_index.number(name): number for name, number in bag.items()})
            return
        masks = [mask for mask in masks if mask != ANY]
        if whole and len(masks) == self.counts.size[place] and len(set(masks)) == 1:
            require(self.counts, [place], self.counts.pool.within(~masks[0]), most=0)
        elif masks:
            require_bag(self.counts, [place], masks, lambda union: self._known_in(place, union))


def _alike_or_apart(masks: Sequence[Names]) -> bool:
    """Whether cards that match ``masks`` in any order can be taken one after the other in this one."""
    if all(mask > 0 and not mask & (mask - 1) for mask in masks):
        return True
    return all(a == b or not a & b for a, b in combinations(set(masks), 2))
