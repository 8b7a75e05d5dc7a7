"""What reader and operator see of a store that is away, frozen, crowded, full, locked or gone, or whose clock goes back."""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
import sys
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import psycopg
import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.store.recorders import postgres_connect, sqlite_connect
from support.recording_forms import NEW
from support.soaking import one_in, soaked
from support.states import STATES, StoreState
from web.app import create_app
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from flask.testing import FlaskClient

    from support.road import Road

    Broken = Callable[[], AbstractContextManager[None]]
    """Makes a state, which ends when it is left."""

ROOM = 50
"""Games that find room in a file that may not grow."""


@pytest.fixture
def away(far_url: str, road: Road) -> tuple[str, Broken]:
    """Nobody answers at the address."""

    @contextmanager
    def broken() -> Iterator[None]:
        road.cut()
        yield
        road.open()

    return far_url, broken


@pytest.fixture
def frozen(far_url: str, road: Road, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Broken]:
    """It takes what comes, and answers nothing."""
    monkeypatch.setattr(postgres_connect, "PATIENCE", 0.3)

    @contextmanager
    def broken() -> Iterator[None]:
        road.freeze()
        yield
        road.thaw()

    return far_url, broken


@pytest.fixture
def crowded(postgres_url: str) -> Iterator[tuple[str, Broken]]:
    """A user that may have no connection any more, and whose last ones are gone."""
    with psycopg.connect(postgres_url) as admin:
        (schema,) = admin.execute("SELECT current_schema()").fetchone() or ("",)
    user = f"few_{schema}"

    @contextmanager
    def broken() -> Iterator[None]:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(f"ALTER ROLE {user} CONNECTION LIMIT 0")
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", (user,))
            yield
            admin.execute(f"ALTER ROLE {user} CONNECTION LIMIT -1")

    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {user} LOGIN")
        admin.execute(f"GRANT ALL ON SCHEMA {schema} TO {user}")
        parts = urlsplit(postgres_url)
        yield parts._replace(netloc=f"{user}@").geturl(), broken
        admin.execute(f"DROP OWNED BY {user}")
        admin.execute(f"DROP ROLE {user}")


@pytest.fixture
def full_postgres(postgres_url: str) -> tuple[str, Broken]:
    """It says of every event that there is no room."""

    @contextmanager
    def broken() -> Iterator[None]:
        with psycopg.connect(postgres_url, autocommit=True) as admin:
            admin.execute(
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
                "$$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$"
            )
            admin.execute("CREATE TRIGGER no_room BEFORE INSERT ON stored_events EXECUTE FUNCTION no_room()")
            yield
            admin.execute("DROP TRIGGER no_room ON stored_events")

    return postgres_url, broken


@pytest.fixture
def locked_postgres(postgres_url: str) -> tuple[str, Broken]:
    """Somebody holds the table of events."""

    @contextmanager
    def broken() -> Iterator[None]:
        with psycopg.connect(postgres_url) as other:
            other.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
            yield

    return postgres_url, broken


@pytest.fixture
def locked(sqlite_url: str, sqlite_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Broken]:
    """Another program holds the file."""
    monkeypatch.setattr(sqlite_connect, "LOCK_SECONDS", 0.1)

    @contextmanager
    def broken() -> Iterator[None]:
        with closing(sqlite3.connect(sqlite_path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            yield

    return sqlite_url, broken


def with_pragma(url: str, monkeypatch: pytest.MonkeyPatch, broken: str, mended: str) -> tuple[str, Broken]:
    """A pragma on every connection of this process."""
    opened: list[sqlite3.Connection] = []
    open_ = sqlite_connect._open

    def noted(*words: Any) -> sqlite3.Connection:
        opened.append(open_(*words))
        return opened[-1]

    monkeypatch.setattr(sqlite_connect, "_open", noted)

    @contextmanager
    def stands() -> Iterator[None]:
        for pragma, then in ((broken, True), (mended, False)):
            for connection in opened:
                connection.execute(f"PRAGMA {pragma}")
            if then:
                yield

    return url, stands


@pytest.fixture
def full(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Broken]:
    """The file may not grow, and the disk has no room."""
    url, pragma = with_pragma(sqlite_url, monkeypatch, "max_page_count=1", "max_page_count=1000000")
    usage = shutil.disk_usage("/")

    @contextmanager
    def broken() -> Iterator[None]:
        with pragma(), monkeypatch.context() as patch:
            patch.setattr("records.store.care.room.shutil.disk_usage", lambda _path: usage._replace(free=0))
            yield

    return url, broken


@pytest.fixture
def read_only(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Broken]:
    """Nothing may be written."""
    return with_pragma(sqlite_url, monkeypatch, "query_only=1", "query_only=0")


@pytest.fixture
def removed(sqlite_url: str, sqlite_path: Path) -> tuple[str, Broken]:
    """The file is gone."""

    @contextmanager
    def broken() -> Iterator[None]:
        sqlite_path.unlink()
        yield

    return sqlite_url, broken


@pytest.fixture
def clock(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Broken]:
    """Everything that asks for the time is told that it is an hour earlier."""
    real = dt.datetime

    class OfDatetime(type):
        def __instancecheck__(cls, one: object) -> bool:
            return isinstance(one, real)

    class Earlier(real, metaclass=OfDatetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real.now(tz) - dt.timedelta(hours=1)

    @contextmanager
    def broken() -> Iterator[None]:
        with monkeypatch.context() as patch:
            for name, module in [*sys.modules.items()]:
                if name.split(".")[0] in {"records", "web", "importers"} and vars(module).get("datetime") is real:
                    patch.setattr(module, "datetime", Earlier)
            yield

    return sqlite_url, broken


def begin(client: FlaskClient) -> Any:
    """Send the form that begins a game."""
    return client.post("/records/new", data={**NEW, "chance": "dealt"}, headers={"Accept-Language": "en"})


@pytest.mark.parametrize("state", one_in(3, [soaked(one) if one.soaked else one for one in STATES]), ids=lambda state: state.name)
def test_reader_and_operator_see(state: StoreState, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> None:
    """As the table in docs/operating.md says: what is refused is not there, and when the state is over all goes on."""
    url, broken = request.getfixturevalue(state.name.replace("-", "_"))
    with GameBook.open(url) as book:
        client = create_app(book, Settings(database_seconds=1.0)).test_client()
        assert (begin(client).status_code, client.get("/").status_code) == (303, 200)
        with broken():
            caplog.clear()
            reads, tried = client.get("/"), [begin(client)]
            while tried[-1].status_code != state.writes and len(tried) < ROOM:
                tried.append(begin(client))
            writes, ready = tried[-1], client.get("/health/ready")
            assert (reads.status_code, writes.status_code) == (state.reads, state.writes)
            assert state.says in writes.text
            assert ("Retry-After" in writes.headers) == state.again
            assert ready.json == {"ready": ready.status_code == 200, "checks": state.ready}
            assert {one.levelname for one in caplog.records} == ({state.logs} if state.logs else set())
        if state.mends:
            assert (begin(client).status_code, client.get("/").status_code) == (303, 200)
            assert client.get("/health/ready").status_code == 200
            assert book.records.count(LOCAL) == (2 + sum(one.status_code == 303 for one in tried), 0)
            assert book.records.inspect(LOCAL).findings == ()
