"""The contents of an archive, for the author of a mapping: sorts of messages, their templates, the names of their arguments."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from importers.bga.envelopes import opened
from importers.bga.json_text import parse
from importers.bga.packets import checked

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_PATHS = 200
"""Names of arguments that are listed for a sort of message."""
DEEPEST = 8


@dataclass(slots=True)
class MessageSort:
    """Messages of one type that went the same way."""

    type: str
    to: str
    """``table`` or ``seat``."""
    count: int = 0
    templates: Counter[str] = field(default_factory=Counter)
    paths: dict[str, set[str]] = field(default_factory=dict)
    """Paths as a mapping names them, with the kinds of value at each."""
    seen: Counter[str] = field(default_factory=Counter)
    """Number of messages with each path."""


def explain(data: bytes, name: str) -> list[MessageSort]:
    """Return the sorts of messages of an archive, the most frequent first; raises ``ImportRefused`` for what is none."""
    archive = opened(parse(data, name), name)
    found: dict[tuple[str, str], MessageSort] = {}
    for packet in checked(archive.packets, archive.place, name):
        to = "table" if packet.player is None else "seat"
        for notif in packet.notifs:
            sort = found.setdefault((notif.type, to), MessageSort(notif.type, to))
            sort.count += 1
            sort.templates[notif.log] += 1
            here: dict[str, set[str]] = {}
            for path, kind in _paths(notif.args, "", DEEPEST):
                here.setdefault(path, set()).add(kind)
            for path, kinds in here.items():
                if path in sort.paths or len(sort.paths) < MOST_PATHS:
                    sort.paths.setdefault(path, set()).update(kinds)
                    sort.seen[path] += 1
    return sorted(found.values(), key=lambda sort: (-sort.count, sort.type, sort.to))


def _paths(value: Any, path: str, left: int) -> Iterator[tuple[str, str]]:
    match value:
        case dict() if left:
            for key, inner in value.items():
                # Ids as keys would be a list of people; a mapping says * for them.
                name = "*" if key.isdecimal() else key
                yield from _paths(inner, f"{path}.{name}" if path else name, left - 1)
        case list() if left:
            if path:
                yield path, "list"
            for inner in value:
                yield from _paths(inner, f"{path}.*" if path else "*", left - 1)
        case None:
            yield path, "null"
        case bool():
            yield path, "true or false"
        case int() | float():
            yield path, "number"
        case str():
            yield path, "number as text" if value.lstrip("-").isdecimal() else "text"
        case _:
            yield path, "object" if isinstance(value, dict) else "list"
