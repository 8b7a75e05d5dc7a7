"""Events as JSON: one object a line, the same in the store, in files and in the API (design/events: The wire form)."""

from __future__ import annotations

import re
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Event, Recorded, name_of
from records.errors import GameRefused, UndecodableEvent, UnknownEventName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_UNKNOWN_NAME = re.compile(r"Invalid value '(?P<name>[^']*)' - at `\$\.event\.e`")
_STABLE_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*/[1-9][0-9]*")
encode = msgspec.json.Encoder().encode


class LineCodec:
    """Writes and reads the lines of one game. Raises ``GameRefused`` where event names collide or are not stable names."""

    def __init__(self, events: Iterable[Any]) -> None:
        members = tuple(events)
        names = [name_of(member) for member in members]
        for name in names:
            if _STABLE_NAME.fullmatch(name) is None or names.count(name) > 1:
                raise GameRefused(f"event name {name!r} is used twice or is not of the form game.past-tense-name/version")
        self.names = frozenset(names)
        self.encode: Callable[[Recorded[Any]], bytes] = encode
        """Returns the line of an event, without a line end."""
        self._decode = msgspec.json.Decoder(Recorded[reduce(or_, members)], strict=True).decode  # type: ignore[misc]  # made at start

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
