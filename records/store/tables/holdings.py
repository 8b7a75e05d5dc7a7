"""How much an account has in the store, for limits that an operator sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import case, func, select, text

from records.store.schema import RECORD, records, releases
from records.store.times import time_text

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

_BYTES = text("SELECT SUM(LENGTH(state)) FROM stored_events WHERE originator_id IN (SELECT record FROM releases WHERE owner = :owner)")


class Holdings(NamedTuple):
    """What an account owns, what is in the trash too."""

    records: int
    latest: int
    """Records that came since a moment."""
    bytes: int
    """Of their events; 0 where nobody asked."""


def holdings_of(connection: Connection, owner: str, since: datetime, *, sized: bool) -> Holdings:
    """Count what an account owns and what of it came after ``since``; ``sized``: with the bytes, for which all of it is read."""
    recent = func.sum(case((records.c.created_at >= time_text(since), 1), else_=0))
    counted = select(func.count(), recent).join(releases, releases.c.record == records.c.id)
    count, latest = connection.execute(counted.where(releases.c.owner == owner, records.c.kind == RECORD)).one()
    size = connection.execute(_BYTES, {"owner": owner}).scalar() if sized else 0
    return Holdings(int(count), int(latest or 0), int(size or 0))
