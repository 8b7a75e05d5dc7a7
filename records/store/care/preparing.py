"""Creates our tables, and upgrades those of an earlier schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import inspect, select, text, update
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.schema import CreateColumn

from records.errors import StoreRefused
from records.store import schema
from records.store.care.guards import guarded, set_guards
from records.store.folds import fold_names, fold_people
from records.store.recorders.statements import SHELF
from records.store.schema import (
    MOVING,
    OPENING,
    RECORD,
    VERSION,
    claims,
    links,
    meta,
    persons,
    records,
    shelf,
    tables,
    tombstones,
    tracking,
    trail,
)
from records.store.shelf.index import indexed, make_index
from records.store.shelf.shelf import clear, enter
from records.store.shelf_rows import found_words
from records.store.tables import releases
from records.store.times import is_time, text_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from records.store.recorders.engine import Database

# When accounts are introduced, a game that still runs shows nobody a hand.
_RUNNING = (
    "INSERT INTO releases (record, live) SELECT r.id, 1 FROM records r JOIN shelf s ON s.id = r.id "
    "WHERE r.origin IS NULL AND r.kind = :kind AND r.trashed_at IS NULL AND s.ended IS NULL"
)
_FOLDED = 8
"""The schema from which on names are folded by ``records.core.folding``."""
# Earlier versions left the name of a person whose account was forgotten.
_FORGOTTEN = "DELETE FROM persons WHERE account NOT IN (SELECT key FROM accounts) AND account <> '' AND account NOT LIKE 'learner:%'"
_SEATS_FIND = 8
"""The schema from which on a record is on the shelf of all its players, whatever its release."""


def ready(connection: Connection) -> bool:
    """Return whether nothing has to be created; raises StoreRefused for a database that is not ours or too new."""
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
    if version == MOVING:
        raise StoreRefused("a store is being moved here, and not all of it has come; kiebitz migrate goes on with it")
    if not version.isdecimal() or int(version) > VERSION:
        raise StoreRefused(f"the database has schema {version}, this program knows {VERSION}; a newer one is needed")
    return version == str(VERSION) and found >= {*tables.tables, "stored_events"} and guarded(connection) and indexed(connection)


def begun(connection: Connection) -> bool:
    """Tell whether there is a store, of whatever schema."""
    return bool(inspect(connection).has_table("meta"))


def half_moved(connection: Connection) -> bool:
    """Tell whether a part of another store was moved here."""
    return begun(connection) and connection.execute(select(meta.c.value).where(meta.c.name == "schema")).scalar() == MOVING


def of_this_version(connection: Connection) -> bool:
    """Return True for a store that can be read without an upgrade; raises StoreRefused for any other, which is left unchanged."""
    if ready(connection):
        return True
    version = _version(connection)
    if begun(connection) and version != VERSION:
        raise StoreRefused(
            f"the store has schema {version}, this program knows {VERSION}; kiebitz backup it, and kiebitz verify upgrades it"
        )
    if begun(connection):
        raise StoreRefused("tables or guards of the store are missing; kiebitz verify makes them anew")
    return False


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
    rows = _old_shelf(connection)
    _with_new_columns(connection)
    _without_old_attempts(connection)
    unreleased = not inspect(connection).has_table("releases")
    before = _version(connection)
    tables.create_all(connection)
    set_guards(connection)
    make_index(connection)
    if connection.execute(select(meta.c.name)).first() is None:
        connection.execute(meta.insert(), {"name": "schema", "value": str(VERSION)})
        connection.execute(tracking.insert(), {"model": SHELF, "originator_id": None, "originator_version": 0, "epoch": 0})
    if rows is None:
        clear(connection)
    elif rows:
        connection.execute(shelf.insert(), [_present(row) for row in rows])
        enter(connection, [row["id"] for row in rows])
    if unreleased and rows:
        connection.execute(text(_RUNNING), {"kind": RECORD})
    if before < _FOLDED:
        fold_people(connection)
        enter(connection, fold_names(connection))
    if before < _SEATS_FIND:
        releases.bring_up(connection)
        enter(connection, list(connection.execute(select(claims.c.record).distinct()).scalars()))
        connection.execute(text(_FORGOTTEN))
    connection.execute(update(meta).where(meta.c.name == "schema").values(value=str(VERSION)))


def _version(connection: Connection) -> int:
    """Return the schema of the database; the present one if there is no store."""
    if not inspect(connection).has_table("meta"):
        return VERSION
    return int(connection.execute(select(meta.c.value).where(meta.c.name == "schema")).scalar() or VERSION)


def _unique_origins(connection: Connection) -> None:
    """Bring schema 1 to 2: a file is stored once. Of several records from one file the oldest keeps its origin."""
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


def _with_new_columns(connection: Connection) -> None:
    """Bring schema 4 to 5: whatever is stored is a record, and belongs to no other; and 6 to 7: no link opens a case.

    7 to 8: no close is final, the trail lists opened hands, and importers of streams from elsewhere are unknown.
    8 to 9: no link stays behind a running game.
    """
    here = inspect(connection)
    since = (
        (records, (records.c.kind, records.c.bound)),
        (tombstones, (tombstones.c.kind,)),
        (links, (links.c.cases, links.c.delay_steps, links.c.delay_minutes)),
        (schema.releases, (schema.releases.c.seat_law, schema.releases.c.final)),
        (trail, (trail.c.whom,)),
        (schema.claims, (schema.claims.c.review_closed_at,)),
        (persons, (persons.c.bringer, persons.c.stream, persons.c.source, persons.c.writer, persons.c.came)),
    )
    for table, new in since:
        if table.name not in here.get_table_names():
            continue
        there = {column["name"] for column in here.get_columns(table.name)}
        for column in (column for column in new if column.name not in there):
            made = CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {made}")
    if "records" in here.get_table_names():
        connection.exec_driver_sql("CREATE INDEX IF NOT EXISTS records_bound ON records (bound, kind)")


def _without_old_attempts(connection: Connection) -> None:
    """Bring schema 7 to 8: recent failures were counted differently, and are dropped."""
    here = inspect(connection)
    if here.has_table("attempts") and not any(column["name"] == "until" for column in here.get_columns("attempts")):
        connection.exec_driver_sql("DROP TABLE attempts")


def _old_shelf(connection: Connection) -> list[Mapping[str, Any]] | None:
    """Remove a shelf from before schema 6; return its rows, or None if they are unreadable and the shelf must be rebuilt from the log."""
    here = inspect(connection)
    if "shelf" not in here.get_table_names() or any(column["name"] == "listed" for column in here.get_columns("shelf")):
        return []
    rows: list[Mapping[str, Any]] | None
    try:
        rows = [dict(row) for row in connection.execute(text("SELECT * FROM shelf ORDER BY id")).mappings()]
    except OperationalError:  # SQLite takes any bytes for a text
        rows = None
    connection.exec_driver_sql("DROP TABLE shelf")
    return rows


def _present(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of an earlier schema with the columns of the present one; what ``enter`` fills in is empty."""
    started = text_time(row["started"]) if is_time(row["started"]) else None
    try:
        found = found_words(row["game"], row["ruleset"], row["result"], row["words"], started)
    except (msgspec.MsgspecError, TypeError):
        found = ""  # a damaged column; verify names it
    entered = {"added": "", "trashed": 0, "listed": 0, "player": None, "shown": None, "entered": "", "marks": ""}
    whole = {**row, "found": found, **entered}
    # Rows are numbered by the database that receives them, and PostgreSQL computes a column of its own from others.
    return {column.name: whole[column.name] for column in shelf.c if column.name != "number"}
