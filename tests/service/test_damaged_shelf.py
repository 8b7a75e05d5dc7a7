"""A damaged line of the shelf, or of a tombstone, takes nothing else down and is named; ``rebuild`` makes the shelf anew."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from records.core.events import name_of
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.chain import Chain
from records.core.viewers import LOCAL, OPEN
from records.errors import StaleVersion
from records.service import GameBook, ShelfQuery, Trash
from records.store import Head, NewRecord, Row, open_store
from support.soaking import one_in
from support.tiny import NOON, SEATS, TINY, drawn, entries, laid, new_game


def run(path: Path, statement: str, *values: object) -> None:
    """Change the database from outside, with the guards lifted."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for trigger in ("update", "delete"):
            connection.execute(f"DROP TRIGGER IF EXISTS stored_events_no_{trigger}")
        connection.execute(statement, values)


@pytest.fixture
def ids(book: GameBook) -> list[str]:
    """Three records that stand on the shelf."""
    stored = book.writing.add(LOCAL, new_game(), new_game(), new_game())
    book.records.shelf(LOCAL)
    return [one.id for one in stored]


DAMAGES = {
    "records.created_at": "UPDATE records SET created_at = 'yesterday' WHERE id = ?",
    "records.trashed_at": "UPDATE records SET trashed_at = X'FF' WHERE id = ?",
    "shelf.started": "UPDATE shelf SET started = 'noon' WHERE id = ?",
    "shelf.ended": "UPDATE shelf SET ended = X'FF00' WHERE id = ?",
    "shelf.game": "UPDATE shelf SET game = X'FF' WHERE id = ?",
    "shelf.steps": "UPDATE shelf SET steps = 'many' WHERE id = ?",
    "shelf.spine": "UPDATE shelf SET spine = '[[1]]' WHERE id = ?",
    "shelf.flags": "UPDATE shelf SET flags = '{' WHERE id = ?",
    "shelf.result": """UPDATE shelf SET result = '{"winners":3}' WHERE id = ?""",
    "names.name": "UPDATE names SET name = X'FF' WHERE seat = 'A' AND id = ?",
}


@pytest.mark.parametrize("column", one_in(3, DAMAGES))
def test_a_damaged_line_is_listed_as_such(book: GameBook, path: Path, ids: list[str], column: str) -> None:
    """The record whose line cannot be read stands on the shelf with the column that is to blame, and the others as they were."""
    run(path, DAMAGES[column], ids[1])
    page = book.records.shelf(LOCAL, ShelfQuery(trash=Trash.INCLUDED))
    assert page.total == 3
    assert {entry.id: entry.damaged for entry in page.entries} == {ids[0]: "", ids[1]: column, ids[2]: ""}
    assert [entry.names for entry in page.entries if not entry.damaged] == [{"A": "Anna", "B": "Ben"}] * 2


@pytest.mark.parametrize("column", one_in(3, DAMAGES))
def test_what_is_damaged_is_found(book: GameBook, path: Path, ids: list[str], column: str) -> None:
    """Verify names the record and the column; what stands in the shelf's own table is whole again after a rebuild."""
    run(path, DAMAGES[column], ids[1])
    (finding,) = book.records.verify(LOCAL)
    assert (finding.record, finding.version, finding.column) == (ids[1], None, column)
    book.records.rebuild(LOCAL)
    assert [one.column for one in book.records.verify(LOCAL)] == ([] if column.startswith("shelf.") else [column])


@pytest.mark.parametrize(
    ("statement", "column"),
    one_in(
        2,
        [
            ("UPDATE shelf SET steps = 8 WHERE id = ?", "shelf.steps"),
            ("UPDATE shelf SET result = 'null' WHERE id = ?", "shelf.result"),
            ("UPDATE shelf SET words = 'other' WHERE id = ?", "shelf.words"),
            ("UPDATE shelf SET found = '' WHERE id = ?", "shelf.found"),
            ("DELETE FROM shelf WHERE id = ?", "shelf.id"),
            ("UPDATE names SET folded = 'carl' WHERE seat = 'A' AND id = ?", "names.folded"),
        ],
    ),
)
def test_a_shelf_that_says_otherwise_than_the_log_is_found_and_cured(
    book: GameBook, path: Path, ids: list[str], statement: str, column: str
) -> None:
    """A readable line that is not what the log says, or is missing, is a finding that says how it is cured, and rebuild cures it."""
    run(path, statement, ids[1])
    (finding,) = book.records.verify(LOCAL)
    assert (finding.record, finding.column) == (ids[1], column)
    assert finding.reason.endswith("kiebitz rebuild makes it anew")
    book.records.rebuild(LOCAL)
    assert list(book.records.verify(LOCAL)) == []
    assert book.records.shelf(LOCAL, ShelfQuery(text="anna")).total == 3


def test_what_the_shelf_does_not_know_yet_is_not_judged(book: GameBook, path: Path, ids: list[str]) -> None:
    """Events that the shelf has not read yet, as a program writes that does not keep it, are no difference; the next opening reads them."""
    book.writing.append(LOCAL, ids[0], entries(drawn("A", "ten")), expected=7)
    run(path, "UPDATE tracking SET originator_id = ?, originator_version = 7", ids[2])
    run(path, "UPDATE shelf SET steps = 7 WHERE id = ?", ids[0])
    assert list(book.records.verify(LOCAL)) == []
    with GameBook.open(f"sqlite:///{path}", games=book.games) as again:
        assert {entry.steps for entry in again.records.shelf(LOCAL).entries if entry.id == ids[0]} == {8}


def test_a_record_is_on_the_shelf_when_it_is_written(book: GameBook, path: Path) -> None:
    """Adding and appending keep the shelf in their own transaction, so that nobody who reads has to write, and a full disk can be read."""
    (stored,) = book.writing.add(LOCAL, new_game())
    book.writing.append(LOCAL, stored.id, entries(drawn("A", "ten")), expected=7)
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in ("shelf", "tracking"):
            for verb in ("INSERT", "UPDATE", "DELETE"):
                connection.execute(f"CREATE TRIGGER {table}_{verb} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    with GameBook.open(f"sqlite:///{path}", games=book.games) as reader:
        (entry,) = reader.records.shelf(LOCAL, ShelfQuery(text="anna")).entries
        assert (entry.id, entry.steps) == (stored.id, 8)
        assert reader._office.store.shelf.pending() == (frozenset(), None)


def test_of_what_cannot_be_stored_the_shelf_knows_nothing(book: GameBook, ids: list[str]) -> None:
    """Who was slower than somebody else changes neither the record nor its line, and the next batch is told right."""
    with GameBook(book._office.store, book.games) as slow:
        view = slow.record(LOCAL, ids[0])
        book.writing.append(LOCAL, ids[0], entries(drawn("A", "ten")), expected=view.steps)
        with pytest.raises(StaleVersion):
            slow.writing.append(LOCAL, ids[0], entries(drawn("A", "ten")), expected=view.steps)
        assert {entry.steps for entry in slow.records.shelf(LOCAL).entries if entry.id == ids[0]} == {8}
        slow.writing.append(LOCAL, ids[0], entries(drawn("A", "queen")), expected=8)
        assert {entry.steps for entry in slow.records.shelf(LOCAL).entries if entry.id == ids[0]} == {9}


def test_a_record_removed_from_everywhere_but_the_shelf_is_found(book: GameBook, path: Path, ids: list[str]) -> None:
    """Where rows, header, key, head and names are gone the shelf still tells that there was a record."""
    for table, column in (
        ("stored_events", "originator_id"),
        ("records", "id"),
        ("record_keys", "id"),
        ("record_heads", "id"),
        ("names", "id"),
    ):
        run(path, f"DELETE FROM {table} WHERE {column} = ?", ids[1])  # noqa: S608 -- names from above
    (finding,) = book.records.verify(LOCAL)
    assert (finding.record, finding.column, finding.reason) == (ids[1], "shelf.id", "there is no record of this id")


def test_a_record_that_only_the_shelfs_anchor_knows_is_found(book: GameBook, path: Path, ids: list[str]) -> None:
    """Where the shelf's line of the last record is gone too, what the shelf last read is not there."""
    for table, column in (
        ("stored_events", "originator_id"),
        ("records", "id"),
        ("record_keys", "id"),
        ("record_heads", "id"),
        ("names", "id"),
        ("shelf", "id"),
    ):
        run(path, f"DELETE FROM {table} WHERE {column} = ?", ids[2])  # noqa: S608 -- names from above
    assert [(one.record, one.column) for one in book.records.verify(LOCAL)] == [(ids[2], "tracking.originator_version")]
    book.records.rebuild(LOCAL)
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.parametrize(
    ("column", "value"), one_in(3, [("deleted_at", "some day"), ("deleted_at", b"\xff"), ("count", "few"), ("hash", b"1"), ("hash", "x")])
)
def test_a_damaged_tombstone_is_a_finding(book: GameBook, path: Path, ids: list[str], column: str, value: object) -> None:
    """What is left of a deleted record and cannot be read is named, and stops neither verify nor the count nor an import."""
    book.records.trash(LOCAL, ids[1])
    book.records.purge(LOCAL, ids[1])
    run(path, f"UPDATE tombstones SET {column} = ? WHERE id = ?", value, ids[1])  # noqa: S608 -- names from above
    (finding,) = book.records.verify(LOCAL)
    assert (finding.record, finding.version, finding.column) == (ids[1], None, f"tombstones.{column}")
    assert book.records.count(LOCAL) == (2, 1)
    again = book.writing.take_in(LOCAL, book.records.export(LOCAL, ids[0], OPEN))
    assert again.already


def test_a_purged_record_that_came_back_is_told_although_its_stone_is_worn(book: GameBook, path: Path, ids: list[str]) -> None:
    """Rows under an id that was deleted for good are found also where the day of that cannot be read."""
    book.records.trash(LOCAL, ids[1])
    book.records.purge(LOCAL, ids[1])
    run(path, "UPDATE tombstones SET deleted_at = 'x'")
    run(path, "INSERT INTO records (id, header, created_at) VALUES (?, '{}', 'x')", ids[1])
    assert {(one.column, one.reason) for one in book.records.verify(LOCAL)} == {
        ("tombstones.deleted_at", "is not a time"),
        ("tombstones.id", "was deleted for good, but is there"),
    }


def test_a_log_that_cannot_have_happened_is_found(book: GameBook, path: Path) -> None:
    """Events whose chain holds and that cannot have followed each other, as another program may store, are a finding and no error."""
    header = Header(
        record=RecordId("0123456789abcdef"),
        game="tiny",
        ruleset="none",
        ruleset_hash="",
        catalogue="none",
        catalogue_hash="",
        seats=SEATS,
        started=NOON,
    )
    chain = Chain(TINY, header, bytes(32))
    recorded, line = chain.add(NOON, laid("A", "s1", "ace"))
    with open_store(f"sqlite:///{path}") as store:
        store.create(
            NewRecord(
                id=header.record,
                header=msgspec.json.encode(header),
                key=bytes(32),
                names={"A": "Anna", "B": "Ben"},
                origin=None,
                rows=[Row(1, name_of(recorded.event), line)],
                head=Head(1, chain.hash),
            )
        )
    book.writing.add(LOCAL, new_game())
    assert book.records.rebuild(LOCAL) == 1
    (finding,) = book.records.verify(LOCAL)
    assert (finding.record, finding.column) == (header.record, "records.id")
    assert "1 cards leave the hand of A, which has 0" in finding.reason
