"""Stores that were written by programs with an earlier schema, dumped from their databases, are brought up and lose nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from records.core.viewers import LOCAL
from records.service import GameBook, ShelfOrder, ShelfQuery, Trash
from records.store import Release, open_store
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
        page = book.shelf(LOCAL)
        assert people(page) == PEOPLE
        assert sorted((entry.steps, entry.turns) for entry in page.entries) == [(7, 2), (7, 2), (8, 2)]
        assert people(book.shelf(LOCAL, ShelfQuery(text="kyro"))) == [("Gus", "Kyrö"), ("Kyrö", "Bénédicte")]
        assert people(book.shelf(LOCAL, ShelfQuery(text="BENEDICTE"))) == [("Kyrö", "Bénédicte")]
        assert people(book.shelf(LOCAL, ShelfQuery(trash=Trash.ONLY))) == [("Cleo", "Dora")]
        assert [entry.names["A"] for entry in book.shelf(LOCAL, ShelfQuery(order=ShelfOrder.PLAYERS, descending=False)).entries] == [
            "Emil", "Gus", "Kyrö",
        ]  # fmt: skip
        assert list(book.verify(LOCAL)) == []
        assert not book.add(LOCAL, new_game(names=("Ina", "Jo")))[0].already
        assert book.rebuild(LOCAL) == 5
    with open_store(old) as again:
        assert again.pending() == (frozenset(), None)
        assert again.shelf(ShelfQuery()).total == 4


def test_a_game_that_runs_in_an_older_store_shows_nobody_a_hand(old: str) -> None:
    """Whoever begins to use accounts finds what was begun here and has no result as a running game, and nothing released."""
    with GameBook.open(old, games=GAMES) as book, open_store(old) as store:
        for entry in book.shelf(LOCAL).entries:
            access = store.access(entry.id)
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
        assert people(book.shelf(LOCAL)) == PEOPLE
        assert list(book.verify(LOCAL)) == []
