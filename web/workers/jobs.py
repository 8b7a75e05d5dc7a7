"""The process beside a server that works at jobs: started when there is one, ended when there has been none for a while."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import threading
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, Any

from web.starting import follow_parent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.service.jobs.kinds import JobKind
    from web.watching.logs import LogForm

LOOKS = 0.2
"""Seconds between two looks whether a job was asked for."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until the process is started again after it died, doubled each time until it has ended by itself."""
PATIENCE = 5.0
"""Seconds that it has to give back what it is at."""


class JobKeeper:
    """Keeps that process, in the one that keeps the workers."""

    def __init__(
        self, store: str, size: int, log_format: LogForm, alone: threading.Lock, kinds: Mapping[str, JobKind] | None = None
    ) -> None:
        """``size`` processes work at jobs of the ``store`` at a time, of the program's ``kinds`` where none are given.

        ``alone`` is held while the process is started.
        """
        self._context = multiprocessing.get_context("spawn")
        # Without a lock, as of a worker that is killed.
        self.wanted: Any = self._context.RawValue("b", 0)
        self._told = store, size, log_format, self.wanted, kinds
        self._alone, self._ended = alone, threading.Event()
        self._process: Any = None
        self._pause, self._next = 0.0, 0.0

    def watch(self) -> None:
        """Look for jobs until ``end``, in a thread."""

        def watching() -> None:
            while not self._ended.wait(LOOKS):
                self.look()

        threading.Thread(target=watching, name="jobs", daemon=True).start()

    def look(self) -> None:
        """Start the process if it is wanted, or died, and is not there."""
        if self._process is not None and not self._process.is_alive():
            died = self._process.exitcode != 0
            self._pause = min(LONGEST_PAUSE, self._pause * 2 or FIRST_PAUSE) if died else 0.0
            self._next = monotonic() + self._pause
            self.wanted.value = self.wanted.value or died
            self._process = None
        if self._process is None and self.wanted.value and monotonic() >= self._next:
            process = self._context.Process(target=work_at_jobs, args=self._told, name="kiebitz-jobs")
            with self._alone:
                if not self._ended.is_set():
                    process.start()
                    self._process = process

    @property
    def pid(self) -> int | None:
        """The process, if it is there."""
        return None if self._process is None else self._process.pid

    def end(self) -> None:
        """End the process, which gives back what it is at."""
        with self._alone:  # what is just being started is there then
            self._ended.set()
        if self._process is None:
            return
        self._process.terminate()
        self._process.join(PATIENCE)
        self._process.kill()
        self._process.join()


def work_at_jobs(url: str, size: int, log_format: LogForm, wanted: Any, kinds: Mapping[str, JobKind] | None) -> None:
    """Be that process."""
    ended = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: ended.set())
    follow_parent()
    from records.service.jobs.keeping import keep  # noqa: PLC0415 -- with the database's libraries
    from records.service.jobs.pool import WorkerPool  # noqa: PLC0415
    from records.service.jobs.runner import Runner  # noqa: PLC0415
    from records.service.long_work import KINDS  # noqa: PLC0415
    from records.store import open_store  # noqa: PLC0415
    from web.watching import logs  # noqa: PLC0415

    logs.configure(log_format, access=False)
    with open_store(url, create=False) as store, closing(WorkerPool(size)) as hands:
        runner = Runner(store.jobs, KINDS if kinds is None else kinds, hands, worker=secrets.token_hex(8))
        keep(runner, wanted, ended)
    os._exit(0)  # nothing is left; to take all modules apart would take longer than to give back the work
