"""A table beside others: its differences are marked, and it has no links, because it belongs to no record's address."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from records.values import replace
from web.pages.board.board import Board
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from records.core.ids import SeatKey
    from records.service import RecordView
    from web.pages.board.cards import DrawnCard
    from web.pages.board.values import PlacedCard, PlaceOnTable


class LitBoard(Board):
    """The table at one step of a line. A place is marked where ``beside`` has another one, a card where there is none like it there.

    To other eyes that is not marked which one of the two simply does not see.
    """

    def __init__(self, view: RecordView, at: int, beside: Board | None = None) -> None:
        super().__init__(view, at, "")
        self._beside = beside
        self._other_eyes = beside is not None and beside.viewer != view.viewer

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
        like = _shown_alike if self._other_eyes else _like
        mine, theirs = _left(place, other, like), _left(other, place, like)
        if self._other_eyes:
            unseen = sum(not placed.card.shows for placed in theirs)
            mine = [placed for placed in mine if placed.card.shows][unseen:]
        cards = tuple(_marked(placed) if any(placed is one for one in mine) else placed for placed in place.cards)
        apart = place.count != other.count or bool(mine) or (bool(theirs) and not self._other_eyes)
        return replace(place, cards=cards, apart=apart)


def _left(place: PlaceOnTable, other: PlaceOnTable, like: Callable[[PlacedCard], Hashable]) -> list[PlacedCard]:
    """Return the cards of a place for which the other has none like them."""
    there = Counter(map(like, other.cards))
    there.subtract(map(like, place.cards))
    left = []
    for placed in reversed(place.cards):  # of equal ones the last are too many
        if there[like(placed)] < 0:
            there[like(placed)] += 1
            left.append(placed)
    return left[::-1]


def _like(placed: PlacedCard) -> Hashable:
    """Return a key that is equal for cards that look alike, wherever they lie in their places."""
    card = placed.card
    return (card.face, card.candidates, card.red_eye, _shown_alike(placed))


def _shown_alike(placed: PlacedCard) -> Hashable:
    """Return the part of a card that two viewers see alike, without who knows it."""
    return (placed.card.shows, placed.card.times, placed.card.fell, placed.signs)


def _marked(placed: PlacedCard) -> PlacedCard:
    card = placed.card
    return replace(placed, card=replace(card, apart=True, label=_("%(card)s, differs", card=card.label)))
