"""Who opened whose hand, and who changed seats, owner and openness: append-only rows, kept for 400 days.

They hold only ids, and nothing of what was seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from records.store.schema import trail
from records.store.times import is_time, now_text, text_time

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection


class TrailStep(msgspec.Struct, frozen=True, kw_only=True):
    """That somebody opened a hand, or changed who sits where, whose the record is, or how open it is."""

    record: str
    account: str
    """Key of the account; "" for the program's own user, and for nobody who is known."""
    via: str
    """Which way in, as a digest: of the session, the token, the link."""
    viewer: str
    """A seat's key, ``open``, or ``arbiter`` for what the sides of a dispute released; of a change the seat, "" for none."""
    ground: str
    """Why it was theirs to open: ``released``, ``owner``, ``case``, ``reason`` ...; of a change one of ``CHANGES``."""
    reason: str = ""
    """As it was given."""
    whom: str = ""
    """Of a change, key of the account that it is about."""
    at: datetime | None = None
    """None before it is stored."""


CHANGES = frozenset({"sits", "leaves", "called free", "given", "opened", "closed", "reopened", "final"})
"""Grounds of the steps that tell of a change; all others tell that a hand was opened."""


def add(connection: Connection, step: TrailStep) -> None:
    """Note a change."""
    row = {name: getattr(step, name) for name in ("record", "account", "via", "viewer", "ground", "reason", "whom")}
    connection.execute(trail.insert(), row | {"at": now_text()})


def has(connection: Connection, step: TrailStep) -> bool:
    """Whether the same was noted before, for the same way in."""
    same = select(trail.c.number).where(
        trail.c.record == step.record, trail.c.account == step.account, trail.c.via == step.via, trail.c.viewer == step.viewer
    )
    return connection.execute(same.where(trail.c.ground == step.ground, trail.c.reason == step.reason).limit(1)).first() is not None


def leave(connection: Connection, step: TrailStep) -> bool:
    """Note it, unless it was noted before; returns whether it was noted now."""
    if has(connection, step):
        return False
    add(connection, step)
    return True


def read(connection: Connection, record: str) -> list[TrailStep]:
    """Return what was noted of a record, the latest first."""
    return _steps(connection, trail.c.record == record)


def read_of(connection: Connection, account: str) -> list[TrailStep]:
    """Return what an account opened, the latest first."""
    return _steps(connection, trail.c.account == account)


def _steps(connection: Connection, which: ColumnElement[bool]) -> list[TrailStep]:
    found = connection.execute(select(trail).where(which).order_by(trail.c.number.desc()))
    return [
        TrailStep(
            record=row.record,
            account=row.account,
            via=row.via,
            viewer=row.viewer,
            ground=row.ground,
            reason=row.reason,
            whom=row.whom,
            at=text_time(row.at) if is_time(row.at) else None,
        )
        for row in found
    ]
