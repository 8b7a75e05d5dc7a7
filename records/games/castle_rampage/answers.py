"""What the table may answer in Castle Rampage, as events; whoever deals or writes down brings the faces."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.events import Event
from records.core.faces import Face, bag, none_of
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import audience, secret
from records.errors import ImpossibleEvent
from records.games.castle_rampage import events as ev
from records.games.castle_rampage import power_events as pe
from records.games.castle_rampage.position import CastlePosition
from records.games.castle_rampage.reactions import weakening

HAND = 5
"""Cards that a seat is dealt in each set-up round."""


def seat_to_deal(position: CastlePosition) -> SeatKey:
    """Return who gets the next five cards: who begins, then the other."""
    state = position.state
    first = state.begins or state.seats[0]
    return next(seat for seat in (first, state.other(first)) if ev.gate(seat) not in state.to_place)


def seat_just_dealt(position: CastlePosition) -> SeatKey:
    """Return whose purple cards are being replaced."""
    return ev.owner(position.state.to_place[-1])


def lacking(position: CastlePosition) -> int:
    """Return how many cards that seat gets for the purple ones that it laid aside."""
    rounds = position.state.round
    return HAND * rounds - (HAND - 1) * (rounds - 1) - position.table.hands[seat_just_dealt(position)].count


def seat_on_turn(position: CastlePosition) -> SeatKey:
    """Return who draws."""
    if position.state.active is None:
        raise ImpossibleEvent("nobody is on turn")
    return position.state.active


def defender(position: CastlePosition) -> tuple[PileId, SlotId]:
    """Return the card that the attack under way turns over now, and its pile."""
    if position.state.attack is None:
        raise ImpossibleEvent("no attack is under way")
    slot = SlotId(position.state.about.place)
    return position.table.slots[slot].pile, slot


def hand_dealt(position: CastlePosition, cards: Sequence[Face]) -> Event:
    """Five cards of a set-up round; where purple ones are never dealt, everybody knows that none is among them."""
    seat, state = seat_to_deal(position), position.state
    if state.rules["purple_at_start"] == "redealt":
        return ev.HandDealt(rule="1.2", seat=seat, cards=secret(*cards, to=audience(seat)))
    return ev.HandDealt(rule="1.3", seat=seat, cards=secret(*cards, to=audience(seat), hint=none_of(state.purple)))


def purple_shown(position: CastlePosition, cards: Sequence[Face]) -> Event:
    """The purple cards of a hand are shown; without any it is told that none is held."""
    seat = seat_just_dealt(position)
    if cards:
        return ev.PurpleShown(rule="1.3", seat=seat, cards=tuple(cards))
    return ev.NoPurpleHeld(rule="1.3", seat=seat, purple=position.state.purple)


def purple_replaced(position: CastlePosition, cards: Sequence[Face]) -> Event:
    """Other cards come for the purple ones."""
    seat = seat_just_dealt(position)
    return ev.PurpleReplaced(rule="1.3", seat=seat, cards=secret(*cards, to=audience(seat)))


def card_drawn(position: CastlePosition, card: Face) -> Event:
    """A card is drawn: for the turn, of which the very first has a paragraph of its own, or because of a paragraph that makes it so."""
    about = position.state.about
    seat = SeatKey(about.place) if about.place else seat_on_turn(position)
    rule = about.rule or ("2.2" if position.state.turn == 1 else "2.1")
    return ev.CardDrawn(rule=rule, seat=seat, card=secret(card, to=audience(seat)))


def defender_revealed(position: CastlePosition, card: Face, value: int) -> Event:
    """The next defender is turned over; ``value`` is its defence where it lies."""
    attack = position.state.attack
    _pile, slot = defender(position)
    return ev.DefenderRevealed(rule="5.3", slot=slot, card=card, value=value, strength=attack.strength if attack else 0)


def defence_checked(position: CastlePosition, *, holds: bool) -> Event:
    """The table says whether the defender holds a card that weakens the attack."""
    about = position.state.about
    names = tuple(sorted(weakening(position.state)))
    return pe.DefenceChecked(rule=about.rule, seat=SeatKey(about.place), cards=names, holds=holds)


def top_discarded(position: CastlePosition, card: Face) -> Event:
    """The top card of a pile is turned over and discarded."""
    about = position.state.about
    return pe.TopDiscarded(rule=about.rule, slot=SlotId(about.place), card=card, purpose=about.purpose)


def hand_card_hit(position: CastlePosition, cards: Sequence[Face]) -> Event:
    """Cards of a hand are discarded that nobody chose."""
    about = position.state.about
    return pe.HandCardHit(rule=about.rule, seat=SeatKey(about.place), cards=bag(cards))
