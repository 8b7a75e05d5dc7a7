"""Works at all jobs of a store until told to end, as a server's process for jobs does; or at one job, as the command line does."""

from __future__ import annotations

import logging
from time import monotonic, sleep
from typing import TYPE_CHECKING, Protocol

from records.errors import StoreRefused, WrongSchema
from records.store import OPEN

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from records.service.jobs.runner import Runner
    from records.store import Job

log = logging.getLogger(__name__)
TURN = 0.25
"""Seconds for which a turn waits for a part to end."""
LOOKS = 2.0
"""Seconds between two searches for parts while there are none: another server may have left some."""
IDLE = 60.0
"""Seconds without a part after which the processes for jobs end."""
AWAY = 5.0
"""Seconds until a failed database is tried again."""


class Wanted(Protocol):
    """A value shared by several processes: not 0 if a job was requested since it was set to 0."""

    value: int


def keep(runner: Runner, wanted: Wanted, ended: Event, *, idle: float = IDLE, looks: float = LOOKS) -> None:
    """Work until ``ended`` is set, or there was no work for ``idle`` seconds; then all parts are given back.

    A failed database is tried again; raises ``WrongSchema`` if another version has upgraded the store meanwhile.
    """
    quiet = monotonic()
    try:
        while not ended.is_set():
            wanted.value = 0
            if _turned(runner, ended):
                quiet = monotonic()
            elif monotonic() - quiet > idle and not wanted.value:
                return
            else:
                _wait(wanted, ended, min(looks, idle))
    finally:
        _let_go(runner)


def run(runner: Runner, job: Callable[[], Job | None], seconds: float, told: Callable[[Job], object] = lambda _job: None) -> Job | None:
    """Work at one job for up to ``seconds``, and return its state then; None if it no longer exists.

    ``job`` reads it, ``runner`` works only at it; ``told`` is called after each turn in which a part was under way. Unfinished parts
    are given back, and continue wherever jobs are worked at. Raises ``StoreRefused`` if the database fails.
    """
    until = monotonic() + seconds
    try:
        while (found := job()) is not None and found.state == OPEN and (left := until - monotonic()) > 0:
            if runner.turn(min(TURN, left)):
                told(found)
            else:
                sleep(min(TURN, left))  # another runner has the remaining parts
        return found
    finally:
        _let_go(runner)


def _turned(runner: Runner, ended: Event) -> bool:
    try:
        return runner.turn(TURN)
    except WrongSchema:
        raise
    except StoreRefused as error:
        log.warning("jobs: %s", error)
        ended.wait(AWAY)
        return True


def _let_go(runner: Runner) -> None:
    try:
        runner.let_go()
    except StoreRefused as error:
        log.warning("jobs: %s; what was under way is begun again once its lease has run out", error)


def _wait(wanted: Wanted, ended: Event, seconds: float) -> None:
    until = monotonic() + seconds
    while not wanted.value and monotonic() < until and not ended.wait(0.05):
        """Somebody asks for a job, or ends this."""
