"""Facts as lines with ``@``: take-backs, what went wrong, gaps, corrections, positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from importers.notation.items import GameLine, LineWord
from importers.notation.line_table import LineTable
from importers.notation.lines.groups import LineGroup
from importers.notation.positions import PositionWords, read_audience
from importers.notation.problems import LineRefused, short
from records.core.events import Event
from records.core.ids import DeckId, SeatKey
from records.core.logs.effective import effective
from records.core.logs.take_back import take_back
from records.core.secret import ALL, Audience, Secret, audience, secret
from records.core.shared import (
    CardExposed,
    CardReturned,
    CardTaken,
    Corrected,
    GapNoted,
    IrregularityNoted,
    PositionSet,
    Replacement,
    TakenBack,
)
from records.core.table import HAND
from records.errors import RecordsError

if TYPE_CHECKING:
    from records.core.events import Recorded

BACK, IRREGULAR, EXPOSED, RETURNED, TAKEN, GAP, CORRECT, POSITION = (
    "@back",
    "@irregular",
    "@exposed",
    "@returned",
    "@taken",
    "@gap",
    "@correct",
    "@position",
)
FACTS = (BACK, IRREGULAR, EXPOSED, RETURNED, TAKEN, GAP, CORRECT, POSITION)
IRREGULARITIES = ("exposed", "wrong-draw", "out-of-turn", "missed-effect", "misdeal", "other")
ENDS = ("top", "bottom", "shuffled")


class Facts:
    """Reads and writes the facts of one record at its table."""

    def __init__(self, table: LineTable) -> None:
        self._table = table
        self.positions = PositionWords(table.game, table.header, table.names, table.places)

    def read(self, line: GameLine, below: Sequence[GameLine], instead: Sequence[LineGroup]) -> None:
        """Record a fact: ``below`` are the lines of a position, ``instead`` the corrected line. Raises ``LineRefused``."""
        word, *rest = line.words
        why = rest.pop().text if rest and rest[-1].kind == "STRING" else ""
        match word.text:
            case "@back":
                event: Event = self._back(word, rest, why)
            case "@irregular":
                event = self._irregular(word, rest, why)
            case "@exposed":
                event = self._exposed(word, rest)
            case "@returned":
                event = self._returned(word, rest)
            case "@taken":
                event = self._taken(word, rest)
            case "@gap":
                _no_more(rest)
                event = GapNoted(why=why)
            case "@correct":
                event = self._corrected(word, rest, why, instead)
            case "@position":
                _no_more(rest)
                event = self.positions.read(why, below, self._table.position.version + 1)
            case _:
                raise LineRefused("malformed", f"{short(word.text)} is not a fact", word.at, FACTS)
        if instead and not isinstance(event, Corrected):
            raise LineRefused("malformed", f"nothing in brackets belongs to {word.text}", instead[0].at)
        if not any(isinstance(event, cls) for cls in self._table.game.event_names.values()):
            raise LineRefused("illegal", f"there is no {word.text} in {self._table.game.name}", word.at)
        self._table.fact(event, line.at)
        noted = _noted(event, why)
        if noted is not None:
            self._table.fact(noted, line.at)
            self._table.starts.pop()  # both are on one line, which is taken back as one

    def write(self, event: Event) -> list[str] | None:
        """Return the lines of a fact; None where it has no form."""
        match event:
            case TakenBack():
                return self._told_back(event)
            case IrregularityNoted():
                seat = f" {event.seat}" if event.seat else ""
                return [f"{IRREGULAR} {event.what}{seat}{_why(event.words)}"] if event.what in IRREGULARITIES else None
            case CardExposed():
                place = self._place(event.place, event.index)
                return [f"{EXPOSED} {place} {self._card(event.card, ALL)}"] if place and len(event.card.faces) == 1 else None
            case CardReturned():
                deck = self._table.places.write(event.deck, None)
                card = self._card(event.card, audience(event.seat))
                return [f"{RETURNED} {event.seat}.hand {deck} {event.end} {card}"] if deck and len(event.card.faces) == 1 else None
            case CardTaken():
                deck = self._table.places.write(event.deck, None)
                card = self._card(event.card, audience(event.seat))
                return [f"{TAKEN} {event.seat}.hand {deck} {card}"] if deck and len(event.card.faces) == 1 else None
            case GapNoted():
                return [GAP + _why(event.why)]
            case PositionSet():
                below = self.positions.write(event, self._table.position.version + 1)
                return None if below is None else [POSITION + _why(event.why), *(f"  {line}" for line in below)]
            case _:
                return None

    def _back(self, word: LineWord, rest: Sequence[LineWord], why: str) -> Event:
        table, starts = self._table, self._table.starts
        if not rest or not rest[0].text.isdigit() or not 0 < int(rest[0].text[:6]) <= len(starts):
            raise LineRefused("malformed", f"how many lines are taken back? 1 to {len(starts)}", rest[0].at if rest else word.at)
        agreed: list[SeatKey] = []
        if rest[1:]:
            if rest[1].text != "by":
                raise LineRefused("malformed", f"{short(rest[1].text)} does not fit here; those who agree are named after by", rest[1].at)
            agreed = [self._seat(one) for one in rest[2:]]
        try:
            return take_back(table.game, table.header, table.log, starts[-int(rest[0].text)], agreed=agreed, why=why)
        except RecordsError as error:
            raise table.refused(error, word.at) from None

    def _told_back(self, event: TakenBack) -> list[str] | None:
        starts = self._table.starts
        if event.to not in starts:
            return None
        number = len(starts) - starts.index(event.to)
        by = f" by {' '.join(event.agreed)}" if event.agreed else ""
        return [f"{BACK} {number}{by}{_why(event.why)}"]

    def _irregular(self, word: LineWord, rest: Sequence[LineWord], why: str) -> Event:
        if not rest or rest[0].text not in IRREGULARITIES:
            raise LineRefused("malformed", "what went wrong?", rest[0].at if rest else word.at, IRREGULARITIES)
        _no_more(rest[2:])
        return IrregularityNoted(what=rest[0].text, seat=self._seat(rest[1]) if rest[1:] else None, words=why)

    def _exposed(self, word: LineWord, rest: Sequence[LineWord]) -> Event:
        if len(rest) not in {2, 3}:
            raise LineRefused("malformed", "a place, a card and who saw it: @exposed B.hand cook @*", word.at)
        place, index = self._where(rest[0])
        return CardExposed(place=place, index=index, card=self._shown(rest[1], rest[2:], ALL))

    def _returned(self, word: LineWord, rest: Sequence[LineWord]) -> Event:
        if len(rest) not in {4, 5}:
            raise LineRefused("malformed", "a hand, a deck, its end, a card and who knows it: @returned A.hand draw top cook", word.at)
        seat = self._holder(rest[0], "a card is returned from a hand")
        if rest[2].text not in ENDS:
            raise LineRefused("malformed", f"{short(rest[2].text)} is not an end of a deck", rest[2].at, ENDS)
        deck = DeckId(self._table.places.place(rest[1], None))
        return CardReturned(seat=seat, deck=deck, end=rest[2].text, card=self._shown(rest[3], rest[4:], audience(seat)))

    def _taken(self, word: LineWord, rest: Sequence[LineWord]) -> Event:
        if len(rest) not in {3, 4}:
            raise LineRefused("malformed", "a hand, a deck, a card and who saw it: @taken A.hand draw cook", word.at)
        seat = self._holder(rest[0], "a card is taken to a hand")
        deck = DeckId(self._table.places.place(rest[1], None))
        return CardTaken(seat=seat, deck=deck, card=self._shown(rest[2], rest[3:], audience(seat)))

    def _holder(self, word: LineWord, what: str) -> SeatKey:
        hand = self._table.places.place(word, None)
        if not hand.startswith(HAND):
            raise LineRefused("malformed", what, word.at)
        return SeatKey(hand.removeprefix(HAND))

    def _corrected(self, word: LineWord, rest: Sequence[LineWord], why: str, instead: Sequence[LineGroup]) -> Event:
        table, starts = self._table, self._table.starts
        if len(rest) != 1 or not rest[0].text.isdigit() or not 0 < int(rest[0].text[:6]) <= len(starts):
            raise LineRefused("malformed", f"which line is corrected? 1 is the last, {len(starts)} the first", word.at)
        if len(instead) != 1:
            raise LineRefused("malformed", "the line as it should stand follows in brackets", word.at)
        nth = int(rest[0].text)
        first = starts[-nth]
        last = starts[-nth + 1] if nth > 1 else table.position.version
        apart = self.before(first)
        apart.play(instead[0])
        old = {recorded.v: recorded.event for recorded in effective(table.log)}
        new: Sequence[Recorded[Event]] = apart.log[first:]
        if [type(one.event) for one in new] != [type(old.get(version)) for version in range(first + 1, last + 1)]:
            raise LineRefused("illegal", "a correction changes faces, and this line leads to something else", instead[0].at)
        of = tuple(Replacement(version=one.v, event=one.event) for one in new if one.event != old[one.v])
        if not of:
            raise LineRefused("illegal", "the line repeats what is there already", instead[0].at)
        return Corrected(of=of, why=why)

    def before(self, version: int) -> LineTable:
        """Return a separate table at the position after an earlier event."""
        table = self._table
        apart = LineTable(table.game, table.header, table.vocabulary, table.names, table.start)
        apart.as_played = table.as_played
        apart.filler.follow(table.log[:version])
        apart.position = apart.filler.mark()
        return apart

    def _where(self, word: LineWord) -> tuple[str, int]:
        table = self._table
        kind, _seat, nth = table.places.form(word)
        match table.places.kind_of(kind):
            case "hand":
                return table.places.place(word, None), 0
            case "pile":
                return table.places.slot(word, None, table.position), 0
            case "deck":
                return table.places.place(word._replace(text=word.text.removesuffix(f".{nth}")), None), (nth or 1) - 1
            case _:
                raise LineRefused("illegal", f"{short(word.text)} lies open", word.at)

    def _place(self, place: str, index: int) -> str:
        places = self._table.places
        if place.startswith(HAND):
            return places.write(place, None)
        if word := places.write_slot(place, None, self._table.position):
            return word
        word = places.write(place, None)
        return f"{word}.{index + 1}" if word and index else word

    def _shown(self, word: LineWord, to: Sequence[LineWord], usual: Audience) -> Secret:
        faces = self._table.names.faces(word)
        if len(faces) != 1:
            raise LineRefused("ambiguous", f"{short(word.text)} is one of {', '.join(map(str, faces))}", word.at)
        return secret(faces[0], to=read_audience(to[0], to[0].text, self._table.header.seats) if to else usual)

    def _card(self, card: Secret, usual: Audience) -> str:
        told = self._table.names.write_all(card.faces)[0] if card.faces else ""
        return told if card.known_to == usual else f"{told} @{''.join(card.known_to) or '-'}"

    def _seat(self, word: LineWord) -> SeatKey:
        if word.text not in self._table.header.seats:
            raise LineRefused(
                "malformed", f"nobody sits at {short(word.text)}; the seats are {', '.join(self._table.header.seats)}", word.at
            )
        return SeatKey(word.text)


def _no_more(rest: Sequence[LineWord]) -> None:
    if rest:
        raise LineRefused("malformed", f"{short(rest[0].text)} does not fit here", rest[0].at)


def _noted(event: Event, why: str) -> IrregularityNoted | None:
    """Return the words beside what happened to a card, which has none of its own: the note that the page would write."""
    if not why:
        return None
    match event:
        case CardExposed():
            seat = SeatKey(event.place.removeprefix(HAND)) if event.place.startswith(HAND) else None
            return IrregularityNoted(what="exposed", seat=seat, words=why)
        case CardReturned():
            return IrregularityNoted(what="other", seat=event.seat, words=why)
        case CardTaken():
            return IrregularityNoted(what="wrong-draw", seat=event.seat, words=why)
        case _:
            return None


def _why(text: str) -> str:
    return f" {msgspec.json.encode(text).decode()}" if text else ""
