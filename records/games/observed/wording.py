"""Log templates with their arguments, as words: templates stand in templates, values hold HTML and icons."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from records.core.sentences import SeatRef
from records.games.observed.plain_text import plain_text
from records.games.observed.tokens import pieces

DEEPEST = 12
"""Templates inside templates."""
MOST_FIELDS = 1_000
"""Fields that one line may fill: a template can name the same nested one many times over, level by level."""
LONGEST = 2_000
"""Characters of a line that are shown."""
MOST_TEXT = 20_000
"""Characters, markup included, that a line's fields may hold."""
_FIELD = re.compile(r"\$\{([^{}]*)\}")


def words(log: str, args: msgspec.Raw) -> tuple[str | SeatRef, ...]:
    """Return what a line says, seats apart, without markup; empty where it says nothing.

    A field that nothing fills stands in brackets as its name: the site's page drew it from what is not in the log.
    """
    if not log:
        return ()
    try:
        filled = _Filling().text(log, msgspec.json.decode(args), DEEPEST)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        filled = log
    return _cut(pieces(plain_text(filled)))


@lru_cache(maxsize=1024)
def _parts(log: str) -> tuple[str, ...]:
    """Cut a template: text at even places, names of fields at odd ones."""
    return tuple(_FIELD.split(log))


class _Filling:
    def __init__(self) -> None:
        self._fields, self._left = 0, MOST_TEXT

    def text(self, log: str, args: Any, deeper: int) -> str:
        return "".join(self._field(part, args, deeper) if place % 2 else self._spent(part) for place, part in enumerate(_parts(log)))

    def _spent(self, text: str) -> str:
        self._left -= len(text)
        return text if self._left >= 0 else ""

    def _field(self, name: str, args: Any, deeper: int) -> str:
        self._fields += 1
        if self._fields > MOST_FIELDS or self._left < 0 or not deeper:
            return "…"
        if not isinstance(args, dict) or name not in args:
            return f"[{name[:40].replace('_', ' ')}]"
        return self._said(args[name], deeper)

    def _said(self, value: Any, deeper: int) -> str:
        match value:
            case str():
                return self._spent(value)
            case bool() | None:
                return "" if value is None else str(value).lower()
            case int() | float():
                return str(value)
            case {"log": str(log)}:
                return self.text(log, value.get("args"), deeper - 1)
            case list() if deeper:
                return ", ".join(filter(None, (self._said(inner, deeper - 1) for inner in value[:50])))
            case _:
                return ""


def _cut(parts: tuple[str | SeatRef, ...]) -> tuple[str | SeatRef, ...]:
    left = LONGEST
    kept: list[str | SeatRef] = []
    for part in parts:
        if isinstance(part, str) and len(part) > left:
            return (*kept, part[:left] + "…")
        kept.append(part)
        left -= len(part) if isinstance(part, str) else 1
    return tuple(kept)
