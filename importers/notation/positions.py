"""A whole position as lines: ``B.gate = ogre spy@AB ? ^veteran``, ``draw = rest``, ``set active=A turn=9``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from importers.notation.cards import CardNames, one_by_one
from importers.notation.items import GameLine, LineWord
from importers.notation.places import HAND, PlaceWords
from importers.notation.problems import LineRefused, short
from records.core.faces import UNKNOWN, Face, known
from records.core.ids import DeckId, PileId, SeatKey, ZoneId, slot_id
from records.core.secret import ALL, NOBODY, Audience, Secret, audience, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.header import Header

SET, REST = "set", "rest"
_COUNTER = re.compile(r"([A-Za-z_][A-Za-z0-9_.]*)=(.*)", re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class PositionWords:
    """Reads and writes the positions of one record."""

    def __init__(self, game: Game, header: Header, names: CardNames, places: PlaceWords) -> None:
        self._game, self._header, self._names, self._places = game, header, names, places

    def belongs(self, line: GameLine) -> bool:
        """Whether a line is one of a position: a place and what lies there, or counters."""
        words = line.words
        if not words or line.turn is not None:
            return False
        return words[0].text == SET or (len(words) > 1 and words[1].kind == "SIGN" and words[1].text == "=")

    def read(self, why: str, lines: Sequence[GameLine], version: int) -> PositionSet:
        """Return the position of some lines; raises ``LineRefused`` for a place twice, an audience that is none, or a card too many."""
        return _PositionReading(self._game, self._header, self._names, self._places, version).position(why, lines)

    def write(self, event: PositionSet, version: int) -> list[str] | None:
        """Return the lines of a position after its first; None where they cannot say all of it. What reads back shows the rest."""
        lines: list[str] = []
        slots: dict[str, str] = {}
        nth = 0
        for hand in event.hands:
            parts = " / ".join(self._part(part, audience(hand.seat)) for part in hand.cards)
            lines.append(f"{hand.seat}.{HAND} = {parts}")
        for pile in event.piles:
            word = self._places.write(pile.pile, None)
            owner = self._owner(pile.pile)
            words = []
            for place, slot in enumerate(pile.slots, 1):
                nth += 1
                if slot.slot != slot_id(version, nth):
                    return None
                slots[slot.slot] = f"{word}.{place}" if len(pile.slots) > 1 else word
                usual = ALL if slot.up else owner
                told = self._names.write_all(slot.card.faces)
                if len(told) != 1:
                    return None
                words.append(
                    ("^" if slot.up else "") + told[0] + ("" if slot.card.known_to == usual else write_audience(slot.card.known_to))
                )
            if not word:
                return None
            lines.append(f"{word} = {' '.join(words)}")
        for deck in event.decks:
            word = self._places.write(deck.deck, None)
            if not word:
                return None
            lines.append(f"{word} = {' / '.join(self._part(part, NOBODY) for part in deck.blocks)}")
        for zone in event.zones:
            word = self._places.write(zone.zone, None)
            if not word:
                return None
            lines.append(f"{word} = {' '.join(self._names.write_all(zone.faces))}")
        if event.counters:
            lines.append(" ".join((SET, *(_counter(name, value, slots) for name, value in event.counters))))
        return [line.rstrip() for line in lines]

    def _part(self, part: Secret, usual: Audience) -> str:
        words = " ".join(self._names.write_all(part.faces))
        return words if part.known_to == usual else f"{words} {write_audience(part.known_to)}".strip()

    def _owner(self, pile: str) -> Audience:
        _kind, colon, seat = pile.partition(":")
        return audience(seat) if colon else ALL


class _PositionReading:
    def __init__(self, game: Game, header: Header, names: CardNames, places: PlaceWords, version: int) -> None:
        self._game, self._header, self._names, self._places = game, header, names, places
        self._version = version
        self._slots = 0
        self._seen: set[str] = set()
        self._rest: list[tuple[DeckId, Audience, LineWord]] = []

    def position(self, why: str, lines: Sequence[GameLine]) -> PositionSet:
        hands: list[HandSet] = []
        piles: list[PileSet] = []
        decks: list[DeckSet] = []
        zones: list[ZoneSet] = []
        counted: list[GameLine] = []
        for line in lines:
            if line.words[0].text == SET:
                counted.append(line)
                continue
            word, _equals, *cards = line.words
            place = self._places.place(word, None)
            if place in self._seen:
                raise LineRefused("malformed", f"{short(word.text)} is laid out twice", word.at)
            self._seen.add(place)
            match self._places.kind_of(place.partition(":")[0]):
                case "hand":
                    seat = SeatKey(place.partition(":")[2])
                    hands.append(HandSet(seat=seat, cards=tuple(self._parts(cards, audience(seat)))))
                case "pile":
                    piles.append(PileSet(pile=PileId(place), slots=tuple(self._lying(cards, place))))
                case "deck":
                    decks.append(DeckSet(deck=DeckId(place), blocks=tuple(self._blocks(cards, DeckId(place)))))
                case _:
                    zones.append(ZoneSet(zone=ZoneId(place), faces=tuple(self._face(one) for one in one_by_one(cards))))
        made = PositionSet(hands=tuple(hands), piles=tuple(piles), decks=tuple(decks), zones=tuple(zones), why=why)
        made = self._with_rest(made)
        counters = dict[str, int | str | bool]()
        for line in counted:
            for name, value in self._counters(line, made):
                if name in counters:
                    raise LineRefused("malformed", f"{short(name)} is set twice", line.words[0].at)
                counters[name] = value
        return msgspec.structs.replace(made, counters=tuple(sorted(counters.items())))

    def _face(self, word: LineWord) -> Face:
        found = self._names.faces(word)
        if len(found) > 1:
            raise LineRefused("ambiguous", f"{short(word.text)} is one of {', '.join(map(str, found))}", word.at)
        return found[0]

    def _parts(self, words: Sequence[LineWord], usual: Audience) -> Iterator[Secret]:
        for part in _split(words):
            to = usual
            if part and part[-1].text.startswith("@"):
                to = self._audience(part[-1], part[-1].text)
                part = part[:-1]  # noqa: PLW2901 -- the rest of it
            yield secret(*(self._face(word) for word in one_by_one(part)), to=to)

    def _blocks(self, words: Sequence[LineWord], deck: DeckId) -> Iterator[Secret]:
        if words and words[0].text == REST:
            to = self._audience(words[1], words[1].text) if len(words) == 2 else NOBODY  # noqa: PLR2004 -- "rest" and its audience
            if len(words) > 1 and not words[1].text.startswith("@"):
                raise LineRefused("malformed", "after rest comes at most who knows it", words[1].at)
            self._rest.append((deck, to, words[0]))
            return
        yield from self._parts(words, NOBODY)

    def _lying(self, words: Sequence[LineWord], pile: str) -> Iterator[SlotSet]:
        kind, colon, seat = pile.partition(":")
        for word in one_by_one([*_each(words)]):
            text, at_sign, who = word.text.partition("@")
            up = text.startswith("^") or self._places.up(kind)
            usual = ALL if up or not colon else audience(seat)
            to = self._audience(word, "@" + who) if at_sign else usual
            self._slots += 1
            face = self._face(word._replace(text=text.removeprefix("^")))
            yield SlotSet(slot=slot_id(self._version, self._slots), card=secret(face, to=to), up=up)

    def _audience(self, word: LineWord, text: str) -> Audience:
        return read_audience(word, text, self._header.seats)

    def _with_rest(self, made: PositionSet) -> PositionSet:
        """Put into the one deck that takes the rest all cards that lie nowhere else."""
        if not self._rest:
            return made
        if len(self._rest) > 1:
            raise LineRefused("malformed", "one deck takes the rest", self._rest[1][2].at)
        (deck, to, word), *_ = self._rest
        left: Counter[Face] = Counter()
        for block in (block for one in self._game.initial(self._header).decks for block in one.blocks):
            left.update(block.faces)
        named = [face for faces in _all_faces(made) for face in faces]
        left.subtract(face for face in named if known(face))
        if short_of := [str(face) for face, number in left.items() if number < 0]:
            raise LineRefused("illegal", f"there are not so many of {', '.join(sorted(short_of))}", word.at)
        faces: list[Face] = list((+left).elements())
        unnamed = len(named) - sum(known(face) for face in named)
        if unnamed:
            if unnamed > len(faces):
                raise LineRefused("illegal", f"{unnamed} cards are not named, and {len(faces)} are left", word.at)
            faces = [UNKNOWN] * (len(faces) - unnamed)
        blocks = (secret(*faces, to=to),) if faces else ()
        decks = tuple(msgspec.structs.replace(one, blocks=blocks) if one.deck == deck else one for one in made.decks)
        return msgspec.structs.replace(made, decks=decks)

    def _counters(self, line: GameLine, made: PositionSet) -> Iterator[tuple[str, int | str | bool]]:
        words = [*line.words[1:]]
        while words:
            word = words.pop(0)
            match = _COUNTER.fullmatch(word.text)
            if word.text.endswith("=") is False and match is None and words[:1] and words[0].text == "=":
                words.pop(0)
                match = _COUNTER.fullmatch(word.text + "=")
            if match is None:
                raise LineRefused("malformed", f"{short(word.text)} is not a counter with its value: turn=9", word.at)
            value = match[2]
            if not value and words and words[0].kind == "STRING":
                yield self._named(match[1], word, made), words.pop(0).text
            else:
                yield self._named(match[1], word, made), _value(value)

    def _named(self, name: str, word: LineWord, made: PositionSet) -> str:
        """A counter of a card that lies is named after its place: ``damage.A.a2``."""
        what, dot, place = name.partition(".")
        if not dot or place in self._header.seats:
            return name
        kind, seat, nth = self._places.form(word._replace(text=place))
        pile = f"{kind}:{seat}" if seat else kind
        lying = next((one.slots for one in made.piles if one.pile == pile), ())
        nth = nth if nth is not None or len(lying) != 1 else 1
        if nth is None or not 0 < nth <= len(lying):
            raise LineRefused("malformed", f"no card lies at {short(place)}", word.at)
        return f"{what}.{lying[nth - 1].slot}"


def read_audience(word: LineWord, text: str, seats: tuple[SeatKey, ...]) -> Audience:
    """Return who was shown a card: ``@AB``, ``@*`` all, ``@-`` nobody; raises ``LineRefused`` for a seat that is not here."""
    who = text.removeprefix("@")
    if who == "*":
        return ALL
    if who == "-":
        return NOBODY
    found: list[str] = []
    while who:
        seat = next((one for one in sorted(seats, key=len, reverse=True) if who.startswith(one)), "")
        if not seat:
            raise LineRefused("malformed", f"nobody sits at {short(who)}; the seats are {', '.join(seats)}", word.at)
        found.append(seat)
        who = who[len(seat) :]
    if not found:
        raise LineRefused("malformed", "after @ comes who was shown it: @AB, @* for all, @- for nobody", word.at)
    return audience(*found)


def write_audience(known_to: Audience) -> str:
    """Return who was shown a card, or may read a note, as ``read_audience`` reads it."""
    return "@" + ("".join(known_to) if known_to else "-")


def _split(words: Sequence[LineWord]) -> list[list[LineWord]]:
    if not words:
        return []
    parts: list[list[LineWord]] = [[]]
    for word in words:
        if word.kind == "SIGN" and word.text == "/":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _each(words: Sequence[LineWord]) -> Iterator[LineWord]:
    """Words of a pile, with the times before the audience: ``?*2@AB`` is read as ``?@AB`` twice."""
    for word in words:
        if word.kind == "SIGN":
            raise LineRefused("malformed", f"{word.text} does not fit here", word.at)
        text, at_sign, who = word.text.partition("@")
        base, star, times = text.partition("*")
        if star and times.isdigit() and int(times) < 1000 and at_sign and who != "*":  # noqa: PLR2004 -- as elsewhere
            yield from [word._replace(text=f"{base}@{who}")] * int(times)
        else:
            yield word


def _all_faces(made: PositionSet) -> Iterator[tuple[Face, ...]]:
    for hand in made.hands:
        yield from (part.faces for part in hand.cards)
    for pile in made.piles:
        yield from (slot.card.faces for slot in pile.slots)
    for deck in made.decks:
        yield from (block.faces for block in deck.blocks)
    for zone in made.zones:
        yield zone.faces


def _value(text: str) -> int | str | bool:
    if text in {"yes", "no"}:
        return text == "yes"
    return int(text) if _NUMBER.fullmatch(text) else text


def _counter(name: str, value: int | str | bool, slots: dict[str, str]) -> str:
    what, dot, slot = name.partition(".")
    if dot and slot in slots:
        name = f"{what}.{slots[slot]}"
    if isinstance(value, bool):
        return f"{name}={'yes' if value else 'no'}"
    if isinstance(value, int):
        return f"{name}={value}"
    plain = re.fullmatch(r"[A-Za-z][A-Za-z-]*", value) and value not in {"yes", "no"}
    return f"{name}={value}" if plain else f"{name}={msgspec.json.encode(value).decode()}"
