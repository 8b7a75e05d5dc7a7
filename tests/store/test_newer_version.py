"""A server that runs on while a newer version brings its store up: it writes nothing more, and says what to do."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from records.errors import WrongSchema
from records.service import GameBook
from records.store import Account, KeptAnswer, Listed, Release, open_store
from records.store.schema import OPENING, VERSION
from support.recording_forms import NEW, fields, main
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask.testing import FlaskClient

    from records.store import Head, NewRecord, Row, Store

SAYS = (
    "Another version of Kiebitz has upgraded the store. Nothing was written, and what is stored is safe. To continue, restart this server"
)
SAGT = "starte diesen Server mit jener Version neu"
TABLES = ("stored_events", "record_heads", "records", "names", "answers")


@pytest.fixture
def client(url: str) -> Iterator[FlaskClient]:
    """A browser that speaks English, before an empty shelf."""
    with GameBook.open(url) as book:
        made = create_app(book).test_client()
        made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
        yield made


def test_a_server_of_an_older_version_stores_nothing_and_says_so(client: FlaskClient, outside: Any) -> None:
    """A game that is begun and an action are refused with 503 and a sentence, in German too, and no row of either is there."""
    sheet = client.post("/records/new", data={**NEW, "chance": "dealt"}).headers["Location"]
    action = {**fields(main(client.get(sheet)).select_one("form")), "action": "0"}
    _bring(outside, VERSION + 1)
    before = [outside.run(f"SELECT * FROM {table}") for table in TABLES]  # noqa: S608 -- our own tables
    for address, data in (("/records/new", {**NEW, "chance": "dealt", "once": "x"}), (sheet, action), (sheet, {**action, "once": ""})):
        answer = client.post(address, data=data)
        assert answer.status_code == 503
        assert SAYS in answer.text
    assert SAGT in client.post(sheet, data=action, headers={"Accept-Language": "de"}).text
    after = [outside.run(f"SELECT * FROM {table}") for table in TABLES]  # noqa: S608 -- our own tables
    assert after == before
    _bring(outside, VERSION)
    assert client.post(sheet, data=action).status_code == 303


def test_a_page_that_cannot_read_a_newer_store_says_so(client: FlaskClient, outside: Any) -> None:
    """Where a table is another by now the shelf and the API answer 503 and what to do, and not that something is wrong."""
    client.post("/records/new", data={**NEW, "chance": "dealt"})
    assert client.get("/").status_code == 200
    outside.run("ALTER TABLE shelf RENAME COLUMN spine TO backbone")
    assert client.get("/").status_code == 500
    _bring(outside, VERSION + 1)
    for address in ("/", "/api/records"):
        answer = client.get(address)
        assert (answer.status_code, SAYS in answer.get_data(as_text=True)) == (503, True)


def _bring(outside: Any, version: int) -> None:
    outside.run("UPDATE meta SET value = ? WHERE name = 'schema'", str(version))


def _writes(
    store: Store, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
) -> dict[str, Callable[[], object]]:
    account = Account(key="k", name="Zoe", created_at=datetime.now(UTC))

    def answer() -> None:
        with store.answering("key") as answering:
            answering.answer(KeptAnswer(status=303))

    pulled = store.shelf.pull()
    return {
        "append": lambda: store.append("aaaa", rows(1, after=3), expected=3, head=head(4)),
        "create": lambda: store.create(new("bbbb")),
        "rename": lambda: store.people.rename("aaaa", "A", "Zoe"),
        "forget": lambda: store.people.forget("Anna"),
        "trash": lambda: store.trash("aaaa"),
        "release": lambda: store.access.release("aaaa", Release(listed=Listed.NOBODY)),
        "account": lambda: store.accounts.put(account),
        "attempt": lambda: store.sign_ins.end_session("digest"),
        "answer": answer,
        "shelf": lambda: store.shelf.put([], pulled),
        "rebuild": store.shelf.clear,
    }


def test_every_write_looks_whether_the_store_is_of_its_version(
    store: Store, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head], outside: Any
) -> None:
    """Each way to write is refused in its transaction; what is read is read as long as it can be."""
    store.create(new("aaaa"))
    writes = _writes(store, new, rows, head)
    _bring(outside, VERSION + 1)
    for doing in writes.values():
        with pytest.raises(WrongSchema, match="restart with that version"):
            doing()
    assert store.ids() == ["aaaa"]
    assert store.info("aaaa").head == head(3)


def test_a_store_is_not_brought_up_below_what_is_being_written(postgres_url: str, outside_postgres: Any) -> None:
    """Who brings it up on PostgreSQL waits for the end of each write, and who writes later waits for that; SQLite has one writer anyway."""
    asked = f"SELECT pg_try_advisory_xact_lock({OPENING})"
    with open_store(postgres_url) as store:
        with store.transactions.writing("holding") as connection:
            connection.execute(text("SELECT 1"))
            assert outside_postgres.run(asked) == [(False,)]
        with store.answering("key") as answering:
            answering.answer(KeptAnswer(status=303))
            assert outside_postgres.run(asked) == [(False,)]
        assert outside_postgres.run(asked) == [(True,)]
