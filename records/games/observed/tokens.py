"""Names and ids of people, taken out of foreign JSON and put back exactly.

A record's events are chained for ever and people's names are not (design/architecture: Names of people), so each mention becomes a token
of a seat: ``⟦A⟧`` for the name, ``⟦A#⟧`` for the id in a text, ``⟦A=⟧`` for the id as a number. What else must not stay (a table's id, a
spectator's) is counted through: ``⟦*1#⟧``, ``⟦*1=⟧``. A bracket ``⟦`` that was there before is doubled. Ids are found wherever just these
digits stand, in keys too; names as whole words that no apostrophe follows, for "Ben" is not in "Bennett's" nor the owner of "Ben's Den".
The words that a log is built of (``STRUCTURE``) stay as keys and fields, also where somebody is called like that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from records.core.ids import SeatKey
from records.core.sentences import SeatRef

DEPTH = 64
"""How deep foreign JSON may be nested."""
_TOKEN = re.compile(r"⟦(?:(?P<bracket>⟦)|(?P<who>[A-Z0-9]{1,2}|\*[1-9][0-9]*)(?P<form>[#=]?)⟧)")
_SHORTEST_ID = 5
_ID_KEYS = frozenset({"player_id", "playerId", "player", "active_player", "pId", "currentPlayerId"})
_NAME_KEYS = frozenset({"name", "player_name"})
# fmt: off
STRUCTURE = frozenset({
    "_private", "active_player", "args", "avatar", "channel", "color", "concede", "currentPlayerId", "data", "gamedatas", "h", "i18n", "id",
    "lock_uuid", "log", "logs", "move_id", "name", "packet_id", "packet_type", "packets", "player", "player_id", "player_name", "players",
    "preserve", "rank", "reflexion", "result", "score", "status", "synchro", "table_id", "tie", "time", "total", "type", "uid",
    "updateGameProgression", "valid", "zombie",
})
# fmt: on


class Tokeniser:
    """Takes people out of JSON values.

    ``names`` and ``ids`` are by seat. An id of fewer than 5 digits, and a name of one letter or of digits, is found as a whole value of a
    field that holds such (``player_id``, ``name``), or where all keys of an object are ids: elsewhere it would be any number or word.
    With ``pseudonyms`` nothing may be left: names before an apostrophe go too, avatars are emptied, and the ``others`` are counted through.
    """

    def __init__(
        self, names: Mapping[SeatKey, str], ids: Mapping[SeatKey, str], *, pseudonyms: bool = False, others: Iterable[str] = ()
    ) -> None:
        self._pseudonyms = pseudonyms
        self._seat_of_id = {number: seat for seat, number in ids.items()}
        self._name_of = {seat: name for seat, name in names.items() if name}
        self._seat_of_name = {name: seat for seat, name in reversed(self._name_of.items())}
        self._shared = {name for name in self._seat_of_name if list(self._name_of.values()).count(name) > 1}
        self._who = {**{number: f"*{n}" for n, number in enumerate(others, 1)}, **self._seat_of_id}
        weak_names = {name for name in self._seat_of_name if name.isdecimal() or (len(name) == 1 and name.isascii())}
        weak_ids = {number for number in self._who if len(number) < _SHORTEST_ID}
        self._weak = {*weak_names, *weak_ids}
        self._find = _finder(self._seat_of_name.keys() - weak_names, self._who.keys() - weak_ids, apostrophe=pseudonyms).sub
        self._known: dict[str, str] = {}

    def value(self, value: Any) -> Any:
        """Return a JSON value with people as tokens; raises ``RecursionError`` if it is nested deeper than ``DEPTH``."""
        return self._value(value, "", None, DEPTH)

    def text(self, text: str, here: SeatKey | None = None) -> str:
        """Return a text with people as tokens; of two seats with the same name it is ``here``, else the first."""
        if here is not None and self._shared:
            return self._find(lambda match: self._token(match[0], here), text)
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._find(lambda match: self._token(match[0], None), text)
        return found

    def _token(self, word: str, here: SeatKey | None) -> str:
        if word == "⟦":
            return "⟦⟦"
        if word.startswith("${"):
            return word
        if word in self._who:
            return f"⟦{self._who[word]}#⟧"
        return f"⟦{here if word in self._shared and here is not None and self._name_of.get(here) == word else self._seat_of_name[word]}⟧"

    def _value(self, value: Any, key: str, here: SeatKey | None, left: int) -> Any:
        if isinstance(value, str):
            if value in self._weak and (token := self._weak_token(value, key)):
                return token
            return "" if self._pseudonyms and key == "avatar" else self.text(value, here)
        if type(value) is int:
            number = str(value) if abs(value) < 10**20 else ""
            if number in self._who and (number not in self._weak or key in _ID_KEYS):
                return f"⟦{self._who[number]}=⟧"
            return value
        if not left:
            raise RecursionError(f"nested deeper than {DEPTH}")
        if isinstance(value, dict):
            here = self._seat_here(value) or here if self._shared else None
            weak = bool(self._weak) and bool(value) and all(name in self._seat_of_id for name in value)
            return {
                f"⟦{self._who[name]}#⟧" if weak else self._key(name, here): self._value(inner, name, here, left - 1)
                for name, inner in value.items()
            }
        if isinstance(value, list):
            return [self._value(inner, key, here, left - 1) for inner in value]
        return value

    def _key(self, name: str, here: SeatKey | None) -> str:
        return name if name in STRUCTURE else self.text(name, here)

    def _weak_token(self, value: str, key: str) -> str | None:
        if key in _ID_KEYS and value in self._who:
            return f"⟦{self._who[value]}#⟧"
        return f"⟦{self._seat_of_name[value]}⟧" if key in _NAME_KEYS and value in self._seat_of_name else None

    def _seat_here(self, value: dict[str, Any]) -> SeatKey | None:
        stated = (self._seat_of_id.get(str(value[key])) for key in ("player_id", "id", "player") if key in value)
        return next(filter(None, stated), None)


def _finder(names: Iterable[str], ids: Iterable[str], *, apostrophe: bool) -> re.Pattern[str]:
    def any_of(words: Iterable[str]) -> str:
        return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)"

    end = r"(?![\w\u0300-\u036f])" if apostrophe else r"(?![\w\u0300-\u036f'’])"  # noqa: RUF001 -- the apostrophe as it is printed
    fields = rf"\$\{{(?:{any_of(STRUCTURE)})\}}"
    return re.compile(rf"{fields}|(?<!\w)(?:{any_of(names)}){end}|(?<![0-9])(?:{any_of(ids)})(?![0-9])|⟦")


def put_back(value: Any, names: Mapping[SeatKey, str], ids: Mapping[SeatKey, str]) -> Any:
    """Return a JSON value with people where their tokens stand, the inverse of ``Tokeniser.value``.

    A seat without name or id keeps its token.
    """

    def word(match: re.Match[str]) -> str:
        if match["bracket"]:
            return "⟦"
        who = match["who"]
        if who.startswith("*"):
            return who[1:]
        return (ids if match["form"] else names).get(SeatKey(who), match[0])

    return _back(value, word, ids)


def _back(value: Any, word: Callable[[re.Match[str]], str], ids: Mapping[SeatKey, str]) -> Any:
    if isinstance(value, str):
        if "⟦" not in value:
            return value
        text = _TOKEN.sub(word, value)
        whole = _TOKEN.fullmatch(value)
        return int(text) if whole and whole["form"] == "=" and text.isdecimal() else text
    if isinstance(value, dict):
        return {_back(name, word, ids): _back(inner, word, ids) for name, inner in value.items()}
    if isinstance(value, list):
        return [_back(inner, word, ids) for inner in value]
    return value


def seat_of(value: Any) -> SeatKey | None:
    """Return the seat whose name or id ``value`` is, as a token."""
    if not isinstance(value, str):
        return None
    token = _TOKEN.fullmatch(value)
    return SeatKey(token["who"]) if token and token["who"] and not token["who"].startswith("*") else None


def pieces(text: str) -> tuple[str | SeatRef, ...]:
    """Return a text for people to read: its words, and the seats that it names."""
    found: list[str | SeatRef] = []
    end = 0
    for token in _TOKEN.finditer(text):
        who = token["who"]
        said = "⟦" if token["bracket"] else who[1:] if who.startswith("*") else SeatRef(SeatKey(who))
        found += [text[end : token.start()], said]
        end = token.end()
    found.append(text[end:])
    return tuple(part for part in found if part != "")
