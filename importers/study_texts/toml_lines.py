"""A TOML file as a value, and the line on which each part of it stands."""

from __future__ import annotations

import re
import tomllib
from typing import Any, TypeAlias, TypeVar

import msgspec

from records.errors import ImportRefused, Problem

TomlPath: TypeAlias = "tuple[str | int, ...]"
"""``("chapter", 0, "task", "place")``."""
T = TypeVar("T")
_HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_\-.\s]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-]+)(?:\s*\.\s*([A-Za-z0-9_\-]+))*\s*=\s*(.*)")
_AT_LINE = re.compile(r" \(at line ([0-9]+), column ([0-9]+)\)$")
_AT_END = " (at end of document)"
_PLACE = re.compile(r" - at `\$([^`]*)`$")
_STEP = re.compile(r"\.([A-Za-z0-9_\-]+)|\[([0-9]+)\]")


class TomlFile:
    """A file in TOML; raises ``ImportRefused`` with line and reason where it is none."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise self.refused(f"the file is not UTF-8: byte {error.start + 1} fits nowhere", 1) from None
        self._text = text.split("\n")
        try:
            self.value: dict[str, Any] = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise self._not_toml(str(error)) from None
        self._lines = _lines(self._text)

    def line(self, path: TomlPath) -> int:
        """Return the line on which a part stands, or the nearest part that it is in."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def text_line(self, path: TomlPath) -> int:
        """Return the line on which a text begins: behind its quotes, or below them."""
        line = self.line(path)
        return line + 1 if self._text[line - 1].rstrip().endswith(('"""', "'''")) else line

    def read(self, of: type[T]) -> T:
        """Return the file as a value of a type; raises ``ImportRefused`` for what is not there, or stands for nothing."""
        try:
            return msgspec.convert(self.value, type=of)
        except (msgspec.ValidationError, ValueError) as error:
            told = str(error)
            found = _PLACE.search(told)
            path = tuple(int(number) if number else key for key, number in _STEP.findall(found[1])) if found else ()
            unknown = re.search(r"unknown field `([^`]*)`", told)
            line = self.line((*path, unknown[1]) if unknown else path)
            raise self.refused(told[: found.start()] if found else told, line, path) from None

    def refused(self, reason: str, line: int, path: TomlPath = ()) -> ImportRefused:
        """Return the refusal of the file for a reason."""
        return ImportRefused(self.name, self.problem(reason, line, path))

    @staticmethod
    def problem(reason: str, line: int, path: TomlPath = ()) -> Problem:
        """Return a problem of the file; what ``path`` names is put in words."""
        where = "".join(f" {part + 1}" if isinstance(part, int) else f", {part}" for part in path).removeprefix(", ")
        return Problem(reason=f"{where}: {reason}" if where else reason, line=line)

    def _not_toml(self, told: str) -> ImportRefused:
        found = _AT_LINE.search(told)
        if found:
            return ImportRefused(self.name, Problem(reason=told[: found.start()], line=int(found[1]), column=int(found[2])))
        return self.refused(told.removesuffix(_AT_END), len(self._text))


def _lines(text: list[str]) -> dict[TomlPath, int]:
    lines: dict[TomlPath, int] = {}
    counts: dict[TomlPath, int] = {}
    current: TomlPath = ()
    quotes = ""
    for number, line in enumerate(text, 1):
        if quotes:
            quotes = "" if line.count(quotes) % 2 else quotes
            continue
        if header := _HEADER.fullmatch(line):
            current = _table([part.strip() for part in header[2].split(".")], counts, array=header[1] == "[[")
            lines.setdefault(current, number)
        elif key := _KEY.fullmatch(line):
            parts = [part.strip() for part in line.split("=", 1)[0].split(".")]
            lines.setdefault((*current, *parts), number)
            quotes = next((sign for sign in ('"""', "'''") if key[3].count(sign) % 2), "")
    return lines


def _table(parts: list[str], counts: dict[TomlPath, int], *, array: bool) -> TomlPath:
    path: TomlPath = ()
    for nth, part in enumerate(parts, 1):
        path = (*path, part)
        if array and nth == len(parts):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path
