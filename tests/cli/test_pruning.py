"""``kiebitz prune``."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook, NewTable

if TYPE_CHECKING:
    from support.command_line import Cli

LONG_AGO = "2020-01-01T00:00:00.000000Z"


@pytest.fixture
def aged(cli: Cli, record: str) -> tuple[str, str, str]:
    """A record in the trash, a game without a move, and one at which somebody sits, all since 2020."""
    table = NewTable(game="castle-rampage", names=("x", "y"), begins=SeatKey("A"), dealt=True)
    with GameBook.open(cli.store) as book:
        unplayed, seated = book.writing.begin(LOCAL, table), book.writing.begin(LOCAL, table)
        book._office.store.access.claim(seated, "A", "somebody")
    cli("delete", record)
    with closing(sqlite3.connect(cli.store.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute(
            "UPDATE records SET created_at = ?, trashed_at = CASE WHEN trashed_at IS NULL THEN NULL ELSE ? END", [LONG_AGO] * 2
        )
    return record, unplayed, seated


def shelved(cli: Cli) -> set[str]:
    """All records, those in the trash too."""
    return {one["id"] for words in ((), ("--trash",)) for one in cli.json("shelf", *words)}


def test_a_dry_run_says_what_would_go(cli: Cli, aged: tuple[str, str, str]) -> None:
    """It asks nothing and deletes nothing; then the same goes, and the rest stays with its reason."""
    record, unplayed, seated = aged
    found = cli.json("prune", "--trash", "30", "--unplayed", "30", "--dry-run")
    assert shelved(cli) == {record, unplayed, seated}
    done = cli.json("prune", "--trash", "30", "--unplayed", "30", "--yes")
    assert found == {**done, "dry_run": True}
    assert [(one["id"], one["why"], one["since"]) for one in done["deleted"]] == [
        (record, "trash", "2020-01-01T00:00:00Z"),
        (unplayed, "unplayed", "2020-01-01T00:00:00Z"),
    ]
    assert [(one["id"], one["why"], one["because"]) for one in done["kept"]] == [(seated, "unplayed", ["seat"])]
    assert shelved(cli) == {seated}
    cli("verify")


def test_it_says_in_words_what_went(cli: Cli, aged: tuple[str, str, str]) -> None:
    """A line for each record on standard output, and how many on standard error; each kind goes by its own option."""
    record, unplayed, seated = aged
    said = cli("prune", "--trash", "30", "--dry-run")
    assert said.stdout == f"record {record}, in the trash since 2020-01-01, would go\n"
    assert said.stderr == "1 record would go, 0 kept.\n"
    said = cli("prune", "--unplayed", "30", "--yes")
    assert said.stdout.splitlines() == [
        f"record {unplayed}, without a move since 2020-01-01, is gone",
        f"record {seated}, without a move since 2020-01-01, stays: somebody sits or sat there",
    ]
    assert said.stderr == "1 record deleted for good, 1 kept.\n"
    assert shelved(cli) == {record, seated}
    assert cli("prune", "--unplayed", "30").stderr == "0 records deleted for good, 1 kept.\n"


def test_nothing_goes_without_a_word(cli: Cli, aged: tuple[str, str, str]) -> None:
    """Without a terminal it needs --yes; without a number of days, or with one below 1, it is wrong usage."""
    for words in (("--trash", "30"), (), ("--yes",), ("--trash", "0", "--yes"), ("--unplayed", "x", "--yes")):
        cli("prune", *words, code=2)
    assert shelved(cli) == {*aged}
