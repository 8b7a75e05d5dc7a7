"""Restarts with the socket that systemd holds, while fifty viewers step and a class answers: no answer is lost."""

from __future__ import annotations

import socket
import sys
import threading
import time
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

import pytest

from cli.test_restarting import started
from records.core.viewers import LOCAL
from records.service import GameBook
from support.lesson import Phone, held_class
from support.lesson_held import check_lesson, lesson

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [pytest.mark.soak, pytest.mark.skipif(sys.platform != "linux", reason="sockets are handed over as systemd does")]
PATIENCE = 120
VIEWERS, PHONES, RESTARTS = 50, 6, 3
PACE = 2.0
"""Seconds from one step of a viewer to the next."""
STEPS, POLLS, PAUSE = 36, 5, 1.0
"""Of the lesson."""


class Unit:
    """What systemd keeps: the socket, and the server that it starts and ends."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listens = socket.create_server(("127.0.0.1", 0), backlog=512)  # as deploy/kiebitz.socket
        self._told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._told.bind(str(folder / "told"))
        self._told.settimeout(PATIENCE)
        self._store = ""
        self.took: list[tuple[float, float]] = []
        """Seconds until each restart had ended the server, and until the next one was ready."""
        self._process: subprocess.Popen[str] | None = None

    @contextmanager
    def serving(self, store: str) -> Iterator[tuple[int, int]]:
        """Serve a store."""
        port = self._listens.getsockname()[1]
        self._store = store
        with closing(self._listens), closing(self._told):
            self._start()
            try:
                yield port, port
            finally:
                self.stop()

    def _start(self) -> None:
        self._process = started(self._store, self._listens, self._folder / "told", workers=2)
        assert self._told.recv(100) == b"READY=1"

    def stop(self) -> None:
        """End it as systemd does."""
        if self._process is not None:
            self._process.terminate()
            assert self._process.wait(PATIENCE) == 0
            assert self._told.recv(100) == b"STOPPING=1"

    def restart(self) -> None:
        """End the server, and start it anew."""
        begun = time.monotonic()
        self.stop()
        self.took.append((round(time.monotonic() - begun, 1), 0.0))
        self._start()
        self.took[-1] = (self.took[-1][0], round(time.monotonic() - begun, 1))


class Viewer(threading.Thread):
    """Steps through a record; each answer with the time at which it came."""

    def __init__(self, port: int, record: str, steps: int, nth: int) -> None:
        super().__init__(daemon=True)
        self._port, self._record, self._steps, self._nth = port, record, steps, nth
        self.ended = threading.Event()
        self.answers: list[tuple[float, object]] = []

    def run(self) -> None:
        """Ask for a step at each pace."""
        self.ended.wait(PACE * self._nth / VIEWERS)
        at = self._nth % self._steps
        while not self.ended.wait(PACE):
            try:
                with closing(HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as connection:
                    connection.request("GET", f"/records/{self._record}/steps/{at}?as=public&short=on")
                    answer = connection.getresponse()
                    answer.read()
                    self.answers.append((time.monotonic(), answer.status))
            except (OSError, HTTPException) as error:
                self.answers.append((time.monotonic(), repr(error)))
            at = (at + 1) % self._steps


def test_restarts_under_fifty_viewers_and_a_class_lose_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """Every step that was asked for is shown, every phone hears all of the lesson once and in order, and every answer of theirs counts."""
    monkeypatch.setattr("support.lesson.PATIENCE", PATIENCE)
    unit = Unit(tmp_path)
    with held_class(tmp_path, serving=unit.serving) as held:
        with GameBook.open(f"sqlite:///{tmp_path}/lesson.sqlite", create=False) as book:
            record = book.records.shelf(LOCAL).entries[0].id
        phones = [Phone(held, f"phone{'x' * (nth % 2)} {nth}").start() for nth in range(PHONES)]
        viewers = [Viewer(held.port, record, held.steps, nth) for nth in range(VIEWERS)]
        for viewer in viewers:
            viewer.start()
        failed: list[BaseException] = []

        def restart() -> None:
            try:
                for _ in range(RESTARTS):
                    time.sleep(STEPS * PAUSE / (RESTARTS + 1))
                    unit.restart()
            except BaseException as error:  # noqa: BLE001 -- asserted on below
                failed.append(error)

        restarting = threading.Thread(target=restart)
        restarting.start()
        try:
            lesson(held, phones, steps=STEPS, polls=POLLS, pause=PAUSE)
        finally:
            restarting.join()
        again = time.monotonic()
        while any(not viewer.answers or viewer.answers[-1][0] < again for viewer in viewers) and time.monotonic() < again + PATIENCE:
            time.sleep(0.1)
        for viewer in viewers:
            viewer.ended.set()
        for viewer in viewers:
            viewer.join(PATIENCE)
    shown = sum(len(viewer.answers) for viewer in viewers)
    record_property("measured", f"{shown} steps, restarts (seconds until ended, until ready again): {unit.took}")
    assert failed == []
    assert [answer for viewer in viewers for _at, answer in viewer.answers if answer != 200] == []
    assert all(viewer.answers[-1][0] > again for viewer in viewers)
    check_lesson(held, phones, tmp_path, steps=STEPS, polls=POLLS)
