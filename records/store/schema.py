"""Our tables beside the library's ``stored_events``, and how they come to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import DatabaseError

from records.errors import StoreRefused
from records.store.guards import guarded, set_guards
from records.store.statements import SHELF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from records.store.engine import Database

VERSION = 2
"""Raise it with every change of a table, and migrate in ``prepare``."""
OPENING = 0x6B696562
"""Advisory lock of PostgreSQL: one process at a time creates tables."""

# Compared by code point, so that both databases sort and find alike.
PLAIN = Text().with_variant(Text(collation="C"), "postgresql")
NUMBER = BigInteger().with_variant(Integer(), "sqlite")

tables = MetaData()

meta = Table("meta", tables, Column("name", PLAIN, primary_key=True), Column("value", PLAIN, nullable=False))

records = Table(
    "records",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("header", LargeBinary, nullable=False),
    Column("origin", PLAIN),
    Column("created_at", PLAIN, nullable=False),
    Column("trashed_at", PLAIN),
)
Index("records_origin", records.c.origin, unique=True)
record_keys = Table("record_keys", tables, Column("id", PLAIN, primary_key=True), Column("key", LargeBinary, nullable=False))
record_heads = Table(
    "record_heads",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("count", NUMBER, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
names = Table(
    "names",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("seat", PLAIN, primary_key=True),
    Column("name", PLAIN, nullable=False),
    Column("folded", PLAIN, nullable=False, index=True),
    Column("foreign_ids", PLAIN, nullable=False),
)
tombstones = Table(
    "tombstones",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("count", NUMBER, nullable=False),
    Column("hash", LargeBinary),
    Column("deleted_at", PLAIN, nullable=False),
)
shelf = Table(
    "shelf",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("game", PLAIN, nullable=False, index=True),
    Column("ruleset", PLAIN, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("started", PLAIN, index=True),
    Column("ended", PLAIN),
    Column("steps", NUMBER, nullable=False),
    Column("turns", NUMBER, nullable=False),
    Column("result", PLAIN, nullable=False),
    Column("spine", PLAIN, nullable=False),
    Column("flags", PLAIN, nullable=False),
    Column("words", PLAIN, nullable=False),
    Column("found", PLAIN, nullable=False),
)
tracking = Table(
    "tracking",
    tables,
    Column("model", PLAIN, primary_key=True),
    Column("originator_id", PLAIN),
    Column("originator_version", NUMBER, nullable=False),
    Column("epoch", NUMBER, nullable=False),
)


def ready(connection: Connection) -> bool:
    """Tell whether nothing has to be created; raises StoreRefused for a database that is not ours or too new."""
    found = set(inspect(connection).get_table_names())
    if "meta" not in found:
        # A PostgreSQL database may serve other programs too; a SQLite file is one program's.
        strange = found if connection.dialect.name == "sqlite" else found & {*tables.tables, "stored_events"}
        if strange:
            raise StoreRefused(f"the database holds tables of another program: {', '.join(sorted(strange)[:5])}")
        return False
    version = connection.execute(select(meta.c.value).where(meta.c.name == "schema")).scalar()
    if version is None:
        raise StoreRefused("the database holds tables of another program: its meta has no schema")
    if not version.isdecimal() or int(version) > VERSION:
        raise StoreRefused(f"the database has schema {version}, this program knows {VERSION}; a newer one is needed")
    return version == str(VERSION) and found >= {*tables.tables, "stored_events"} and guarded(connection)


def begun(connection: Connection) -> bool:
    """Tell whether there is a store, of whatever schema."""
    return bool(inspect(connection).has_table("meta"))


def has_contents(database: Database) -> bool:
    """Tell whether a damaged SQLite file still says which tables it holds."""
    try:
        with database.reading() as connection:
            return bool(connection.exec_driver_sql("SELECT COUNT(*), MAX(sql) FROM sqlite_master").one())
    except DatabaseError:
        return False


def prepare(connection: Connection, events_table: Sequence[str]) -> None:
    """Create whatever is missing, in one transaction; ``events_table`` are the library's statements."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": OPENING})
    if ready(connection):
        return
    for statement in events_table:
        connection.exec_driver_sql(statement)
    _unique_origins(connection)
    tables.create_all(connection)
    set_guards(connection)
    if connection.execute(select(meta.c.name)).first() is None:
        connection.execute(meta.insert(), {"name": "schema", "value": str(VERSION)})
        connection.execute(tracking.insert(), {"model": SHELF, "originator_id": None, "originator_version": 0, "epoch": 0})
    connection.execute(update(meta).where(meta.c.name == "schema").values(value=str(VERSION)))


def _unique_origins(connection: Connection) -> None:
    """Bring schema 1 to 2: a file is stored once. Of records that came of one file the oldest keeps its origin."""
    if "records" not in inspect(connection).get_table_names():
        return
    if any(index["name"] == "records_origin" for index in inspect(connection).get_indexes("records")):
        return
    oldest: set[str] = set()
    with_origin = select(records.c.id, records.c.origin).where(records.c.origin.is_not(None))
    for record, origin in connection.execute(with_origin.order_by(records.c.created_at, records.c.id)).all():
        if origin in oldest:
            connection.execute(update(records).where(records.c.id == record).values(origin=None))
        oldest.add(origin)
    connection.exec_driver_sql("DROP INDEX IF EXISTS ix_records_origin")
    connection.exec_driver_sql("CREATE UNIQUE INDEX records_origin ON records (origin)")
