"""What was read of records, kept: of one that grew, only what is new is read, decoded and passed through the door."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from records.core.events import Recorded
    from records.store import Head

T = TypeVar("T")


class HeadCache(Generic[T]):
    """Keeps what was made of the last ``size`` logs, each with the head that it was made for. Safe to share among threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, tuple[Head, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> tuple[Head, T] | None:
        """Return what was made last, and for which head."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Hashable, head: Head, made: T) -> T:
        """Keep what was made for ``head`` and return it; where another thread kept the same meanwhile, that is returned."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept[0] == head:
                return kept[1]
            self._kept[key] = head, made
            self._kept.move_to_end(key)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return made

    def drop(self, key: Hashable) -> None:
        """Forget what was made of a log: its texts were erased, and its head stayed."""
        with self._lock:
            self._kept.pop(key, None)


def continues(log: Sequence[Recorded[Any]], head: Head, earlier: Head) -> bool:
    """Whether ``log``, which ends at ``head``, goes on from a log that ended at ``earlier``: the next event names that one's hash."""
    if head.count <= earlier.count:
        return head == earlier
    return log[earlier.count].prev == earlier.hash.hex()
