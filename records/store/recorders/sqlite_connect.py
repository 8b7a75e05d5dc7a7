"""Connections to a SQLite file: opened for writing if possible, else read-only."""

from __future__ import annotations

import os
import sqlite3
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from records.store.recorders.store_file import StoreFile

LOCK_SECONDS = 30
"""How long a writer waits for another, in this process or outside."""
STATEMENTS_CACHED = 128
_CANNOT_WRITE = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_READONLY_DIRECTORY,
    sqlite3.SQLITE_READONLY_CANTINIT,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
}


class ReadOnce(sqlite3.Connection):
    """A connection to a file as it was when it was opened; closed after one use, for it does not notice when somebody writes again."""


def connect(file: StoreFile, *, durable: bool = True) -> sqlite3.Connection:
    """Open a connection in autocommit mode; every transaction is begun by name. No file is made.

    With ``durable`` each commit is synced to disk. WAL is requested; if the file system cannot do it, SQLite keeps its mode. If
    nothing can be written, not even the index of the WAL, and the file is complete without a WAL, it is a ``ReadOnce``.
    Raises StoreMissing if the file is not the one that was opened.
    """
    file.check()
    try:
        connection = _open(file, "mode=rw")
        try:
            _ask_for_wal(connection)
            connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
        except sqlite3.Error:
            connection.close()
            raise
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in _CANNOT_WRITE or _has_log(file):
            raise
        return _open(file, "mode=ro&immutable=1", ReadOnce)
    return connection


def _open(file: StoreFile, how: str, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{file.path.as_uri()}?{how}",
        uri=True,
        check_same_thread=False,
        isolation_level=None,
        cached_statements=STATEMENTS_CACHED,
        timeout=LOCK_SECONDS,
        factory=factory,
    )


def _has_log(file: StoreFile) -> bool:
    """Tell whether something was written that is not in the file yet."""
    try:
        return os.stat(f"{file.path}-wal").st_size > 0  # noqa: PTH116 -- one call for both questions
    except OSError:
        return False


def _ask_for_wal(connection: sqlite3.Connection) -> None:
    """Switch a new file to WAL. While another does the same SQLite refuses at once, without its usual waiting."""
    until = monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.01)
        else:
            return
