"""The way of a card through a game, as one viewer's log shows it: where it was drawn, first known, played, and where it went."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from records.core.faces import known
from records.core.shared import Corrected, TakenBack
from records.core.table import hand_place
from records.projections.replay import walk

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from records.core.events import Recorded
    from records.core.header import Header
    from records.core.logs.fold import Folder
    from records.core.viewers import Viewer

StationKind: TypeAlias = Literal["known", "drawn", "played", "laid", "turned", "moved", "left"]
"""It became known where it was; it came into a hand; it left one for the table; it came to lie there, nobody saw from where; it was turned
up; it lay elsewhere; it left what it lay in."""


class Station(msgspec.Struct, frozen=True):
    """A step at which something happened to a card."""

    version: int
    kind: StationKind
    place: str
    """Where it is then: ``hand:A``, a pile, a zone; "" where the log does not say."""


class Journeys(msgspec.Struct, frozen=True):
    """All stations of a log, in the order of its events."""

    cards: Mapping[str, tuple[Station, ...]]
    """By a card's name; of cards that bear the same name it is not told which."""
    slots: Mapping[str, tuple[Station, ...]]
    """By the public id of a place in a pile."""


def until(stations: Iterable[Station], at: int, lasting: Container[int]) -> tuple[Station, ...]:
    """Return the stations up to step ``at`` that were not taken back or corrected by then. It depends on nothing after ``at``."""
    return tuple(station for station in stations if station.version <= at and station.version in lasting)


def journeys(folder: Folder, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer) -> Journeys:
    """Return the ways of all cards that ``viewer``'s log names, and of all places in piles. ``log`` has been through the door."""
    cards: dict[str, list[Station]] = {}
    slots: dict[str, list[Station]] = {}
    before = _Seen({}, {}, {})
    for moment in walk(folder, header, log, viewer):
        now = _seen(moment.after.table)
        if not isinstance(moment.recorded.event, TakenBack | Corrected):  # the table is another one then, but no card has moved
            version = moment.recorded.v
            for slot, kind, place in _of_slots(before, now):
                slots.setdefault(slot, []).append(Station(version, kind, place))
            for card, kind, place in _of_cards(before, now):
                cards.setdefault(card, []).append(Station(version, kind, place))
        before = now
    return Journeys(_fixed(cards), _fixed(slots))


def _fixed(stations: Mapping[str, list[Station]]) -> dict[str, tuple[Station, ...]]:
    return {name: tuple(found) for name, found in stations.items()}


class _Seen(msgspec.Struct, frozen=True):
    """What a position shows of single cards."""

    slots: dict[Any, Any]
    places: dict[str, tuple[str, ...]]
    """Known cards by hand, pile and zone."""
    counts: dict[str, int]
    """Cards of each hand, known or not."""


def _seen(table: Any) -> _Seen:
    slots = dict(table.slots)
    hands = {hand_place(seat): hand for seat, hand in table.hands.items()}
    places = {place: tuple(hand.faces) for place, hand in hands.items()}
    for pile, lying in table.piles.items():
        places[pile] = tuple(str(slots[slot].face) for slot in lying if known(slots[slot].face))
    for zone, faces in table.zones.items():
        places[zone] = tuple(filter(known, faces))
    return _Seen(slots, places, {place: hand.count for place, hand in hands.items()})


def _of_slots(before: _Seen, now: _Seen) -> Iterator[tuple[str, StationKind, str]]:
    for slot, lying in now.slots.items():
        was = before.slots.get(slot)
        if was is lying:
            continue
        if was is None:
            yield slot, "laid", lying.pile
        elif was.pile != lying.pile:
            yield slot, "moved", lying.pile
        elif lying.up and not was.up:
            yield slot, "turned", lying.pile
        elif known(lying.face) and not known(was.face):
            yield slot, "known", lying.pile
    for slot in before.slots.keys() - now.slots.keys():
        yield slot, "left", ""


def _of_cards(before: _Seen, now: _Seen) -> Iterator[tuple[str, StationKind, str]]:
    came, went = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for place in sorted(before.places.keys() | now.places.keys()):
        old, new = before.places.get(place, ()), now.places.get(place, ())
        if old != new:
            came.update((card, place) for card in (Counter(new) - Counter(old)).elements())
            went.update((card, place) for card in (Counter(old) - Counter(new)).elements())
    gone: dict[str, str] = {}
    for card, place in went.elements():
        gone.setdefault(card, place)
    up = [lying for slot, lying in now.slots.items() if lying.up and slot in before.slots and not before.slots[slot].up]
    turned = {str(lying.face): str(lying.pile) for lying in up if known(lying.face)}
    for card, place in came:
        yield card, _kind(gone.pop(card, None), place, before, now, turned=card in turned), place
    for card in gone:
        yield card, "left", ""
    for card in sorted(turned.keys() - {card for card, _place in came}):
        yield card, "turned", turned[card]


def _kind(origin: str | None, place: str, before: _Seen, now: _Seen, *, turned: bool) -> StationKind:
    if place in now.counts:
        return "drawn" if now.counts[place] > before.counts.get(place, 0) else "known"
    if origin is not None:
        return "played" if origin in before.counts else "moved" if place in _piles(now) else "left"
    if turned:
        return "turned"
    fewer = any(now.counts.get(hand, 0) < count for hand, count in before.counts.items())
    grew = len(now.slots) > len(before.slots)
    if place in _piles(now) and not grew:
        return "known"
    return "played" if fewer else "laid"


def _piles(seen: _Seen) -> set[str]:
    return {str(lying.pile) for lying in seen.slots.values()}
