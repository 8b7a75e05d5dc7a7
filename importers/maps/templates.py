"""Templates of values in a mapping file, filled in from a message.

A text may hold ``{path}``: names of arguments with dots between them, ``*`` for each part of a list. A text that is one such path is the
argument itself, else all of them are put into the text. ``?`` after a path leaves out what is not there. ``@`` begins what no argument
tells. An object of one of these shapes stands for what it asks for: ``{lookup = TABLE, of = ...}``, ``{kept = NAME}``,
``{each = LIST, as = ...}``, ``{own = TYPE, give = ..., else = ...}``, ``{int = ...}``, ``{seat = ..., of = "player"}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from records.games.observed.numbers import whole
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DEEPEST = 20
MOST_PARTS = 1000
"""Parts of a list that one path may name."""
_FIELD = re.compile(r"\{(?P<path>[^{}]*?)(?P<optional>\??)\}")
MISSING: Final = object()


class NotThere(Exception):
    """A template uses a value that the message does not have; never leaves this package."""


class SentMessage(msgspec.Struct, frozen=True, kw_only=True):
    """What templates are filled in from."""

    args: Any
    given: dict[str, Any]
    """The values of names after ``@``."""
    tables: Mapping[str, Mapping[str, Any]]
    kept: Mapping[str, Any]
    own: Callable[[str], Any] = msgspec.field(default=lambda _type: MISSING)
    """The arguments of the next message of a type that went to the acting seat alone in this move."""
    seat: Callable[[Any], str | None] = msgspec.field(default=lambda _player: None)
    """The seat of a player, by id or name."""


def fill(template: Any, message: SentMessage, left: int = DEEPEST) -> Any:
    """Return a template filled in, ``MISSING`` for what may be left out; raises ``NotThere`` with what is asked for in vain."""
    if not left:
        raise NotThere(f"templates in templates are deeper than {DEEPEST}")
    match template:
        case str():
            return _text(template, message)
        case {"lookup": str(table), "of": of, **rest} if not rest.keys() - {"else"}:
            return _looked_up(table, fill(of, message, left - 1), rest, message, left)
        case {"kept": name, **rest} if not rest:
            key = str(fill(name, message, left - 1))
            if key not in message.kept:
                raise NotThere(f"nothing is kept as {key!r}")
            return message.kept[key]
        case {"each": of, "as": part, **rest} if not rest:
            return [fill(part, replace(message, args=one), left - 1) for one in _list(fill(of, message, left - 1))]
        case {"own": str(sort), "give": give, **rest} if not rest.keys() - {"else"}:
            args = message.own(sort)
            if args is MISSING and "else" in rest:
                return fill(rest["else"], message, left - 1)
            if args is MISSING:
                raise NotThere(f"no message {sort} went to this seat alone in this move")
            return fill(give, replace(message, args=args), left - 1)
        case {"int": of, **rest} if not rest:
            return _number(fill(of, message, left - 1))
        case {"seat": of, "of": "player", **rest} if not rest:
            return _seat(fill(of, message, left - 1), message)
        case dict():
            return {key: value for key, inner in template.items() if (value := fill(inner, message, left - 1)) is not MISSING}
        case list():
            return [value for inner in template if (value := fill(inner, message, left - 1)) is not MISSING]
        case _:
            return template


def _text(template: str, message: SentMessage) -> Any:
    whole_field = _FIELD.fullmatch(template)
    if whole_field:
        return _asked(whole_field, message)
    return _FIELD.sub(lambda asked: _word(_asked(asked, message)), template)


def _word(value: Any) -> str:
    if value is MISSING:
        return ""
    if isinstance(value, dict | list):
        raise NotThere("an object or a list does not stand in a text")
    return str(value)


def _asked(asked: re.Match[str], message: SentMessage) -> Any:
    path = asked["path"]
    try:
        return _given(path, message) if path.startswith("@") else at_path(message.args, path)
    except NotThere:
        if asked["optional"]:
            return MISSING
        raise


def _given(name: str, message: SentMessage) -> Any:
    if name not in message.given:
        raise NotThere(f"nothing is called {name} here; there are {', '.join(message.given)}")
    return message.given[name]


def at_path(args: Any, path: str) -> Any:
    """Return the value at ``path`` in a message's arguments; raises ``NotThere`` with what is there instead."""
    here = args
    names = path.split(".") if path else []
    for number, name in enumerate(names):
        if name == "*":
            rest = ".".join(names[number + 1 :])
            return [at_path(part, rest) for part in _list(here)]
        if isinstance(here, dict) and name in here:
            here = here[name]
        elif isinstance(here, list) and name.isdecimal() and name.isascii() and int(name) < len(here):
            here = here[int(name)]
        else:
            there = f"the names there are {', '.join(map(str, here))[:200]}" if isinstance(here, dict) and here else "nothing is there"
            raise NotThere(f"there is no {path!r}: {there}")
    return here


def _list(value: Any) -> list[Any]:
    found = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(found, list):
        raise NotThere("this is no list")
    if len(found) > MOST_PARTS:
        raise NotThere(f"a list of {len(found)} parts; at most {MOST_PARTS} are read")
    return found


def _looked_up(table: str, word: Any, rest: Mapping[Any, Any], message: SentMessage, left: int) -> Any:
    if isinstance(word, list):
        return [_looked_up(table, one, rest, message, left) for one in word]
    if table not in message.tables:
        raise NotThere(f"there is no table {table!r}; there are {', '.join(message.tables) or 'none'}")
    key = str(word)
    if key in message.tables[table]:
        return message.tables[table][key]
    if "else" in rest:
        return fill(rest["else"], message, left - 1)
    raise NotThere(f"the table {table!r} does not know {key[:60]!r}")


def _number(value: Any) -> int:
    number = whole(value)
    if number is None:
        raise NotThere(f"{str(value)[:40]!r} is no whole number")
    return number


def _seat(value: Any, message: SentMessage) -> Any:
    if isinstance(value, list):
        return [_seat(one, message) for one in value]
    seat = message.seat(value)
    if seat is None:
        raise NotThere(f"nobody who plays has the id or name {str(value)[:40]!r}")
    return seat
