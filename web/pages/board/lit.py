"""A table beside others: what differs from them is marked, and nothing on it leads elsewhere, since it lies in no record's address."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from records.values import replace
from web.pages.board.board import Board
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Hashable

    from records.core.ids import SeatKey
    from records.service import RecordView
    from web.pages.board.cards import DrawnCard
    from web.pages.board.values import PlacedCard, PlaceOnTable


class LitBoard(Board):
    """The table at one step of a line. A place is marked where ``beside`` has another one, a card where there is none like it there."""

    def __init__(self, view: RecordView, at: int, beside: Board | None = None) -> None:
        super().__init__(view, at, "")
        self._beside = beside

    def pile(self, pile: str, *, gathered: bool = False, small: bool = False) -> PlaceOnTable:
        """Return a pile as ``Board`` does, marked."""
        return self._lit(super().pile(pile, gathered=gathered, small=small), "pile", pile, gathered=gathered, small=small)

    def hand(self, seat: SeatKey, *, small: bool = False) -> PlaceOnTable:
        """Return a hand as ``Board`` does, marked."""
        return self._lit(super().hand(seat, small=small), "hand", seat, small=small)

    def deck(self, deck: str) -> PlaceOnTable:
        """Return a deck as ``Board`` does, marked."""
        return self._lit(super().deck(deck), "deck", deck)

    def zone(self, zone: str) -> PlaceOnTable:
        """Return a zone as ``Board`` does, marked."""
        return self._lit(super().zone(zone), "zone", zone)

    def top(self, zone: str) -> PlaceOnTable:
        """Return a zone's last card as ``Board`` does, marked."""
        return self._lit(super().top(zone), "top", zone)

    def _draw(self, sight: Any) -> DrawnCard:
        drawn = super()._draw(sight)
        # no address names it here
        return replace(drawn, address="", card=sight.face if isinstance(sight.face, str) and len(drawn.shows) == 1 else "")

    def _lit(self, place: PlaceOnTable, kind: str, name: str, **how: bool) -> PlaceOnTable:
        place = replace(place, address="")
        if self._beside is None:
            return place
        other: PlaceOnTable = getattr(self._beside, kind)(name, **how)
        there = Counter(map(_like, other.cards))
        cards = []
        for placed in place.cards:
            like = _like(placed)
            there[like] -= 1
            cards.append(placed if there[like] >= 0 else _marked(placed))
        apart = place.count != other.count or Counter(map(_like, place.cards)) != Counter(map(_like, other.cards))
        return replace(place, cards=tuple(cards), apart=apart)


def _like(placed: PlacedCard) -> Hashable:
    """Return what makes two cards look alike, wherever each of them lies in its place."""
    card = placed.card
    return (card.face, card.shows, card.candidates, card.red_eye, card.times, card.fell, placed.signs)


def _marked(placed: PlacedCard) -> PlacedCard:
    card = placed.card
    return replace(placed, card=replace(card, apart=True, label=_("%(card)s, differs", card=card.label)))
