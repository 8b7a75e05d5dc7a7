"""What the table may answer to effects, as events, and what a dealer who sees all says."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.chance import Picker
from records.core.events import Event
from records.core.faces import Face, face_key, known
from records.core.ids import PileId, SeatKey, SlotId, slot_id
from records.core.secret import Secret, audience, secret
from records.errors import ImpossibleEvent
from records.games.castle_rampage import effect_events as ee
from records.games.castle_rampage.position import CastlePosition


def seat_about(position: CastlePosition) -> SeatKey:
    """Return the seat that the table is asked about."""
    return SeatKey(position.state.about.place)


def slots_about(position: CastlePosition) -> tuple[PileId, tuple[SlotId, ...]]:
    """Return the pile and the slots in it that the table is asked about."""
    pile, *slots = position.state.about.place.split()
    return PileId(pile), tuple(SlotId(slot) for slot in slots)


def units(position: CastlePosition) -> tuple[str, ...]:
    """Return the names of the units of the catalogue."""
    return tuple(name for name, card in position.state.cards.items() if card.unit)


def hand_looked_at(position: CastlePosition, cards: Sequence[Face]) -> Event:
    """The other seat sees a hand."""
    seat = seat_about(position)
    by = position.state.other(seat)
    return ee.HandLookedAt(rule=position.state.about.rule, seat=seat, by=by, cards=secret(*cards, to=audience(seat, by)))


def units_discarded(position: CastlePosition, cards: Sequence[Face]) -> Event:
    """All units of a hand."""
    return ee.UnitsDiscarded(
        rule=position.state.about.rule, seat=seat_about(position), cards=tuple(sorted(cards, key=face_key)), units=units(position)
    )


def gate_mixed(position: CastlePosition, faces: Sequence[Face]) -> Event:
    """Moved cards in the order in which they lie now, ``?`` for each where nobody noted it."""
    pile, slots = slots_about(position)
    new = tuple(slot_id(position.version + 1, nth) for nth in range(1, len(slots) + 1))
    return ee.GateMixed(rule=position.state.about.rule, pile=pile, old=slots, new=new, faces=Secret(faces=tuple(faces), ordered=True))


def dealt(position: CastlePosition, pick: Picker, classes: tuple[type[Event], ...]) -> Event | None:
    """Return what happens at a table whose cards are all known; None for a question of another sort."""
    match classes:
        case (ee.HandLookedAt,):
            return hand_looked_at(position, _hand(position))
        case (ee.UnitsDiscarded,):
            return units_discarded(position, [card for card in _hand(position) if card in units(position)])
        case (ee.GateMixed,):
            faces = [position.table.slots[slot].face for slot in slots_about(position)[1]]
            return gate_mixed(position, pick.sample(faces, len(faces)))
        case _:
            return None


def _hand(position: CastlePosition) -> list[str]:
    hand = position.table.hands[seat_about(position)]
    if len(hand.faces) < hand.count or not all(map(known, hand.faces)):
        raise ImpossibleEvent(f"nobody noted all of the hand of {seat_about(position)}")
    return list(hand.faces)
