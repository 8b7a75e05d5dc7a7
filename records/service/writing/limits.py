"""Limits that an operator sets to what a served store takes in: of records and bytes of an account, records a day, and the whole store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from records.errors import LimitReached
from records.store import OwnerLimits

if TYPE_CHECKING:
    from records.store import Store

DAY = timedelta(days=1)


class StoreLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The most that is taken in; 0 for as much as comes. Admins and the operator are bound by ``store`` alone."""

    records: int = 0
    """Records that an account owns, those in the trash too."""
    bytes: int = 0
    """Bytes of their events."""
    day: int = 0
    """Records that an account brings within 24 hours."""
    store: int = 0
    """Bytes of the whole database; games that have begun go on."""


def owner_limits(store: Store, limits: StoreLimits, account: str) -> OwnerLimits | None:
    """Return what binds the account of a key, "" for nobody, when it stores records: held in the transaction that stores them.

    Raises ``LimitReached`` if the store itself is full; what is being stored at that moment may still come in.
    """
    if limits.store and store.room().taken >= limits.store:
        raise LimitReached("store", limits.store)
    if not account or not (limits.records or limits.bytes or limits.day):
        return None
    return OwnerLimits(owner=account, records=limits.records, bytes=limits.bytes, day=limits.day, since=datetime.now(UTC) - DAY)
