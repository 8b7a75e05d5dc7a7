"""How many streams are held open at a time: each takes a thread, and pages need some too."""

from __future__ import annotations

import threading
from collections import Counter

MOST, MOST_EACH = 96, 4
"""In a process, of its 128 threads (``web.cli.serving``); and of one caller."""
MOST_ONLOOKERS, MOST_OF_ADDRESS = 80, 64
"""Most unknown onlookers in total, and per address, which a whole club may share; the rest is reserved for classes and players."""


class NoStreamError(Exception):
    """There is no room for another stream: of this caller, or of all."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("no room for another stream")
        self.own = own


class StreamSlots:
    """Counts streams. Safe to share among threads."""

    def __init__(self, most: int = MOST, each: int = MOST_EACH, onlookers: int = MOST_ONLOOKERS, of_address: int = MOST_OF_ADDRESS) -> None:
        self._most, self._each = most, each
        self._onlookers, self._of_address = onlookers, of_address
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def held(self) -> int:
        """How many are open."""
        with self._lock:
            return self._held.total()

    def take(self, caller: str) -> None:
        """Count one more of a caller's, or of the onlookers at an address (``onlooker``); raises ``NoStreamError``."""
        onlooks = caller.startswith(_ONLOOKER)
        with self._lock:
            if self._held[caller] >= (self._of_address if onlooks else self._each):
                raise NoStreamError(own=True)
            looking = sum(held for one, held in self._held.items() if one.startswith(_ONLOOKER)) if onlooks else 0
            if looking >= self._onlookers or self._held.total() >= self._most:
                raise NoStreamError(own=False)
            self._held[caller] += 1

    def leave(self, caller: str) -> None:
        """Count one less."""
        with self._lock:
            self._held[caller] -= 1
            if self._held[caller] <= 0:
                del self._held[caller]


_ONLOOKER = "at "


def onlooker(address: str) -> str:
    """Return the caller that all at one address are whom nothing else tells apart."""
    return f"{_ONLOOKER}{address}"
