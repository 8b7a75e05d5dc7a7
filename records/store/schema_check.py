"""Checks in each writing transaction whether a store still has the version that this program writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.errors import WrongSchema
from records.store.schema import OPENING, VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

SELECT_SCHEMA = "SELECT value FROM meta WHERE name = 'schema'"
AS_WRITTEN = f" AND ({SELECT_SCHEMA}) = '{VERSION}'"
"""Added to a statement, so that it changes nothing in a store of another version."""
# An upgrade waits for the end of running writes; later writers wait for the upgrade, and then read its version.
_SHARED = f"SELECT pg_advisory_xact_lock_shared({OPENING})"


def check_schema(execute: Callable[[str], Any]) -> None:
    """Raise WrongSchema if the store is another version's; ``execute`` returns the driver's cursor."""
    _check(execute(SELECT_SCHEMA).fetchone())


def hold_schema(execute: Callable[[str], Any]) -> None:
    """Do the same at the begin of a transaction on PostgreSQL, in one way to the server; nobody brings the store up until its end."""
    cursor = execute(f"{_SHARED}; {SELECT_SCHEMA}")
    while cursor.nextset():
        pass
    _check(cursor.fetchone())


def _check(row: Any) -> None:
    if row is None or row[0] != str(VERSION):
        raise WrongSchema(str(row[0] if row else None))
