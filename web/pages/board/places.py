"""Describes a position of any game in words: each place on the table with what the log shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.board import PlaceName
from records.core.faces import Some, known
from records.core.ids import SeatKey, SlotId
from records.core.sentences import N_, SeatRef, Sentence
from records.core.table import HAND
from web.pages.board.labels import card_place, in_cell
from web.words.texts import _, ngettext, number
from web.words.wording import say_plainly, title_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from records.core.faces import Face
    from records.core.position import Position
    from records.service import RecordView


class PlaceInWords(msgspec.Struct, frozen=True):
    """A place and what lies there."""

    title: str
    cards: str


def places(view: RecordView, position: Position[Any]) -> tuple[PlaceInWords, ...]:
    """Return hands, piles, decks and zones of a position; empty zones are left out."""
    return tuple(_places(view, position))


def place_title(view: RecordView, place: str) -> str:
    """Return what a place is called, and which cell it is; one that its game does not name is called by its id."""
    return in_cell(_called(view, place), _named(view, place))


def _named(view: RecordView, place: str) -> PlaceName:
    return view.game.board.places.get(place.partition(":")[0]) or PlaceName(title="")


def _called(view: RecordView, place: str) -> str:
    name, seat = _named(view, place), place.partition(":")[2]
    if not name.title:
        return place
    owned = [key for key in view.header.seats if key == seat]
    return say_plainly(Sentence(name.theirs, {"seat": SeatRef(owned[0])}) if owned and name.theirs else Sentence(name.title), view.names)


def hand_title(view: RecordView, seat: str) -> str:
    """Return what the hand of a seat is called."""
    return say_plainly(Sentence(N_("Hand of %(seat)s"), {"seat": SeatRef(SeatKey(seat))}), view.names)


def place_in_words(view: RecordView, position: Position[Any], place: str) -> str:
    """Return a slot, pile, hand, deck or zone in words; a slot by its pile and its number from the top."""
    lying = position.table.slots.get(SlotId(place))
    if lying is not None:
        nth = position.table.piles[lying.pile].index(SlotId(place)) + 1
        return card_place(_called(view, lying.pile), _named(view, lying.pile), nth)
    return hand_title(view, place[len(HAND) :]) if place.startswith(HAND) else place_title(view, place)


def _places(view: RecordView, position: Position[Any]) -> Iterator[PlaceInWords]:
    table = position.table
    for seat, hand in table.hands.items():
        yield PlaceInWords(hand_title(view, seat), _cards(view, (*hand.faces, *("?",) * (hand.count - len(hand.faces)))))
    for pile, slots in table.piles.items():
        yield PlaceInWords(place_title(view, pile), _cards(view, (table.slots[slot].face for slot in slots)))
    for deck, blocks in table.decks.items():
        count = sum(block.count for block in blocks)
        yield PlaceInWords(place_title(view, deck), ngettext("%(n)s card", "%(n)s cards", count, n=number(count)))
    for zone, faces in table.zones.items():
        if faces:
            yield PlaceInWords(place_title(view, zone), _cards(view, faces))


def _cards(view: RecordView, faces: Iterable[Face]) -> str:
    told = [face_title(view, face) for face in faces]
    count = ngettext("%(n)s card", "%(n)s cards", len(told), n=number(len(told)))
    return f"{count}: {', '.join(told)}" if told else _("no card")


def face_title(view: RecordView, face: Face) -> str:
    """Return a face in words."""
    if isinstance(face, Some):
        return " / ".join(title_of(card, view.seen.faces) for card in face.among) or _("unknown")
    return title_of(face, view.seen.faces) if known(face) else _("unknown")
