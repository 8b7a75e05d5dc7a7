"""Waits until a class or a game goes on: notices this process's writes at once, those of others within a fiftieth of a second."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

EVERY = 0.02
"""Seconds between two looks at the store while somebody waits."""


class StreamWatch:
    """One for each process: a single thread checks all watched streams at once for everybody who waits, and ends when nobody does."""

    def __init__(self, count: Callable[[Collection[str]], Mapping[str, int]], every: float = EVERY) -> None:
        """``count`` returns how many events some streams have; one that is not there may be left out."""
        self._count, self._every = count, every
        self._changed = threading.Condition()
        self._known: dict[str, int] = {}
        self._watched: Counter[str] = Counter()
        self._looking = False
        self.ended = False
        """Whether the process ends, so that no more news is sent."""

    @property
    def looking(self) -> bool:
        """Whether the store is looked at."""
        with self._changed:
            return self._looking

    def tell(self, stream: str, count: int) -> None:
        """Say that a stream has so many events now."""
        with self._changed:
            if stream in self._watched and self._known.get(stream, -1) != count:
                self._known[stream] = count
                self._changed.notify_all()

    def end(self) -> None:
        """Release everybody who waits: their streams end, and their browsers reconnect to the next process."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    @contextmanager
    def watching(self, stream: str) -> Iterator[None]:
        """Let a stream be looked at for as long as this lasts."""
        with self._changed:
            self._watched[stream] += 1
            if not self._looking:
                self._looking = True
                threading.Thread(target=self._look, name="streams", daemon=True).start()
        try:
            yield
        finally:
            with self._changed:
                self._watched[stream] -= 1
                if not self._watched[stream]:
                    del self._watched[stream]
                    self._known.pop(stream, None)

    def wait(self, stream: str, known: int, seconds: float) -> bool:
        """Return True as soon as a stream that is watched has another number of events than ``known``, or nobody is told anything more.

        False after so many seconds.
        """
        until = monotonic() + seconds
        with self._changed:
            while self._known.get(stream, known) == known and not self.ended:
                left = until - monotonic()
                if left <= 0:
                    return False
                self._changed.wait(left)
        return True

    def _look(self) -> None:
        pause = threading.Event()
        while True:
            with self._changed:
                watched = list(self._watched)
                if not watched:
                    self._looking = False
                    return
            try:
                counts = self._count(watched)
            except RecordsError:
                counts = {}  # the store is unavailable; each waiting thread will find out itself
            for stream in watched:
                if stream in counts:
                    self.tell(stream, counts[stream])
            pause.wait(self._every)
