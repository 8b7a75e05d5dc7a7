"""A request that comes twice writes once and is answered alike, on both databases and in whichever worker."""

from __future__ import annotations

import io
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.store import KeptAnswer, open_store
from records.store.schema import VERSION
from records.store.tables import answers
from support.recording_forms import NEW, fields, main
from support.soaking import sqlite_daily
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from records.store import Store

DEALT = {**NEW, "chance": "dealt"}


@pytest.fixture
def workers(url: str) -> Iterator[tuple[FlaskClient, FlaskClient]]:
    """Two workers on one store."""
    with GameBook.open(url) as one, GameBook.open(url) as other:
        yield create_app(one).test_client(), create_app(other).test_client()


def sheet(client: FlaskClient, key: str) -> str:
    """Begin a game and return the address of its sheet."""
    return str(client.post("/records/new", data={**DEALT, "once": key}).headers["Location"])


@sqlite_daily
def test_a_form_that_is_sent_twice_begins_one_record(workers: tuple[FlaskClient, FlaskClient]) -> None:
    """The same form leads to the same record in either worker; the page's next form begins another."""
    one, other = workers
    keys = [str(fields(main(one.get("/records/new")).select_one("form[method=post]"))["once"][0]) for _ in range(2)]
    assert keys[0] != keys[1]
    first = sheet(one, keys[0])
    assert [sheet(client, keys[0]) for client in (one, other, one)] == [first] * 3
    assert sheet(other, keys[1]) != first
    assert len({sheet(one, ""), sheet(one, "")}) == 2


def test_two_at_the_same_moment_write_once(workers: tuple[FlaskClient, FlaskClient]) -> None:
    """A repetition that comes while the first request is at work waits for its answer."""
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda turn: sheet(workers[turn % 2], "at-once"), range(4)))
    assert len({*told}) == 1


@sqlite_daily
def test_an_action_that_is_sent_twice_is_written_once(workers: tuple[FlaskClient, FlaskClient]) -> None:
    """The repetition leads to the sheet as the first did; another form for the same step is told that it came too late."""
    one, other = workers
    address = sheet(one, "a")
    sent: dict[str, Any] = {**fields(main(one.get(address)).select_one("form")), "action": "0"}
    answers_to = [client.post(address, data=sent) for client in (one, other, one)]
    assert [answer.status_code for answer in answers_to] == [303] * 3
    assert {answer.headers["Location"] for answer in answers_to} == {address}
    assert other.post(address, data={**sent, "once": "another"}).status_code == 409


@sqlite_daily
def test_a_refused_action_keeps_no_answer(workers: tuple[FlaskClient, FlaskClient]) -> None:
    """What wrote nothing is judged anew when it is sent again."""
    one, other = workers
    address = sheet(one, "a")
    sent: dict[str, Any] = {**fields(main(one.get(address)).select_one("form")), "action": "0"}
    assert one.post(address, data={**sent, "version": "99"}).status_code == 409
    assert other.post(address, data=sent).status_code == 303


def post(client: FlaskClient, key: str, **more: str) -> TestResponse:
    """Begin a game as a program that gives the key itself."""
    return client.post("/records/new", data={**DEALT, **more}, headers={"Idempotency-Key": key})


@sqlite_daily
def test_a_client_may_give_the_key(workers: tuple[FlaskClient, FlaskClient]) -> None:
    """A header stands for one request: repeated it is answered alike, for another body it is refused, and so is what is no key."""
    one, other = workers
    assert post(one, "mine").headers["Location"] == post(other, "mine").headers["Location"]
    assert post(one, "mine", begins="2").status_code == 422
    assert [post(one, key).status_code for key in ("x" * 201, "")] == [422, 422]


@sqlite_daily
def test_an_upload_that_is_sent_twice_is_answered_alike(workers: tuple[FlaskClient, FlaskClient]) -> None:
    """The same files from the same page give the same report, byte for byte, and not that they were there already."""
    file = Path(__file__).parents[2] / "examples/games/night-ferry.json"
    (once,) = fields(main(workers[0].get("/upload")).select_one("#upload form"))["once"]
    first, again = (
        client.post("/upload", data={"once": once, "files": (io.BytesIO(file.read_bytes()), "ferry.json")}) for client in workers
    )
    assert (first.status_code, first.text) == (200, again.text)


def test_a_request_that_is_cut_off_before_its_answer_is_kept_has_written_nothing(
    workers: tuple[FlaskClient, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written goes with the answer: where that cannot be kept nothing is there, and the repetition writes."""
    one, other = workers
    with monkeypatch.context() as cut:
        cut.setattr(answers, "keep", _ends)
        assert one.post("/records/new", data={**DEALT, "once": "cut"}).status_code == 500
    assert one.application.extensions["kiebitz-book"].records.count(LOCAL) == (0, 0)
    assert other.post("/records/new", data={**DEALT, "once": "cut"}).status_code == 303
    assert one.application.extensions["kiebitz-book"].records.count(LOCAL) == (1, 0)


def _ends(*_: object) -> None:
    raise ConnectionAbortedError


def test_a_claim_of_an_older_store_is_not_taken_for_an_answer(url: str, outside: Any) -> None:
    """A program before schema 8 kept first that a request had come: where it was cut off nothing is known, and that is still said."""
    with GameBook.open(url) as book:
        client = create_app(book).test_client()
        first = sheet(client, "old")
        assert sheet(client, "old") == first
        outside.run("UPDATE answers SET status = 0, location = '', body = ?", b"")
        answer = client.post("/records/new", data={**DEALT, "once": "old"})
        assert answer.status_code == 409
        assert "its outcome is not known" in answer.text
        assert book.records.count(LOCAL) == (1, 0)


def test_answers_are_kept_for_a_while_and_not_without_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go when there are too many, and all go with their time, and with a name that is forgotten."""
    monkeypatch.setattr(answers, "MOST_KEPT", 3)
    for key in "abcde":
        with store.answering(key) as answering:
            answering.answer(KeptAnswer(status=303, location=f"/{key}"))
    found = store.kept_answer("e")
    assert found is not None
    assert (found.status, found.location) == (303, "/e")
    assert store.kept_answer("a") is None
    store.people.forget("Anna")
    assert store.kept_answer("e") is None
    with store.answering("e") as answering:
        answering.answer(KeptAnswer(status=303, location="/e"))
    monkeypatch.setattr(answers, "KEPT", timedelta(0))
    assert store.kept_answer("e") is None


def test_a_store_of_schema_3_is_migrated(sqlite_url: str, sqlite_path: Path) -> None:
    """A store without the table gets it when it is opened."""
    open_store(sqlite_url).close()
    with closing(sqlite3.connect(sqlite_path)) as connection, connection:
        connection.execute("DROP TABLE answers")
        connection.execute("UPDATE meta SET value = '3' WHERE name = 'schema'")
    with open_store(sqlite_url, create=False) as store:
        assert store.kept_answer("a") is None
    with closing(sqlite3.connect(sqlite_path)) as connection:
        assert connection.execute("SELECT value FROM meta").fetchone() == (str(VERSION),)
