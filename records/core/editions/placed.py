"""Plain data that knows its place in a file, and the reading of it into values with every problem noted.

A reader of some text format makes ``Placed`` values; a game, which knows no format, reads them through a ``Form``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeAlias, TypeVar

import msgspec

from records.errors import ImportRefused, Problem

T = TypeVar("T")
MOST_PROBLEMS = 20
"""More are not told: they rarely help."""
LONGEST_NAME = 40
"""Characters of a name that programs use."""
FEW = 8
"""At most so many options are listed in a message; if there are more, only those similar to the written text."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A value and where it begins."""

    value: Plain
    line: int
    """From 1."""
    column: int
    """From 1, in characters."""
    text_column: int | None = field(default=None, compare=False)
    """For a text written literally in one line: the column of its first character, after a quotation mark."""


class Member(msgspec.Struct, frozen=True):
    """One key of a mapping, with its value."""

    key: Placed
    value: Placed


Plain: TypeAlias = bool | int | float | str | tuple[Placed, ...] | Mapping[str, Member] | None
"""What any text format for people can say."""


class _Missing(Placed):
    """Stands where a key is not there, so that its absence is reported once."""


class Form:
    """Reads placed values of the file ``name``. An invalid value is noted and replaced by a harmless one, until ``close``."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []

    def note(self, at: Placed, reason: str) -> None:
        """Note that what stands ``at`` a place does not fit; a missing value was noted already."""
        if isinstance(at, _Missing):
            return
        self.problems.append(Problem(reason=reason, line=at.line, column=at.column))

    def close(self) -> None:
        """Raise ``ImportRefused`` with all that was noted, in the order of the file; return if there is nothing."""
        if self.problems:
            ordered = sorted(set(self.problems), key=lambda problem: (problem.line or 0, problem.column or 0, problem.reason))
            raise ImportRefused(self.name, *ordered[:MOST_PROBLEMS])

    def fields(self, node: Placed, needed: Collection[str], allowed: Collection[str] = (), shape: str = "") -> Mapping[str, Placed]:
        """Return the values of a mapping by key: each of ``needed``, and those of ``allowed`` that are there.

        ``shape`` tells in a message what should stand here.
        """
        found: dict[str, Placed] = {}
        missing = _Missing(None, node.line, node.column)
        if not isinstance(node.value, Mapping):
            self._expected(node, shape or f"a mapping with the keys {_listed(needed)}")
            return dict.fromkeys(needed, missing)
        for key, member in node.value.items():
            if key in needed or key in allowed:
                found[key] = member.value
            else:
                self.note(member.key, f"unknown key {key!r}; known here: {_listed([*needed, *allowed])}")
        for key in needed:
            if key not in found:
                self.note(node, f"{key!r} is missing")
                found[key] = missing
        return found

    def entries(self, node: Placed, keys: re.Pattern[str]) -> Mapping[str, Placed]:
        """Return the values of a mapping whose keys are free but for their form."""
        if not isinstance(node.value, Mapping):
            self._expected(node, "a mapping")
            return {}
        for member in node.value.values():
            self.matching(member.key, keys)
        return {key: member.value for key, member in node.value.items()}

    def member(self, node: Placed, key: str) -> Placed:
        """Return the value of one key of a mapping, whatever else is in it."""
        others = node.value if isinstance(node.value, Mapping) else ()
        return self.fields(node, (key,), others)[key]

    def items(self, node: Placed) -> tuple[Placed, ...]:
        """Return the entries of a list."""
        if isinstance(node.value, tuple):
            return node.value
        self._expected(node, "a list")
        return ()

    def each(self, node: Placed, read: Callable[[Placed], T]) -> tuple[T, ...]:
        """Return the entries of a list, each read in the same way."""
        return tuple(read(entry) for entry in self.items(node))

    def integer(self, node: Placed, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        value = node.value
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._expected(node, f"a whole number from {low} to {high}")
        return low

    def text(self, node: Placed, longest: int) -> str:
        """Return a line of 1 to ``longest`` printable characters; a soft hyphen may stand in it."""
        value = node.value
        if isinstance(value, str) and value.strip() and len(value) <= longest and _printable(value):
            return value
        self._expected(node, f"a line of 1 to {longest} printable characters")
        return ""

    def matching(self, node: Placed, pattern: re.Pattern[str]) -> str:
        """Return a short text that ``pattern`` matches completely."""
        value = self.text(node, LONGEST_NAME)
        if value and pattern.fullmatch(value) is None:
            self.note(node, f"{value!r} is not of the form {pattern.pattern}")
        return value

    def choice(self, node: Placed, options: Collection[str]) -> str:
        """Return one of ``options``."""
        if isinstance(node.value, str) and node.value in options:
            return node.value
        near = get_close_matches(str(node.value), options) if len(options) > FEW else []
        self._expected(node, f"known here; near it are {_listed(near)}" if near else f"one of {_listed(options)}")
        return next(iter(options), "")

    def truth(self, node: Placed) -> bool:
        """Return true or false."""
        if isinstance(node.value, bool):
            return node.value
        self._expected(node, "true or false")
        return False

    def _expected(self, node: Placed, what: str) -> None:
        self.note(node, f"{_told(node)} is not {what}")


def _printable(text: str) -> bool:
    return text.replace("\u00ad", "").isprintable()


def _listed(names: Collection[str]) -> str:
    return ", ".join(names) or "nothing"


def _told(node: Placed) -> str:
    match node.value:
        case None:
            return "nothing"
        case bool():
            return str(node.value).lower()
        case str() | int() | float():
            text = repr(node.value)
            return text if len(text) <= 40 else text[:37] + "..."  # noqa: PLR2004 -- enough to find it again
        case tuple():
            return "a list"
        case _:
            return "a mapping"
