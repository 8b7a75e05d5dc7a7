"""Processes of PostgreSQL freeze while its postmaster takes connections: a page waits so long, and no frozen one is lent again."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.store import open_store, waiting_at_most
from records.store.recorders import postgres_connect
from support.recording_forms import NEW
from support.tiny import GAMES, new_game
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from werkzeug.test import TestResponse

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="freezes processes")
HANGS = 10
"""Seconds after which a page hangs."""
OTHERS = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
WAITING = f"{OTHERS} AND wait_event_type = 'Lock'"


@contextmanager
def frozen(pids: Sequence[int]) -> Iterator[None]:
    """Processes that stand still."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


class Asked(threading.Thread):
    """A request on its way."""

    def __init__(self, ask: Callable[[], TestResponse]) -> None:
        super().__init__(daemon=True)
        self._ask, self.answer = ask, None
        self.start()

    def run(self) -> None:
        """Wait for the answer."""
        self.answer: Any = self._ask()

    def status(self) -> int:
        """The status, 0 where it hangs."""
        self.join(HANGS)
        return 0 if self.answer is None else int(self.answer.status_code)


@pytest.fixture
def outside(postgres_url: str) -> Iterator[psycopg.Connection[Any]]:
    """Somebody else on the same server."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


def seen(outside: psycopg.Connection[Any], which: str) -> list[int]:
    """Processes of the server."""
    return [pid for (pid,) in outside.execute(which).fetchall()]


def test_connections_that_froze_while_nobody_used_them_are_thrown_away(
    postgres_url: str, outside: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next page is there after a moment, and the one after it at once, on connections of its own."""
    monkeypatch.setattr(postgres_connect, "PING_SECONDS", 0.5, raising=False)
    with GameBook(open_store(postgres_url), games=GAMES) as book:
        (stored,) = book.writing.add(LOCAL, new_game())
        client = create_app(book).test_client()
        paths = ("/", f"/records/{stored.id}", "/api/records")
        assert {client.get(path).status_code for path in paths} == {200}
        still = seen(outside, OTHERS)
        assert still
        with frozen(still):
            assert [Asked(lambda path=path: client.get(path)).status() for path in paths] == [200, 200, 200]
            begun = time.monotonic()
            assert Asked(lambda: client.get("/")).status() == 200
            assert time.monotonic() - begun < 0.5 * HANGS


def test_a_page_whose_statement_froze_is_given_up_after_one_deadline(postgres_url: str, outside: psycopg.Connection[Any]) -> None:
    """503 with Retry-After when the seconds of the request are over; the next page is answered, while the process still stands."""
    with GameBook(open_store(postgres_url), games=GAMES) as book:
        book.writing.add(LOCAL, new_game())
        client = create_app(book, Settings(database_seconds=1.0)).test_client()
        assert client.get("/").status_code == 200
        with outside.transaction():
            outside.execute("LOCK TABLE shelf IN ACCESS EXCLUSIVE MODE")
            asked = Asked(lambda: client.get("/"))
            still = waited_for(outside)
            held = frozen(still)
            held.__enter__()
        try:
            assert asked.status() == 503
            assert asked.answer.headers["Retry-After"] == "5"
            assert Asked(lambda: client.get("/")).status() == 200
        finally:
            held.__exit__(None, None, None)


def waited_for(outside: psycopg.Connection[Any]) -> list[int]:
    """Processes that wait for a lock, as soon as there are some."""
    until = time.monotonic() + HANGS
    while not (found := seen(outside, WAITING)) and time.monotonic() < until:
        time.sleep(0.02)
    assert found
    return found


def test_a_write_that_froze_is_written_once_when_it_is_sent_again(postgres_url: str, outside: psycopg.Connection[Any]) -> None:
    """503 after the deadline; sent again with its key, once the process goes on, the game is there once."""
    with GameBook.open(postgres_url) as book:
        client = create_app(book, Settings(database_seconds=1.0)).test_client()

        def begin() -> TestResponse:
            return client.post("/records/new", data={**NEW, "chance": "dealt"}, headers={"Idempotency-Key": "frozen"})

        assert client.get("/").status_code == 200
        with outside.transaction():
            outside.execute("LOCK TABLE record_heads IN ACCESS EXCLUSIVE MODE")
            asked = Asked(begin)
            held = frozen(waited_for(outside))
            held.__enter__()
        try:
            assert asked.status() == 503
        finally:
            held.__exit__(None, None, None)
        assert [begin().status_code for _ in range(2)] == [303, 303]
        assert book.records.count(LOCAL) == (1, 0)


def test_only_waiting_counts_and_all_statements_together(postgres_url: str) -> None:
    """Three statements share the seconds; what is reckoned out between them takes none; where nothing is bounded nothing is given up."""
    with postgres_connect.Connection.connect(postgres_url) as connection:
        with waiting_at_most(1.0):
            connection.execute("SELECT pg_sleep(0.1)")
            time.sleep(1.1)
            connection.execute("SELECT pg_sleep(0.1)")
            with pytest.raises(psycopg.OperationalError, match="has not answered in time"):
                connection.execute("SELECT pg_sleep(3)")
        assert connection.closed
    with postgres_connect.Connection.connect(postgres_url) as connection:
        with waiting_at_most(0.3):
            connection.execute("SELECT 1")
        connection.execute("SELECT pg_sleep(0.6)")
