"""A new layout of the whole position."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from records.core.secret import Secret
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from records.core.shared import PositionSet
    from records.knowledge.tracking.blocks import Blocks
    from records.knowledge.tracking.table import TrackedTable

BOX = "box"
"""The place of cards that are not in play."""


class Layout:
    """The part of the card table that lays out a whole new position."""

    def __init__(self, table: TrackedTable, blocks: Blocks) -> None:
        self._table, self._blocks = table, blocks

    def reset(self, position: PositionSet) -> None:
        """Put the cards of the game where a position has them, and all others into the box."""
        table, blocks = self._table, self._blocks
        if table.checkpoints:
            raise CannotUndo
        cards, seen = Counter(table.plan.cards.catalogue), Counter(self._certain(position))
        table.exact = seen <= cards
        cards |= seen
        table.clear(cards.total())
        table.counts.enter(BOX, {table.index.number(name): number for name, number in sorted(cards.items())})
        for pile in position.piles:
            for laid in pile.slots:
                table.lay(laid.slot, BOX)
        for hand in position.hands:
            table.held[hand.seat]
            for part in hand.cards:
                blocks.gain(hand.seat, BOX, table.masks(part), ordered=part.ordered)
        for zone in position.zones:
            table.zones[zone.zone] += [table.take_openly(BOX, table.index.of(face)) for face in zone.faces]
        for deck in position.decks:
            table.decks[deck.deck] = [blocks.cut(BOX, table.masks(part), ordered=part.ordered) for part in deck.blocks if part.faces]

    def _certain(self, position: PositionSet) -> list[str]:
        """The names of the cards of a position that are known."""
        table = self._table
        parts = [
            *(part for hand in position.hands for part in hand.cards),
            *(part for deck in position.decks for part in deck.blocks),
            *(Secret((face,)) for zone in position.zones for face in zone.faces),
        ]
        masks = [table.slot_names(laid.slot) for pile in position.piles for laid in pile.slots]
        masks += [mask for part in parts for mask in table.masks(part)]
        return [name for name in map(table.index.only, masks) if name is not None]
