"""Lanes limit how many questions a process computes at a time. A thread cannot be stopped, so work is limited where it begins.

A request without a free lane queues, and is refused if the queue is full or its time is over. Nobody has two lanes; guests have half of
them together, and half of the queue. So callers with many questions only delay themselves, and other requests go on.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LaneLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How much is worked out at a time. Raises ``ValueError`` for less than one lane, or a queue or a patience below nothing."""

    lanes: int
    """Questions at a time in a process, at least 1."""
    queue: int = 8
    """Questions that may wait, 0 for none."""
    patience: float = 2.0
    """Seconds that one waits at most."""
    writing: float = 10.0
    """Seconds that a submission waits at most: it was typed, or came over a slow line."""

    def __post_init__(self) -> None:
        if self.lanes < 1 or self.queue < 0 or min(self.patience, self.writing) < 0:
            raise ValueError(f"{self.lanes} lanes, {self.queue} waiting, {self.patience} or {self.writing} s")


class LaneUser(msgspec.Struct, frozen=True):
    """The properties of a caller that matter here."""

    name: str
    guest: bool


class NoLaneError(Exception):
    """No lane became free in time; ``own``: because the same caller was being answered or had too much waiting."""

    def __init__(self, *, own: bool) -> None:
        self.own = own
        super().__init__("one at a time for a caller" if own else "all lanes are taken")


class Lanes:
    """The lanes of a process; safe to be used by several threads."""

    def __init__(self, limits: LaneLimits) -> None:
        self.limits = limits
        self._changed = threading.Condition()
        self._taken: set[LaneUser] = set()
        self._waiting: list[_Place] = []

    @property
    def taken(self) -> int:
        """How many lanes are taken."""
        return len(self._taken)

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._waiting)

    @contextmanager
    def lane(self, user: LaneUser, patience: float | None = None) -> Iterator[None]:
        """Hold a lane for ``user``; waits for it up to ``patience``, which has a default, and raises ``NoLaneError``."""
        self._take(user, self.limits.patience if patience is None else patience)
        try:
            yield
        finally:
            with self._changed:
                self._taken.remove(user)
                self._changed.notify_all()

    def _take(self, user: LaneUser, patience: float) -> None:
        with self._changed:
            place = _Place(user)
            if not self._is_free(user):
                self._check_room(user)
            self._waiting.append(place)
            try:
                found = self._changed.wait_for(lambda: self._next() is place, patience)
                if not found:
                    raise NoLaneError(own=user in self._taken)
                self._taken.add(user)
            finally:
                self._waiting.remove(place)
                self._changed.notify_all()

    def _next(self) -> _Place | None:
        """Return the next user: the first in the queue for whom there is a lane."""
        return next((place for place in self._waiting if self._is_free(place.user)), None)

    def _is_free(self, user: LaneUser) -> bool:
        if len(self._taken) >= self.limits.lanes or user in self._taken:
            return False
        return not user.guest or sum(one.guest for one in self._taken) < max(1, self.limits.lanes // 2)

    def _check_room(self, user: LaneUser) -> None:
        """Raise ``NoLaneError`` if no further request, guest, or request of this caller may wait."""
        waiting, half = [place.user for place in self._waiting], (self.limits.queue + 1) // 2
        if waiting.count(user) >= half:
            raise NoLaneError(own=user in self._taken or user in waiting)
        if len(waiting) >= self.limits.queue or (user.guest and sum(one.guest for one in waiting) >= half):
            raise NoLaneError(own=False)


class _Place:
    """A place in the queue; each is itself only, for a caller may have several."""

    def __init__(self, user: LaneUser) -> None:
        self.user = user
