"""What was read of the store, kept until anybody writes to it, in this process or in another one."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from records.store.unit import WriteUnits

T = TypeVar("T")
MOST_KEPT = 2000
"""Answers of the database that are kept: a few megabytes."""
_NONE = object()


class _Moment(threading.local):
    open: bool = False
    mark: Hashable | None = None
    """None where it was not asked for yet, or this thread has written since."""


class KeptReads:
    """Answers of the database by question, as long as it bears the same mark: whoever commits anything changes that.

    The mark is asked for once in a moment, which is as long as somebody looks: what is read in it is as it was at its beginning or later,
    and outside of a moment nothing is kept. Safe to share among threads; each has its own moments.
    """

    def __init__(self, ask: Callable[[], Hashable | None], units: WriteUnits) -> None:
        """``ask`` returns the mark; None where there is none, and nothing is to be kept."""
        self._ask, self._units = ask, units
        self._now = _Moment()
        self._kept: tuple[Hashable, dict[Hashable, Any]] = (None, {})

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Look at the store at one moment; a moment within a moment is the same."""
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
        """What the store bears at this moment, the same while nobody writes. None outside of a moment, and while this thread writes."""
        now, unit = self._now, self._units.current
        if not now.open or (unit is not None and unit.begun):
            return None
        if now.mark is None:
            now.mark = self._ask()
        return now.mark

    def once(self, question: Hashable, read: Callable[[], T]) -> T:
        """Return what ``read`` returns, or what it returned to the same question since the last write; nothing is kept where it raises."""
        mark = self.mark
        if mark is None:
            return read()
        kept = self._kept
        if kept[0] != mark:
            kept = self._kept = mark, {}  # asked for before anything in it is read: a later write changes the mark
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
