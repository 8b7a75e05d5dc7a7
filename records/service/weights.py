"""What things weigh in memory, in bytes: logs by their kinds, as measured (tests/service/test_memory.py), all else by looking at it."""

from __future__ import annotations

import gc
from enum import Enum
from sys import getsizeof
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from records.core.events import Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.logs.fold import Folder
from records.service.memory import Tallied

if TYPE_CHECKING:
    from collections.abc import Iterable

EVENT, EVENT_TEXT = 300, 1.0
"""An event as it was read, and what each byte of its stored text adds."""
WHOLE_EVENT = 560
"""An event of which nobody says how long its text was."""
VEILED = 40
"""An event of a log that passed the door: most are those of the stored log."""
STEP = 450
"""An event as its viewer is told it."""
POSITION = 2_800
"""A position of a log that keeps others: they share what did not change between them."""
FILLER, FILLED = 30_000, 8
"""Where a record stands that is written on, and an event of its log there."""
CALL = 350
"""A call to the table of a log that is thought through."""
STREAM_EVENT = 800
"""An event of a class, or of what somebody does in one, with what follows from it."""
ENTRY = 250
"""A place in a cache, with its key."""
_SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, Enum, bool, type(None), Game, Header, Folder, Recorded)
"""Kinds of things that are there without what refers to them."""
NAMES_AND_NUMBERS = (str, int)
"""What answers refer to by the hundred thousand and hardly hold: names of the catalogue, numbers that the interpreter shares."""
_LEAVES = frozenset({int, float, str, bytes})
"""Types whose values refer to nothing."""


def weigh(things: Iterable[object], shared: tuple[type, ...] = ()) -> tuple[int, list[Tallied]]:
    """Return how many bytes ``things`` hold with all that they refer to, and those among it that say themselves what they hold.

    What is of a kind of ``shared`` is there anyhow, and not counted.
    """
    found, parts, total = set[int](), list[Tallied](), 0
    todo: list[Any] = list(things)
    skipped = (*_SHARED, *shared)
    kinds: dict[type, str] = {}
    while todo:
        thing = todo.pop()
        kind = type(thing)
        how = kinds.get(kind)
        if how is None:  # asked once a type: most things are of a few
            kinds[kind] = how = _how(kind, skipped)
        if how == "skipped" or id(thing) in found:
            continue
        found.add(id(thing))
        if how == "tallied":
            parts.append(thing)
            continue
        total += getsizeof(thing)
        if how == "whole":
            todo.extend(gc.get_referents(thing))
    return total, parts


def _how(kind: type, skipped: tuple[type, ...]) -> str:
    """Return what becomes of things of a type: ``skipped``, ``tallied`` by themselves, a ``leaf``, or ``whole`` with what they refer to."""
    if issubclass(kind, skipped):
        return "skipped"
    if issubclass(kind, Tallied):
        return "tallied"
    return "leaf" if kind in _LEAVES else "whole"
