"""How the fields of commands are read from words and written as words, by their types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

import msgspec

from importers.notation.cards import CardNames, one_by_one
from importers.notation.items import LineWord
from importers.notation.places import PlaceWords
from importers.notation.problems import LineRefused, short
from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.secret import Secret, audience, secret
from records.core.wording.notation import FieldValue
from records.errors import GameRefused

if TYPE_CHECKING:
    from records.core.position import Position

MOST_READINGS = 12
"""Most ways of understanding the titles of a line that are tried."""
_FACE = frozenset(get_args(Face))
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(slots=True)
class Here:
    """The context in which a line is read or written: the position, the acting seat, and the words of the game."""

    position: Position[Any]
    seat: SeatKey
    names: CardNames
    places: PlaceWords
    purpose: str


class FieldWords:
    """One field of a command; raises ``GameRefused`` for a type that has no written form."""

    def __init__(self, name: str, tp: Any, value: FieldValue | None) -> None:
        self.name, self.value = name, value
        self.many = value is not None
        self.type = _bare(tp)
        origin, args = get_origin(self.type), get_args(self.type)
        self.literal: tuple[str, ...] = ()
        if value is not None:
            self.kind = "value"
        elif self.type is Secret:
            self.kind, self.many = "secret", True
        elif _is_face(self.type):
            self.kind = "face"
        elif self.type in {SeatKey, PileId, SlotId, DeckId, ZoneId, str, int, bool}:
            self.kind = getattr(self.type, "__name__", "")
        elif origin is Literal:
            self.kind, self.literal = "literal", tuple(map(str, args))
        elif origin is tuple:
            self.many = True
            self.kind = self._kind_of_tuple(args)
        else:
            raise GameRefused(f"{name} is of type {tp}, which has no written form; give it a FieldValue")

    def _kind_of_tuple(self, args: tuple[Any, ...]) -> str:
        kinds = {arg for arg in args if arg is not Ellipsis}
        if len(kinds) == 1:
            of = kinds.pop()
            if _is_face(of):
                return "faces"
            if of in {SlotId, PileId, str, int, SeatKey}:
                return f"{of.__name__}s"
            if get_origin(of) is tuple and len(get_args(of)) == 2 and get_args(of)[0] is str:  # noqa: PLR2004 -- a purpose and its cards
                return "pays"
        raise GameRefused(f"{self.name} has no written form; give it a FieldValue")

    def read(self, words: Sequence[LineWord], here: Here) -> Iterator[Any]:
        """Yield what the words may mean, several where a title has several cards; raises ``LineRefused`` for what is none."""
        if self.kind == "value" and self.value is not None:
            yield self._own(words, here)
        elif self.kind in {"face", "faces", "secret"}:
            single = one_by_one(words)
            for faces in islice(product(*(here.names.faces(word) for word in single)), MOST_READINGS):
                if self.kind == "face":
                    if len(faces) != 1:
                        raise LineRefused("malformed", "one card belongs here", words[0].at)
                    yield faces[0]
                else:
                    yield faces if self.kind == "faces" else secret(*faces, to=audience(here.seat))
        elif self.kind == "pays":
            yield from self._pays(words, here)
        elif self.many:
            one = self.kind[:-1]
            yield tuple(self._one(one, word, here) for word in words)
        else:
            yield self._one(self.kind, words[0], here)

    def _own(self, words: Sequence[LineWord], here: Here) -> Any:
        if self.value is None:
            return None
        try:
            return self.value.read(here.position, here.seat, tuple(word.text for word in words))
        except (ValueError, KeyError) as error:
            at = words[0].at if words else 0
            raise LineRefused("malformed", f"{' '.join(word.text for word in words)}: {error}", at) from None

    def _pays(self, words: Sequence[LineWord], here: Here) -> Iterator[Any]:
        plain = [word for word in words if word.kind != "GROUP"]
        groups = [(word.text, word.inside) for word in words if word.kind == "GROUP"]
        if plain:
            groups.insert(0, (here.purpose, tuple(plain)))
        ways = [list(islice(product(*(here.names.faces(word) for word in one_by_one(inside))), MOST_READINGS)) for _, inside in groups]
        for faces in islice(product(*ways), MOST_READINGS):
            yield tuple((purpose, cards) for (purpose, _), cards in zip(groups, faces, strict=True))

    def _one(self, kind: str, word: LineWord, here: Here) -> Any:
        text = word.text
        match kind:
            case "SeatKey":
                if text not in getattr(here.position.state, "seats", (text,)):
                    raise LineRefused("malformed", f"nobody sits at {short(text)}", word.at)
                return SeatKey(text)
            case "PileId" | "DeckId" | "ZoneId":
                return here.places.place(word, here.seat)
            case "SlotId":
                return here.places.slot(word, here.seat, here.position)
            case "int":
                if not _NUMBER.fullmatch(text):
                    raise LineRefused("malformed", f"{short(text)} is not a number", word.at)
                return int(text)
            case "bool":
                if text not in {"yes", "no"}:
                    raise LineRefused("malformed", f"{short(text)} is neither yes nor no", word.at)
                return text == "yes"
            case "literal":
                if text not in self.literal:
                    raise LineRefused("malformed", f"{short(text)} is none of {', '.join(self.literal)}", word.at)
                return int(text) if text.isdigit() else text
            case _:
                return self._text(word, here)

    def _text(self, word: LineWord, here: Here) -> str:
        """A word that names a place, a lying card or nothing of these."""
        if word.kind == "WORD" and ("." in word.text or word.text in here.places.words):
            try:
                _kind, _seat, nth = here.places.form(word)
            except LineRefused:
                return word.text
            return here.places.place(word, here.seat) if nth is None else here.places.slot(word, here.seat, here.position)
        return word.text

    def write(self, value: Any, here: Here) -> tuple[str, ...] | None:
        """Return the words of a value; None for one that has none."""
        match self.kind:
            case "value":
                return self._own_words(value, here)
            case "face":
                return here.names.write_all([value])
            case "faces":
                return here.names.write_all(value)
            case "secret":
                return here.names.write_all(value.faces)
            case "pays":
                if len(value) == 1 and value[0][0] == here.purpose:
                    return here.names.write_all(value[0][1])
                return tuple(f"{purpose}({' '.join(here.names.write_all(cards))})" for purpose, cards in value)
            case _ if self.many:
                words = tuple(self._word(self.kind[:-1], one, here) for one in value)
                return words if all(words) else None
            case _:
                word = self._word(self.kind, value, here)
                return (word,) if word else None

    def _own_words(self, value: Any, here: Here) -> tuple[str, ...] | None:
        if self.value is None:
            return None
        try:
            return self.value.write(here.position, here.seat, value)
        except (ValueError, LookupError):
            return None

    def _word(self, kind: str, value: Any, here: Here) -> str:
        match kind:
            case "PileId" | "DeckId" | "ZoneId":
                return here.places.write(str(value), here.seat)
            case "SlotId":
                return here.places.write_slot(str(value), here.seat, here.position)
            case "bool":
                return "yes" if value else "no"
            case "str":
                return _text_word(str(value), here)
            case _:
                return str(value)


def _text_word(text: str, here: Here) -> str:
    if slot := here.places.write_slot(text, here.seat, here.position, always_numbered=True):
        return slot
    if ":" in text and (place := here.places.write(text, here.seat)):
        return place
    plain = _PLAIN.fullmatch(text) and text not in here.places.words
    return text if plain else msgspec.json.encode(text).decode()


def _bare(tp: Any) -> Any:
    """A type without ``None``."""
    if get_origin(tp) in {Union, UnionType} and NoneType in get_args(tp):
        left = tuple(arg for arg in get_args(tp) if arg is not NoneType)
        return left[0] if len(left) == 1 else Union[left]  # noqa: UP007 -- made at run time
    return tp


def _is_face(tp: Any) -> bool:
    return get_origin(tp) in {Union, UnionType} and set(get_args(tp)) == _FACE
