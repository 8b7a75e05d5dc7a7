"""Zones, whose cards lie openly, though the log may not name all of them."""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from typing import TYPE_CHECKING

from records.errors import ImpossibleEvent
from records.knowledge.worlds.picking import pick_first
from records.knowledge.worlds.positions import CannotUndo
from records.knowledge.worlds.slot_state import TrackedCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.table import End
    from records.knowledge.tracking.blocks import Blocks
    from records.knowledge.tracking.decks import Decks
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.worlds.card_sets import Names


class Zones:
    """The part of the card table by which cards leave a zone."""

    def __init__(self, table: TrackedTable, blocks: Blocks, decks: Decks) -> None:
        self._table, self._blocks, self._decks = table, blocks, decks

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:  # noqa: ARG002 -- the protocol's shape
        card = self._table.zones[zone].pop(index)
        if isinstance(card, TrackedCard):
            self._table.lay(slot, card.place)
        else:
            self._table.slots[slot] = card

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        self._table.give(seat, self._picked(zone, self._table.index.of(card)))

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        cards = self._table.zones.pop(zone, [])
        self._table.zones[to] += cards

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self._decks.shuffle(deck)
        cards = self._table.zones.pop(zone, [])
        if self._table.checkpoints and cards and self._table.number_in(deck):
            raise CannotUndo
        if cards and not self._table.decks[deck]:
            self._table.decks[deck] = [self._table.new_place()]
        if cards:
            self._blocks.into(self._table.decks[deck][0], cards)

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        if cards:
            self._blocks.put(deck, end, self._blocks.together([self._picked(zone, self._table.index.of(face)) for face in cards]))

    def _picked(self, zone: str, names: Names) -> str | TrackedCard:
        """Take a card out of a zone, of several that fit the first."""
        row = self._table.zones[zone]
        able = [nth for nth, card in enumerate(row) if self._table.can_be(card, names)]
        if not able:
            raise ImpossibleEvent(f"{zone} holds no such card")
        first, last = able[0], next((nth for nth in able if not self._table.can_be(row[nth], ~names)), able[-1])
        if first == last:
            card = row.pop(first)
            return card if isinstance(card, str) else self._table.take_openly(card.place, names)
        places = [card.place if isinstance(card, TrackedCard) else self._blocks.together([card]) for card in row[first : last + 1]]
        target, rest = self._table.new_place(), [self._table.new_place() for _ in places[1:]]
        pick_first(self._table.counts, places, self._table.counts.pool.within(names), target, rest)
        row[first : last + 1] = map(TrackedCard, rest)
        return self._table.take_openly(target, names)
