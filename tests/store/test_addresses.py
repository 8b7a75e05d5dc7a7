"""Addresses of stores: which are taken, and how the others are refused."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import psycopg
import pytest

from records.errors import StoreRefused
from records.store import open_store
from records.store.schema import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import NewRecord, Store

SECRET = "p@ss/w:rd?x%"  # noqa: S105 - that is what is tested


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "not an address"),
        ("kiebitz.db", "not an address"),
        ("/var/lib/kiebitz.db", "not an address"),
        ("mysql://me@host/db", "not an address"),
        ("sqlite://", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite://kiebitz.db", "names no file"),
        ("sqlite:///kiebitz.db?mode=ro", "no options"),
        ("postgresql://", "names no database"),
        ("postgresql://me@host", "names no database"),
        ("postgresql://me@host:port/db", "cannot be read"),
        ("postgresql://me:S3CRET@host:port/db", "cannot be read"),
        ("postgresql://me:S3C@RET@host/db", "%40"),
        ("postgresql://me@host/db?password=S3CRET", "KIEBITZ_STORE_PASSWORD"),
        ("mysql://me:S3CRET@host/db", "not an address"),
        ("postgresql://me:S3CRET@host/db?prepared=no", "neither on nor off"),
    ],
)
def test_a_wrong_address_is_refused(url: str, words: str) -> None:
    """Each wrong form is refused with what would be right, and never with a password."""
    with pytest.raises(StoreRefused, match=words) as caught:
        open_store(url)
    assert "S3C" not in str(caught.value)


def test_an_unreachable_server_is_refused(tmp_path: Path) -> None:
    """A server that is not there is named in the refusal, the password is not."""
    with pytest.raises(StoreRefused, match=r"postgresql://me@127\.0\.0\.1:1/db: cannot be opened") as caught:
        open_store("postgresql://me:S3CRET@127.0.0.1:1/db")
    assert "S3CRET" not in str(caught.value)
    with pytest.raises(StoreRefused, match=str(tmp_path)):
        open_store(f"postgresql:///db?host={tmp_path}")
    with pytest.raises(StoreRefused, match="nonsense"):
        open_store("postgresql://127.0.0.1:1/db?nonsense=1")


@pytest.fixture
def locked_url(postgres_server: Any, postgres_url: str) -> Callable[[str], str]:
    """Makes an address of a role that must give a password: takes what stands before the @."""
    hba = Path(postgres_server.pgdata, "pg_hba.conf")
    if "locked" not in hba.read_text():
        hba.write_text(f"local all locked scram-sha-256\n{hba.read_text()}")
    schema = postgres_url.rpartition("%3D")[2]
    with psycopg.connect(postgres_server.get_uri(), autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'locked'").fetchone() is None:
            connection.execute(f"CREATE ROLE locked LOGIN PASSWORD '{SECRET}'")
        connection.execute(f"GRANT ALL ON SCHEMA {schema} TO locked")
    return lambda user: postgres_url.replace("postgres:@", f"{user}@")


@pytest.mark.soak
@pytest.mark.parametrize("variable", ["KIEBITZ_STORE_PASSWORD", "PGPASSWORD", ""])
def test_the_password_comes_from_three_places(
    locked_url: Callable[[str], str], new: Callable[..., NewRecord], monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """A password in the address or in either variable opens the store, and is nowhere in its address."""
    if variable:
        monkeypatch.setenv(variable, SECRET)
    with open_store(locked_url("locked" if variable else f"locked:{quote(SECRET, safe='')}")) as store:
        store.create(new("r1"))
        assert store.ids() == ["r1"]
        assert len(store.read("r1")) == 3
        assert "locked@" in store.address
        assert SECRET not in store.address
        assert SECRET not in repr(store._opened)


def test_a_wrong_password_is_refused(locked_url: Callable[[str], str]) -> None:
    """The server's refusal comes through without the password that was tried."""
    with pytest.raises(StoreRefused, match="password") as caught:
        open_store(locked_url("locked:S3CRET"))
    assert "S3CRET" not in str(caught.value)


@pytest.mark.soak
def test_a_missing_psycopg_names_the_extra() -> None:
    """Without psycopg a PostgreSQL address is refused with what to install, and SQLite works."""
    script = (
        "import sys\n"
        "for name in ('psycopg', 'psycopg_pool', 'psycopg_binary'): sys.modules[name] = None\n"
        "from records.store import open_store\n"
        "from records.errors import StoreRefused\n"
        "open_store('sqlite:///:memory:').close()\n"
        "try: open_store('postgresql://me@127.0.0.1:1/db')\n"
        "except StoreRefused as error: print(error)\n"
    )
    ended = subprocess.run([sys.executable, "-W", "error", "-c", script], check=True, capture_output=True, text=True, timeout=60)
    assert "kiebitz[postgres]" in ended.stdout


def test_folders_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: Callable[..., NewRecord]) -> None:
    """The folder of a SQLite file is made; a relative path is one from here, also after going elsewhere."""
    monkeypatch.chdir(tmp_path)
    with open_store("sqlite:///deep/down/kiebitz.db") as store:
        monkeypatch.chdir("/")
        store.create(new("r1"))
        assert store.ids() == ["r1"]
    assert (tmp_path / "deep" / "down" / "kiebitz.db").is_file()


def test_a_name_with_signs_is_a_name(tmp_path: Path) -> None:
    """Signs that mean something in other addresses are part of a file's name here."""
    for name in ("a b%20c.db", "ünter #1.db", "file:x.db"):
        open_store(f"sqlite:///{tmp_path / name}").close()
        assert (tmp_path / name).is_file()


def test_memory_is_private_and_shared_by_threads(new: Callable[..., NewRecord]) -> None:
    """All threads see one database, another store sees none of it, and it is gone when closed."""
    with open_store("sqlite:///:memory:") as store, open_store("sqlite:///:memory:") as other:
        threads = [threading.Thread(target=store.create, args=(new(f"r{number}"),)) for number in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert store.ids() == [f"r{number}" for number in range(5)]
        assert other.ids() == []
        recorder: Any = store._opened.ledger.recorder
        folder = Path(recorder.datastore.pool.db_name).parent
        assert folder.is_dir()
    assert not folder.exists()


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    """A text file, a folder and a file below a file are refused by name, and not touched."""
    text = tmp_path / "notes.txt"
    text.write_text("these are notes, and quite a few of them\n" * 50)
    for path, words in ((text, "not a database"), (tmp_path, "folder"), (text / "x.db", "notes.txt")):
        with pytest.raises(StoreRefused, match=words):
            open_store(f"sqlite:///{path}")
    assert text.read_text().startswith("these are notes")
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_another_programs_database_is_refused(sqlite_url: str, sqlite_path: Path) -> None:
    """A SQLite file with tables that are not ours gets none of ours."""
    with closing(sqlite3.connect(sqlite_path)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    with pytest.raises(StoreRefused, match="bookmarks"):
        open_store(sqlite_url)
    with closing(sqlite3.connect(sqlite_path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


def test_a_newer_schema_is_refused(store: Store, url: str, outside: Any) -> None:
    """A database that a later version changed is left alone."""
    store.close()
    outside.run("UPDATE meta SET value = ?", str(VERSION + 1))
    with pytest.raises(StoreRefused, match=f"schema {VERSION + 1}.*knows {VERSION}"):
        open_store(url)
    outside.run("UPDATE meta SET value = 'x'")
    with pytest.raises(StoreRefused, match="schema x"):
        open_store(url)
    outside.run("DELETE FROM meta")
    with pytest.raises(StoreRefused, match="another program"):
        open_store(url)


def test_opening_at_the_same_moment(url: str) -> None:
    """Six that open an empty database at once all get a store, and the tables are made once."""
    start, failures = threading.Barrier(6), []

    def opening() -> None:
        start.wait()
        try:
            open_store(url).close()
        except StoreRefused as error:
            failures.append(error)

    threads = [threading.Thread(target=opening) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_store(url) as store:
        assert store.ids() == []


def test_what_is_acknowledged_is_durable(sqlite_url: str) -> None:
    """Every connection writes through to the disk, and the file keeps a write-ahead log."""
    with open_store(sqlite_url) as store:
        recorder: Any = store._opened.ledger.recorder
        with recorder.datastore.tuples() as cursor:
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        with store._opened.database.writing() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_the_environment_does_not_change_what_is_stored(url: str, new: Callable[..., NewRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables that the library would read for other programs have no say here."""
    monkeypatch.setenv("COMPRESSOR_TOPIC", "nowhere:zlib")
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
    monkeypatch.setenv("MAPPER_TOPIC", "nowhere:Mapper")
    record = new("r1")
    with open_store(url) as store:
        store.create(record)
    with open_store(url) as store:
        assert store.read("r1") == record.rows


def test_the_command_line_shows_readable_events(sqlite_url: str, sqlite_path: Path, new: Callable[..., NewRecord]) -> None:
    """The program sqlite3 prints ``state`` as the JSON text that it is."""
    with open_store(sqlite_url) as store:
        store.create(new("r1", 1))
    ended = subprocess.run(
        ["sqlite3", str(sqlite_path), "SELECT topic, state FROM stored_events"],  # noqa: S607 - found by the PATH
        check=True,
        capture_output=True,
        text=True,
    )
    assert ended.stdout == 'castle-rampage.strengthened/1|{"v":1,"text":"Übermut 1"}\n'
