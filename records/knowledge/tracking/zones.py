"""What happens to zones, where cards lie openly: they may not have been noted all the same."""

# ruff: noqa: D102 -- the card table's protocol documents the methods

from __future__ import annotations

from typing import TYPE_CHECKING

from records.errors import ImpossibleEvent
from records.knowledge.tracking.decks import Decks
from records.knowledge.worlds.picking import pick_first
from records.knowledge.worlds.positions import CannotUndo
from records.knowledge.worlds.slot_state import TrackedCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.table import End
    from records.knowledge.worlds.card_sets import Names


class Zones(Decks):
    """The part of the card table by which cards leave a zone."""

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:  # noqa: ARG002 -- the protocol's shape
        card = self.zones[zone].pop(index)
        if isinstance(card, TrackedCard):
            self._lay(slot, card.place)
        else:
            self.lying[slot] = card

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        self._given(seat, self._picked(zone, self.card_index.of(card)))

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        cards = self.zones.pop(zone, [])
        self.zones[to] += cards

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self.shuffle(deck)
        cards = self.zones.pop(zone, [])
        if self._cuts and cards and self.number_in(deck):
            raise CannotUndo
        if cards and not self.decks[deck]:
            self.decks[deck] = [self._place()]
        if cards:
            self._into(self.decks[deck][0], cards)

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        if cards:
            self._put(deck, end, self._together([self._picked(zone, self.card_index.of(face)) for face in cards]))

    def _picked(self, zone: str, names: Names) -> str | TrackedCard:
        """Take a card out of a zone, of several that fit the first."""
        lying = self.zones[zone]
        able = [nth for nth, card in enumerate(lying) if self._can_be(card, names)]
        if not able:
            raise ImpossibleEvent(f"{zone} holds no such card")
        first, last = able[0], next((nth for nth in able if not self._can_be(lying[nth], ~names)), able[-1])
        if first == last:
            card = lying.pop(first)
            return card if isinstance(card, str) else self._openly(card.place, names)
        places = [card.place if isinstance(card, TrackedCard) else self._together([card]) for card in lying[first : last + 1]]
        target, rest = self._place(), [self._place() for _ in places[1:]]
        pick_first(self.counts, places, self.counts.pool.within(names), target, rest)
        lying[first : last + 1] = map(TrackedCard, rest)
        return self._openly(target, names)
