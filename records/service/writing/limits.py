"""Limits that an operator sets to what a served store takes in: of records and bytes of an account, records a day, and the whole store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from records.errors import LimitReached

if TYPE_CHECKING:
    from records.store import NewRecord, Store

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


class Intake:
    """What one caller brings at once, held against the limits. What two bring at the same moment may pass."""

    def __init__(self, store: Store, limits: StoreLimits, account: str) -> None:
        """Begin with what the store holds; ``account`` is the key of the one that is bound, "" for nobody."""
        self._store, self._limits, self._account = store, limits, account
        self._begun = False
        self._records = self._bytes = self._day = 0

    def take(self, record: NewRecord) -> None:
        """Count a record that is about to be stored; raises ``LimitReached``."""
        limits = self._limits
        if limits == StoreLimits():
            return
        if not self._begun:
            self._begin()
        self._records, self._day = self._records + 1, self._day + 1
        self._bytes += sum(len(row.body) for row in record.rows)
        if self._account:
            for what, now, most in (
                ("records", self._records, limits.records),
                ("bytes", self._bytes, limits.bytes),
                ("day", self._day, limits.day),
            ):
                if most and now > most:
                    raise LimitReached(what, most)

    def _begin(self) -> None:
        self._begun, limits = True, self._limits
        if limits.store and self._store.room().taken >= limits.store:
            raise LimitReached("store", limits.store)
        if self._account:
            since = datetime.now(UTC) - DAY
            held = self._store.access.holdings(self._account, since, sized=limits.bytes > 0)
            self._records, self._bytes, self._day = held.records, held.bytes, held.latest
