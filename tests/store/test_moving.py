"""A store moved into another database is the same there, and a move that was cut off goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from contextlib import closing, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Integer, LargeBinary, MetaData, create_engine, select

from importers import native
from records.core.viewers import LOCAL, OPEN
from records.errors import StoreMissing, StoreRefused
from records.service import GameBook
from records.service.access import LocalPolicy
from records.service.accounts.policy import StorePolicy
from records.store import ShelfRow, move, open_store, store_unchanged
from records.store.care import copying, moving
from records.store.care.copying import BESIDE_EVENTS, stored_events
from records.store.schema import VERSION
from records.values import replace
from support.soaking import rest_soaked, sqlite_daily
from support.stocked import stock, stock_classes, stocked_store
from web.app import create_app
from web.cli.keeping.whole_files import whole_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask.testing import FlaskClient
    from sqlalchemy import Column, Connection, Table

    from records.store import Head, NewRecord, Row, Store

OF_THE_DATABASE = {"meta", "shelf_words", *(f"shelf_words_{part}" for part in ("config", "data", "docsize", "idx"))}
"""Tables that a target makes by itself: the schema's version, and SQLite's index of words."""


GIVEN = {"shelf.number", "trail.number", "stored_events.notification_id", "shelf.searched"}
"""Columns that the database fills by itself."""
FOUND: dict[str, MetaData] = {}
"""What the first database of each kind has said of its tables."""
OLD = Path(__file__).parent / "old"


def unheard(_done: int, _of: int) -> None:
    """Nobody wants to know how far it is."""


def exports(url: str) -> dict[str, bytes]:
    """Everything that can be taken out of a store, by its address or name."""
    book = GameBook(store_unchanged(url), policy=LocalPolicy())
    client = create_app(book).test_client()
    with book:
        found = {f"{whole.kind} {whole.id}": whole.data for whole in (whole_file(book.games, one) for one in book.records.rescue(LOCAL))}  # type: ignore[arg-type]
        for record in book._office.store.ids():
            header = book.record(LOCAL, record, OPEN).header
            for viewer in ("public", "open", *header.seats):
                file = book.records.export(LOCAL, record, viewer)
                found[f"{record} as {viewer}"] = native.write(book.games, file, viewer)
            pages = ("", "/steps", "/events", "/cases", "/layers")
            paths = [f"/api/records/{record}{page}?as=open" for page in pages]
            noted = [f"/records/{record}/notation?as=open"] if header.game == "castle-rampage" else []
            found |= dict(asked(client, *paths, *noted))
            found[f"trail of {record}"] = repr(book.access.hand_trail(LOCAL, record)).encode()
        found |= dict(asked(client, "/api/records", "/api/cases", "/api/studies", "/api/events"))
        for member in book.people.members(LOCAL):
            found[member.name] = repr(book.people.held_of(LOCAL, member.name)).encode()
    return found


def asked(client: FlaskClient, *paths: str) -> Iterator[tuple[str, bytes]]:
    """What addresses answer."""
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        yield path, answer.data


def test_there_and_back_every_export_is_equal_to_the_byte(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records, notes, disputes, studies, classes, accounts and trails come from SQLite to PostgreSQL and back as they were."""
    monkeypatch.setattr(StorePolicy, "has_accounts", False)  # the pages are answered as to who holds the store
    file = stocked_store(tmp_path, lambda book, record: (stock(book, record), stock_classes(book, record))[0]).file
    urls = f"sqlite:///{file}", postgres_url, f"sqlite:///{tmp_path}/back.sqlite"
    first = exports(urls[0])
    for source, target in pairwise(urls):
        move(source, target, unheard)
        assert exports(target) == first
    kinds = {name.split()[0] for name in first}
    assert kinds >= {"record", "layer", "case", "study", "class", "trail"}


@contextmanager
def database(url: str) -> Iterator[tuple[Connection, list[Table]]]:
    """A database, and the tables that it itself says it has."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    try:
        with engine.begin() as connection:
            if (found := FOUND.setdefault(engine.dialect.name, MetaData())).sorted_tables == []:
                found.reflect(connection)
            yield connection, [table for table in found.sorted_tables if table.name not in OF_THE_DATABASE]
    finally:
        engine.dispose()


def columns(table: Table) -> list[Column[Any]]:
    """Those that are written."""
    return [column for column in table.columns if f"{table.name}.{column.name}" not in GIVEN]


def tables(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of every table."""
    with database(url) as (connection, all_tables):
        return {table.name: sorted(map(tuple, connection.execute(select(*columns(table)))), key=repr) for table in all_tables}


def filled(url: str, new: Callable[..., NewRecord], events: int = 50) -> None:
    """Give a store records, and at least one row of every other table that its database has."""
    row = ShelfRow(id="r0", game="observed", ruleset="none", seats=2, started=None, ended=None, steps=3, turns=1)
    with open_store(url) as store:
        store.create_many(
            [replace(new("r0", events, origin="o0", foreign_ids={"A": {"bga": 1}}), shelf=row), new("r1"), new("r2", key=None)]
        )
        store.trash("r2")
        store.purge("r2")
    with database(url) as (connection, all_tables):
        for table in all_tables:
            if connection.execute(select(*columns(table))).first() is None:
                connection.execute(table.insert(), {column.name: filler(column.type) for column in columns(table)})


def filler(kind: Any) -> object:
    """Some value that a column takes."""
    if isinstance(kind, Integer):
        return 7
    return b"\0\xff" if isinstance(kind, LargeBinary) else "Übermut"


@pytest.fixture
def to(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> str:
    """An empty database of the other kind."""
    return str(request.getfixturevalue("postgres_url")) if url.startswith("sqlite") else f"sqlite:///{tmp_path}/moved.sqlite"


@sqlite_daily
def test_every_table_of_the_database_comes_along(url: str, to: str, new: Callable[..., NewRecord]) -> None:
    """A table that is added to the schema, whatever for, is moved too, or this fails: each has a row, and no row is missing there."""
    filled(url, new)
    before = tables(url)
    assert {name for name, rows in before.items() if not rows} == set()
    moved = move(url, to, unheard)
    assert tables(to) == before == tables(url)
    assert moved.rows == {name: len(rows) for name, rows in before.items()}
    assert {*moved.rows} == {table.name for table in (*BESIDE_EVENTS, stored_events)}
    with open_store(to, create=False) as store:
        store.append("r1", [], expected=3, head=store.info("r1").head)
        assert store.shelf.pending() is not None


@pytest.mark.soak
@sqlite_daily
def test_what_is_there_already_is_compared_alone(url: str, to: str, new: Callable[..., NewRecord]) -> None:
    """Run again, it says so; once anything is written in the target, it is another store."""
    filled(url, new)
    assert (move(url, to, unheard).already, move(url, to, unheard).already) == (False, True)
    with open_store(to) as store:
        store.people.rename("r1", "A", "Zoe")
    with pytest.raises(StoreRefused, match="the table names is not that of the source"):
        move(url, to, unheard)


@sqlite_daily
def test_a_database_with_anything_in_it_is_refused_and_stays(url: str, to: str, new: Callable[..., NewRecord]) -> None:
    """Another store, and another program's file."""
    filled(url, new)
    with open_store(to) as store:
        store.create(new("other"))
    before = tables(to)
    with pytest.raises(StoreRefused, match="there is a store already; another one is moved into an empty database"):
        move(url, to, unheard)
    assert tables(to) == before


def test_what_cannot_be_moved_is_refused(sqlite_url: str, tmp_path: Path, new: Callable[..., NewRecord]) -> None:
    """No source, one in memory, one address twice, another program's database; nothing is made of them."""
    missing, to = f"sqlite:///{tmp_path}/missing.sqlite", f"sqlite:///{tmp_path}/to.sqlite"
    with pytest.raises(StoreMissing, match="there is no store here"):
        move(missing, to, unheard)
    filled(sqlite_url, new)
    for pair, words in {
        ("sqlite:///:memory:", to): "a store in memory",
        (sqlite_url, "sqlite:///:memory:"): "a store in memory",
        (sqlite_url, sqlite_url): "both addresses are one",
    }.items():
        with pytest.raises(StoreRefused, match=words):
            move(*pair, unheard)
    assert not (tmp_path / "missing.sqlite").exists()


def test_a_source_of_another_version_is_refused_and_stays(sqlite_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    """It is not upgraded on the way; the refusal says how it is."""
    with closing(sqlite3.connect(sqlite_path)) as connection:
        connection.executescript((OLD / "schema-2.sqlite.sql").read_text())
        before = list(connection.iterdump())
        with pytest.raises(
            StoreRefused, match=f"the store has schema 2, this program knows {VERSION}; kiebitz backup it, and kiebitz verify upgrades it"
        ):
            move(sqlite_url, f"sqlite:///{tmp_path}/to.sqlite", unheard)
        assert list(connection.iterdump()) == before


@pytest.mark.soak
@sqlite_daily
def test_a_source_that_is_written_to_meanwhile_is_refused_until_it_is_not(
    url: str, to: str, *, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
) -> None:
    """What was acknowledged is never left behind: the move is not ended, and goes on with what came; a change of one name counts too."""
    filled(url, new)

    def written(write: Callable[[Store], None]) -> Callable[[int, int], None]:
        def told(done: int, of: int) -> None:
            if done == of:
                with open_store(url) as store:
                    write(store)

        return told

    for write in (
        lambda store: store.append("r1", rows(2, after=3), expected=3, head=head(5)),
        lambda store: store.people.rename("r1", "A", "Zoe"),
    ):
        with pytest.raises(StoreRefused, match="the source was written to meanwhile; stop its servers"):
            move(url, to, written(write))
        with pytest.raises(StoreRefused, match="a store is being moved here, and not all of it has come; kiebitz migrate goes on with it"):
            open_store(to)
    assert move(url, to, unheard).before == 55
    assert tables(to) == tables(url)


@pytest.mark.soak
@sqlite_daily
def test_another_stores_part_is_not_gone_on_with(
    url: str, to: str, tmp_path: Path, new: Callable[..., NewRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor one of which the source has erased something since."""
    filled(url, new)
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_equal", cut_off)
        with pytest.raises(CutOff):
            move(url, to, unheard)
    other = f"sqlite:///{tmp_path}/other.sqlite"
    with open_store(other) as store:
        store.create(new("r0", 20))
    with pytest.raises(StoreRefused, match="the target holds another store, or an earlier state of this one; empty it, and begin anew"):
        move(other, to, unheard)
    assert move(url, to, unheard).before == 53


class CutOff(BaseException):
    """What ends a move."""


def cut_off(*_words: object) -> Any:
    """End it."""
    raise CutOff


@pytest.fixture
def empty(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> Callable[[int], str]:
    """Makes empty databases of the other kind."""

    def made(number: int) -> str:
        if url.startswith("sqlite"):
            return str(request.getfixturevalue("new_postgres_url")())
        return f"sqlite:///{tmp_path}/{number}.sqlite"

    return made


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes of its own")
@pytest.mark.parametrize("kills", rest_soaked([2, 100]))
@sqlite_daily
def test_a_move_that_is_killed_at_any_moment_goes_on(
    url: str, empty: Callable[[int], str], kills: int, new: Callable[..., NewRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is whole the target is no store; the next run does what is left, and all of it is there once."""
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 20)
    filled(url, new, events=200)
    before, choose = tables(url), Random(kills)  # noqa: S311 -- a seed makes the moments repeat
    for number in range(kills):
        to = empty(number)
        done = move_killed(url, to, choose.randrange(12), choose.uniform(0, 0.02))
        try:
            open_store(to, create=False).close()
        except StoreRefused as error:
            assert "not all of it has come" in str(error)  # noqa: PT017 -- it may be whole
        else:
            assert tables(to) == before
        moved = move(url, to, unheard)
        assert moved.before >= done or moved.already
        assert tables(to) == before


def move_killed(url: str, to: str, portions: int, after: float) -> int:
    """Move in a process that is killed some seconds after it has told of so many portions; returns how many events it has told of."""
    reads, writes = os.pipe()
    pid = os.fork()
    if not pid:
        with suppress(BaseException):
            os.close(reads)
            move(url, to, lambda done, _of: os.write(writes, f"{done}\n".encode()) and None)
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as told:
        lines = [told.readline() for _ in range(portions + 1)]
        time.sleep(after)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        lines += told.readlines()
    return max(int(line) for line in lines if line.endswith("\n"))
