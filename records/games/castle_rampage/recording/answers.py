"""What the table may answer in Castle Rampage, as events; the dealer or the scorekeeper provides the faces."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.events import Event
from records.core.faces import Face, bag, none_of
from records.core.ids import PileId, SlotId
from records.core.requests import ChanceRequest
from records.core.secret import audience, secret
from records.errors import ImpossibleEvent
from records.games.castle_rampage.deciding.reactions import weakening
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastlePosition


def defender(position: CastlePosition, request: ChanceRequest) -> tuple[PileId, SlotId]:
    """Return the card that the attack under way turns over now, and its pile."""
    if position.state.attack is None:
        raise ImpossibleEvent("no attack is under way")
    return position.table.slots[request.slot].pile, request.slot


def hand_dealt(position: CastlePosition, request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """Five cards of a set-up round; where purple ones are never dealt, everybody knows that none is among them."""
    seat, state = request.whose, position.state
    if state.rules["purple_at_start"] == "redealt":
        return ev.HandDealt(rule=request.rule, seat=seat, cards=secret(*cards, to=audience(seat)))
    return ev.HandDealt(rule=request.rule, seat=seat, cards=secret(*cards, to=audience(seat), hint=none_of(state.purple)))


def purple_shown(position: CastlePosition, request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """The purple cards of a hand are shown; without any, none is held."""
    if cards:
        return ev.PurpleShown(rule=request.rule, seat=request.whose, cards=tuple(cards))
    return ev.NoPurpleHeld(rule=request.rule, seat=request.whose, purple=position.state.purple)


def purple_replaced(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """Other cards come for the purple ones."""
    return ev.PurpleReplaced(rule=request.rule, seat=request.whose, cards=secret(*cards, to=audience(request.whose)))


def card_drawn(request: ChanceRequest, card: Face) -> Event:
    """A card is drawn."""
    return ev.CardDrawn(rule=request.rule, seat=request.whose, card=secret(card, to=audience(request.whose)))


def defender_revealed(position: CastlePosition, request: ChanceRequest, card: Face, value: int) -> Event:
    """The next defender is turned over; ``value`` is its defence where it lies."""
    attack = position.state.attack
    strength = attack.strength if attack else 0
    return ev.DefenderRevealed(rule=request.rule, slot=request.slot, card=card, value=value, strength=strength)


def defence_checked(position: CastlePosition, request: ChanceRequest, *, holds: bool) -> Event:
    """The table says whether the defender holds a card that weakens the attack."""
    names = tuple(sorted(weakening(position.state)))
    return pe.DefenceChecked(rule=request.rule, seat=request.whose, cards=names, holds=holds)


def top_discarded(request: ChanceRequest, card: Face) -> Event:
    """The top card of a pile is turned over and discarded."""
    return pe.TopDiscarded(rule=request.rule, slot=request.slot, card=card, purpose=request.purpose)


def hand_card_hit(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """Cards of a hand are discarded that nobody chose."""
    return pe.HandCardHit(rule=request.rule, seat=request.whose, cards=bag(cards))
