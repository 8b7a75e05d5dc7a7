"""Values computed from a log that can quickly be computed again: cached with the log, and dropped before any log is."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from records.service.memory import Tallied, Tally, Tier
from records.service.weights import ENTRY, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from records.service.memory import Memory

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
SECTION = "pieces"


class LogPieces:
    """Pieces by sort and key, dropped together. Of two results made at once for one key, one is kept. Safe to share among threads."""

    def __init__(self, memory: Memory | None = None) -> None:
        """Begin without pieces; they count in ``memory``, and go where it needs room."""
        self.tally = Tally()
        self._kept: dict[str, OrderedDict[Hashable, tuple[Any, Tally]]] = {}
        self._memory = memory
        self._lock = Lock()

    def kept_in(self, memory: Memory) -> None:
        """Count in ``memory`` from now on, and go where it needs room."""
        with self._lock:
            self._memory = memory
            tally = self.tally if self._kept else None
        if tally is not None:
            self._list(tally)

    def count_with(self, whole: Tally) -> None:
        """Count as a part of something else, and go with that."""
        self.tally.join(whole)

    def clear(self) -> None:
        """Drop all pieces; a caller can go on using one, but it is no longer counted."""
        with self._lock:
            tally, self.tally, self._kept = self.tally, Tally(), {}
        tally.leave()

    def let_go(self) -> None:
        """Let all pieces go, and count nowhere from now on."""
        with self._lock:
            self._memory = None
        self.clear()

    def has(self, sort: str) -> bool:
        """Whether there is a piece of that sort."""
        return bool(self._kept.get(sort))

    def find(self, sort: str, key: Hashable = None) -> Any | None:
        """Return a piece, None where there is none."""
        with self._lock:
            found = self._find(sort, key)
            memory, tally = self._memory, self.tally
        if memory is not None:
            memory.asked(SECTION, hit=found is not None)
            memory.touch(tally)
        return None if found is None else found[0]

    def each(self, sort: str) -> list[tuple[Any, Any]]:
        """Return the pieces of a sort with their keys, the last made last."""
        with self._lock:
            return [(key, value) for key, (value, _account) in self._kept.get(sort, {}).items()]

    def once(self, sort: str, make: Callable[[], T], key: Hashable = None, *, most: int | None = None, shared: tuple[type, ...] = ()) -> T:
        """Return the piece of that sort and key; ``make`` makes it where there is none. Of a sort the last ``most`` are kept."""
        found: T | None = self.find(sort, key)
        return self.keep(sort, make(), key, most=most, shared=shared) if found is None else found

    def keep(
        self,
        sort: str,
        made: T,
        key: Hashable = None,
        *,
        most: int | None = None,
        shared: tuple[type, ...] = (),
        size: int | None = None,
    ) -> T:
        """Keep a piece and return it; if one is kept already, that one is returned.

        It holds ``size`` bytes; by default it is weighed, without contents of the ``shared`` types.
        """
        size, parts = weigh((made,), shared) if size is None else (size, [])
        with self._lock:
            of_sort = self._kept.setdefault(sort, OrderedDict())
            if key in of_sort:
                kept: T = of_sort[key][0]
                return kept
            whole = self.tally
            own = Tally(whole)
            of_sort[key] = made, own
            gone = [of_sort.popitem(last=False)[1][1] for _ in range(0 if most is None else len(of_sort) - most)]
        for one in gone:
            one.leave()
        for part in parts:
            part.count_with(own)
        own.add(size + ENTRY)
        if self.tally is whole:
            self._list(whole)
        return made

    def grew(self, sort: str, size: int, key: Hashable = None) -> None:
        """Count so many bytes more for a piece, which grew while it was used."""
        with self._lock:
            found = self._find(sort, key)
        if found is not None:
            found[1].add(size)

    def _find(self, sort: str, key: Hashable) -> tuple[Any, Tally] | None:
        of_sort = self._kept.get(sort)
        return None if of_sort is None else of_sort.get(key)

    def _list(self, tally: Tally) -> None:
        memory = self._memory
        if memory is not None:
            memory.list(tally, SECTION, Tier.PIECE, lambda: self._dropped(tally))

    def _dropped(self, tally: Tally) -> None:
        with self._lock:
            if self.tally is tally:
                self.tally, self._kept = Tally(), {}


class CountedDict(dict[K, V], Tallied):
    """A piece that grows entry by entry; ``put`` counts each."""

    shared: tuple[type, ...] = ()
    """Kinds of things that its entries refer to and do not hold."""

    def __init__(self) -> None:
        super().__init__()
        self.tally = Tally()

    def put(self, key: K, value: V) -> V:
        """Keep a value and return it."""
        known = key in self
        self[key] = value
        if not known:
            size, parts = self.weighed(key, value)
            self.tally.add(size + ENTRY // 2)
            for part in parts:
                part.count_with(self.tally)
        return value

    def weighed(self, key: K, value: V) -> tuple[int, list[Tallied]]:
        """Return the bytes of an entry, and its parts that count themselves. Subclasses with entries of known size override this."""
        return weigh((key, value), self.shared)
