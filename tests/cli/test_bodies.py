"""Bodies of requests, sent by real sockets to ``kiebitz serve``: half of one, slowly, in pieces, or cut off."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from typing import Any

import pytest

from support.command_line import Cli, plain_archive
from support.forked import Forked
from support.processes import ended

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="balances its workers as Linux does")
PATIENCE = 30
FORM = "application/x-www-form-urlencoded"


@contextmanager
def serving(cli: Cli, workers: int) -> Iterator[int]:
    """The port at which the program serves the store."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = int(probe.getsockname()[1])
    words = ["serve", "--port", str(port), "--workers", str(workers)]
    environment = os.environ | {"KIEBITZ_STORE": cli.store}
    with ended(Forked(*words, env=environment, stderr=subprocess.PIPE, start_new_session=True)) as process:
        assert process.stderr is not None
        assert "listens" in process.stderr.readline()
        try:
            yield port
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def begun(port: int, head: str, body: bytes) -> socket.socket:
    """A connection on which a request was sent as far as it goes."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    connection.sendall(f"{head}\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() + body)
    return connection


def half(port: int, path: str = "/join") -> socket.socket:
    """A connection with five bytes of a hundred."""
    return begun(port, f"POST {path} HTTP/1.1\r\nContent-Type: {FORM}\r\nContent-Length: 100", b"code=")


def answer(connection: socket.socket, patience: float = PATIENCE) -> bytes:
    """All that is sent until the connection is closed."""
    connection.settimeout(patience)
    said = bytearray()
    with suppress(ConnectionError):
        while data := connection.recv(65536):
            said += data
    return bytes(said)


def asked(port: int, method: str = "GET", path: str = "/", body: bytes | Iterator[bytes] = b"", **headers: str) -> tuple[int, float]:
    """Status of an answer, and the seconds that it took."""
    since = time.monotonic()
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()})
        status = connection.getresponse().status
    return status, time.monotonic() - since


@pytest.fixture(scope="module", name="one_worker")
def one_worker_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """The port of a program with one worker, and a record."""
    folder = tmp_path_factory.mktemp("bodies")
    cli = Cli(folder, f"sqlite:///{folder}/book.sqlite")
    (imported,) = cli.json("import", cli.file("game.json", plain_archive()))
    with serving(cli, workers=1) as port:
        yield port, str(imported["id"])


@pytest.mark.parametrize("bodies", [300, pytest.param(600, marks=pytest.mark.soak)])
def test_number_7_half_sent_bodies_stop_nobody(cli: Cli, record: str, bodies: int) -> None:
    """Pages come in under a second while they are held; who is one too many gets 503 at once, and the few that are read are given up."""
    paths = (f"/records/{record}", "/", f"/records/{record}?at=1")
    with serving(cli, workers=2) as port, ExitStack() as held:
        usual = max(asked(port, path=path)[1] for path in paths * 3)  # a machine that has more to do is slower at all times
        connections = [held.enter_context(half(port)) for _ in range(bodies)]
        rounds = [[asked(port, path=path) for path in paths] for _ in range(3)]  # a machine may pause in one of them, held bodies in all
        assert [[status for status, _ in waits] for waits in rounds] == [[200] * len(paths)] * 3
        assert min(max(seconds for _, seconds in waits) for waits in rounds) < 1 + 2 * usual
        time.sleep(0.2)
        said = {connection: answer(connection) for connection in readable(connections, 0)}
        turned_away = [connection for connection, text in said.items() if text.startswith(b"HTTP/1.1 503 ")]
        assert len(turned_away) >= bodies - 2 * 32  # at most a quarter of 128 threads, in two processes
        assert all(b"\r\nretry-after: " in said[connection].lower() for connection in turned_away)
        read = [connection for connection in connections if connection not in turned_away]
        assert 1 <= len(read) < 2 * 32
        assert all(connection in said or readable([connection], 15) for connection in read)
        assert asked(port, "POST", "/join", b"code=x", Content_Type=FORM)[0] != 503


def readable(connections: Iterable[socket.socket], patience: float) -> list[Any]:
    """Those of which something was sent, or which were closed, once there is one, within some seconds."""
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection, selectors.EVENT_READ)
        return [key.fileobj for key, _events in selector.select(patience)]


def test_number_7_what_comes_too_slowly_is_given_up_and_a_slow_line_is_not(one_worker: tuple[int, str]) -> None:
    """A byte a second, a half and a chunk without an end are given up in seconds; a file at some kilobytes a second arrives."""
    file = os.urandom(70_000)
    parts = b'--x\r\nContent-Disposition: form-data; name="files"; filename="noise.bin"\r\n\r\n' + file + b"\r\n--x--\r\n"
    port = one_worker[0]
    with ExitStack() as held:
        chunked = f"POST /join HTTP/1.1\r\nContent-Type: {FORM}\r\nTransfer-Encoding: chunked"
        stalled = [held.enter_context(half(port)), held.enter_context(begun(port, chunked, b"5\r\ncode=\r\n"))]
        drips = [held.enter_context(half(port)) for _ in range(3)]
        upload = f"POST /upload HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {len(parts)}"
        slow = held.enter_context(begun(port, upload, parts[:5000]))
        for second in range(1, 14):
            time.sleep(1)
            slow.sendall(parts[5000 * second : 5000 * (second + 1)])
            for drip in drips:
                with suppress(ConnectionError):
                    drip.sendall(b"a")
        slow.sendall(parts[70_000:])
        for connection in (*stalled, *drips):
            said = answer(connection, 1)
            assert said == b"" or said.startswith(b"HTTP/1.1 408 "), said
        assert slow.recv(12) == b"HTTP/1.1 422"  # it was read: what is in it is no record
        assert asked(port)[0] == 200


def test_number_7_a_body_that_ends_too_soon_writes_nothing(one_worker: tuple[int, str]) -> None:
    """A form of which the first half arrived is no form; bodies of unusual, but proper, shapes are answered."""
    port, record = one_worker
    head = f"POST /records/{record}/game HTTP/1.1\r\nContent-Type: {FORM}\r\nContent-Length: 100"
    with begun(port, head, b"name=Half") as connection:
        connection.shutdown(socket.SHUT_WR)
        assert answer(connection)[:12] in {b"", b"HTTP/1.1 400"}
    assert asked(port, "POST", f"/records/{record}/game", b"name=Whole", Content_Type=FORM)[0] == 303
    with begun(port, f"GET /records/{record} HTTP/1.1\r\nConnection: close", b"") as connection:
        page = answer(connection)
    assert (b"Whole" in page, b"Half" in page) == (True, False)

    assert shapes_of_bodies(port, record) == [200] * 4 + [303, 303, 200, 303]


def shapes_of_bodies(port: int, record: str) -> list[int]:
    """The answers to requests whose bodies have unusual, but proper, shapes."""
    plain = [asked(port), asked(port, "GET", "/", b"code=a"), asked(port, "HEAD", "/", b"code=a")]
    game = f"/records/{record}/game"
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:  # one after the other on one connection
        kept = []
        for method, path, body in (("GET", "/", None), ("POST", game, b"name="), ("POST", game, iter([b"na", b"me="])), ("GET", "/", None)):
            connection.request(method, path, body, {"Content-Type": FORM}, encode_chunked=not isinstance(body, bytes))
            found = connection.getresponse()
            found.read()
            kept.append(found.status)
    once = f"POST {game} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: {FORM}\r\nContent-Length: 5\r\n\r\nname="
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:  # two at once
        connection.sendall(once.encode() + f"GET /imprint HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        piped = answer(connection)
    assert piped.count(b"HTTP/1.1 ") == 2
    return [status for status, _ in plain] + kept + [int(piped[9:12])]
