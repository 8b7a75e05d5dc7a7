"""What does the parts of jobs: this process, one part after the other, or a pool of others (``pool``)."""

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
    """A part that was worked at."""

    place: Place
    value: Any = None
    why: str = ""
    """Why it could not be done, without anything that its source holds; "" where it was."""
    lost: bool = False
    """Whether its process ended under it: another may yet do it."""


class Hands(Protocol):
    """What works at parts for a runner. One thread uses it."""

    @property
    def free(self) -> int:
        """How many parts may be begun now."""

    def begin(self, place: Place, task: Task) -> None:
        """Begin a part."""

    def ended(self, seconds: float) -> Sequence[Ended]:
        """Wait up to ``seconds`` for a part to end, and return all that have since it was asked last."""

    def drop(self, place: Place) -> None:
        """Work at a part no more."""

    def close(self) -> None:
        """Drop all parts, and keep nothing that works."""


class OwnHands:
    """This process: a part is done while it begins. For parts shorter than a lease, which nothing renews meanwhile."""

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
    """Do a part. What goes wrong is told in the log; of its words, which may quote the source, nothing else is told."""
    try:
        return Ended(place, task.done())
    except Exception as error:
        log.exception("part %d of job %s failed", place[1], place[0])
        return Ended(place, why=type(error).__name__)
