"""How many streams are held open at a time: each takes a thread, and pages need some too."""

from __future__ import annotations

import threading
from collections import Counter

MOST, MOST_EACH = 96, 4
"""In a process, of its 128 threads (``web.cli.serving``); and of one caller."""


class NoStreamError(Exception):
    """There is no room for another stream: of this caller, or of all."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("no room for another stream")
        self.own = own


class StreamSlots:
    """Counts streams. Safe to share among threads."""

    def __init__(self, most: int = MOST, each: int = MOST_EACH) -> None:
        self._most, self._each = most, each
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def held(self) -> int:
        """How many are open."""
        with self._lock:
            return self._held.total()

    def take(self, caller: str) -> None:
        """Count one more of a caller's; raises ``NoStreamError``."""
        with self._lock:
            if self._held[caller] >= self._each:
                raise NoStreamError(own=True)
            if self._held.total() >= self._most:
                raise NoStreamError(own=False)
            self._held[caller] += 1

    def leave(self, caller: str) -> None:
        """Count one less."""
        with self._lock:
            self._held[caller] -= 1
            if self._held[caller] <= 0:
                del self._held[caller]
