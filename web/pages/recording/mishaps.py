"""What went wrong at the table, from the form to facts: a note, a card that was seen, one that went back to a deck or came from it."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from records.core.faces import UNKNOWN
from records.core.ids import DeckId, SeatKey
from records.core.secret import ALL, Audience, audience, secret
from records.core.sentences import N_
from records.core.shared import CardExposed, CardReturned, CardTaken, IrregularityNoted
from records.core.table import HAND, hand_place
from records.core.wording.narration import MISTAKES
from records.errors import ImpossibleEvent
from web.pages.board.places import hand_title, place_title
from web.problems import Refused
from web.queries import read_choice, read_number
from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.events import Event
    from records.core.position import Position
    from records.service import RecordView

EXPOSED, RETURNED, TAKEN, WRONG_DRAW = "exposed", "returned", "taken", "wrong-draw"
_RETURNED, _TAKEN = N_("a card went back into a pile"), N_("one card too many was drawn")
ENDS = {"top": N_("on top"), "bottom": N_("to the bottom"), "shuffled": N_("shuffled in")}
EVERYBODY = "*"
FIELDS = ("what", "seat", "words", "place", "card", "saw", "drawn_saw", "deck", "end", "number")
"""What the form may hold; only the first three must be there."""
_UNKNOWN = str(UNKNOWN)
_UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY


class MishapForm:
    """What the form offers at a position."""

    def __init__(self, view: RecordView, position: Position[Any]) -> None:
        self._view, self._position = view, position
        known = view.game.event_names.values()
        self.kinds = [(key, _(mistake.title)) for key, mistake in MISTAKES.items()]
        if CardReturned in known and self.decks:
            self.kinds.insert(-1, (RETURNED, _(_RETURNED)))
        if CardTaken in known and any(self._position.table.decks[DeckId(deck)] for deck, _title in self.decks):
            self.kinds.insert(1, (TAKEN, _(_TAKEN)))
        self.exposes = CardExposed in known

    @property
    def places(self) -> list[tuple[str, str]]:
        """Places where a card can be seen by mistake, by id: hands, closed cards, tops of decks."""
        return list(self._places())

    def _places(self) -> Iterator[tuple[str, str]]:
        table = self._position.table
        for seat, hand in table.hands.items():
            if hand.count:
                yield hand_place(seat), hand_title(self._view, seat)
        for pile, slots in table.piles.items():
            for nth, slot in enumerate(slots, 1):
                if not table.slots[slot].up:
                    yield slot, _("%(place)s, card %(n)s from the top", place=place_title(self._view, pile), n=number(nth))
        for deck, title in self.decks:
            if table.decks[DeckId(deck)]:
                yield deck, _("%(place)s, the top card", place=title)

    @property
    def decks(self) -> list[tuple[str, str]]:
        """Decks into which a card can go back, and from which it can be drawn."""
        return [(deck, place_title(self._view, deck)) for deck in self._position.table.decks]

    @property
    def ends(self) -> list[tuple[str, str]]:
        """Where it can go there."""
        return [(end, _(title)) for end, title in ENDS.items()]


def read_mishap(view: RecordView, position: Position[Any], fields: Mapping[str, Sequence[str]]) -> tuple[Event, ...]:
    """Return the facts that a form tells, in the order in which they are noted: what happened to a card, then the note.

    Raises Refused (422) for what the form does not offer, and where it does not say from whose hand a card went back; and
    ``ImpossibleEvent`` for a card that is not in the hand.
    """
    form = MishapForm(view, position)
    what = read_choice("what", _one(fields, "what"), [key for key, _title in form.kinds])
    seat = read_choice("seat", _one(fields, "seat"), ("", *view.header.seats))
    words = _one(fields, "words").strip()
    if what == RETURNED:
        return (_returned(form, view, position, seat, fields), *_noted("other", seat, words))
    if what == TAKEN:
        return (_taken(form, view, seat, fields), *_noted(WRONG_DRAW, seat, words))
    if what == WRONG_DRAW and _said(fields, "number"):
        words = ": ".join(filter(None, (str(read_number("number", _said(fields, "number"), "form")), words)))
    place = read_choice("place", _said(fields, "place"), ("", *(key for key, _title in form.places))) if form.exposes else ""
    if what == EXPOSED and place:
        return (_exposed(view, position, place, fields), *_noted(what, seat, words))
    return (IrregularityNoted(what=what, seat=_seat(view, seat), words=words),)


def _noted(what: str, seat: str, words: str) -> tuple[Event, ...]:
    return (IrregularityNoted(what=what, seat=SeatKey(seat) if seat else None, words=words),) if words else ()


def _exposed(view: RecordView, position: Position[Any], place: str, fields: Mapping[str, Sequence[str]]) -> CardExposed:
    to = _audience(view, fields)
    card = _card(view, fields)
    if place.startswith(HAND):
        seat = SeatKey(place.removeprefix(HAND))
        _must_hold(position, seat, card)
        to = _with(to, seat)
    return CardExposed(place=place, card=secret(card, to=to))


def _must_hold(position: Position[Any], seat: SeatKey, card: str) -> None:
    """Raise ``ImpossibleEvent`` for a card that a hand does not hold, where the record knows all of it."""
    hand = position.table.hands.get(seat)
    if hand is None or (card not in {_UNKNOWN, *hand.faces} and len(hand.faces) == hand.count):
        raise ImpossibleEvent(f"the hand of {seat} holds no {card}")


def _returned(form: MishapForm, view: RecordView, position: Position[Any], seat: str, fields: Mapping[str, Sequence[str]]) -> CardReturned:
    if not seat:
        raise Refused(_UNPROCESSABLE, _("Say from whose hand the card went back."), ("form", "seat"))
    deck = _deck(form, fields)
    end = read_choice("end", _said(fields, "end"), tuple(ENDS))
    to, card = _audience(view, fields), _card(view, fields)
    _must_hold(position, SeatKey(seat), card)
    return CardReturned(seat=SeatKey(seat), deck=deck, end=end, card=secret(card, to=_with(to, seat)))


def _taken(form: MishapForm, view: RecordView, seat: str, fields: Mapping[str, Sequence[str]]) -> CardTaken:
    if not seat:
        raise Refused(_UNPROCESSABLE, _("Say who drew the card."), ("form", "seat"))
    card = secret(_card(view, fields), to=_with(_audience(view, fields, "drawn_saw"), seat))
    return CardTaken(seat=SeatKey(seat), deck=_deck(form, fields), card=card)


def _with(to: Audience, seat: str) -> Audience:
    """Return an audience with the seat whose card it is."""
    return to if to == ALL else audience(SeatKey(seat), *map(SeatKey, to))


def _deck(form: MishapForm, fields: Mapping[str, Sequence[str]]) -> DeckId:
    return DeckId(read_choice("deck", _said(fields, "deck"), [key for key, _title in form.decks]))


def _card(view: RecordView, fields: Mapping[str, Sequence[str]]) -> str:
    return read_choice("card", _said(fields, "card") or _UNKNOWN, (_UNKNOWN, *view.faces))


def _audience(view: RecordView, fields: Mapping[str, Sequence[str]], name: str = "saw") -> Audience:
    """Return who saw the card beside its owner: everybody, one seat, or nobody else."""
    saw = read_choice(name, _said(fields, name), ("", EVERYBODY, *view.header.seats))
    return ALL if saw == EVERYBODY else audience(*((SeatKey(saw),) if saw else ()))


def _seat(view: RecordView, seat: str) -> SeatKey | None:
    return next((key for key in view.header.seats if key == seat), None)


def _one(fields: Mapping[str, Sequence[str]], name: str) -> str:
    if name not in fields:
        raise Refused(_UNPROCESSABLE, _("The form is incomplete: “%(name)s” is missing.", name=name), ("form", name))
    return fields[name][0]


def _said(fields: Mapping[str, Sequence[str]], name: str) -> str:
    return fields.get(name, ("",))[0]
