"""Caches what was read from the store until anybody writes to it, in this process or in another one."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from records.store.unit import WriteUnits

T = TypeVar("T")
MOST_KEPT = 2000
"""Most answers of the database that are cached: a few megabytes."""
_NONE = object()


class _Moment(threading.local):
    open: bool = False
    mark: Hashable | None = None
    """None if it was not read yet, or this thread has written since."""


class KeptReads:
    """Answers of the database by question, valid while its mark is the same; every commit by anybody changes the mark.

    The mark is read once per moment, the duration of one look: values read in it are as old as its beginning at most,
    and outside of a moment nothing is cached. Safe to share among threads; each has its own moments.
    """

    def __init__(self, ask: Callable[[], Hashable | None], units: WriteUnits) -> None:
        """``ask`` returns the mark; None if there is none, and nothing may be cached."""
        self._ask, self._units = ask, units
        self._now = _Moment()
        self._kept: tuple[Hashable, dict[Hashable, Any]] = (None, {})

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Begin a moment; a moment within a moment is the same one."""
        now = self._now
        if now.open:
            yield
            return
        now.open, now.mark = True, None
        try:
            yield
        finally:
            now.open, now.mark = False, None

    @property
    def mark(self) -> Hashable | None:
        """The mark of the store at this moment, equal while nobody writes. None outside of a moment, and while this thread writes."""
        now, unit = self._now, self._units.current
        if not now.open or (unit is not None and unit.begun):
            return None
        if now.mark is None:
            now.mark = self._ask()
        return now.mark

    def once(self, question: Hashable, read: Callable[[], T]) -> T:
        """Return the result of ``read``, or its cached result for the same question since the last write; exceptions are not cached."""
        mark = self.mark
        if mark is None:
            return read()
        kept = self._kept
        if kept[0] != mark:
            kept = self._kept = mark, {}  # the mark is read before anything else: a later write changes it
        found = kept[1].get(question, _NONE)
        if found is _NONE:
            found = read()
            if len(kept[1]) >= MOST_KEPT:
                kept[1].clear()
            kept[1][question] = found
        answer: T = found
        return answer

    def wrote(self) -> None:
        """Forget everything: this thread has written."""
        self._now.mark = None
        self._kept = (None, {})
