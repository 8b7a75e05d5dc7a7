"""Caches what was read of records: of one that grew, only the new events are read, decoded and passed through the door."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from records.service.memory import Tallied, Tally, Tier

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from records.core.events import Recorded
    from records.service.memory import Memory
    from records.store import Head

T = TypeVar("T")


class _KeptLog(NamedTuple):
    head: Head
    made: Any
    tally: Tally


class HeadCache(Generic[T]):
    """Caches values computed from logs, each with the head of its log, while ``memory`` has room. Safe to share among threads."""

    def __init__(self, memory: Memory, section: str, tier: Tier = Tier.LOG) -> None:
        self._memory, self._section, self._tier = memory, section, tier
        self._kept: dict[Hashable, _KeptLog] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """Return how many are kept."""
        return len(self._kept)

    def get(self, key: Hashable) -> tuple[Head, T] | None:
        """Return what was made last, and for which head."""
        kept = self._kept.get(key)
        self._memory.asked(self._section, hit=kept is not None)
        if kept is None:
            return None
        self._memory.touch(kept.tally)
        return kept.head, kept.made

    def tally_of(self, key: Hashable) -> Tally | None:
        """Return what counts the bytes of what is kept; None where nothing is."""
        kept = self._kept.get(key)
        return None if kept is None else kept.tally

    def keep(self, key: Hashable, head: Head, made: T, size: int = 0, beneath: Tally | None = None) -> T:
        """Keep a value made for ``head``, of ``size`` bytes unless it counts itself, and return it.

        If another thread kept the same meanwhile, that one is returned. ``beneath`` counts the log whose events ``made`` shares.
        """
        with self._lock:
            before = self._kept.get(key)
            if before is not None and before.head == head:
                kept: T = before.made
                return kept
            own = made.tally if isinstance(made, Tallied) else None
            tally = own or (Tally() if before is None else before.tally)
            self._kept[key] = _KeptLog(head, made, tally)
        if before is not None and before.tally is not tally:
            self._let_go(before)
        if own is None:
            tally.set(size)
        self._memory.list(tally, self._section, self._tier, lambda: self._dropped(key, tally), beneath)
        if isinstance(made, Tallied):
            made.kept_in(self._memory)
        return made

    def take(self, key: Hashable) -> tuple[Head, T] | None:
        """Return what was made last, and for which head; it is kept no longer."""
        with self._lock:
            kept = self._kept.pop(key, None)
        self._memory.asked(self._section, hit=kept is not None)
        if kept is None:
            return None
        self._let_go(kept)
        return kept.head, kept.made

    def drop(self, key: Hashable) -> None:
        """Forget what was made from a log whose texts were erased without a change of its head."""
        with self._lock:
            kept = self._kept.pop(key, None)
        if kept is not None:
            self._let_go(kept)

    def _dropped(self, key: Hashable, tally: Tally) -> None:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept.tally is not tally:
                return
            del self._kept[key]
        self._let_go(kept)

    def _let_go(self, kept: _KeptLog) -> None:
        kept.tally.leave()
        if isinstance(kept.made, Tallied):
            kept.made.let_go()


def continues(log: Sequence[Recorded[Any]], head: Head, earlier: Head) -> bool:
    """Whether ``log``, which ends at ``head``, continues a log that ended at ``earlier``: the next event names that head's hash."""
    if head.count <= earlier.count:
        return head == earlier
    return log[earlier.count].prev == earlier.hash.hex()
