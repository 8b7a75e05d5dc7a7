"""The databases' own means to find words on the shelf: FTS5 of SQLite, ``tsvector`` of PostgreSQL."""

from __future__ import annotations

# ruff: noqa: S608 -- names of tables and columns; what somebody asks is always a parameter
from typing import TYPE_CHECKING

from sqlalchemy import inspect

if TYPE_CHECKING:
    from sqlalchemy import Connection

_COLUMNS = ("found", "entered", "marks")
_NEW, _OLD = (", ".join(f"{row}.{name}" for name in _COLUMNS) for row in ("new", "old"))
_ADD = f"INSERT INTO shelf_words(rowid, {', '.join(_COLUMNS)}) VALUES (new.number, {_NEW});"
_DROP = f"INSERT INTO shelf_words(shelf_words, rowid, {', '.join(_COLUMNS)}) VALUES ('delete', old.number, {_OLD});"

_SQLITE = (
    "DROP TABLE IF EXISTS shelf_words",
    # Words come folded, and every sign beyond ASCII is a letter to this tokenizer. A beginning of a length that is not listed here is
    # put together from all words that begin so.
    f"""CREATE VIRTUAL TABLE shelf_words USING fts5({", ".join(_COLUMNS)}, content='shelf', content_rowid='number',
    tokenize='ascii', prefix='1 2 3 4 5 6 7 8', detail='none')""",
    *(f"DROP TRIGGER IF EXISTS shelf_words_{verb}" for verb in ("insert", "delete", "update")),
    f"CREATE TRIGGER shelf_words_insert AFTER INSERT ON shelf BEGIN {_ADD} END",
    f"CREATE TRIGGER shelf_words_delete AFTER DELETE ON shelf BEGIN {_DROP} END",
    f"CREATE TRIGGER shelf_words_update AFTER UPDATE OF {', '.join(_COLUMNS)} ON shelf BEGIN {_DROP} {_ADD} END",
    "INSERT INTO shelf_words(shelf_words) VALUES ('rebuild')",
)
_POSTGRES = (
    """ALTER TABLE shelf ADD COLUMN IF NOT EXISTS searched tsvector GENERATED ALWAYS AS
    (array_to_tsvector(array_remove(string_to_array(found || ' ' || entered || ' ' || marks, ' '), ''))) STORED""",
    "CREATE INDEX IF NOT EXISTS shelf_searched ON shelf USING gin (searched) WITH (fastupdate = off)",
)


def make_index(connection: Connection) -> None:
    """Make the index of words anew from the rows of the shelf."""
    for statement in _SQLITE if connection.dialect.name == "sqlite" else _POSTGRES:
        connection.exec_driver_sql(statement)


def indexed(connection: Connection) -> bool:
    """Tell whether the index is there."""
    if connection.dialect.name == "sqlite":
        return "shelf_words" in inspect(connection).get_table_names()
    return any(column["name"] == "searched" for column in inspect(connection).get_columns("shelf"))


def scrub_index(connection: Connection) -> None:
    """Write SQLite's index anew without the words that were taken out of it, which else stay in the file until it is merged."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("INSERT INTO shelf_words(shelf_words) VALUES ('optimize')")
