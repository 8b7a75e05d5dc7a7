"""Values of a drawn table: a card in a place, a place with its cards, the fight under way. ``web.pages.board.board`` makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.values import replace

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.core.board import Arrival
    from records.core.ids import SeatKey
    from web.pages.board.cards import DrawnCard
    from web.pages.board.signs import Sign

OVERLAPS = 10
"""A pile with this many cards or more is always drawn with the same width."""


class PlacedCard(msgspec.Struct, frozen=True):
    """A card of a pile, and the strength that arrives at it."""

    card: DrawnCard
    arrival: Arrival | None = None
    signs: tuple[Sign, ...] = ()
    """Its signs, in addition to its print."""

    @property
    def picture(self) -> DrawnCard:
        """The card as it is drawn in a list."""
        return replace(self.card, small=True, address="", slot="", card="")


class PlaceOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """A pile, a hand, a deck or a zone."""

    id: str
    title: str
    """``Discard pile``."""
    whose: str
    """``Your hand``."""
    icon: str
    edge: str
    """How its upper edge is drawn, "" for the usual one."""
    count: int
    """Number of cards there, without those that fell in the fight."""
    cards: tuple[PlacedCard, ...]
    address: str
    """Of the full list; "" where there is none."""
    apart: bool = False
    """On a table beside another one: whether other cards lie in that place there."""

    @property
    def breadth(self) -> int:
        """Cards that are drawn, as far as they tell piles apart."""
        return min(OVERLAPS, len(self.cards))

    @property
    def owner(self) -> str:
        """Key of the seat that it belongs to, "" where there is none."""
        return self.id.partition(":")[2]

    @property
    def mark(self) -> str:
        """The place's name in a movement: letters, digits and hyphens."""
        return self.id.replace(":", "-")


class AttackOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """The fight under way, in words."""

    title: Markup
    seat: SeatKey
    card: DrawnCard | None
    parts: tuple[tuple[Markup, int], ...]
    total: int
    strength: int
    line: Markup
    ahead: tuple[str, ...] = ()
    """Where the strength that would arrive further on comes from, card by card: by its name, what it takes and what it gives."""
