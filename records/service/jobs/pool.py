"""A pool of processes for the parts of jobs: each imports its kind's functions, opens no store, and has a lower priority than servers."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.util import Finalize
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from records.service.jobs.hands import Ended, attempt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection

    from records.service.jobs.hands import Place
    from records.service.jobs.tasks import Task

log = logging.getLogger(__name__)
LONGEST = 900.0
"""Seconds that a part may take; then its process is killed."""
LARGEST = 500 << 20
"""Bytes of memory that a process may have used after a part; beyond that the next part begins in a new process."""
NICENESS = 10
"""Niceness of the processes."""
MEGABYTE, TOLD = 1 << 20, 8
"""Memory that has grown by an eighth between two parts is logged."""


class WorkerPool:
    """Up to ``size`` processes, each started with the first part that needs it."""

    def __init__(self, size: int, *, longest: float = LONGEST, largest: int = LARGEST, clock: Callable[[], float] = monotonic) -> None:
        self._size, self._longest, self._largest, self._clock = size, longest, largest, clock
        self._idle: list[_Process] = []
        self._busy: dict[Place, tuple[_Process, float]] = {}
        self.memory = 0
        """The most bytes that one of its processes has used so far."""

    @property
    def free(self) -> int:
        """See ``Hands``."""
        return self._size - len(self._busy)

    @property
    def pids(self) -> list[int]:
        """The processes that are there, those at work first."""
        return [process.pid for process in (*(process for process, _ in self._busy.values()), *self._idle)]

    def begin(self, place: Place, task: Task) -> None:
        """See ``Hands``."""
        process = next((process for process in self._idle if process.is_alive), None) or _Process()
        self._idle = [other for other in self._idle if other is not process and other.is_alive]
        self._busy[place] = process, self._clock() + self._longest
        process.send(place, task)

    def ended(self, seconds: float) -> Sequence[Ended]:
        """See ``Hands``."""
        by_pipe: dict[Any, Place] = {process.pipe: place for place, (process, _) in self._busy.items()}
        ended = [self._received(by_pipe[pipe]) for pipe in wait(list(by_pipe), seconds)]
        for place, (_, until) in list(self._busy.items()):
            if self._clock() > until:
                self.drop(place)
                ended.append(Ended(place, why=f"it took more than {self._longest:.0f} seconds"))
        return ended

    def _received(self, place: Place) -> Ended:
        process, _ = self._busy.pop(place)
        try:
            ended, memory = process.pipe.recv()
        except (EOFError, OSError):
            return Ended(place, why=f"its process {process.end()}", lost=True)
        if memory > self._largest:
            process.end()
        else:
            self._idle.append(process)
        if memory > self.memory + self.memory // TOLD:
            log.info("a process that works at jobs has taken %d MB", memory // MEGABYTE)
        self.memory = max(memory, self.memory)
        return ended  # type: ignore[no-any-return]  # by what ``_serve`` sends

    def drop(self, place: Place) -> None:
        """See ``Hands``."""
        if (found := self._busy.pop(place, None)) is not None:
            found[0].end()

    def close(self) -> None:
        """See ``Hands``."""
        for place in list(self._busy):
            self.drop(place)
        while self._idle:
            self._idle.pop().end()


class _Process:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self._inner = context.Process(target=_serve, args=(other,), name="kiebitz-job", daemon=True)
        self._inner.start()
        self._kill = Finalize(None, self._inner.kill, exitpriority=10)  # at the latest when this process ends, which would wait for it
        other.close()  # its end is noticed where nobody else holds the pipe

    @property
    def pid(self) -> int:
        return self._inner.pid or 0

    @property
    def is_alive(self) -> bool:
        return self._inner.is_alive()

    def send(self, place: Place, task: Task) -> None:
        with suppress(OSError):  # it ended a moment ago; that is read from the pipe
            self.pipe.send((place, task))

    def end(self) -> str:
        """Kill the process if it lives, and return how it ended."""
        self._kill()
        self._inner.join()
        self.pipe.close()
        code = self._inner.exitcode or 0
        return f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"


def _serve(pipe: Connection[Any, Any]) -> None:
    """Execute what comes through the pipe until it is closed, or the process at its other end is gone."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # the pool's owner receives them, gives back parts under way, and ends this process
    if hasattr(os, "nice"):
        with suppress(OSError):  # where a system forbids it
            os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            place, task = pipe.recv()
            pipe.send((attempt(place, task), _memory()))


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)  # whatever the other thread works at


def _memory() -> int:
    """Return the most bytes that this process has used; 0 if the system does not say.

    On Linux ``ru_maxrss`` includes what the process that started this one had used by then.
    """
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415 -- not everywhere

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
