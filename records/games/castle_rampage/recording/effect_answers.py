"""What the table may answer to effects, as events, and what a dealer who sees all says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from records.core.asking.answering import Deals
from records.core.asking.chance import Picker
from records.core.events import Event
from records.core.faces import Face, face_key, known
from records.core.ids import SeatKey, slot_id
from records.core.requests import ChanceRequest
from records.core.secret import Secret, audience, secret
from records.errors import ImpossibleEvent, NotNoted
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model.position import CastlePosition


def units(position: CastlePosition) -> tuple[str, ...]:
    """Return the names of the units of the catalogue."""
    return tuple(name for name, card in position.state.cards.items() if card.unit)


def hand_looked_at(position: CastlePosition, request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """The other seat sees a hand."""
    seat = request.whose
    by = position.state.other(seat)
    return ee.HandLookedAt(rule=request.rule, seat=seat, by=by, cards=secret(*cards, to=audience(seat, by)))


def units_discarded(position: CastlePosition, request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """All units of a hand."""
    discarded = tuple(sorted(cards, key=face_key))
    return ee.UnitsDiscarded(rule=request.rule, seat=request.whose, cards=discarded, units=units(position))


def gate_mixed(position: CastlePosition, request: ChanceRequest, faces: Sequence[Face]) -> Event:
    """Moved cards in the order in which they lie now, ``?`` for each where nobody noted it."""
    if request.pile is None:
        raise ImpossibleEvent("cards are mixed in a pile, and none is named")
    new = tuple(slot_id(position.version + 1, nth) for nth in range(1, len(request.slots) + 1))
    mixed = Secret(faces=tuple(faces), ordered=True)
    return ee.GateMixed(rule=request.rule, pile=request.pile, old=request.slots, new=new, faces=mixed)


def _looked_at(_pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    return hand_looked_at(position, request, _hand(position, request.whose))


def _discarded(_pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    return units_discarded(position, request, [card for card in _hand(position, request.whose) if card in units(position)])


def _mixed(pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    faces = [position.table.slots[slot].face for slot in request.slots]
    return gate_mixed(position, request, pick.sample(faces, len(faces)))


def _hand(position: CastlePosition, seat: SeatKey) -> list[str]:
    hand = position.table.hands[seat]
    if len(hand.faces) < hand.count or not all(map(known, hand.faces)):
        raise NotNoted(f"nobody noted all of the hand of {seat}")
    return list(hand.faces)


EFFECT_ANSWERS: Mapping[type[Event], Deals] = {ee.HandLookedAt: _looked_at, ee.UnitsDiscarded: _discarded, ee.GateMixed: _mixed}
"""What happens at a table whose cards are all known."""
