"""Names slots, questions and effects by the event that made them, so that two lines of one record can be compared.

An id is a small letter and the version of its event (``s31``, ``s31.2``, ``q40``). The same event of another line has another version; it
is known again by its play, its class, and which one of its class it is in the play.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, NamedTuple

import msgspec

from records.core.events import Event, name_of
from records.core.secret import Secret
from records.core.shared import GameStarted, PositionSet

_ID = re.compile(r"([a-z])([1-9][0-9]*)((?:\.[0-9]+)?)")
_WRITTEN_ID = re.compile(rb'"([a-z])([1-9][0-9]*)((?:\.[0-9]+)?)"')
_ASIDE = frozenset({"rule", "salt", "seal"})
"""Fields that are irrelevant for what happened."""
_VERSION = "by"
"""The field that may hold a version: the decision that something came from."""


class EventKey(NamedTuple):
    """An event of a line, the same in every line of the record."""

    play: int
    event: str
    nth: int


class GoneError(LookupError):
    """A recorded decision names something that is not there in this line."""


@dataclass(slots=True)
class LineNames:
    """The events of one line by their keys."""

    keys: dict[int, EventKey] = field(default_factory=dict)
    """By version."""
    versions: dict[EventKey, int] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    """For each id that an event made, its name that is common to all lines."""
    there: dict[str, str] = field(default_factory=dict)
    """The other way round."""
    counted: Counter[tuple[int, str]] = field(default_factory=Counter)
    earlier: LineNames | None = None
    """Names of a line that this one leaves: those up to the version ``upto``, before the play ``leaving``, hold here too."""
    upto: int = 0
    leaving: int = 0

    def key_of(self, version: int) -> EventKey | None:
        """Return the key of an event; None for a version that the line does not have."""
        if (own := self.keys.get(version)) is not None or self.earlier is None or version > self.upto:
            return own
        return self.earlier.key_of(version)

    def version_of(self, key: EventKey) -> int | None:
        """Return the version of an event in this line; None where it did not happen."""
        if (own := self.versions.get(key)) is not None or self.earlier is None:
            return own
        found = self.earlier.version_of(key)
        return None if found is None or found > self.upto else found

    def told_of(self, id_: str) -> str | None:
        """Return the name of an id that is common to all lines; None for a text that is no id."""
        if (own := self.ids.get(id_)) is not None or self.earlier is None:
            return own
        told = self.earlier.told_of(id_)
        return None if told is None or _play(told) >= self.leaving else told

    def id_of(self, told: str) -> str | None:
        """Return the id of a thing in this line; None if it does not exist there."""
        if (own := self.there.get(told)) is not None or self.earlier is None or _play(told) >= self.leaving:
            return own
        return self.earlier.id_of(told)

    def add(self, play: int, version: int, event: Event) -> None:
        """Take in the next event of the line."""
        name = name_of(event)
        self.counted[play, name] += 1
        key = EventKey(play, name, self.counted[play, name])
        self.keys[version], self.versions[key] = key, version
        if isinstance(event, PositionSet):
            slots = (lying.slot for pile in event.piles for lying in pile.slots)
            made = {str(slot): f"s:{play}:{name}:{key.nth}.{nth}" for nth, slot in enumerate(slots, 1)}
        else:
            made = {
                f"{letter}{version}{nth}": f"{letter}:{play}:{name}:{key.nth}{nth}" for letter, nth in _made(event, str(version).encode())
            }
        if made:
            self.ids.update(made)
            self.there.update({told: text for text, told in made.items()})

    def copy(self) -> LineNames:
        """Return these names, to be gone on with apart."""
        own = dict(self.keys), dict(self.versions), dict(self.ids), dict(self.there), Counter(self.counted)
        return LineNames(*own, self.earlier, self.upto, self.leaving)

    def until(self, version: int, play: int) -> LineNames:
        """Return the names that stood after a version, before ``play`` began."""
        keys = {v: key for v, key in self.keys.items() if v <= version}
        ids = {text: told for text, told in self.ids.items() if _play(told) < play}
        counted = Counter({of: number for of, number in self.counted.items() if of[0] < play})
        own = keys, {key: v for v, key in keys.items()}, ids, {told: text for text, told in ids.items()}, counted
        return LineNames(*own, self.earlier, min(self.upto, version), min(self.leaving, play))

    def onward(self, version: int, play: int) -> LineNames:
        """Return names that say the same as ``until`` and copy none; nothing may be added to these afterwards."""
        return LineNames(earlier=self, upto=version, leaving=play)

    def told(self, value: Any) -> Any:
        """Return a value as plain data with ids replaced by their common names, without rules, salts and seals."""
        return _plain(value, self)


def _play(told: str) -> int:
    """Return the play of an id in the form that is the same in every line."""
    return int(told.split(":", 2)[1])


def renamed(value: Any, of: LineNames, to: LineNames) -> Any:
    """Return a command or an event of one line as another line would have it; raises ``GoneError`` for an id that is not there."""
    if isinstance(value, str):
        told = of.told_of(value)
        return value if told is None else to.id_of(told) or _to_come(value, of, to)
    if isinstance(value, msgspec.Struct):
        changes = {}
        for name in value.__struct_fields__:
            old = getattr(value, name)
            new = renamed(old, of, to) if not _is_version(name, old) else _version(old, of, to)
            if new is not old and new != old:
                changes[name] = new
        return msgspec.structs.replace(value, **changes) if changes else value
    if isinstance(value, tuple):
        return tuple(renamed(one, of, to) for one in value)
    return value


def _to_come(id_: str, of: LineNames, to: LineNames) -> str:
    """Return the id of something that an event makes which stands for this line only by its version yet."""
    match = _ID.fullmatch(id_)
    key = of.key_of(int(match[2])) if match else None
    version = None if key is None else to.version_of(key)
    if match is None or version is None:
        raise GoneError(id_)
    return f"{match[1]}{version}{match[3]}"


def _is_version(name: str, value: Any) -> bool:
    return name == _VERSION and isinstance(value, int) and not isinstance(value, bool)


def _version(version: int, of: LineNames, to: LineNames) -> int:
    key = of.key_of(version)
    there = None if key is None else to.version_of(key)
    return version if there is None else there


def _made(event: Event, version: bytes) -> Iterator[tuple[str, str]]:
    """Yield letter and end of each id of a version that stands in an event, as a text of its own."""
    plain = msgspec.json.encode(event)
    if version in plain:
        for match in _WRITTEN_ID.finditer(plain):
            if match[2] == version:
                yield match[1].decode(), match[3].decode()


def _plain(value: Any, names: LineNames) -> Any:
    if isinstance(value, str):
        told = names.told_of(value)
        return value if told is None else told
    if value is None or isinstance(value, (int, float)):
        return value
    if isinstance(value, Secret):
        return ("secret", *(_plain(face, names) for face in value.faces), value.known_to, _plain(value.hint, names), value.ordered)
    if isinstance(value, msgspec.Struct):
        return _fields(value, value.__struct_fields__, names)
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value, tuple(one.name for one in fields(value)), names)
    if isinstance(value, Mapping):
        return tuple(sorted(((_plain(key, names), _plain(one, names)) for key, one in value.items()), key=repr))
    if isinstance(value, (tuple, list)):
        return tuple(_plain(one, names) for one in value)
    if isinstance(value, (set, frozenset)):
        return tuple(sorted((_plain(one, names) for one in value), key=repr))
    return repr(value)


def _fields(value: Any, names_of: tuple[str, ...], names: LineNames) -> tuple[Any, ...]:
    told: list[Any] = [type(value).__name__]
    for name in names_of:
        one = getattr(value, name)
        if name in _ASIDE or (name == "switches" and isinstance(value, GameStarted)):
            continue
        told.append((name, (names.key_of(one) or one) if _is_version(name, one) else _plain(one, names)))
    return tuple(told)
