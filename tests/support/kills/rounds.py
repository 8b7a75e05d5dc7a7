"""Rounds of kills: a program or its database is killed again and again under writers, and in the end nothing is lost."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

from records.core.viewers import LOCAL
from records.service import GameBook
from support.kills.phones import PATIENCE, Phone, nothing_lost
from support.processes import descendants, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from random import Random

    from support.kills.forked import Forks

    Kill = Callable[["Service"], None]

PHONES = 2
BETWEEN = 3
"""Answers between two kills."""
AFTER = 0.12
"""A kill comes up to so many seconds after them: in the middle of whatever."""


def wait(until: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def is_there(pid: int) -> bool:
    """Whether a process lives."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Service:
    """``kiebitz serve``, started anew as often as it ends."""

    def __init__(self, forks: Forks, store: str, said: Path, workers: int) -> None:
        self._forks, self._store, self._said, self._workers = forks, store, said, workers
        self.port, self.pid = free_port(), 0

    def start(self) -> None:
        """Start it, and wait until it answers; where workers of the last one still listen it is tried again, as systemd does."""
        end = time.monotonic() + PATIENCE
        while True:
            self.pid = self._forks.start(self._store, self._said, "serve", "--port", str(self.port), "--workers", str(self._workers))
            while is_there(self.pid):
                with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
                    connection.request("GET", "/health")
                    if connection.getresponse().status == 200 and descendants(self.pid):
                        return
                assert time.monotonic() < end, self._said.read_text()
                time.sleep(0.02)

    def workers(self) -> list[int]:
        """Its workers."""
        return descendants(self.pid)

    def end(self) -> None:
        """Kill all of it."""
        for pid in (*self.workers(), self.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextmanager
def service(forks: Forks, store: str, said: Path, workers: int) -> Iterator[Service]:
    """A service that answers; nothing of it is left in the end."""
    served = Service(forks, store, said, workers)
    try:
        served.start()
        yield served
    finally:
        served.end()


def kill_server(served: Service) -> None:
    """Kill the process that keeps the workers, and start another."""
    os.kill(served.pid, signal.SIGKILL)
    wait(lambda: not is_there(served.pid))
    served.start()


def kill_worker(choose: Random) -> Kill:
    """Kill a worker: the server starts another."""

    def kill(served: Service) -> None:
        os.kill(choose.choice(served.workers()), signal.SIGKILL)

    return kill


def round_of_phones(served: Service, store: str, choose: Random, kills: int, kill: Kill) -> int:
    """Kill so often while phones write; returns how many answers were acknowledged and found."""
    phones = [Phone(served.port, f"phone {number}") for number in range(PHONES)]
    for phone in phones:
        phone.start()

    def acknowledged() -> int:
        wrong = [said for phone in phones for said in phone.told_wrong]
        assert not wrong, wrong
        return sum(len(phone.sent) for phone in phones)

    try:
        for _ in range(kills):
            before = acknowledged()
            wait(lambda before=before: acknowledged() >= before + BETWEEN)  # type: ignore[misc]
            time.sleep(choose.uniform(0, AFTER))
            kill(served)
    finally:
        for phone in phones:
            phone.ended.set()
        for phone in phones:
            phone.join(PATIENCE)
    served.end()
    with GameBook.open(store, create=False) as book:
        return nothing_lost(book, phones)


def round_of_imports(forks: Forks, store: str, files: Path, choose: Random, kills: int) -> int:
    """Kill imports of one folder, each of which goes on; returns how many records are there in the end."""
    said, seen = files.parent / "imported", 0
    for _ in range(kills):
        pid = forks.start(store, said, "import", str(files))
        time.sleep(choose.uniform(0.02, 0.25))
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        wait(lambda pid=pid: not is_there(pid))  # type: ignore[misc]
        with GameBook.open(store, create=False) as book:
            assert book.records.inspect(LOCAL).findings == ()
            assert book.records.count(LOCAL)[0] >= seen
            seen = book.records.count(LOCAL)[0]
    pid = forks.start(store, said, "import", str(files))
    wait(lambda: not is_there(pid))
    with GameBook.open(store, create=False) as book:
        assert book.records.inspect(LOCAL).findings == ()
        return book.records.count(LOCAL)[0]
