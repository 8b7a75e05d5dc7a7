"""Limits that an operator sets for a served store: records and bytes per account, records per day, and the size of the store."""

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
    """Limits on what is stored; 0 for no limit. For admins and the operator only ``store`` applies."""

    records: int = 0
    """Records that an account owns, those in the trash too."""
    bytes: int = 0
    """Bytes of their events."""
    day: int = 0
    """Records that an account brings within 24 hours."""
    store: int = 0
    """Bytes of the whole database; games that have begun go on."""


def owner_limits(store: Store, limits: StoreLimits, account: str) -> OwnerLimits | None:
    """Return the limits for the account of a key, "" for nobody, when it stores records; they are checked in the storing transaction.

    Raises ``LimitReached`` if the store itself is full; what is being stored at that moment may still come in.
    """
    if limits.store and store.room().taken >= limits.store:
        raise LimitReached("store", limits.store)
    if not account or not (limits.records or limits.bytes or limits.day):
        return None
    return OwnerLimits(owner=account, records=limits.records, bytes=limits.bytes, day=limits.day, since=datetime.now(UTC) - DAY)
