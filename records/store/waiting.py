"""How long what is being done may wait for the database, all its statements together."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Left(threading.local):
    seconds: float | None = None
    """None where there is no bound."""


_LEFT = _Left()


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Let this thread wait so long for a database on another machine inside, and no longer than it may outside; then StoreAway is raised.

    Only waiting counts, so what is reckoned out between two statements may take its time.
    """
    before = _LEFT.seconds
    given = seconds if before is None else min(before, seconds)
    _LEFT.seconds = given
    try:
        yield
    finally:
        _LEFT.seconds = None if before is None else before - (given - _LEFT.seconds)


class Wait:
    """One wait of this thread for the database; what it took is gone at its ``end``."""

    def __init__(self) -> None:
        self._began, self._left = monotonic(), _LEFT.seconds

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self._left is not None and monotonic() - self._began >= self._left

    def end(self) -> None:
        """Take what it took from what is left."""
        if self._left is not None:
            _LEFT.seconds = self._left - (monotonic() - self._began)
