"""How far PostgreSQL's log is settled: a reader that continues from a number must know that no earlier one will still appear.

An event gets its number while its transaction still runs, so a later number can be visible first. Writers do not wait for each other; a
reader of the log waits for writers that may have drawn a number it has reached.
"""

from __future__ import annotations

from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import OperationalError

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 30.0
"""Seconds for which a reader waits for running writers."""
PAUSE = 0.01
# Numbers are drawn outside of any transaction, so this counts those of transactions that still run too.
_DRAWN = "SELECT pg_sequence_last_value(pg_get_serial_sequence('stored_events', 'notification_id')::regclass)"
# Every INSERT by anybody takes this lock before it draws a number, and holds it until its rows are visible or rolled back.
_WRITING = (
    "SELECT virtualtransaction FROM pg_locks WHERE locktype = 'relation' AND relation = 'stored_events'::regclass AND granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
    "AND mode = 'RowExclusiveLock' AND pid IS DISTINCT FROM pg_backend_pid()"
)


def settled_end(ask: Callable[[str], list[tuple[Any, ...]]], patience: float = PATIENCE) -> int:
    """Return a number of the log up to which each event is visible to the next statement, or never will be; 0 if there are none.

    ``ask`` returns the rows of a statement, each with a separate snapshot. Raises the library's OperationalError if somebody has been
    writing for longer than ``patience`` seconds.
    """
    drawn = int(ask(_DRAWN)[0][0] or 0)
    until, before = monotonic() + patience, set(ask(_WRITING))
    while before:
        if monotonic() > until:
            raise OperationalError(f"something is being written to the log for more than {patience:g} seconds")
        sleep(PAUSE)
        before &= set(ask(_WRITING))
    return drawn
