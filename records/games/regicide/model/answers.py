"""What the table may answer in Regicide, as events; the dealer or the scorekeeper provides the faces."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.events import Event
from records.core.faces import Face, bag, known
from records.core.ids import DeckId, SeatKey
from records.core.requests import ChanceRequest
from records.core.secret import NOBODY, audience, secret, widen
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import Hand
from records.core.tables.table_state import TableState
from records.errors import ImpossibleEvent
from records.games.regicide.model import events as ev
from records.games.regicide.model.position import DISCARD, HEAP, TAVERN, RegicideCounters, RegicidePosition

Cards = TableState | FoldTable


def size(table: Cards, deck: DeckId) -> int:
    """Return how many cards lie in a deck."""
    return table.in_deck(deck)


def held(table: Cards, seat: SeatKey) -> Hand:
    """Return a hand."""
    return table.hand(seat)


def seat_to_deal(state: RegicideCounters, table: Cards) -> SeatKey:
    """Return who gets the next hand: clockwise from who begins."""
    for seat in state.around(state.begins or state.seats[0]):
        if not table.in_hand(seat):
            return seat
    raise ImpossibleEvent("every hand is dealt")


def next_drawer(state: RegicideCounters, table: Cards) -> SeatKey | None:
    """Return who draws the next card of the power or flip under way, None where nobody does any more (§ 4.3)."""
    if state.active is None or state.draws <= 0 or not size(table, TAVERN):
        return None
    in_turn = state.rules["drawing"] == "one each in turn"
    first = state.active if state.drew is None or not in_turn else state.after(state.drew)
    most = state.hand
    for seat in state.around(first):
        if table.in_hand(seat) < most:
            return seat
    return None


def lying(table: Cards) -> int:
    """Return how many cards the discard pile has, seen and unseen."""
    return len(table.zones.get(DISCARD, ())) + size(table, HEAP)


def heal_count(state: RegicideCounters, table: Cards) -> int:
    """Return how many cards the Heart under way brings back (§ 4.2)."""
    return min(state.heals, lying(table))


def tells_itself(state: RegicideCounters, table: Cards) -> bool:
    """Whether everybody can tell after the Heart under way which cards went: all of them, or the rest may be looked through (§ 12.2)."""
    everything = heal_count(state, table) == lying(table)
    return not size(table, HEAP) and (everything or state.rules["discard_pile"] == "looked through")


def hand_dealt(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """A first hand."""
    return ev.HandDealt(rule=request.rule, seat=request.whose, cards=secret(*cards, to=audience(request.whose)))


def royal_revealed(request: ChanceRequest, card: Face) -> Event:
    """The next royal."""
    return ev.RoyalRevealed(rule=request.rule, slot=request.slot, card=card)


def card_drawn(position: RegicidePosition, request: ChanceRequest, card: Face) -> Event:
    """A card is drawn; who was shown the top card still knows it."""
    top: tuple[Block, ...] = position.table.deck(TAVERN)[:1]
    knew = top[0].known_to if top and top[0].count == 1 else NOBODY
    return ev.CardDrawn(rule=request.rule, seat=request.whose, card=secret(card, to=widen(audience(request.whose), knew)))


def healed(position: RegicidePosition, moved: Sequence[Face], top: Sequence[Face]) -> Event:
    """Cards go under the Tavern; where that cannot be told from what is left, or nobody noted it, nobody knows which."""
    if tells_itself(position.state, position.table) and all(map(known, moved)):
        return ev.Healed(rule="4.2", count=len(moved), moved=bag(moved))
    return ev.Healed(rule="4.2", count=len(moved), unseen=secret(*moved, to=NOBODY), top=tuple(top))
