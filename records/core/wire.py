"""Events as JSON: one object a line, the same in the store, in files and in the API (design/events: The wire form)."""

from __future__ import annotations

import re
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Literal, get_origin, get_type_hints

import msgspec

from records.core.events import Event, Recorded, name_of
from records.core.shared import Corrected
from records.errors import GameRefused, UndecodableEvent, UnknownEventName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_UNKNOWN_NAME = re.compile(r"Invalid value '(?P<name>[^']*)' - at `\$\.event\.e`")
_STABLE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*/[1-9][0-9]*")
encode = msgspec.json.Encoder().encode


class LineCodec:
    """Writes and reads the lines of one game. Raises ``GameRefused`` where event names collide or are not stable names."""

    def __init__(self, events: Iterable[Any]) -> None:
        self.events = members = tuple(events)
        names = [name_of(member) for member in members]
        for name in names:
            if _STABLE_NAME.fullmatch(name) is None or names.count(name) > 1:
                raise GameRefused(f"event name {name!r} is used twice or is not of the form game.past-tense-name/version")
        self.names = frozenset(names)
        self.encode: Callable[[Recorded[Any]], bytes] = encode
        """Returns the line of an event, without a line end."""
        classes = [get_origin(member) or member for member in members]
        choosing = {cls for cls in classes if _chooses_by_default(cls)}
        self.respelled = frozenset(choosing | {cls for cls in classes if choosing and cls is Corrected})
        """Classes of events whose line a reader may spell otherwise than who wrote it: ``as_read`` says how."""
        self._decode = msgspec.json.Decoder(Recorded[reduce(or_, members)], strict=True).decode  # type: ignore[misc]  # made at start

    def as_read(self, recorded: Recorded[Any]) -> Recorded[Any]:
        """Return an event as its reader has it.

        A field at its default is left out of a line, and only the very same object is at it. So a text that is equal, such as one that came
        out of a file, is written; but where a field is one of a few words its reader is given the default itself, and would write, and
        hash, another line.
        """
        return self.decode(self.encode(recorded))

    def decode(self, line: bytes | str) -> Recorded[Event]:
        """Return the event of one line; raises ``UnknownEventName`` or ``UndecodableEvent`` with the reason and the path inside."""
        try:
            recorded: Recorded[Event] = self._decode(line)
        except msgspec.ValidationError as error:
            if unknown := _UNKNOWN_NAME.search(str(error)):
                raise UnknownEventName(f"no event of this game is named {unknown['name']!r}") from None
            raise UndecodableEvent(str(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError) as error:
            raise UndecodableEvent(str(error)) from None
        return recorded


def _chooses_by_default(cls: type[msgspec.Struct]) -> bool:
    """Whether a field of events of a class is one of a few words, and one of them where nothing is said."""
    defaults = cls.__struct_defaults__
    optional = cls.__struct_fields__[len(cls.__struct_fields__) - len(defaults) :]
    texts = [name for name, default in zip(optional, defaults, strict=True) if isinstance(default, str) and default]
    return bool(texts) and any(get_origin(hint) is Literal for name, hint in get_type_hints(cls).items() if name in texts)
