"""Executes the parts of jobs: in this process, one after the other, or in a pool of others (``pool``)."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service.jobs.tasks import Task

log = logging.getLogger(__name__)
Place = tuple[str, int]
"""Job and number of a part."""


class Ended(msgspec.Struct, frozen=True):
    """A part that has ended, done or failed."""

    place: Place
    value: Any = None
    why: str = ""
    """Why it failed, without any content of its source; "" if it did not."""
    lost: bool = False
    """Whether its process died: another one may still do it."""


class Hands(Protocol):
    """Executes parts for a runner. One thread uses it."""

    @property
    def free(self) -> int:
        """How many parts may be begun now."""

    def begin(self, place: Place, task: Task) -> None:
        """Begin a part."""

    def ended(self, seconds: float) -> Sequence[Ended]:
        """Wait up to ``seconds`` for a part to end, and return all that have ended since the last call."""

    def drop(self, place: Place) -> None:
        """Stop working at a part."""

    def close(self) -> None:
        """Drop all parts, and end all processes."""


class OwnHands:
    """This process: ``begin`` executes the part. For parts shorter than a lease, because nothing renews the lease meanwhile."""

    def __init__(self) -> None:
        self._ended: deque[Ended] = deque()

    @property
    def free(self) -> int:
        """See ``Hands``."""
        return 0 if self._ended else 1

    def begin(self, place: Place, task: Task) -> None:
        """See ``Hands``."""
        self._ended.append(attempt(place, task))

    def ended(self, seconds: float) -> Sequence[Ended]:  # noqa: ARG002 -- nothing is under way
        """See ``Hands``."""
        found = [*self._ended]
        self._ended.clear()
        return found

    def drop(self, place: Place) -> None:
        """See ``Hands``."""

    def close(self) -> None:
        """See ``Hands``."""


def attempt(place: Place, task: Task) -> Ended:
    """Execute a part. An error is written to the log only, because its message may quote the source."""
    try:
        return Ended(place, task.done())
    except Exception as error:
        log.exception("part %d of job %s failed", place[1], place[0])
        return Ended(place, why=type(error).__name__)
