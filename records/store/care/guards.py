"""The guards that keep ``stored_events`` and ``trail`` append-only, whatever program accesses the database.

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
_KEPT = "400 days"
"""How long the trail is kept: an older row may be deleted."""
_SET = {
    "sqlite": (
        *(
            f"CREATE TRIGGER stored_events_no_{verb.lower()} BEFORE {verb} ON stored_events "
            "BEGIN SELECT RAISE(ABORT, 'stored events are append-only'); END"
            for verb in ("UPDATE", "DELETE")
        ),
        "CREATE TRIGGER IF NOT EXISTS trail_no_update BEFORE UPDATE ON trail BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END",
        f"""CREATE TRIGGER IF NOT EXISTS trail_no_delete BEFORE DELETE ON trail
        WHEN old.at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-{_KEPT}') BEGIN SELECT RAISE(ABORT, 'the trail is append-only'); END""",
    ),
    "postgresql": (
        """CREATE OR REPLACE FUNCTION stored_events_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE EXCEPTION 'stored events are append-only'; END$$""",
        """CREATE TRIGGER stored_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stored_events
        FOR EACH STATEMENT EXECUTE FUNCTION stored_events_refuse()""",
        f"""CREATE OR REPLACE FUNCTION trail_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN
            IF TG_OP = 'DELETE' THEN
                IF old.at < to_char(now() AT TIME ZONE 'UTC' - interval '{_KEPT}', 'YYYY-MM-DD"T"HH24:MI:SS') THEN RETURN old; END IF;
            END IF;
            RAISE EXCEPTION 'the trail is append-only';
        END$$""",
        "DROP TRIGGER IF EXISTS trail_append_only ON trail",
        "CREATE TRIGGER trail_append_only BEFORE UPDATE OR DELETE ON trail FOR EACH ROW EXECUTE FUNCTION trail_refuse()",
        "DROP TRIGGER IF EXISTS trail_no_truncate ON trail",
        "CREATE TRIGGER trail_no_truncate BEFORE TRUNCATE ON trail FOR EACH STATEMENT EXECUTE FUNCTION trail_refuse()",
    ),
}
_GUARDS_SET = {
    "sqlite": "SELECT COUNT(*) = 4 FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('stored_events', 'trail') "
    "AND name IN ('stored_events_no_update', 'stored_events_no_delete', 'trail_no_update', 'trail_no_delete')",
    "postgresql": "SELECT COUNT(*) = 3 FROM pg_trigger WHERE (tgname, tgrelid) IN (('stored_events_append_only', "
    "to_regclass('stored_events')), ('trail_append_only', to_regclass('trail')), ('trail_no_truncate', to_regclass('trail'))) "
    "AND tgenabled <> 'D'",
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
