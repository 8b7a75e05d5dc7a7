"""Positions in words: ``hand_A="knight archer"``, ``gate_B``, ``castle_B``, ``display_A``, ``draw``, ``discard``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from records.core.ids import DeckId, PileId, SeatKey, slot_id
from records.core.secret import ALL, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.games.castle_rampage.model import events as ev

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game
    from records.core.header import Header


def laid_out(  # noqa: PLR0917 -- what a position is made of
    game: Game, header: Header, places: Mapping[str, str], rest: str, counters: tuple[tuple[str, Any], ...], why: str, version: int
) -> PositionSet:
    """Return a position from places with names of cards; what they leave over lies in ``rest``, and nobody saw it in the draw pile.

    ``version`` is the event's own, for the ids of its slots. Raises ``SystemExit`` for more copies of a card than there are.
    """
    (deck,) = game.initial(header).decks
    left = Counter(str(card) for block in deck.blocks for card in block.faces)
    hands, piles, lying = [], [], {"draw": (), "discard": ()} | {name: tuple(words.split()) for name, words in places.items()}
    slots = 0
    for name, cards in lying.items():
        left.subtract(cards)
        kind, _, seat = name.partition("_")
        if kind == "hand":
            hands.append(HandSet(seat=SeatKey(seat), cards=(secret(*sorted(cards), to=(seat,)),)))
        elif seat:
            up = kind == "display"
            laid = [
                SlotSet(slot=slot_id(version, slots + nth), card=secret(card, to=ALL if up else (seat,)), up=up)
                for nth, card in enumerate(cards, 1)
            ]
            piles.append(PileSet(pile=PileId(f"{kind}:{seat}"), slots=tuple(laid)))
            slots += len(cards)
    if short := [card for card, number in left.items() if number < 0]:
        raise SystemExit(f"there are not so many of {', '.join(sorted(short))}")
    lying[rest] += tuple(sorted(left.elements()))
    decks = (DeckSet(deck=DeckId("draw"), blocks=(secret(*lying["draw"]),) if lying["draw"] else ()),)
    zones = (ZoneSet(zone=ev.DISCARD, faces=lying["discard"]),) if lying["discard"] else ()
    return PositionSet(hands=tuple(hands), piles=tuple(piles), decks=decks, zones=zones, counters=counters, why=why)
