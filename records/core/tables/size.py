"""How much may lie on one table. A file can say anything in a few bytes, and each card of a table is asked what it can be."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from records.core.shared import PositionSet

MOST_LAID = 1_000
"""Cards and places (hands, piles, decks, zones) of one table; the largest game here has 118 cards."""


def check_size(position: PositionSet) -> None:
    """Raise ``ImpossibleEvent`` where more is laid out than one table holds."""
    bags = chain(
        (part for hand in position.hands for part in hand.cards),
        (part for deck in position.decks for part in deck.blocks),
        (lying.card for pile in position.piles for lying in pile.slots),
    )
    cards = sum(max(1, len(bag.faces)) for bag in bags) + sum(len(zone.faces) for zone in position.zones)
    places = len(position.hands) + len(position.piles) + len(position.decks) + len(position.zones)
    if cards + places > MOST_LAID:
        raise ImpossibleEvent(f"{cards + places} cards and places are laid out; one table holds at most {MOST_LAID} of both together")
