"""Limits on what an account owns, checked in the transaction that stores more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.errors import LimitReached
from records.store.recorders.statements import SELECT_OWNED, SELECT_OWNED_BYTES
from records.store.times import time_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.store.rows import NewRecord


def refuse_too_much(records: Sequence[NewRecord], ask: Callable[[str, Sequence[str]], Sequence[int | None] | None]) -> None:
    """Raise LimitReached if the owner of ``records``, which were just stored, now exceeds the limits.

    ``ask`` returns the first row for a statement.
    """
    for limits in {record.limits for record in records if record.limits is not None}:
        count, latest = ask(SELECT_OWNED, (time_text(limits.since), limits.owner)) or (0, 0)
        (size,) = (limits.bytes and ask(SELECT_OWNED_BYTES, (limits.owner,))) or (0,)
        for what, now, most in (("records", count, limits.records), ("bytes", size, limits.bytes), ("day", latest, limits.day)):
            if most and (now or 0) > most:
                raise LimitReached(what, most)
