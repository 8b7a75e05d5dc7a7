"""What is touched for a command: the cards, places and dice that it names, each by a key that the board's elements bear.

No game is known here. What a field of a command names is found by looking where that lies: a slot, a place, a card of the own hand, a seat.
Keys, for a script and for the forms that it sends:

    hand:A/archer  a card of a hand; hand:A/? one that nobody noted
    slot:s14       a card on the table
    place:pile:A   a place
    die:A/5        a die by its pips
    name:dragon    a card that lies out of sight, or is the one that nobody noted, found by its name
    seat:B         somebody
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import UNKNOWN
from records.core.secret import Secret
from records.core.tables.hands import Hand
from web.pages.board.places import place_title
from web.words.texts import _
from web.words.wording import seat_name, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.ids import SeatKey
    from records.core.position import Command, Position
    from records.service import RecordView

WORDLESS = frozenset({"seat", "answers", "below", "left"})
"""Fields that say who does it, which question it answers, and what is left by what is chosen."""
DICE = "dice"
"""Field of numbers of dice, from 0, as they fell."""


class Touching:
    """Finds the touches of commands at one position."""

    def __init__(self, view: RecordView, position: Position[Any]) -> None:
        self._view, self._table = view, position.table
        field = view.field(view.steps)
        self._dice = {roll.seat: [pips for pips, _used in roll.dice] for roll in field.dice} if field else {}

    def touches(self, command: Command) -> tuple[str, ...]:
        """Return the keys of what a command names, in the order of its fields."""
        seat = getattr(command, "seat", None)
        held = self._table.hands.get(seat, Hand()) if seat is not None else Hand()
        hand = Counter([*held.faces, *(str(UNKNOWN),) * (held.count - len(held.faces))])
        fields = ((name, value) for name, value in msgspec.structs.asdict(command).items() if name not in WORDLESS)
        return tuple(key for name, value in fields for key in self._named(name, value, seat, hand))

    def whole_hand(self, command: Command, touches: Sequence[str]) -> bool:
        """Whether the touches are all cards of the commanding seat's hand, and nothing else."""
        seat = getattr(command, "seat", None)
        held = self._table.hands.get(seat, Hand()) if seat is not None else Hand()
        return len(touches) == held.count and all(key.startswith(f"hand:{seat}/") for key in touches)

    def lying(self, key: str) -> str:
        """Return a key that says of a slot where it lies, counted from the top, in place of its id; every other key as it is."""
        slot = key.removeprefix("slot:")
        for pile, slots in self._table.piles.items() if slot != key else ():
            if slot in slots:
                return f"slot:{pile}#{[*slots].index(next(each for each in slots if each == slot))}"
        return key

    def words(self, key: str) -> str:
        """Return what a key stands for."""
        sort, _colon, named = key.partition(":")
        match sort:
            case "hand" | "name":
                face = named.rpartition("/")[2]
                return _("a card that nobody noted") if face == UNKNOWN else title_of(face, self._view.faces)
            case "slot":
                return self._slot_words(named)
            case "place":
                return self._place_words(named)
            case "die":
                return _("die %(pips)s", pips=named.rpartition("/")[2])
            case _:
                return next((seat_name(seat, self._view.names) for seat in self._view.header.seats if seat == named), named)

    def _named(self, name: str, value: Any, seat: SeatKey | None, hand: Counter[str]) -> Iterator[str]:
        if isinstance(value, Secret):
            for face in value.faces:
                yield from self._one(str(face), seat, hand)
        elif isinstance(value, tuple):
            for part in value:
                yield from self._die(part, seat) if name == DICE else self._named(name, part, seat, hand)
        elif isinstance(value, str):
            yield from self._one(value, seat, hand)

    def _one(self, value: str, seat: SeatKey | None, hand: Counter[str]) -> Iterator[str]:
        table = self._table
        if value in table.slots:
            yield f"slot:{value}"
        elif ":" in value and value.partition(":")[0] in self._view.game.board.places:  # a pile without cards stands in no table
            yield f"place:{value}"
        elif hand[value] > 0:
            hand[value] -= 1
            yield f"hand:{seat}/{value}"
        elif value == UNKNOWN or value in self._view.faces:
            if hand[str(UNKNOWN)] > 0:  # else it lies elsewhere out of sight
                hand[str(UNKNOWN)] -= 1
                yield f"hand:{seat}/{UNKNOWN}"
            if value != UNKNOWN:
                yield f"name:{value}"
        elif value in self._view.header.seats:
            yield f"seat:{value}"

    def _die(self, nth: int, seat: SeatKey | None) -> Iterator[str]:
        dice = self._dice.get(seat, []) if seat is not None else []
        if nth < len(dice):
            yield f"die:{seat}/{dice[nth]}"

    def _slot_words(self, slot: str) -> str:
        lying = next((lying for key, lying in self._table.slots.items() if key == slot), None)
        if lying is None:
            return slot
        face = lying.face
        card = title_of(face, self._view.faces) if isinstance(face, str) and face != UNKNOWN else _("a face-down card")
        return _("%(card)s, %(place)s", card=card, place=self._place_words(lying.pile))

    def _place_words(self, place: str) -> str:
        return place_title(self._view, place)
