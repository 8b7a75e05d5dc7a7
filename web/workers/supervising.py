"""The process that keeps the workers of ``kiebitz serve``: one that dies is followed by another, however often."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from granian import _signals
from granian._granian import SocketHolder
from granian.log import logger
from granian.server.mp import MPServer

from web.watching.folder import bury
from web.workers.ending import gently, id_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from web.workers.ending import SocketId

SOON = 5.5
"""Seconds. A worker that dies earlier is followed later and later."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before the second successor of one that died soon, doubled for each further one; other workers go on answering meanwhile."""
MOST_STARTS = 4
"""How often a worker is started while none was ever ready: what is wrong then does not pass by itself."""
SIGNALS = {signal.SIGINT, signal.SIGTERM} | ({signal.SIGHUP} if sys.platform != "win32" else set())


class Supervisor(MPServer):
    """Granian's server without its rule that two deaths of a worker within 5.5 s end all of it.

    ``handed`` is the descriptor of a socket that listens already, and goes on when this program ends: what comes meanwhile waits there.
    """

    def __init__(self, target: str, *, handed: int | None = None, **named: Any) -> None:
        self.method = start_method()
        multiprocessing.set_start_method(self.method, force=True)
        super().__init__(target, respawn_failed_workers=True, **named)
        self._died_soon: dict[int, int] = {}
        # Without a lock: a worker that is killed while it holds one would hold it for ever.
        self._ready = multiprocessing.get_context(self.method).RawValue("b", 0)
        self.gave_up = False
        self._handed = handed
        self.alone = threading.Lock()
        """Held while a worker is forked: no other thread may hold a lock of a library then, which nobody would give back to the worker."""

    @property
    def ready(self) -> bool:
        """Whether a worker has ever been ready."""
        return bool(self._ready.value)

    def keep(self, load: Callable[[Any], Any]) -> None:
        """Serve what ``load`` returns in each worker until a signal ends it; ``load`` is given a value that it sets to 1 when it is ready.

        Raises SystemExit where no worker ever came to that.
        """
        spawn_target = work if self._handed is None else partial(work_gently, id_of(self._handed))
        self.serve(spawn_target=spawn_target, target_loader=partial(load, self._ready), wrap_loader=False)
        if self.gave_up:
            raise SystemExit(1)

    def _init_shared_socket(self) -> None:
        if self._handed is None:
            super()._init_shared_socket()  # type: ignore[no-untyped-call]
        else:
            holder: Any = SocketHolder
            self._sso, self._shd = None, holder(self._handed, False, self.backlog)

    def _spawn_workers(self, spawn_target: Any, target_loader: Any) -> None:
        with self.alone, _deaf(self.method):
            super()._spawn_workers(spawn_target, target_loader)  # type: ignore[no-untyped-call]

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        for index in workers:
            lived = time.monotonic() - self.wrks[index].birth
            soon = self._died_soon[index] = self._died_soon.get(index, 0) + 1 if lived < SOON else 0
            if not self._ready.value and soon >= MOST_STARTS:
                logger.error("No worker could begin, exiting")
                self.gave_up = self.interrupt_signal = True
                self.main_loop_interrupt.set()
                return
            if soon > 1:
                self._pause(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (soon - 2)))
            if self.interrupt_signal:
                return
            bury(self.wrks[index].inner.pid)
            with self.alone, _deaf(self.method):
                super()._respawn_workers([index], spawn_target, target_loader, delay)
        self.respawned_wrks.clear()  # by which granian would find that one died soon

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.interrupt_signal and time.monotonic() < until:
            time.sleep(0.05)


def start_method() -> str:
    """Return how workers are started: forked, they share what this process has imported, which saves time and memory.

    Where another thread runs, a fork could take over a lock that nobody ever gives back; elsewhere than on Linux
    libraries of the system forbid it.
    """
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def work(*told: Any) -> None:
    """Be a worker. One that was forked has its parent's handlers, which would swallow a signal, until it drops them here."""
    if sys.platform != "win32":
        for each in SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    MPServer._spawn_wsgi_worker(*told)  # noqa: SLF001 -- granian's own target


def work_gently(listens: SocketId, *told: Any) -> None:
    """Be a worker that leaves to others what it cannot answer any more."""
    _signals.set_sync_signals = gently(_signals.set_sync_signals, listens)
    work(*told)


@contextmanager
def _deaf(method: str) -> Iterator[None]:
    """Let signals to a process that is forked here wait until it can hear them."""
    if method != "fork":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
