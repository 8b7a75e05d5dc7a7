"""Statements about hands and decks, and cards that are shown in them."""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.table import HAND, hand_place
from records.errors import ImpossibleEvent
from records.knowledge.worlds.card_sets import ANY, Names
from records.knowledge.worlds.constraints import require, require_bag, require_sum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import SeatKey
    from records.core.secret import Secret
    from records.knowledge.tracking.blocks import Blocks
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.worlds.pool import Kinds


class Statements:
    """The part of the card table by which no card moves."""

    def __init__(self, table: TrackedTable, blocks: Blocks) -> None:
        self._table, self._blocks = table, blocks

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        if not self._table.plan.facts:
            return
        names = self._table.index.several(of)
        certain = self._table.known_in(place, names)
        most = None if at_most is None else at_most - certain
        require(self._table.counts, self._places(place), self._table.counts.pool.within(names), at_least - certain, most)

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        if self._table.plan.cards.values is None or not self._table.plan.facts:
            self._table.exact = False
            return
        left = below - sum(self._table.plan.cards.values.get(name, 0) * number for name, number in self._table.held[seat].items())
        worth: dict[int, Kinds] = {}
        for kind, name in enumerate(self._table.counts.pool.name):
            value = self._table.plan.cards.values.get(self._table.index.names[name], 0)
            worth[value] = worth.get(value, 0) | 1 << kind
        require_sum(self._table.counts, [hand_place(seat)], tuple(worth.items()), left)

    def show(self, place: str, index: int, cards: Secret) -> None:
        if place in self._table.slots:
            return
        if place.startswith(HAND):
            self._blocks.seen(place, self._table.masks(cards))
        else:
            masks = self._table.masks(cards)
            for nth, part in enumerate([[mask] for mask in masks] if cards.ordered else [masks] if masks else []):
                self._seen_at(place, index + nth, part)

    def _places(self, place: str) -> list[str]:
        return [place] if place.startswith(HAND) else self._table.decks[place]

    def _seen_at(self, deck: str, index: int, masks: Sequence[Names]) -> None:
        """Cards of a deck from ``index`` on match ``masks``; their block is parted."""
        if all(mask == ANY for mask in masks):
            return
        if index + len(masks) > self._table.number_in(deck):
            raise ImpossibleEvent(f"{deck} has no {len(masks)} cards there")
        first = self._blocks.parted(deck, index)
        blocks = self._table.decks[deck][first : self._blocks.parted(deck, index + len(masks))]
        if len(blocks) == 1:
            self._blocks.seen(blocks[0], masks)
        else:
            require_bag(self._table.counts, blocks, [mask for mask in masks if mask != ANY], lambda _union: 0)
