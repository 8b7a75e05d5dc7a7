"""Server, workers, importer and PostgreSQL are killed at any moment: nothing that was acknowledged is lost, and nothing is half there."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from bench.archive import TABLE, archive
from records.store import open_store
from support.kills.counts import in_rounds
from support.kills.forked import Forks, forks
from support.kills.rounds import kill_server, kill_worker, round_of_imports, round_of_phones, service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.kills.rounds import Kill, Service

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel for a process's children")
DAILY, AT_ONCE, SOAKED = 3, 5, 100
"""Kills of each sort on a database: every day, in a round of the soak, and in the whole soak."""
FILES = 100


@pytest.fixture(scope="module")
def forked() -> Iterator[Forks]:
    """The program, imported once."""
    with forks() as ready:
        yield ready


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Archives of as many tables."""
    folder = tmp_path_factory.mktemp("archives") / "files"
    folder.mkdir()
    plain = archive(3)
    for number in range(FILES):
        (folder / f"{number}.json").write_bytes(plain.replace(TABLE.encode(), str(int(TABLE) + number).encode()))
    return folder


def kill_postgres(server: Any, choose: Random) -> Kill:
    """Kill PostgreSQL: a process behind a connection, by which all of it begins anew, or its first, which is started again."""

    def kill(_served: Service) -> None:
        first = int((server.pgdata / "postmaster.pid").read_text().splitlines()[0])
        if choose.random() < 0.5:
            with psycopg.connect(server.get_uri()) as connection:
                asked = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                behind = connection.execute(asked).fetchall()
            os.kill(choose.choice(behind)[0], signal.SIGKILL)
            return
        os.kill(first, signal.SIGKILL)
        up_again(server)

    return kill


def up_again(server: Any) -> None:
    """Start PostgreSQL, once all of the last one has ended."""
    for _ in range(100):
        with suppress(Exception):
            server.ensure_postgres_running()
            psycopg.connect(server.get_uri()).close()
            return
        time.sleep(0.1)
    raise AssertionError("PostgreSQL does not come back")


@pytest.fixture
def a_round(request: pytest.FixtureRequest, who: str, database: str, tmp_path: Path) -> Callable[[Random, int], int]:
    """Kills somebody so often, on a store of its own, and returns how much was acknowledged and found."""
    ready = request.getfixturevalue("forked")
    new: Any = request.getfixturevalue("new_postgres_url") if database == "postgresql" else None

    def killed(choose: Random, kills: int) -> int:
        store = new() if new else f"sqlite:///{tmp_path}/{choose.random()}.sqlite"
        open_store(store).close()
        if who == "importer":
            return round_of_imports(ready, store, request.getfixturevalue("files"), choose, kills)
        with service(ready, store, tmp_path / "said", 2 if who == "worker" else 1) as served:
            ways = {"server": lambda: kill_server, "worker": lambda: kill_worker(choose)}
            kill = ways[who]() if who in ways else kill_postgres(request.getfixturevalue("postgres_server"), choose)
            return round_of_phones(served, store, choose, kills, kill)

    return killed


DAILY_MATRIX = [("worker", "postgresql"), ("server", "sqlite"), ("importer", "sqlite"), ("PostgreSQL", "postgresql")]
MATRIX = [*DAILY_MATRIX, ("worker", "sqlite"), ("server", "postgresql"), ("importer", "postgresql")]


@pytest.mark.parametrize(("who", "database"), DAILY_MATRIX)
def test_who_is_killed_loses_nothing(a_round: Callable[[Random, int], int], who: str, database: str) -> None:
    """All that was acknowledged is there once, sent again it is answered alike, and no record is half there."""
    found = a_round(Random(f"{who} {database}"), DAILY)  # noqa: S311 -- a seed makes the moments repeat
    assert found == FILES if who == "importer" else found >= 3 * DAILY


@pytest.mark.soak
@pytest.mark.parametrize(("who", "database"), MATRIX)
def test_a_hundred_kills_lose_nothing(
    a_round: Callable[[Random, int], int], who: str, database: str, record_property: Callable[[str, object], None]
) -> None:
    """A soak that was cut off goes on where it was: what is done stands in ``build/kills.json``."""
    found: list[int] = []

    def do(done: int, kills: int) -> None:
        found.append(a_round(Random(f"{who} {database} {done}"), kills))  # noqa: S311 -- as above

    before = in_rounds(f"{who} {database}", SOAKED, AT_ONCE, do)
    record_property("measured", f"{SOAKED} kills ({before} of them in earlier runs), {sum(found)} things acknowledged, 0 lost, 0 half")
