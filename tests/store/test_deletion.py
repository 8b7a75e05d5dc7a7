"""The trash, and deleting for good."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import RecordNotFound, StaleVersion, StoreRefused
from records.store import Account, Head, KeptAnswer, SaidWriter, open_store
from records.values import replace
from support.soaking import sqlite_daily

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from records.store import NewRecord, Row, Store

TABLES = ("records", "record_keys", "record_heads", "names", "shelf")


def test_to_the_trash_and_back(store: Store, new: Callable[..., NewRecord]) -> None:
    """A trashed record keeps everything and its first date, and comes back whole."""
    store.create(new("r1"))
    store.trash("r1")
    when = store.info("r1").trashed_at
    store.trash("r1")
    assert when is not None
    assert store.info("r1").trashed_at == when
    assert len(store.read("r1")) == 3
    store.restore("r1")
    store.restore("r1")
    assert store.info("r1").trashed_at is None


def test_purge_leaves_a_tombstone_only(
    store: Store,
    new: Callable[..., NewRecord],
    head: Callable[[int], Head],
    outside: Any,
    on_shelf: Callable[..., None],
) -> None:
    """Rows, header, key, head, names and shelf row of that record are gone, the others stay, the guards are set."""
    store.create_many([new("r1", 4), new("r2", 5)])
    on_shelf()
    store.trash("r1")
    tombstone = store.purge("r1")
    assert (tombstone.id, tombstone.count, tombstone.hash) == ("r1", 4, head(4).hash)
    assert store.tombstones() == [tombstone]
    with pytest.raises(RecordNotFound):
        store.info("r1")
    assert [row.version for row in store.read("r2")] == [1, 2, 3, 4, 5]
    for table in TABLES:
        assert {row[0] for row in outside.run(f"SELECT id FROM {table}")} == {"r2"}  # noqa: S608
    assert outside.run("SELECT DISTINCT originator_id FROM stored_events") == [("r2",)]
    assert outside.guarded()


def test_only_what_is_in_the_trash_is_purged(store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
    """A record that was not trashed is refused, as is one that was purged already."""
    store.create(new("r1"))
    with pytest.raises(StoreRefused, match="not in the trash"):
        store.purge("r1")
    assert len(store.read("r1")) == 3
    store.trash("r1")
    store.purge("r1")
    with pytest.raises(RecordNotFound):
        store.purge("r1")
    assert outside.guarded()


def test_what_goes_on_is_not_purged(store: Store, new: Callable[..., NewRecord], head: Callable[[int], Head]) -> None:
    """A record that does not end where somebody says keeps all its rows."""
    store.create(new("r1", 4))
    store.trash("r1")
    with pytest.raises(StaleVersion):
        store.purge("r1", head=head(3))
    assert len(store.read("r1")) == 4
    assert store.purge("r1", head=head(4)).count == 4


def test_a_purged_id_is_not_used_again(store: Store, new: Callable[..., NewRecord]) -> None:
    """A record under the id of a tombstone would make the tombstone a lie."""
    store.create(new("r1"))
    store.trash("r1")
    store.purge("r1")
    with pytest.raises(StoreRefused, match="deleted for good"):
        store.create(new("r1"))
    assert store.ids() == []


def test_a_damaged_record_can_be_purged(store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
    """Without a head the tombstone counts the rows and has no hash."""
    store.create(new("r1", 4))
    outside.run("DELETE FROM record_heads")
    store.trash("r1")
    tombstone = store.purge("r1")
    assert (tombstone.count, tombstone.hash) == (4, None)


def test_an_error_midway_leaves_everything(store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
    """If the tombstone cannot be written, rows, key and names are all there and the guards are set."""
    store.create(new("r1"))
    store.trash("r1")
    before = next(iter(store.raw()))
    outside.run(
        "CREATE TRIGGER no_tombstone BEFORE INSERT ON tombstones BEGIN SELECT RAISE(ABORT, 'no stone'); END"
        if outside.sqlite
        else "ALTER TABLE tombstones ADD CONSTRAINT no_stone CHECK (false)"
    )
    with pytest.raises(StoreRefused, match=r"no.stone"):
        store.purge("r1")
    assert next(iter(store.raw())) == before
    assert len(before.rows) == 3
    assert outside.guarded()


@pytest.mark.soak
@sqlite_daily
def test_a_crash_midway_leaves_everything(
    store: Store, url: str, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], outside: Any
) -> None:
    """A process that dies after the rows were deleted and before the guards are set again has deleted nothing."""
    store.create(new("r1"))
    store.trash("r1")
    script = textwrap.dedent("""
        import os, sys
        from records.store import open_store
        from records.store.care import deletion
        def die(connection):
            left = connection.exec_driver_sql("SELECT COUNT(*) FROM stored_events").scalar()
            os._exit(70 + left)
        deletion.set_guards = die
        open_store(sys.argv[1]).purge("r1")
    """)
    ended = subprocess.run([sys.executable, "-c", script, url], check=False, timeout=60)
    assert ended.returncode == 70
    assert outside.guarded()
    assert len(store.read("r1")) == 3
    store.append("r1", rows(1, after=3), expected=3, head=Head(4, bytes(32)))


def test_a_writer_after_a_purge_is_told(
    store: Store, url: str, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
) -> None:
    """Another process that still knows the record gets RecordNotFound, and other records go on."""
    store.create_many([new("r1"), new("r2")])
    with open_store(url) as other:
        assert len(other.read("r1")) == 3
        store.trash("r1")
        store.purge("r1")
        with pytest.raises(RecordNotFound):
            other.append("r1", rows(1, after=3), expected=3, head=head(4))
        other.append("r2", rows(1, after=3), expected=3, head=head(4))
        with pytest.raises(StaleVersion):
            store.append("r2", rows(1, after=3), expected=3, head=head(4))


def test_nothing_is_left_in_the_file(sqlite_url: str, sqlite_path: Path, new: Callable[..., NewRecord]) -> None:
    """After forget and purge neither the SQLite file nor its log holds the name or the lines any more."""
    with open_store(sqlite_url) as store:
        store.create_many([new("r1", names={"A": "Rumpelstilzchen"}), new("r2", names={"A": "Drosselbart"})])
        assert b"Rumpelstilzchen" in _bytes(sqlite_path)
        store.people.forget("rumpelstilzchen")
        store.trash("r2")
        store.purge("r2")
        left = _bytes(sqlite_path)
        assert b"umpelstilzchen" not in left
        assert b"rosselbart" not in left
        assert b'{"record":"r2"}' not in left
        assert b'{"record":"r1"}' in left


def _bytes(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def test_the_row_of_a_person_goes_with_the_account(store: Store, new: Callable[..., NewRecord]) -> None:
    """Key, name and account, what was said of the key, and kept answers; a stream that is deleted takes what was said of it along."""
    store.accounts.put(Account(key="ana-account", name="Ana", created_at=datetime.now(UTC)))
    store.people.put("ana-key", "Ana K.", "ana-account")
    for number, writer in enumerate(("ana-key", "other")):
        said = SaidWriter(key=f"k{number}", name="Said", bringer="ana-key", source="s", writer=writer)
        store.create(replace(new(f"l{number}"), kind="layer", said=said))
    assert store.people.signature("k1").by == "Ana"
    with store.answering("ana-account:k") as request:
        request.answer(KeptAnswer(status=200, body=b"Ana K."))
    store.accounts.delete("ana-account")
    assert (store.people.person_of("ana-account"), store.people.account_of("ana-key"), store.people.persons(["ana-key"])) == (
        None,
        None,
        {},
    )
    assert [(one.by, one.said and one.said.name) for one in map(store.people.signature, ("k0", "k1"))] == [("", ""), ("", "Said")]
    assert (store.people.is_forgotten("ana-key"), store.people.is_forgotten("other"), store.people.is_forgotten("nobody")) == (
        True,
        False,
        False,
    )
    assert store.kept_answer("ana-account:k") is None
    assert store.people.brought_by("ana-key") == ["l0", "l1"]
    store.trash("l1", "layer")
    store.purge("l1", "layer")
    assert store.people.brought_by("ana-key") == ["l0"]
    assert store.people.said_of("l1") is None
