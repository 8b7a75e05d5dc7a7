"""PostgreSQL goes away and comes back under a running program."""

from __future__ import annotations

import socket
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

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

    from support.road import Road


SOON = 20
"""Seconds."""


@contextmanager
def soon() -> Iterator[None]:
    """What is done here takes few seconds."""
    start = time.monotonic()
    yield
    assert time.monotonic() - start < SOON


@pytest.mark.soak
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
