"""Stores that were written by programs with an earlier schema, dumped from their databases, are brought up and lose nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from records.core.viewers import LOCAL, OPERATOR
from records.service import GameBook, ShelfOrder, ShelfQuery, Trash
from records.store import TO_ACCOUNTS, Account, Release, SeatAt, ShelfReach, TrailStep, open_store
from support.soaking import sqlite_daily
from support.tiny import TINY, new_game

if TYPE_CHECKING:
    from records.service import ShelfPage

OLD = Path(__file__).parent / "old"
GAMES = {TINY.name: TINY}
PEOPLE = [("Emil", "Fred"), ("Gus", "Kyrö"), ("Kyrö", "Bénédicte")]


@pytest.fixture(params=[1, 2, 4, 5])
def old(url: str, request: pytest.FixtureRequest) -> str:
    """A store with four records: one of them renamed, one in the trash, and of two the shelf does not know all."""
    dialect = "sqlite" if url.startswith("sqlite") else "postgresql"
    numbers = (4, 5) if request.param == 5 else (request.param,)  # 5 is 4 with what it added
    dump = "\n".join((OLD / f"schema-{number}.{dialect}.sql").read_text() for number in numbers)
    if dialect == "sqlite":
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            connection.executescript(dump)
    else:
        with psycopg.connect(url) as connection:
            connection.execute(dump)  # type: ignore[arg-type]  # a dump
    return url


def people(page: ShelfPage) -> list[tuple[str, ...]]:
    """Return who plays in each record."""
    return sorted(tuple(entry.names.values()) for entry in page.entries)


def test_a_store_of_each_older_schema_is_brought_up(old: str) -> None:
    """All is on the shelf and found, names, trash and lengths are as they were, every chain holds, and what comes is stored."""
    with GameBook.open(old, games=GAMES) as book:
        page = book.records.shelf(LOCAL)
        assert people(page) == PEOPLE
        assert sorted((entry.steps, entry.turns) for entry in page.entries) == [(7, 2), (7, 2), (8, 2)]
        assert people(book.records.shelf(LOCAL, ShelfQuery(text="kyro"))) == [("Gus", "Kyrö"), ("Kyrö", "Bénédicte")]
        assert people(book.records.shelf(LOCAL, ShelfQuery(text="BENEDICTE"))) == [("Kyrö", "Bénédicte")]
        assert people(book.records.shelf(LOCAL, ShelfQuery(trash=Trash.ONLY))) == [("Cleo", "Dora")]
        by_players = ShelfQuery(order=ShelfOrder.PLAYERS, descending=False)
        assert [entry.names["A"] for entry in book.records.shelf(LOCAL, by_players).entries] == ["Emil", "Gus", "Kyrö"]
        assert list(book.records.verify(LOCAL)) == []
        assert not book.writing.add(LOCAL, new_game(names=("Ina", "Jo")))[0].already
        assert book.records.rebuild(LOCAL) == 5
    with open_store(old) as again:
        assert again.shelf.pending() == (frozenset(), None)
        assert again.shelf.search(ShelfQuery()).total == 4


@sqlite_daily
def test_a_game_that_runs_in_an_older_store_shows_nobody_a_hand(old: str) -> None:
    """Whoever begins to use accounts finds what was begun here and has no result as a running game, and nothing released."""
    with GameBook.open(old, games=GAMES) as book, open_store(old) as store:
        for entry in book.records.shelf(LOCAL).entries:
            access = store.access.of(entry.id)
            assert access is not None
            assert (access.owner, access.release) == (None, Release())
            info = store.info(entry.id)
            assert access.live == (entry.outcome is None and info.origin is None)


def test_a_shelf_of_schema_2_that_cannot_be_read_is_made_anew(sqlite_url: str) -> None:
    """Bytes that are no text stop no migration: what the shelf knew stands in the log."""
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection, connection:
        connection.executescript((OLD / "schema-2.sqlite.sql").read_text())
        connection.execute("UPDATE shelf SET words = CAST(X'FF' AS TEXT)")
    with GameBook.open(sqlite_url, games=GAMES) as book:
        assert people(book.records.shelf(LOCAL)) == PEOPLE
        assert list(book.records.verify(LOCAL)) == []


def test_who_sat_at_a_game_finds_it_in_a_store_of_schema_7(sqlite_url: str) -> None:
    """A record that nothing was released of stood on the shelf of nobody who sat there; brought up, it does."""
    with GameBook.open(sqlite_url, games=GAMES) as book:
        record = book.writing.add(LOCAL, new_game(names=("Ina", "Jo")))[0].id
    with open_store(sqlite_url) as store:
        store.access.claim(record, "A", "ina")
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE shelf SET marks = REPLACE(marks, '§ofina', '')")
        connection.execute("UPDATE meta SET value = '7' WHERE name = 'schema'")
    with open_store(sqlite_url) as store:
        assert [hit.row.id for hit in store.shelf.search(ShelfQuery(), ShelfReach("ina", TO_ACCOUNTS)).hits] == [record]


def test_names_of_a_store_of_schema_7_are_folded_anew(sqlite_url: str) -> None:
    """At seats, of persons and of accounts; of two accounts whose names read alike now the younger is called otherwise."""
    wide, early = "\uff21da", datetime(2026, 1, 1, tzinfo=UTC)
    with GameBook.open(sqlite_url, games=GAMES) as book:
        record = book.writing.add(LOCAL, new_game(names=("J\u00f6rg\u00a0\u00c5se", "Jo")))[0].id
    with open_store(sqlite_url) as store:
        store.accounts.put(Account(key="a", name="Ada", created_at=early))
        store.accounts.put(Account(key="b", name="Ben", created_at=early + timedelta(days=1)))
        store.people.put("p", "Jo\u200b", None)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE accounts SET name = ?, folded = ? WHERE key = 'b'", (wide, wide.casefold()))
        connection.execute("UPDATE names SET folded = lower(name)")
        connection.execute("UPDATE persons SET folded = lower(name)")
        connection.execute("UPDATE meta SET value = '7' WHERE name = 'schema'")
    with GameBook.open(sqlite_url, games=GAMES) as book:
        assert list(book.records.verify(OPERATOR)) == []
        assert {one.key: one.name for one in book._office.store.accounts.all()} == {"a": "Ada", "b": f"{wide} (2)"}
        found = book._office.store.accounts.find(name="ADA")
        assert found is not None
        assert found.key == "a"
        assert book._office.store.people.forget("jo\u0308rg  a\u030ase") == [SeatAt(record, "A")]
        assert book._office.store.people.forget("JO") == [SeatAt("", "p"), SeatAt(record, "B")]


def test_a_store_of_schema_7_forgets_the_people_whose_accounts_were_forgotten(sqlite_url: str) -> None:
    """Earlier versions left key, name and account; whoever brought a layer then is not known, and it stays."""
    with open_store(sqlite_url) as store:
        store.accounts.put(Account(key="a", name="Ada", created_at=datetime(2026, 1, 1, tzinfo=UTC)))
        for key, name, account in (("p1", "Ada", "a"), ("p2", "Rumpelstilzchen", "gone"), ("p3", "Kim", "learner:x"), ("p4", "", "")):
            store.people.put(key, name, account)
        store.people.put("p5", "Said", None)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection, connection:
        there = {row[1] for row in connection.execute("PRAGMA table_info(persons)")}
        for column in there - {"key", "name", "folded", "account"}:
            connection.execute(f"ALTER TABLE persons DROP COLUMN {column}")
        connection.execute("UPDATE meta SET value = '7' WHERE name = 'schema'")
    with open_store(sqlite_url) as store:
        assert [store.people.account_of(f"p{number}") for number in (1, 2, 3, 4, 5)] == ["a", None, "learner:x", "", None]
        said = store.people.signature("p5").said
        assert said is not None
        assert (said.name, said.bringer) == ("Said", "")


def test_running_games_of_a_store_of_schema_7_come_under_the_law_of_seats(sqlite_url: str) -> None:
    """One that breaks it is marked: an account has two seats, or was shown another hand than its own. One account alone is free."""
    claimed = {
        "lawful": (("A", "ina"), ("B", "jo")),
        "two seats": (("A", "ina"), ("B", "ina")),
        "has looked": (("A", "ina"), ("B", "jo")),
        "alone": (("A", "ina"),),
        "closed": (("A", "ina"), ("B", "ina")),
    }
    with GameBook.open(sqlite_url, games=GAMES) as book:
        found = {name: book.writing.add(LOCAL, new_game(names=("Ina", "Jo")))[0].id for name in claimed}
    with open_store(sqlite_url) as store:
        for name, record in found.items():
            for seat, account in claimed[name]:
                store.access.claim(record, seat, account)
            store.access.release(record, Release(players_write=name == "two seats"))
            if name != "closed":
                store.access.reopen(record)
        store.access.leave_trail(TrailStep(record=found["has looked"], account="ina", via="s", viewer="B", ground="owner"))
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("DROP TABLE sittings")
        connection.execute("ALTER TABLE releases DROP COLUMN seat_law")
        connection.execute("ALTER TABLE releases DROP COLUMN final")
        connection.execute("ALTER TABLE trail DROP COLUMN whom")
        connection.execute("UPDATE meta SET value = '7' WHERE name = 'schema'")
    with open_store(sqlite_url) as store:
        access = {name: store.access.of(record) for name, record in found.items()}
    laws = {name: (one.seat_law.name, [sat.account for sat in one.sittings]) for name, one in access.items() if one is not None}
    assert laws == {
        "lawful": ("HOLDS", ["ina", "jo"]),
        "two seats": ("BROKEN", ["ina", "ina"]),
        "has looked": ("BROKEN", ["ina", "jo"]),
        "alone": ("NONE", ["ina"]),
        "closed": ("NONE", ["ina", "ina"]),
    }
