"""Places and the cards that lie in them: ``gate``, ``B.gate``, ``B.castle.3``, ``draw``, ``A.hand``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from importers.notation.items import LineWord
from importers.notation.problems import LineRefused, short
from records.core.ids import PileId, SeatKey, SlotId
from records.core.wording.notation import PlaceForm

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.position import Position

_PLACE = re.compile(r"(?:(?P<seat>[A-Z0-9]{1,2})\.)?(?P<kind>[a-z][a-z0-9-]*)(?:\.(?P<nth>[0-9]{1,3}))?")
HAND = "hand"


class PlaceWords:
    """The places of one game."""

    def __init__(self, places: Mapping[str, PlaceForm], seats: tuple[SeatKey, ...]) -> None:
        self._places, self._seats = places, seats
        self._owned = frozenset(seats)

    def form(self, word: LineWord) -> tuple[str, str, int | None]:
        """Return the kind of a place, its id without the seat left out, and the number after it; raises ``LineRefused``."""
        kind, seat, nth = self._split(word)
        return kind, seat, nth

    def _split(self, word: LineWord) -> tuple[str, str, int | None]:
        match = _PLACE.fullmatch(word.text) if word.kind == "WORD" else None
        if match is None or (match["kind"] not in self._places and match["kind"] != HAND):
            raise LineRefused("malformed", f"{short(word.text)} is not a place", word.at, self.words)
        seat = match["seat"] or ""
        own = match["kind"] == HAND or self._places[match["kind"]].own
        if seat and (not own or seat not in self._owned):
            why = f"nobody sits at {seat}" if own else f"{match['kind']} belongs to nobody"
            raise LineRefused("malformed", f"{why}; the seats are {', '.join(self._seats)}", word.at)
        return match["kind"], seat, int(match["nth"]) if match["nth"] else None

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all places."""
        return (*self._places, HAND)

    def kind_of(self, kind: str) -> str:
        """Return ``pile``, ``deck``, ``zone`` or ``hand``."""
        return HAND if kind == HAND else self._places[kind].kind

    def up(self, kind: str) -> bool:
        """Whether cards always lie face up there."""
        return kind != HAND and self._places[kind].up

    def own(self, kind: str) -> bool:
        """Whether each seat has such a place."""
        return kind == HAND or self._places[kind].own

    def place(self, word: LineWord, actor: SeatKey | None) -> str:
        """Return the id of a place: ``gate:A``, ``draw``; raises ``LineRefused`` for what is none."""
        kind, seat, nth = self._split(word)
        if nth is not None:
            raise LineRefused("malformed", f"{short(word.text)} is a card in a place, and a place belongs here", word.at)
        return self._id(kind, seat or (actor or ""), word)

    def _id(self, kind: str, seat: str, word: LineWord) -> str:
        if not self.own(kind):
            return kind
        if not seat:
            raise LineRefused("malformed", f"whose {kind}? {self._seats[0]}.{kind}, for example", word.at)
        return f"{kind}:{seat}"

    def slot(self, word: LineWord, actor: SeatKey | None, position: Position[Any]) -> SlotId:
        """Return the id of a lying card, the number counted from the top; raises ``LineRefused`` where none lies."""
        kind, seat, nth = self._split(word)
        pile = self._id(kind, seat or (actor or ""), word)
        lying = position.table.piles.get(PileId(pile), ())
        if nth is None and len(lying) == 1:
            nth = 1
        if nth is None or not 0 < nth <= len(lying):
            if not lying:
                raise LineRefused("illegal", f"no card lies at {short(word.text)}", word.at)
            there = f"{len(lying)} cards lie there" if len(lying) != 1 else "one card lies there"
            raise LineRefused("illegal" if nth else "malformed", f"which card of {short(word.text)}? {there}", word.at)
        return lying[nth - 1]

    def write(self, place: str, actor: SeatKey | None) -> str:
        """Return the word for a place, "" for one that has none."""
        kind, colon, seat = place.partition(":")
        if kind != HAND and kind not in self._places:
            return ""
        if not colon:
            return "" if self.own(kind) else kind
        return kind if seat == actor else f"{seat}.{kind}"

    def write_slot(self, slot: str, actor: SeatKey | None, position: Position[Any], *, always_numbered: bool = False) -> str:
        """Return the word for a lying card, "" for one that lies nowhere."""
        lying = position.table.slots.get(SlotId(slot))
        if lying is None:
            return ""
        word, pile = self.write(lying.pile, actor), position.table.piles[lying.pile]
        if not word or slot not in pile:
            return ""
        return word if len(pile) == 1 and not always_numbered else f"{word}.{pile.index(SlotId(slot)) + 1}"
