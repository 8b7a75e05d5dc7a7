"""A restart with the socket that systemd holds loses no request, and streams end at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import pytest

from support.command_line import PROGRAM
from web.cli.handed import address_of, handed_socket, notify
from web.serving import _when_told_to_end
from web.workers.ending import id_of, take_no_more

if TYPE_CHECKING:
    from pathlib import Path

    from support.command_line import Cli

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sockets are handed over as systemd does")
PATIENCE = 25


def started(store: str, listens: socket.socket, told: Path, workers: int = 1) -> subprocess.Popen[str]:
    """The program with the socket, as systemd starts it."""
    environment = os.environ | {"KIEBITZ_STORE": store, "LISTEN_FDS": "1", "NOTIFY_SOCKET": str(told)}
    script = (
        f"import os; os.dup2({listens.fileno()}, 3); os.environ['LISTEN_PID'] = str(os.getpid()); "
        f"os.execv({str(PROGRAM)!r}, [{str(PROGRAM)!r}, 'serve', '--workers', '{workers}'])"
    )
    return subprocess.Popen(
        [sys.executable, "-c", script], env=environment, pass_fds=[listens.fileno()], stderr=subprocess.DEVNULL, text=True
    )


@pytest.mark.soak
def test_a_restart_with_the_socket_handed_over_loses_no_request(cli: Cli, record: str, tmp_path: Path) -> None:
    """What comes while nobody serves waits at the socket, and what was begun is finished.

    Systemd is told when the server is ready and when it stops.
    """
    answers: list[object] = []
    done = threading.Event()
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as told, closing(socket.create_server(("127.0.0.1", 0))) as listens:
        told.bind(str(tmp_path / "told"))
        told.settimeout(PATIENCE)
        port = listens.getsockname()[1]

        def ask() -> None:
            while not done.is_set():
                try:
                    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
                        connection.request("GET", f"/records/{record}")
                        answers.append(connection.getresponse().status)
                except OSError as error:
                    answers.append(error)

        asking = [threading.Thread(target=ask) for _ in range(2)]
        process = started(cli.store, listens, tmp_path / "told")
        try:
            assert told.recv(100) == b"READY=1"
            for one in asking:
                one.start()
            before = time.monotonic()
            while len(answers) < 4 and time.monotonic() < before + PATIENCE:
                time.sleep(0.02)
            process.terminate()
            assert process.wait(PATIENCE) == 0
            assert told.recv(100) == b"STOPPING=1"
            process, known = started(cli.store, listens, tmp_path / "told"), len(answers)
            assert told.recv(100) == b"READY=1"
            while len(answers) < known + 4 and time.monotonic() < before + PATIENCE:
                time.sleep(0.02)
        finally:
            done.set()
            for one in asking:
                if one.ident is not None:
                    one.join(PATIENCE)
            process.terminate()
            process.wait(PATIENCE)
    assert len(answers) >= known + 4
    assert set(answers) == {200}


def test_what_is_told_to_end_hears_of_it_at_once() -> None:
    """Whatever handler the server has for the signal: streams end before it waits for what it is at."""
    context = multiprocessing.get_context("fork")
    ready, heard = context.Event(), context.Event()

    def work() -> None:
        signal.signal(signal.SIGTERM, lambda *_: None)
        _when_told_to_end(heard.set)
        ready.set()
        assert heard.wait(PATIENCE)

    process = context.Process(target=work)
    process.start()
    assert ready.wait(PATIENCE)
    os.kill(process.pid or 0, signal.SIGTERM)
    process.join(PATIENCE)
    assert (process.exitcode, heard.is_set()) == (0, True)


def test_who_ends_takes_no_more_and_leaves_it_to_others() -> None:
    """A connection that comes then is taken by another process that holds the socket; nobody is refused."""
    context = multiprocessing.get_context("fork")
    ready, done = context.Event(), context.Event()
    with closing(socket.create_server(("127.0.0.1", 0))) as listens:
        listens.settimeout(PATIENCE)

        def work() -> None:
            own = listens.dup()
            take_no_more(id_of(listens.fileno()))
            ready.set()
            assert done.wait(PATIENCE)
            for one in (own, listens):
                one.setblocking(False)
                with pytest.raises(BlockingIOError):
                    one.accept()

        process = context.Process(target=work)
        process.start()
        assert ready.wait(PATIENCE)
        with closing(socket.create_connection(listens.getsockname(), timeout=PATIENCE)):
            done.set()
            process.join(PATIENCE)
            assert process.exitcode == 0
            listens.accept()[0].close()


def handed(count: str, pid: str = "") -> int | None:
    """What is found where so many sockets were handed to a process."""
    os.environ |= {"LISTEN_FDS": count, "LISTEN_PID": pid or str(os.getpid())}
    return handed_socket()


def test_what_was_not_handed_to_this_process_is_none() -> None:
    """The variables name the process that they are for, and are gone afterwards."""
    assert handed("1", "1") is None
    assert handed("0") is None
    assert "LISTEN_FDS" not in os.environ
    assert handed_socket() is None


def test_what_cannot_be_served_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sockets, one that does not listen, and what is none."""
    with pytest.raises(ValueError, match="2 sockets were handed over; one is served"):
        handed("2")
    with closing(socket.socket()) as idle, closing(socket.create_server(("127.0.0.1", 0))) as listens:
        monkeypatch.setattr("web.cli.handed.FIRST", idle.fileno())
        with pytest.raises(ValueError, match="does not listen for TCP"):
            handed("1")
        monkeypatch.setattr("web.cli.handed.FIRST", listens.fileno())
        assert handed("1") == listens.fileno()
        assert address_of(listens.fileno()) == listens.getsockname()
    with open(os.devnull) as file:  # noqa: PTH123 -- its descriptor is wanted
        monkeypatch.setattr("web.cli.handed.FIRST", file.fileno())
        with pytest.raises(ValueError, match="is no socket"):
            handed("1")


def test_nobody_is_told_where_nobody_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it matter if they have gone."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/at/all")
    notify("READY=1")
