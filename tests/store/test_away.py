"""PostgreSQL goes away and comes back under a running program."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from records.core.viewers import LOCAL
from records.errors import StoreAway
from records.service import GameBook
from records.store import open_store
from records.store.recorders import postgres_connect
from records.store.tables import answers
from support.recording_forms import NEW
from support.tiny import GAMES, new_game
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from werkzeug.test import TestResponse


SOON = 20
"""Seconds."""


class Road:
    """The only way to the server, on a port of this machine; it can be cut off."""

    def __init__(self, server: Path) -> None:
        self._server, self._ends = server, list[socket.socket]()
        self._door: socket.socket | None = None
        self.port = 0
        self._flows = threading.Event()
        self.thaw()
        self.open()

    def open(self) -> None:
        """Let everybody through."""
        self._door = socket.create_server(("127.0.0.1", self.port))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        """Break every connection and take no new one."""
        if self._door is not None:
            with suppress(OSError):
                self._door.shutdown(socket.SHUT_RDWR)
            self._door.close()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def freeze(self) -> None:
        """Let nothing through any more, and break nothing."""
        self._flows.clear()

    def thaw(self) -> None:
        """Let everything through that has come up to here."""
        self._flows.set()

    def _accept(self, door: socket.socket) -> None:
        while True:
            try:
                here, _ = door.accept()
            except OSError:
                return
            there = socket.socket(socket.AF_UNIX)
            there.connect(str(self._server))
            self._ends += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._flows.wait()
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def road(postgres_url: str) -> Iterator[Road]:
    """A way to the server that can be cut off."""
    folder = parse_qs(urlsplit(postgres_url).query)["host"][0]
    way = Road(next(path for path in Path(folder).glob(".s.PGSQL.*") if not path.name.endswith(".lock")))
    yield way
    way.thaw()
    way.cut()


@pytest.fixture
def far_url(postgres_url: str, road: Road) -> str:
    """The address of the same schema by that way."""
    parts = urlsplit(postgres_url)
    (schema,) = parse_qs(parts.query)["options"]
    return f"postgresql://{parts.username}@127.0.0.1:{road.port}{parts.path}?options={schema.replace('=', '%3D').replace(' ', '%20')}"


@contextmanager
def soon() -> Iterator[None]:
    """What is done here takes few seconds."""
    start = time.monotonic()
    yield
    assert time.monotonic() - start < SOON


def test_pages_say_that_the_database_is_away_and_are_there_again_at_once(far_url: str, road: Road) -> None:
    """Shelf, record and API answer 503 with Retry-After and no address, again and again; the first request after the return is answered."""
    with GameBook(open_store(far_url), games=GAMES) as book:
        (stored,) = book.writing.add(LOCAL, new_game())
        client = create_app(book).test_client()
        paths = ("/", f"/records/{stored.id}", "/api/records")
        assert [client.get(path).status_code for path in paths] == [200, 200, 200]
        for path in paths:
            road.cut()
            for _ in range(3):
                with soon():
                    answer = client.get(path)
                assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
                assert "The database does not answer" in answer.text
                assert str(road.port) not in answer.text
            road.open()
            assert client.get(path).status_code == 200


def test_writing_is_refused_while_the_database_is_away(far_url: str, road: Road) -> None:
    """A record is not stored while nobody answers, and the next attempt after the return stores it."""
    with GameBook(open_store(far_url), games=GAMES) as book:
        book.writing.add(LOCAL, new_game())
        road.cut()
        with soon(), pytest.raises(StoreAway):
            book.writing.add(LOCAL, new_game())
        road.open()
        assert len(book.writing.add(LOCAL, new_game())) == 1
        assert book.records.count(LOCAL) == (2, 0)


def test_a_database_that_goes_away_as_the_answer_is_kept_says_so(far_url: str, road: Road, monkeypatch: pytest.MonkeyPatch) -> None:
    """503, and nothing is written; sent again with its key, the game is there once."""
    with GameBook.open(far_url) as book:
        client, keep = create_app(book).test_client(), answers.keep

        def begin() -> TestResponse:
            return client.post("/records/new", data={**NEW, "chance": "dealt"}, headers={"Idempotency-Key": "away"})

        def cut_first(*words: Any) -> None:
            road.cut()
            keep(*words)

        with monkeypatch.context() as late:
            late.setattr(answers, "keep", cut_first)
            away = begin()
        assert (away.status_code, away.headers["Retry-After"]) == (503, "5")
        road.open()
        assert book.records.count(LOCAL) == (0, 0)
        assert [begin().status_code for _ in range(2)] == [303, 303]
        assert book.records.count(LOCAL) == (1, 0)


@pytest.mark.parametrize("path", ["/records/RECORD", pytest.param("/", marks=pytest.mark.soak)])
def test_a_server_that_freezes_is_away_until_it_goes_on(far_url: str, road: Road, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """What was asked of it is given up with 503, though it still acknowledges; the first request after it goes on is answered."""
    monkeypatch.setattr(postgres_connect, "PATIENCE", 0.3)
    with GameBook(open_store(far_url), games=GAMES) as book:
        (stored,) = book.writing.add(LOCAL, new_game())
        client, address = create_app(book).test_client(), path.replace("RECORD", stored.id)
        road.freeze()
        with soon():
            answer = client.get(address)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        road.thaw()
        assert client.get(address).status_code == 200


def test_a_server_that_takes_its_time_is_waited_for(far_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement may take longer than it takes to ask whether the server is there."""
    monkeypatch.setattr(postgres_connect, "PATIENCE", 0.2)
    with postgres_connect.Connection.connect(far_url) as connection:
        assert connection.execute("SELECT pg_sleep(0.7), 5").fetchone()[1] == 5


def test_who_takes_a_connection_and_never_answers_is_away() -> None:
    """A server that is reached and says nothing is given up in time."""
    with closing(socket.create_server(("127.0.0.1", 0))) as silent, soon(), pytest.raises(StoreAway):
        open_store(f"postgresql://nobody@127.0.0.1:{silent.getsockname()[1]}/none")
