"""``kiebitz serve``, as a process: it says where it listens, and ends with all its workers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from support.command_line import PROGRAM
from support.forked import Forked
from support.processes import descendants, free_port
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from support.command_line import Cli

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel for a process's children")
PATIENCE = 60
"""Seconds after which a test gives up."""


def survivors(cli: Cli) -> list[int]:
    """All processes that were started for this test, in its folder, and have not ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # ended meanwhile, or somebody else's
            if (folder / "cwd").readlink() == cli.folder:
                found.append(int(folder.name))
    return found


def wait(until: Callable[[], bool]) -> bool:
    """Wait for something to become true, and tell whether it did."""
    end = time.monotonic() + PATIENCE
    while not (done := until()) and time.monotonic() < end:
        time.sleep(0.02)
    return done


def begun(*words: str, **how: Any) -> subprocess.Popen[str]:
    """The program as a shell begins it."""
    return subprocess.Popen([PROGRAM, *words], text=True, **how)


@contextmanager
def server(cli: Cli, port: int, *words: str, program: Callable[..., subprocess.Popen[str]] = Forked) -> Iterator[subprocess.Popen[str]]:
    """A server in a process group of its own, killed in the end if it still runs."""
    environment = os.environ | {"KIEBITZ_STORE": cli.store}
    how: dict[str, Any] = {"env": environment, "cwd": cli.folder, "stderr": subprocess.PIPE, "start_new_session": True}
    with program("serve", "--port", str(port), *words, **how) as process:
        try:
            yield process
        finally:
            for pid in survivors(cli):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def listening(process: subprocess.Popen[str]) -> str:
    """Wait for the line that says where the server listens, and return it."""
    assert process.stderr is not None
    return process.stderr.readline()


def get(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    """Status and text of a page."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers={"Host": f"{host}:{port}", "Accept-Language": "en"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def end(process: subprocess.Popen[str], sort: str) -> None:
    """Send a signal to the program, or to all processes of its group."""
    {
        "SIGTERM": lambda: process.send_signal(signal.SIGTERM),
        "SIGINT": lambda: process.send_signal(signal.SIGINT),
        "SIGTERM to all": lambda: [os.kill(pid, signal.SIGTERM) for pid in (*descendants(process.pid), process.pid)],
        "Ctrl-C": lambda: os.killpg(process.pid, signal.SIGINT),
    }[sort]()


@pytest.mark.parametrize(("sort", "workers"), rest_soaked([("SIGTERM", 2), ("Ctrl-C", 1), ("SIGINT", 1), ("SIGTERM to all", 2)], keep=1))
def test_it_ends_with_all_its_workers(cli: Cli, record: str, sort: str, workers: int) -> None:
    """It says where it listens, shows the shelf, and when it is told to end it leaves no process, a free port and exit code 0.

    Meanwhile each worker knows the figures of all, and logs each request.
    """
    port = free_port()
    with server(cli, port, "--workers", str(workers), "--metrics", "--access-log", "--log-format", "json") as process:
        assert listening(process) == f"Kiebitz listens on http://127.0.0.1:{port} (Ctrl-C ends it)\n"
        status, shelf = get(port, "/")
        assert (status, f"/records/{record}" in shelf) == (200, True)
        assert len(survivors(cli)) > len(descendants(process.pid)) >= workers
        for _ in range(4):
            assert 'kiebitz_requests_total{method="GET",route="/",status="200"} 1.0\n' in get(port, "/metrics")[1]
        end(process, sort)
        assert process.wait(PATIENCE) == 0
        assert wait(lambda: not survivors(cli))
        assert process.stderr is not None
        logged = [json.loads(line) for line in process.stderr.read().splitlines()]
        assert [(one["route"], one["status"]) for one in logged] == [("/", 200), *[("/metrics", 200)] * 4]
        with closing(socket.create_server(("127.0.0.1", port))):
            pass


def test_workers_do_not_outlive_a_program_that_was_killed(cli: Cli) -> None:
    """When the program is killed its workers end by themselves."""
    port = free_port()
    with server(cli, port, "--workers", "1") as process:
        assert "listens" in listening(process)
        process.kill()
        process.wait(PATIENCE)
        assert wait(lambda: not survivors(cli))


@pytest.mark.parametrize("workers", rest_soaked(["2", "1"]))
def test_a_worker_that_dies_is_replaced(cli: Cli, record: str, workers: str) -> None:
    """A worker that was killed is followed by another; the pages are there again, and the program ends as cleanly as ever."""
    port = free_port()
    with server(cli, port, "--workers", workers) as process:
        assert "listens" in listening(process)
        assert wait(lambda: len(answering(process)) == int(workers))  # it listens when the first of them does
        before = set(answering(process))
        os.kill(min(before), signal.SIGKILL)
        assert wait(lambda: len(set(answering(process)) - {min(before)}) == int(workers))
        assert wait(lambda: shows(port, record))
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert wait(lambda: not survivors(cli))


def test_a_worker_and_its_successors_that_die_soon_do_not_end_the_service(cli: Cli, record: str) -> None:
    """Each is followed by another, later and later, and the pages are there again; the program ends as cleanly as ever."""
    port = free_port()
    with server(cli, port, "--workers", "1") as process:
        assert "listens" in listening(process)
        killed: set[int] = set()
        for _ in range(3):
            assert wait(lambda: bool(set(answering(process)) - killed) or process.poll() is not None)
            assert process.poll() is None
            new = set(answering(process)) - killed
            killed.update(new)
            for pid in new:
                os.kill(pid, signal.SIGKILL)
        assert wait(lambda: shows(port, record))
        process.terminate()
        assert process.wait(PATIENCE) == 0
        assert wait(lambda: not survivors(cli))


def test_a_service_that_never_starts_ends(tmp_path: Path) -> None:
    """Where no worker ever was ready it is given up after a few, with exit code 1."""
    script = tmp_path / "never.py"
    script.write_text(
        "import sys\n"
        "from granian.constants import Interfaces\n"
        "from web.workers.supervising import Supervisor\n"
        "def load(ready):\n"
        "    print('tried', flush=True)\n"
        "    sys.exit(3)\n"
        "if __name__ == '__main__':\n"
        f"    Supervisor('x', port={free_port()}, interface=Interfaces.WSGI, log_enabled=False).keep(load)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout.count("tried")) == (1, 4)


def answering(process: subprocess.Popen[str]) -> list[int]:
    """The workers: children that run the program, forked or spawned, without the helper that watches over shared resources."""
    found = []
    for pid in descendants(process.pid):
        with suppress(OSError):  # ended meanwhile
            if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def shows(port: int, record: str) -> bool:
    """Whether the shelf with a record is answered."""
    try:
        status, shelf = get(port, "/")
    except OSError:  # it was in flight when the worker died, or nobody listens yet
        return False
    return status == 200 and f"/records/{record}" in shelf


@pytest.mark.parametrize("after", rest_soaked([0.8, 0.3, 1.4]))
def test_it_can_be_ended_while_it_starts(cli: Cli, after: float) -> None:
    """A SIGTERM at any moment of the start ends it, and no worker stays."""
    port = free_port()
    with server(cli, port, program=begun) as process:
        time.sleep(after)
        process.terminate()
        assert process.wait(PATIENCE) in {0, -signal.SIGTERM}
        assert wait(lambda: not survivors(cli))


def test_a_taken_port_is_told(cli: Cli) -> None:
    """Where somebody listens already it says so and ends with exit code 1."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        result = cli("serve", "--port", port, code=1)
    reason = f"cannot listen on 127.0.0.1:{port}: Address already in use"
    assert result.stderr == f"Error: {reason}; take another --port or --host (of make run: PORT=, HOST=)\n"


@pytest.mark.soak
def test_a_port_that_is_taken_meanwhile_is_told() -> None:
    """Who begins to listen there while it starts is told of in the same line, without the server's own words."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        run = f"click.command('serve')(lambda: _run(None, 'localhost', '127.0.0.1', {port}, 1))([])"
        command = [sys.executable, "-c", f"import click; from web.cli.serving import _run; {run}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Error: cannot listen on localhost:{port}: Address already in use; ")
    assert done.stderr.count("\n") == 1


def test_an_ipv6_address_of_this_machine_is_answered(cli: Cli) -> None:
    """``--host ::1`` serves the pages under the address that it says."""
    port = free_port()
    with server(cli, port, "--workers", "1", "--host", "::1") as process:
        assert listening(process) == f"Kiebitz listens on http://[::1]:{port} (Ctrl-C ends it)\n"
        with urlopen(f"http://[::1]:{port}/", timeout=10) as answer:
            assert answer.status == 200


def test_names_of_this_machine_and_those_that_are_allowed_are_answered(cli: Cli) -> None:
    """A name of this machine is as good as its number, and no strange site can point its name at it; more names can be allowed.

    Where it listens a second server is refused, although the kernel would let both listen.
    """
    port = free_port()
    with server(cli, port, "--workers", "1", "--host", "localhost", "--allow-host", "cards.example") as process:
        assert listening(process) == f"Kiebitz listens on http://localhost:{port} (Ctrl-C ends it)\n"
        assert [get(port, "/", host)[0] for host in ("127.0.0.1", "localhost", "cards.example", "evil.example")] == [200, 200, 200, 400]
        assert "Address already in use" in cli("serve", "--port", str(port), code=1).stderr


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("--store", "sqlite:////proc/nothing/book.sqlite"), 1, "cannot be opened"),
        (("--host", "203.0.113.77", "--open-to-all", "--allow-host", "x.example"), 1, "cannot listen on 203.0.113.77:"),
        (("--host", "no.such.host.invalid", "--open-to-all", "--allow-host", "x.example"), 1, "cannot listen on no.such.host.invalid:"),
        (("--host", "0.0.0.0"), 2, "everybody who reaches 0.0.0.0:"),  # noqa: S104 -- is refused
        (("--host", "0.0.0.0", "--allow-host", "x.example"), 2, "--open-to-all --allow-host NAME"),  # noqa: S104 -- is refused
        (("--host", "0.0.0.0", "--open-to-all"), 2, "--open-to-all --allow-host NAME"),  # noqa: S104 -- is refused
        (("--behind-proxy", "--allow-host", "x.example"), 2, "everybody who reaches 127.0.0.1:"),
        (("--host", "2001:db8::1", "--open-to-all", "--allow-host", "x.example"), 1, "cannot listen on [2001:db8::1]:"),
        (("--port", "0"), 2, "0 is not in the range"),
        (("--port", "70000"), 2, "70000 is not in the range"),
        (("--port", "-1"), 2, "-1 is not in the range"),
        (("--port", "http"), 2, "is not a valid integer"),
        (("--workers", "0"), 2, "0 is not in the range"),
    ],
)
def test_what_keeps_it_from_starting_is_told(cli: Cli, words: tuple[str, ...], code: int, reason: str) -> None:
    """A store that does not open and an address that is not ours are exit code 1 before any worker starts, wrong numbers wrong usage."""
    port = () if "--port" in words else ("--port", str(free_port()))
    assert reason in cli("serve", *port, *words, code=code).stderr


@pytest.mark.soak
def test_a_program_with_another_thread_forks_no_worker() -> None:
    """What that thread holds at the moment of a fork nobody would give back in the worker."""
    script = "from web.workers.supervising import start_method; print(start_method(), flush=True)"
    beside = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start(); "
    found = [
        subprocess.run([sys.executable, "-c", before + script], capture_output=True, text=True, check=True).stdout.strip()
        for before in ("", beside)
    ]
    assert found == ["fork", "spawn"]
