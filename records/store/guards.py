"""The guards that keep ``stored_events`` append-only, for everybody who comes to the database by whatever way.

On both databases triggers are part of the transaction that drops or makes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection

_LIFT = {
    "sqlite": (
        "DROP TRIGGER IF EXISTS stored_events_no_update",
        "DROP TRIGGER IF EXISTS stored_events_no_delete",
    ),
    "postgresql": ("DROP TRIGGER IF EXISTS stored_events_append_only ON stored_events",),
}
_SET = {
    "sqlite": tuple(
        f"CREATE TRIGGER stored_events_no_{verb.lower()} BEFORE {verb} ON stored_events "
        "BEGIN SELECT RAISE(ABORT, 'stored events are append-only'); END"
        for verb in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        """CREATE OR REPLACE FUNCTION stored_events_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'stored events are append-only'; END$$""",
        """CREATE TRIGGER stored_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stored_events
        FOR EACH STATEMENT EXECUTE FUNCTION stored_events_refuse()""",
    ),
}
_GUARDS_SET = {
    "sqlite": "SELECT COUNT(*) = 2 FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'stored_events' "
    "AND name IN ('stored_events_no_update', 'stored_events_no_delete')",
    "postgresql": "SELECT COUNT(*) = 1 FROM pg_trigger WHERE tgname = 'stored_events_append_only' "
    "AND tgrelid = to_regclass('stored_events') AND tgenabled <> 'D'",
}


def lift_guards(connection: Connection) -> None:
    """Let rows of ``stored_events`` be deleted until ``set_guards``, in this transaction only."""
    for statement in _LIFT[connection.dialect.name]:
        connection.exec_driver_sql(statement)


def set_guards(connection: Connection) -> None:
    """Refuse UPDATE and DELETE, on PostgreSQL also TRUNCATE, of ``stored_events`` to everybody."""
    lift_guards(connection)
    for statement in _SET[connection.dialect.name]:
        connection.exec_driver_sql(statement)


def guarded(connection: Connection) -> bool:
    """Tell whether the guards are set."""
    return bool(connection.exec_driver_sql(_GUARDS_SET[connection.dialect.name]).scalar())
