"""The cards of a position as one log shows them: frozen values, laid down and changed by ``fold_table``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN, Face, join, known
from records.core.secret import NOBODY, Audience
from records.core.tables.hands import NO_CARDS
from records.errors import Contradiction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.tables.blocks import Block
    from records.core.tables.hands import Hand


class Slot(msgspec.Struct, frozen=True, gc=False):
    """A countable place in a pile and what this log shows of its card."""

    pile: PileId
    seen: Face = UNKNOWN
    """What was shown of it, the hint apart."""
    known_to: Audience = NOBODY
    hint: Face = UNKNOWN
    up: bool = False

    @property
    def face(self) -> Face:
        """What the log says: the face shown, joined with the hint; a shown face outside its hint is a breach and stands."""
        try:
            return self.seen if known(self.seen) else join(self.seen, self.hint)
        except Contradiction:
            return self.seen


class TableState(msgspec.Struct, frozen=True):
    """A position's cards, frozen by convention of its makers: none of them writes to a mapping after it is here."""

    slots: Mapping[SlotId, Slot]
    piles: Mapping[PileId, tuple[SlotId, ...]]
    hands: Mapping[SeatKey, Hand]
    decks: Mapping[DeckId, tuple[Block, ...]]
    zones: Mapping[ZoneId, tuple[Face, ...]]

    def deck(self, deck: DeckId) -> tuple[Block, ...]:
        """Return a deck, top block first; empty where there is none."""
        return self.decks.get(deck, ())

    def hand(self, seat: SeatKey) -> Hand:
        """Return a hand; empty where there is none."""
        return self.hands.get(seat, NO_CARDS)

    def in_deck(self, deck: DeckId) -> int:
        """Return how many cards a deck has."""
        number = 0
        for block in self.decks.get(deck, ()):
            number += block.count
        return number

    def in_hand(self, seat: SeatKey) -> int:
        """Return how many cards a hand has."""
        return self.hand(seat).count
