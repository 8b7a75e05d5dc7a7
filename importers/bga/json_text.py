"""Bytes to JSON, strictly: anything that two readers could understand differently is refused with its place."""

from __future__ import annotations

import json
import math
import sys
from typing import TYPE_CHECKING, Any

import msgspec

from importers.web_pages import archive_in
from records.errors import ImportRefused, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_PROBLEMS = 20
"""How many are reported at once."""


class _Wrong(msgspec.Struct, frozen=True):
    reason: str


class _Doubled(dict[str, Any]):
    reason = ""


def parse(data: bytes, name: str) -> Any:
    """Return the JSON value in ``data`` (UTF-8, with or without its mark), or in the saved replay page that it is.

    Raises ``ImportRefused`` with line and column for what is no JSON, and with the path for a key that stands twice in an object, a number
    that is none, and text with half a character.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ImportRefused(
            name, Problem(reason=f"the file is not UTF-8: byte {error.start} is {data[error.start]:#04x}", line=line)
        ) from None
    text = archive_in(text, name) or text
    if not text.strip():
        raise ImportRefused(name, Problem(reason="the file is empty"))
    doubtful = False

    def odd(reason: str) -> _Wrong:
        nonlocal doubtful
        doubtful = True
        return _Wrong(reason)

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubtful
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        doubtful = True
        marked = _Doubled(made)
        marked.reason = f"the key {first_repeated(key for key, _ in pairs)!r} stands twice in this object"
        return marked

    def number(digits: str) -> float | _Wrong:
        value = float(digits)
        return value if math.isfinite(value) else odd(f"{digits[:40]} is too large for a number")

    def whole(digits: str) -> int | _Wrong:
        most = sys.get_int_max_str_digits() or len(digits)
        return int(digits) if len(digits) <= most else odd(f"a whole number of {len(digits)} digits is too long")

    def constant(word: str) -> _Wrong:
        return odd(f"{word} is not a JSON number")

    try:
        value = json.loads(text, object_pairs_hook=members, parse_float=number, parse_int=whole, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise ImportRefused(name, Problem(reason=f"this is no JSON: {error.msg}", line=error.lineno, column=error.colno)) from None
    except RecursionError:
        raise ImportRefused(name, Problem(reason="the JSON is nested too deeply")) from None
    if doubtful or "\\ud" in text or "\\uD" in text:
        problems = [problem for problem, _ in zip(_problems(value, ""), range(MOST_PROBLEMS), strict=False)]
        if problems:
            raise ImportRefused(name, *problems)
    return value


def first_repeated(keys: Iterable[str]) -> str:
    """Return the first repeated one of ``keys``; raises ``ValueError`` if each occurs once."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise ValueError("each key stands once")


def _problems(value: Any, place: str) -> Iterator[Problem]:
    todo = [(value, place)]
    while todo:
        here, path = todo.pop()
        if isinstance(here, _Wrong | _Doubled):
            yield Problem(reason=here.reason, place=path)
        elif isinstance(here, str) and _halved(here):
            yield Problem(reason="this text holds half a character (an unpaired surrogate)", place=path)
        if isinstance(here, dict):
            if any(map(_halved, here)):
                yield Problem(reason="a key of this object holds half a character (an unpaired surrogate)", place=path)
            todo += [(inner, step(path, key)) for key, inner in reversed(here.items())]
        elif isinstance(here, list):
            todo += [(inner, f"{path}[{index}]") for index, inner in reversed(list(enumerate(here)))]


def step(path: str, key: str) -> str:
    """Return the path of a member: ``data.logs``."""
    shown = key.encode("ascii", "backslashreplace").decode("ascii") if _halved(key) else key
    return f"{path}.{shown}" if path else shown


def _halved(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text) if not text.isascii() else False
