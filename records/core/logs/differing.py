"""Where two values part first: the field by its path, and what stands there on either side."""

from __future__ import annotations

from typing import Any

import msgspec

NOTHING = "nothing"


class FieldDifference(msgspec.Struct, frozen=True, kw_only=True):
    """The first field in which two values differ."""

    field: str
    """Its path, with points between; "" for the values as a whole."""
    expected: str
    """As JSON; ``nothing`` where it is missing."""
    found: str
    """As ``expected``."""

    def __str__(self) -> str:
        place = self.field or "the whole"
        return f"{place}: {_short(self.expected)} was expected, {_short(self.found)} stands there"


def first_difference(expected: Any, found: Any) -> FieldDifference | None:
    """Return the first field in which ``found`` is not ``expected``, in the order of their JSON; None where they say the same."""
    return _differing("", msgspec.to_builtins(expected), msgspec.to_builtins(found))


def _differing(path: str, one: Any, two: Any) -> FieldDifference | None:
    if one == two and type(one) is type(two):
        return None
    if isinstance(one, dict) and isinstance(two, dict):
        parts = [(key, one.get(key, NOTHING_HERE), two.get(key, NOTHING_HERE)) for key in dict.fromkeys((*one, *two))]
    elif isinstance(one, (list, tuple)) and isinstance(two, (list, tuple)):
        longest = max(len(one), len(two))
        left, right = ((*side, *(NOTHING_HERE,) * (longest - len(side))) for side in (one, two))
        parts = [(str(index), a, b) for index, (a, b) in enumerate(zip(left, right, strict=True))]
    else:
        return FieldDifference(field=path, expected=_told(one), found=_told(two))
    for name, a, b in parts:
        if found := _differing(f"{path}.{name}" if path else name, a, b):
            return found
    return None


NOTHING_HERE = object()
"""Stands for a field that one side lacks."""


def _told(value: Any) -> str:
    return NOTHING if value is NOTHING_HERE else msgspec.json.encode(value).decode()


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004 -- one line on a screen
