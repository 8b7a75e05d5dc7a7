"""Caches values computed from the logs of chapters: in a class of forty, every phone requests each step of a chapter."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from records.core.editions.rulesets import Ruleset
from records.core.logs.fold import Folder
from records.service.pieces import LogPieces

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from records.service.seen_log import SeenLog

T = TypeVar("T")
MOST_CUTS, MOST_SOURCES = 8, 16
"""Most cached values of one log, and of one record or game."""
_CUTS, _SOURCES = "cuts", "sources"
_LAID: WeakKeyDictionary[Folder, LogPieces] = WeakKeyDictionary()


def cut_after(seen: SeenLog, last: int) -> SeenLog:
    """Return a log as if it ended with step ``last``; nothing in it is computed from later events."""
    if last >= len(seen.events):
        return seen
    pieces = seen.pieces
    found: SeenLog | None = pieces.find(_CUTS, last)
    if found is None:
        before = max((one for one in pieces.each(_CUTS) if one[0] < last), key=lambda one: one[0], default=None)
        made = seen.branched(last) if before is None else before[1].grown(seen.events[before[0] : last])
        found = pieces.keep(_CUTS, made, last, most=MOST_CUTS)
    return found


def made_of(owner: SeenLog | Folder, source: msgspec.Struct, beside: Hashable, make: Callable[[], T]) -> T:
    """Return the result of ``make`` for a chapter's source and ``beside``, cached with ``owner``: the record's log, or its game."""
    pieces = laid_pieces(owner) if isinstance(owner, Folder) else owner.pieces
    key = blake2b(msgspec.json.encode(source), digest_size=32).digest(), beside
    return pieces.once(_SOURCES, make, key, most=MOST_SOURCES, shared=(Ruleset,))


def laid_pieces(folder: Folder) -> LogPieces:
    """Return the cache for a game's chapters that contain a position which was never recorded."""
    return _LAID.setdefault(folder, LogPieces())
