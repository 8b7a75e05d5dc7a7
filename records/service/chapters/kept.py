"""What was made of the logs of chapters, kept: a class of forty steps through one, and each step is asked by every phone."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from records.service.seen_log import SeenLog

T = TypeVar("T")
MOST_CUTS, MOST_SOURCES = 8, 16
"""Of one log, and of one record or game, that are kept."""
_CUTS: WeakKeyDictionary[SeenLog, OrderedDict[int, SeenLog]] = WeakKeyDictionary()
_SOURCES: WeakKeyDictionary[Any, OrderedDict[Hashable, Any]] = WeakKeyDictionary()


def cut_after(seen: SeenLog, last: int) -> SeenLog:
    """Return a log as if it ended with step ``last``; nothing in it was made of what follows."""
    if last >= len(seen.events):
        return seen
    kept = _CUTS.setdefault(seen, OrderedDict())
    found = kept.get(last)
    if found is None:
        before = max((one for one in list(kept.items()) if one[0] < last), key=lambda one: one[0], default=None)
        found = seen.branched(last) if before is None else before[1].grown(seen.events[before[0] : last])
        _keep(kept, last, found, MOST_CUTS)
    return found


def made_of(owner: object, source: msgspec.Struct, beside: Hashable, make: Callable[[], T]) -> T:
    """Return what ``make`` makes of a chapter's source and of ``beside``, kept as long as ``owner`` is: the record's log, or its game."""
    kept = _SOURCES.setdefault(owner, OrderedDict())
    key = blake2b(msgspec.json.encode(source), digest_size=32).digest(), beside
    found: T | None = kept.get(key)
    if found is None:
        found = make()
        _keep(kept, key, found, MOST_SOURCES)
    return found


def _keep(kept: OrderedDict[Any, Any], key: Hashable, made: Any, most: int) -> None:
    kept[key] = made
    while len(kept) > most:
        kept.popitem(last=False)
