"""Reading for verify: whatever is there, as it is there."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import CorruptRecord
from records.store import RawHead, RawRow, open_store
from support.soaking import one_in, sqlite_daily

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from records.store import Head, NewRecord, Store

INSERT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"


def test_whole_records(store: Store, new: Callable[..., NewRecord]) -> None:
    """Every record is given once, by id, with header, key, head, names and rows."""
    records = [new("r1", 2, foreign_ids={"A": {"bga": 1}}), new("r2", 4, key=None)]
    store.create_many(records)
    store.trash("r2")
    first, second = store.raw()
    assert (first.id, first.header, first.key) == ("r1", records[0].header, records[0].key)
    assert first.head == RawHead(2, records[0].head.hash)
    assert first.rows == tuple(RawRow(*row) for row in records[0].rows)
    assert first.names == (("A", "Anna", '{"bga":1}', "anna"), ("B", "Ben", "{}", "ben"))
    assert (first.trashed_at, second.trashed_at is None, second.key) == (None, False, None)
    assert isinstance(first.created_at, str)


def test_rows_without_a_header(store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
    """Rows whose header was removed are given with None for it, and so are rows under an id that never was."""
    store.create(new("r1"))
    outside.run("DELETE FROM records")
    outside.run(INSERT, "r0", 7, "x/1", b"{}")
    stray, headless = store.raw()
    assert (stray.id, stray.header, stray.head, stray.rows) == ("r0", None, None, (RawRow(7, "x/1", b"{}"),))
    assert (headless.id, headless.header, len(headless.rows)) == ("r1", None, 3)
    assert headless.head is not None


def test_a_header_without_rows(store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
    """A record whose rows, or whose last row, or whose head was removed is given with what is left."""
    store.create_many([new("r1"), new("r2"), new("r3")])
    outside.lift_guards()
    outside.run("DELETE FROM stored_events WHERE originator_id = ?", "r1")
    outside.run("DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 3", "r2")
    outside.run("DELETE FROM record_heads WHERE id = ?", "r3")
    first, second, third = store.raw()
    assert (first.rows, first.header, first.head is None) == ((), b'{"record":"r1"}', False)
    assert [row.version for row in second.rows] == [1, 2]
    assert second.head is not None
    assert second.head.count == 3
    assert third.head is None


def test_a_flipped_byte_is_given_as_it_is(store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
    """A changed body comes through unchanged again, also where it is no UTF-8 and no JSON, also where it is NULL."""
    store.create(new("r1"))
    outside.lift_guards()
    outside.run("UPDATE stored_events SET state = ? WHERE originator_version = 1", b'{"v":1,\xff\x00')
    outside.run("UPDATE stored_events SET state = NULL, topic = NULL WHERE originator_version = 2")
    (record,) = store.raw()
    assert record.rows[0].body == b'{"v":1,\xff\x00'
    assert record.rows[1] == RawRow(2, None, None)
    assert store.read("r1")[0].body == b'{"v":1,\xff\x00'


def test_columns_of_any_type(sqlite_url: str, sqlite_path: Path, new: Callable[..., NewRecord]) -> None:
    """SQLite takes anything in any column; each such thing is given as what it is, and nothing raises."""
    with open_store(sqlite_url) as store:
        store.create_many([new("r1", 4), new("r2")])
        with contextlib.closing(sqlite3.connect(sqlite_path)) as outside:
            outside.executescript("""
                DROP TRIGGER stored_events_no_update;
                UPDATE stored_events SET topic = CAST(x'ff41' AS TEXT) WHERE originator_id = 'r1' AND originator_version = 1;
                UPDATE stored_events SET state = 'a text' WHERE originator_id = 'r1' AND originator_version = 2;
                UPDATE stored_events SET state = 2.5, topic = 7 WHERE originator_id = 'r1' AND originator_version = 3;
                UPDATE stored_events SET originator_version = 'four' WHERE originator_id = 'r1' AND originator_version = 4;
                INSERT INTO stored_events VALUES (NULL, NULL, NULL, NULL), (x'00ff', 1, 'x/1', x''),
                    (CAST(x'ff72' AS TEXT), 1, 'x/1', x'2a');
                UPDATE record_heads SET count = 'many', hash = 5 WHERE id = 'r1';
                UPDATE records SET header = CAST(x'fe' AS TEXT) WHERE id = 'r1';
                UPDATE names SET name = CAST(x'fd' AS TEXT) WHERE id = 'r1' AND seat = 'A';
            """)
        found = {str(record.id): record for record in store.raw()}
        assert set(found) == {"None", "r1", "r2", "b'\\x00\\xff'", "b'\\xffr'"}
        damaged = found["r1"]
        assert damaged.rows == (
            RawRow(1, b"\xffA", b'{"v":1,"text":"\xc3\x9cbermut 1"}'),
            RawRow(2, "castle-rampage.strengthened/1", "a text"),
            RawRow(3, "7", 2.5),
            RawRow("four", "castle-rampage.strengthened/1", b'{"v":4,"text":"\xc3\x9cbermut 4"}'),
        )
        assert (damaged.header, damaged.head) == (b"\xfe", RawHead("many", 5))
        assert damaged.names[0] == ("A", b"\xfd", "{}", "anna")
        assert found["None"].rows == (RawRow(None, None, None),)
        assert found["b'\\xffr'"].rows == (RawRow(1, "x/1", b"*"),)
        assert len(found["r2"].rows) == 3
        with pytest.raises(CorruptRecord, match="r1"):
            store.read("r1")


@pytest.mark.parametrize(
    "damage",
    one_in(
        3,
        [
            "UPDATE records SET header = 'text'",
            "UPDATE records SET header = CAST(x'fe' AS TEXT)",
            "UPDATE records SET created_at = 'some day'",
            "UPDATE record_keys SET key = 7",
            "UPDATE record_heads SET count = 'many'",
            "UPDATE record_heads SET hash = 'text'",
            "UPDATE names SET name = CAST(x'fd' AS TEXT)",
            "UPDATE names SET foreign_ids = '{'",
            "UPDATE names SET foreign_ids = '[1]'",
        ],
    ),
)
def test_info_of_a_damaged_record_is_corruption(sqlite_url: str, sqlite_path: Path, new: Callable[..., NewRecord], damage: str) -> None:
    """What describes a record is told to be damaged, record by name, and its rows can still be read."""
    with open_store(sqlite_url) as store:
        store.create(new("r1"))
        with contextlib.closing(sqlite3.connect(sqlite_path)) as outside:
            outside.execute(damage)
            outside.commit()
        with pytest.raises(CorruptRecord, match="r1"):
            store.info("r1")
        assert len(store.read("r1")) == 3


def test_a_damaged_id_does_not_stop_the_shelf(sqlite_url: str, sqlite_path: Path, new: Callable[..., NewRecord]) -> None:
    """Rows under an id that is no text are pulled under one that names no record, and the log goes on behind them."""
    with open_store(sqlite_url) as store:
        store.create(new("r1"))
        with contextlib.closing(sqlite3.connect(sqlite_path)) as outside:
            outside.execute("INSERT INTO stored_events VALUES (CAST(x'ff41' AS TEXT), 1, 'x/1', x''), (NULL, 'x', 1, 2)")
            outside.commit()
        store.create(new("r2"))
        pulled = store.shelf.pull()
        assert pulled.records == ("r1", "\ufffdA", "", "r2")
        assert store.shelf.put([], pulled)
        assert store.shelf.pull().records == ()


@pytest.mark.soak
def test_many_and_large_records(store: Store, new: Callable[..., NewRecord]) -> None:
    """However the rows are portioned, each record is given once with all its rows."""
    sizes = {f"r{number:03}": (1, 900, 2500, 30)[number % 4] for number in range(40)}
    store.create_many([new(record, size) for record, size in sizes.items()])
    assert {record.id: len(record.rows) for record in store.raw()} == sizes


@sqlite_daily
def test_reading_goes_on_beside_a_writer(
    store: Store, new: Callable[..., NewRecord], head: Callable[[int], Head], rows: Callable[..., Any]
) -> None:
    """A record that grows or goes while the reading runs is given as of one moment, or not at all."""
    store.create_many([new("r1", 2500), new("r2"), new("r3")])
    reading = store.raw()
    assert next(reading).id == "r1"
    store.append("r2", rows(1, after=3), expected=3, head=head(4))
    store.trash("r3")
    store.purge("r3")
    (second,) = reading
    assert second.id == "r2"
    assert second.head == RawHead(4, head(4).hash)
    assert len(second.rows) == 4
