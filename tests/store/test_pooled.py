"""A pool before PostgreSQL that lends another connection to each transaction: Debian's PgBouncer, where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from records.errors import StoreRefused
from records.store import KeptAnswer, open_store
from records.store.recorders.postgres_connect import Connection
from support.processes import ended, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from records.store import Head, NewRecord, Row
    from support.road import Road

BOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
STREAMS, EACH = 4, 5


def test_without_prepared_statements_none_is_prepared_even_where_a_statement_asks_for_it(postgres_url: str) -> None:
    """An address says so with ``prepared=off``; else the hot statements are prepared at once."""
    with psycopg.connect(postgres_url) as plain:
        named = {**plain.info.get_parameters(), "password": plain.info.password}
    prepared = []
    for said in ("on", "off"):
        with Connection.connect(**named, prepared=said) as connection:
            connection.execute("SELECT 1", prepare=True)
            prepared.append(connection.execute("SELECT COUNT(*) FROM pg_prepared_statements").fetchone())
    assert prepared == [(1,), (0,)]


@pytest.mark.soak
@pytest.mark.skipif(BOUNCER is None, reason="PgBouncer is not installed")
def test_everything_goes_through_a_pool_of_two_connections(
    postgres_url: str,
    road: Road,
    new: Callable[..., NewRecord],
    rows: Callable[..., list[Row]],
    head: Callable[[int], Head],
) -> None:
    """Threads create, append under keys, look and read the log; with prepared statements the same is refused."""
    with _pooled(postgres_url, road) as url, open_store(f"{url}?prepared=off") as store:

        def write(name: int) -> int:
            record = f"r{name}"
            store.create(new(record))
            for count in range(3, 3 + EACH):
                with store.answering(f"{record}-{count}") as request:
                    store.append(record, rows(1, after=count), expected=count, head=head(count + 1))
                    request.answer(KeptAnswer(status=303))
                with store.moment():
                    assert store.info(record).head == head(count + 1)
            return len(store.read(record))

        with ThreadPoolExecutor(STREAMS) as threads:
            assert list(threads.map(write, range(STREAMS))) == [3 + EACH] * STREAMS
        assert sorted(store.shelf.pull().records) == [f"r{name}" for name in range(STREAMS)]
        with open_store(url) as other, pytest.raises(StoreRefused, match="prepared statement"), ThreadPoolExecutor(STREAMS) as threads:
            list(threads.map(lambda name: other.create(new(f"p{name}")), range(40)))


@contextmanager
def _pooled(postgres_url: str, road: Road) -> Iterator[str]:
    """A pool before the schema of an address, by a user whose search path that is."""
    parts = urlsplit(postgres_url)
    port, user = free_port(), parse_qs(parts.query)["options"][0].partition("search_path=")[2]
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {user} SUPERUSER LOGIN")
        connection.execute(f"ALTER ROLE {user} SET search_path = {user}")
    settings = {"listen_addr": "127.0.0.1", "listen_port": port, "unix_socket_dir": "", "auth_type": "any"}
    pool = {"pool_mode": "transaction", "default_pool_size": 2}
    lines = [f"{name} = {value}" for name, value in (settings | pool).items()]
    with tempfile.TemporaryDirectory(prefix="kiebitz-pool-") as folder:
        Path(folder).chmod(0o755)  # it does not run as root
        file = Path(folder) / "pool.ini"
        file.write_text("\n".join(["[databases]", f"* = host=127.0.0.1 port={road.port} user={user}", "[pgbouncer]", *lines]))
        as_nobody = {"user": "nobody"} if os.geteuid() == 0 else {}
        with ended(subprocess.Popen([str(BOUNCER), "-q", str(file)], stderr=subprocess.DEVNULL, text=True, **as_nobody)) as process:
            until = time.monotonic() + 20
            while True:
                try:
                    psycopg.connect(host="127.0.0.1", port=port, user=user, dbname=parts.path[1:]).close()
                    break
                except psycopg.OperationalError:
                    assert process.poll() is None
                    assert time.monotonic() < until
                    time.sleep(0.1)
            yield f"postgresql://{user}@127.0.0.1:{port}{parts.path}"
