"""Waits until a class goes on: told at once of what this process writes, and within a twentieth of a second of what others write."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EVERY = 0.05
"""Seconds between two looks at the store while somebody waits."""


class ClassWatch:
    """One for each process: one thread looks for all who wait, and ends when nobody does."""

    def __init__(self, count: Callable[[str], int], every: float = EVERY) -> None:
        self._count, self._every = count, every
        self._changed = threading.Condition()
        self._known: dict[str, int] = {}
        self._watched: Counter[str] = Counter()
        self._looking = False
        self.ended = False
        """Whether nobody is told anything more: the process ends."""

    @property
    def looking(self) -> bool:
        """Whether the store is looked at."""
        with self._changed:
            return self._looking

    def tell(self, in_class: str, count: int) -> None:
        """Say that a class has so many events now."""
        with self._changed:
            if in_class in self._watched and self._known.get(in_class, -1) != count:
                self._known[in_class] = count
                self._changed.notify_all()

    def end(self) -> None:
        """Let all who wait go: their streams end, and their browsers come back to the next process."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    @contextmanager
    def watching(self, in_class: str) -> Iterator[None]:
        """Let a class be looked at for as long as this lasts."""
        with self._changed:
            self._watched[in_class] += 1
            if not self._looking:
                self._looking = True
                threading.Thread(target=self._look, name="classes", daemon=True).start()
        try:
            yield
        finally:
            with self._changed:
                self._watched[in_class] -= 1
                if not self._watched[in_class]:
                    del self._watched[in_class]
                    self._known.pop(in_class, None)

    def wait(self, in_class: str, known: int, seconds: float) -> bool:
        """Return True as soon as a class that is watched has another number of events than ``known``, or nobody is told anything more.

        False after so many seconds.
        """
        until = monotonic() + seconds
        with self._changed:
            while self._known.get(in_class, known) == known and not self.ended:
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
            for in_class in watched:
                try:
                    count = self._count(in_class)
                except RecordsError:
                    continue  # the store is away; who waits asks for itself
                self.tell(in_class, count)
            pause.wait(self._every)
