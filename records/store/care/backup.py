"""Backups: a snapshot of a store as one SQLite file, and restoring a store from such a file.

A backup of either database is itself a SQLite store, which every command can read. SQLite copies itself page by page with its
online backup; from PostgreSQL the rows of one snapshot are copied. No other program is needed, and a backup can be restored to either.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import select

from records.errors import StoreMissing, StoreRefused
from records.store.care.copying import copy_all
from records.store.care.file_modes import make_folder
from records.store.care.opening import open_database
from records.store.refusals import translated
from records.store.schema import records, tombstones
from records.store.urls import SqliteAddress, read_address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.store.care.opening import OpenedStore

_BESIDE = ("-wal", "-shm", "-journal")


def back_up(opened: OpenedStore, path: Path) -> int:
    """Write a snapshot of the store to the new file ``path``, whole or not at all; others may write meanwhile.

    Returns the number of records, those in the trash too. Raises StoreRefused if something lies there already, if it cannot be written, and
    if the store is damaged.
    """
    with _new_file(path) as part:
        if opened.database.dialect == "sqlite":
            with opened.database.engine.connect() as connection, closing(sqlite3.connect(part)) as to:
                source = connection.connection.driver_connection
                if not isinstance(source, sqlite3.Connection):
                    raise TypeError(source)
                source.backup(to)
        else:
            copy = open_database(f"sqlite:///{part}", create=True)
            try:
                with opened.database.reading() as source, copy.database.writing() as target:
                    copy_all(source, target)
            finally:
                copy.close()
        return _settle(part)


def restore(path: Path, url: str) -> None:
    """Make the store at ``url``, where there is none yet, from the backup ``path``, of this schema or an older one.

    Raises StoreMissing if there is no such file, StoreRefused if it is no backup or records are at ``url`` already.
    """
    address = read_address(url)
    with translated(address, "cannot be restored"):
        if not path.is_file():
            raise StoreMissing(f"{path}: there is no such file")
        if isinstance(address, SqliteAddress):
            if address.path is None:
                raise StoreRefused(f"{address}: a store in memory goes with its program; name a file")
            make_folder(address.path.parent)
            with _new_file(address.path) as part:
                _duplicate(path, part)
            return
        with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
            part = Path(folder) / "backup.sqlite"
            _duplicate(path, part)
            _fill(part, url)


def _duplicate(path: Path, to: Path) -> None:
    """Copy a backup and bring the copy to the present schema: the backup itself is only read."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source, closing(sqlite3.connect(to)) as target:
            source.backup(target)
        open_database(f"sqlite:///{to}", create=False).close()
    except (sqlite3.DatabaseError, StoreRefused) as error:
        raise StoreRefused(f"{path}: this is no backup of a store: {error}") from None
    _settle(to)


def _fill(backup: Path, url: str) -> None:
    """Copy a backup into a database that holds no record."""
    source, target = open_database(f"sqlite:///{backup}", create=False), open_database(url, create=True)
    try:
        with source.database.reading() as rows, target.database.writing() as connection:
            for table in (records, tombstones):
                if connection.execute(select(table.c.id).limit(1)).first() is not None:
                    raise StoreRefused(f"{target.address}: there are records already; a backup is restored into an empty database")
            copy_all(rows, connection)
    finally:
        source.close()
        target.close()


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yield a temporary name beside ``path``; at the end the file is renamed to ``path``, or deleted after an error."""
    for beside in (path, *(path.with_name(path.name + ending) for ending in _BESIDE)):
        if beside.exists() or beside.is_symlink():
            # A leftover write-ahead log would be applied to a file to which it does not belong.
            raise StoreRefused(f"{beside}: something lies there already; name a new file, or move that away")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    part = Path(name)
    try:
        yield part
        part.rename(path)
    finally:
        for ending in ("", *_BESIDE):
            Path(name + ending).unlink(missing_ok=True)


def _settle(path: Path) -> int:
    """Bring the file to its final form, whole and synced; returns the number of records. Raises StoreRefused if it is damaged."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if said != "ok":
            raise StoreRefused(f"it is damaged ({' '.join(said.split())}); kiebitz verify tells more, kiebitz rescue saves what is whole")
        (count,) = connection.execute("SELECT COUNT(*) FROM records WHERE kind = 'record'").fetchone()
    with path.open("rb") as file:
        os.fsync(file.fileno())
    return int(count)
