"""A backup holds one moment of the store, whoever writes meanwhile, and either database is made from one again."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from records.errors import StoreMissing, StoreRefused
from records.store import ShelfQuery, ShelfRow, Trash, open_store, restore
from records.values import replace
from support.soaking import sqlite_daily

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from records.store import Head, NewRecord, Row, Store


def contents(store: Store) -> list[Any]:
    """All that a store holds, by what it gives."""
    shelf = store.shelf.search(ShelfQuery(trash=Trash.INCLUDED, limit=1000))
    return [list(store.raw()), store.tombstones(), shelf, store.shelf.pending(), [store.info(record) for record in store.ids()]]


def filled(store: Store, new: Callable[..., NewRecord], on_shelf: Callable[..., None]) -> None:
    """Some records, one in the trash, one deleted for good, all on the shelf."""
    store.create_many([new("r1", foreign_ids={"A": {"bga": 1}}, origin="o1"), new("r2", 5, key=None), new("r3"), new("r4")])
    on_shelf()
    store.trash("r3")
    store.trash("r4")
    store.purge("r4")


@pytest.fixture(params=["sqlite", "postgresql"])
def to(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a backup is restored: a new file, or an empty schema."""
    return f"sqlite:///{tmp_path}/restored.sqlite" if request.param == "sqlite" else str(request.getfixturevalue("other_postgres_url"))


@pytest.mark.soak
@sqlite_daily
def test_a_store_is_restored_from_a_backup_of_either_database_into_either(
    store: Store, to: str, tmp_path: Path, new: Callable[..., NewRecord], on_shelf: Callable[..., None]
) -> None:
    """Everything is there again, with names, trash, tombstones, shelf and the log's order, and can be written on."""
    filled(store, new, on_shelf)
    before = contents(store)
    assert store.back_up(tmp_path / "backup") == 3
    assert [path.name for path in tmp_path.glob("*backup*")] == ["backup"]
    store.append("r1", [], expected=3, head=store.info("r1").head)
    restore(tmp_path / "backup", to)
    with open_store(to, create=False) as again, open_store(f"sqlite:///{tmp_path}/backup", create=False) as itself:
        assert contents(again) == contents(itself) == before
        row = ShelfRow(id="r9", game="observed", ruleset="none", seats=2, started=None, ended=None, steps=3, turns=1)
        again.create(replace(new("r9"), shelf=row))
        assert "r9" in {hit.row.id for hit in again.shelf.search(ShelfQuery(text="anna")).hits}
        with pytest.raises(StoreRefused, match="deleted for good"):
            again.create(new("r4"))


def test_every_event_acknowledged_before_is_in_a_backup_made_while_others_write(
    store: Store, url: str, tmp_path: Path, *, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
) -> None:
    """While another program writes without a pause, each backup holds what was acknowledged when it began, without a gap."""
    store.create(new("r1", 1))
    acknowledged, stop = [1], threading.Event()

    def write() -> None:
        with open_store(url) as other:
            while not stop.is_set():
                count = acknowledged[-1]
                other.append("r1", rows(3, after=count), expected=count, head=head(count + 3))
                acknowledged.append(count + 3)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(6):
            least = acknowledged[-1]
            store.back_up(tmp_path / f"{number}.backup")
            most = acknowledged[-1] + 3
            with open_store(f"sqlite:///{tmp_path}/{number}.backup", create=False) as copy:
                count = copy.info("r1").head.count
                assert least <= count <= most
                assert [row.version for row in copy.read("r1")] == list(range(1, count + 1))
    finally:
        stop.set()
        writer.join()
    assert acknowledged[-1] > 1


def test_nothing_is_written_over(sqlite_url: str, sqlite_path: Path, tmp_path: Path, new: Callable[..., NewRecord]) -> None:
    """Neither a backup nor a restored store takes the place of a file, nor lies beside a log that was left behind."""
    with open_store(sqlite_url) as store:
        store.create(new("r1"))
        (tmp_path / "there").touch()
        (tmp_path / "old-wal").touch()
        for name in ("there", "old"):
            with pytest.raises(StoreRefused, match="something lies there already"):
                store.back_up(tmp_path / name)
        store.back_up(tmp_path / "backup")
    with pytest.raises(StoreRefused, match="something lies there already"):
        restore(tmp_path / "backup", sqlite_url)
    with pytest.raises(StoreRefused, match="something lies there already"):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path}/old")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["there", "old-wal", "backup", sqlite_path.name])


def test_a_database_with_records_is_not_restored_into(postgres_url: str, tmp_path: Path, new: Callable[..., NewRecord]) -> None:
    """On PostgreSQL only a database that holds no record takes a backup."""
    with open_store(postgres_url) as store:
        store.create(new("r1"))
        store.back_up(tmp_path / "backup")
        with pytest.raises(StoreRefused, match="there are records already"):
            restore(tmp_path / "backup", postgres_url)
        assert store.ids() == ["r1"]


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    """A missing file, a text and another program's database are told apart from a backup, and nothing is made of them."""
    (tmp_path / "text").write_text("no database at all, and longer than a header of one hundred bytes " * 3)
    with closing(sqlite3.connect(tmp_path / "strange")) as connection:
        connection.execute("CREATE TABLE strange (x)")
    to = f"sqlite:///{tmp_path}/new.sqlite"
    with pytest.raises(StoreMissing, match="no such file"):
        restore(tmp_path / "missing", to)
    for name in ("text", "strange"):
        with pytest.raises(StoreRefused, match="no backup of a store"):
            restore(tmp_path / name, to)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["strange", "text"]


def test_a_damaged_store_is_not_backed_up_in_silence(
    sqlite_url: str, sqlite_path: Path, tmp_path: Path, new: Callable[..., NewRecord]
) -> None:
    """A backup that would be as damaged as the store is refused, before it takes the place of a good one."""
    with open_store(sqlite_url) as store:
        store.create_many([new(f"r{number}", 20) for number in range(20)])
    data = bytearray(sqlite_path.read_bytes())
    place = data.rindex(b"castle-rampage.strengthened/1") // 4096 * 4096
    data[place : place + 4096] = bytes(4096)
    sqlite_path.write_bytes(data)
    with open_store(sqlite_url, create=False) as store, pytest.raises(StoreRefused, match="kiebitz rescue"):
        store.back_up(tmp_path / "backup")
    assert not (tmp_path / "backup").exists()
