"""Finds a person's name where it remains after erasing: in texts that somebody wrote, which are events (``kiebitz forget``)."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_ESCAPES = str.maketrans("", "", '\\"')
_GAPS = re.compile(r"\\[bfnrt]")


def mentions(bodies: Iterable[tuple[str, bytes]], person: str) -> Mapping[str, int]:
    """Return the number of texts of each record in which ``person`` occurs as a separate word, in any spelling, by id.

    ``bodies`` are ids and stored lines of events. Whether a text means this person is unknown: a card may have the same name.
    """
    name = folded(person)
    bare = name.translate(_ESCAPES)
    if not name:
        return {}
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    found: Counter[str] = Counter()
    for record, body in bodies:
        if bare in _bare(body):
            try:
                plain = msgspec.json.decode(body)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                plain = body.decode(errors="replace")  # damaged, but it may still contain the name
            found[record] += sum(1 for text in _texts(plain) if word.search(folded(text)))
    return {record: count for record, count in sorted(found.items()) if count}


def _bare(body: bytes) -> str:
    """Return a line of a log folded and without JSON's escapes: a line that contains a name contains it in this form too."""
    return folded(_GAPS.sub(" ", body.decode(errors="replace"))).translate(_ESCAPES)


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, inner in value.items():
                yield key
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)
