"""YAML into plain data with line and column (docs/catalogues.md).

A small part of YAML 1.2: mappings with text keys, lists, text, whole and decimal numbers, true, false, null. Tags, anchors, aliases and
a second document are refused, so that a file means what it shows and cannot grow when it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from records.core.editions.placed import MOST_PROBLEMS, Member, Placed, Plain
from records.errors import ImportRefused, Problem

LONGEST = 1_000_000
"""Bytes or characters of a file; the shipped ones have less than 100,000."""
DEEPEST = 12
"""Levels of lists and mappings in each other."""
PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's where PyYAML was built with it: ten times faster. The events, and so the places, are the same."""
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]*([eE][-+]?[0-9]{1,3})?")
_NUMBER_LIKE = re.compile(r"[-+]?[0-9][0-9_.:eExXoOa-fA-F+-]*")
_NOT_ALLOWED = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_WORDS: dict[str, Plain] = {"": None, "~": None, "null": None, "true": True, "false": False}


def read(text: str | bytes, name: str) -> Placed:
    """Return the one document of ``text`` (bytes are UTF-8); raises ``ImportRefused`` with line and column, ``name`` being the file's."""
    if len(text) > LONGEST:
        raise ImportRefused(name, Problem(reason=f"the file is longer than {LONGEST:,} characters"))
    if isinstance(text, bytes):
        text = _decoded(text, name)
    text = text.removeprefix("\ufeff")
    if bad := _NOT_ALLOWED.search(text):
        raise ImportRefused(name, _at(text, bad.start(), f"the character {ord(bad[0]):#04x} is not allowed"))
    composer = _Composer(yaml.parse(text, Loader=PARSER))
    try:
        placed = composer.document()
    except yaml.MarkedYAMLError as error:
        raise ImportRefused(name, *composer.problems[:MOST_PROBLEMS], _broken(error, text)) from None
    if composer.problems:
        raise ImportRefused(name, *composer.problems[:MOST_PROBLEMS])
    return placed


class _Composer:
    """Builds values from the parser's events, one at a time, so that nothing is built of what is refused."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events
        self._depth = 0
        self.problems: list[Problem] = []

    def document(self) -> Placed:
        """Return the one document; raises ``MarkedYAMLError``."""
        next(self._events)
        start = next(self._events)
        if isinstance(start, yaml.StreamEndEvent):
            raise _refused(start, "the file is empty")
        placed = self._value(next(self._events))
        next(self._events)
        end = next(self._events)
        if not isinstance(end, yaml.StreamEndEvent):
            raise _refused(end, "a second document begins; a file holds one")
        return placed

    def _value(self, event: yaml.Event) -> Placed:
        value: Plain
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise _refused(event, "anchors (&) and aliases (*) are not allowed")
        if getattr(event, "tag", None) is not None:
            raise _refused(event, "tags (!) are not allowed")
        if self._depth == DEEPEST:
            raise _refused(event, f"there are more than {DEEPEST} levels")
        self._depth += 1
        match event:
            case yaml.ScalarEvent():
                value = self._scalar(event)
            case yaml.SequenceStartEvent():
                value = self._list()
            case yaml.MappingStartEvent():
                value = self._mapping()
            case _:
                raise _refused(event, "a value is missing")
        self._depth -= 1
        return _placed(value, event)

    def _list(self) -> tuple[Placed, ...]:
        found: list[Placed] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            found.append(self._value(event))
        return tuple(found)

    def _mapping(self) -> dict[str, Member]:
        found: dict[str, Member] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key, value = self._value(event), self._value(next(self._events))
            if not isinstance(key.value, str):
                self.problems.append(_problem(event.start_mark, "a key is text"))
            elif key.value in found:
                first = found[key.value].key.line
                self.problems.append(_problem(event.start_mark, f"the key {key.value!r} stands in line {first} already"))
            else:
                found[key.value] = Member(key, value)
        return found

    def _scalar(self, event: yaml.ScalarEvent) -> Plain:
        text: str = event.value
        if event.style:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        if _DECIMAL.fullmatch(text):
            return float(text)
        if _NUMBER_LIKE.fullmatch(text):
            self.problems.append(_problem(event.start_mark, f"{text[:40]!r} is not a number; as text it stands in quotes"))
        return text


def _placed(value: Plain, event: Any) -> Placed:
    start, end = event.start_mark, event.end_mark
    column = start.column + 1
    if not isinstance(value, str):
        return Placed(value, start.line + 1, column)
    quotes = 1 if event.style else 0
    as_it_is = start.line == end.line and end.column - start.column == len(value) + 2 * quotes
    return Placed(value, start.line + 1, column, column + quotes if as_it_is else None)


def _refused(event: yaml.Event, reason: str) -> yaml.MarkedYAMLError:
    mark: Any = event.start_mark  # each of the two parsers has a class of its own for it
    return yaml.MarkedYAMLError(problem=reason, problem_mark=mark)


def _problem(mark: Any, reason: str) -> Problem:
    return Problem(reason=reason) if mark is None else Problem(reason=reason, line=mark.line + 1, column=mark.column + 1)


def _broken(error: yaml.MarkedYAMLError, text: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    reason = "; ".join(part for part in (error.context, error.problem) if part)
    if mark is not None and "".join(text.splitlines()[mark.line : mark.line + 1])[mark.column :].startswith("\t"):
        reason = "a tab cannot stand here; lines are indented with spaces"
    return _problem(mark, reason)


def _at(text: str, position: int, reason: str) -> Problem:
    before = text[:position]
    return Problem(reason=reason, line=before.count("\n") + 1, column=position - before.rfind("\n"))


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(errors="replace")
        raise ImportRefused(name, _at(before, len(before), f"the byte {data[error.start]:#04x} is not UTF-8")) from None
