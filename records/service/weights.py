"""Sizes in memory, in bytes: of logs by measured constants (tests/service/test_memory.py), of everything else by inspection."""

from __future__ import annotations

import gc
from collections import defaultdict
from enum import Enum
from functools import cache
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
"""An event whose text has an unknown length."""
VEILED = 40
"""An event of a log that passed the door: most are those of the stored log."""
STEP = 450
"""An event as its viewer is shown it."""
POSITION = 2_800
"""A position of a log that keeps others: they share what did not change between them."""
FILLER, FILLED = 30_000, 8
"""The filler of a record that is being written, and an event of its log there."""
CALL = 350
"""A call to the table of a log that is thought through."""
ANSWER, ANSWERED_SLOT, IN_HAND, IN_DECK = 800, 280, 150, 50
"""What a viewer could know at a step: with each slot of the table, and each card that a hand or a deck can hold."""
NAME = 260
"""A card of a game's catalogue, as the engine has sorted them for one log."""
ASKED, ASKED_NAME, ASKED_SLOT = 5_500, 370, 940
"""A step that is thought through, with each name of the catalogue and each slot of the table."""
STREAM_EVENT = 800
"""An event of a class, or of what somebody does in one, with what follows from it."""
ENTRY = 250
"""A place in a cache, with its key."""
MANY = 8
"""Entries of a collection that are all weighed; of more a part stands for all."""
_SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, Enum, bool, type(None), Game, Header, Folder, Recorded)
"""Kinds of things that are there without what refers to them."""
NAMES_AND_NUMBERS = (str, int)
"""What answers refer to by the hundred thousand and hardly hold: names of the catalogue, numbers that the interpreter shares."""
_LEAVES = frozenset({int, float, str, bytes})
"""Types whose values refer to nothing."""
_COLLECTIONS = frozenset({dict, list, tuple, set, frozenset, defaultdict})


def weigh(things: Iterable[object], shared: tuple[type, ...] = ()) -> tuple[int, list[Tallied]]:
    """Return how many bytes ``things`` hold with everything they refer to, and the objects in it that count themselves.

    Objects of ``shared`` types exist anyway, and are not counted. Collections of more than ``MANY`` entries are sampled;
    objects that count themselves are found only in smaller ones.
    """
    scale = _Scale(_kinds(shared))
    return scale.weigh(list(things)), scale.parts


class _Scale:
    """Weighs things, each of them once."""

    def __init__(self, kinds: _Kinds) -> None:
        self.parts: list[Tallied] = []
        self._kinds = kinds
        self._found = set[int]()

    def weigh(self, things: list[Any]) -> int:
        """Return the bytes that things hold and were not found before."""
        kinds, found, total = self._kinds, self._found, 0
        passed, counted = kinds.passed, kinds.counted
        while things:
            further = []
            for thing in things:
                kind = type(thing)
                if (kind not in counted and (kind in passed or not kinds.counts(kind))) or id(thing) in found:
                    continue
                found.add(id(thing))
                if kind in kinds.tallied:
                    self.parts.append(thing)
                    continue
                total += getsizeof(thing)
                if kind in _COLLECTIONS:
                    if kind is dict and kinds.plain and not gc.is_tracked(thing):
                        continue
                    if len(thing) > MANY:
                        refers = gc.get_referents(thing)  # at once: another thread may be at work on it
                        every = len(refers) // MANY | 1  # odd: of a dict it meets keys and values
                        total += every * self.weigh(refers[::every])
                        continue
                if kind not in _LEAVES:
                    further.append(thing)
            things = [thing for thing in gc.get_referents(*further) if type(thing) not in passed]
        return total


class _Kinds:
    """Which types count where some are ``shared``. A type is looked at once: most things are of a few."""

    def __init__(self, shared: tuple[type, ...]) -> None:
        self._skipped = (*_SHARED, *shared)
        self.passed, self.counted, self.tallied = set[type](), set[type](), set[type]()
        self.plain = all(issubclass(leaf, self._skipped) for leaf in _LEAVES)
        """Whether a dict that the interpreter does not track refers to nothing that counts."""

    def counts(self, kind: type) -> bool:
        """Whether things of a type count; from now on that is known."""
        counts = not issubclass(kind, self._skipped)
        if issubclass(kind, Tallied):
            self.tallied.add(kind)
        (self.counted if counts else self.passed).add(kind)
        return counts


@cache
def _kinds(shared: tuple[type, ...]) -> _Kinds:
    return _Kinds(shared)
