"""To whom the shelf lists a record, and whose it is: the shelf's columns and words for the rows in ``releases`` and ``claims``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from records.store.schema import claims, records, releases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

TO_ACCOUNTS, TO_EVERYBODY, TO_NOBODY_ELSE = 1, 2, 3
"""Values of ``shelf.listed``: a caller finds the records from their number on. No record has the last."""
_LISTED_TO = {"accounts": TO_ACCOUNTS, "everybody": TO_EVERYBODY}


class ShelfListing(NamedTuple):
    """How the shelf lists a record for a caller who may not see everything."""

    listed: int = 0
    named: bool = True
    """Whether those to whom it is listed may search its names; False if it is listed to nobody."""
    holders: tuple[str, ...] = ()
    """Keys of the accounts whose it is."""


UNLISTED = ShelfListing()
HELD = (
    "(EXISTS (SELECT 1 FROM releases o WHERE o.record = id AND o.owner = :holder) OR (trashed = 0 AND EXISTS ("
    "SELECT 1 FROM claims c WHERE c.record = id AND c.account = :holder)))"
)
"""Whether a row of the shelf belongs to an account, as owner or player. One index lookup for each row."""


def listings(connection: Connection, ids: Iterable[str]) -> dict[str, ShelfListing]:
    """Return how the shelf lists some records; a record in the trash is only its owner's."""
    these = list(ids)
    joined = releases.join(records, records.c.id == releases.c.record)
    rows = connection.execute(select(releases, records.c.trashed_at).select_from(joined).where(releases.c.record.in_(these))).all()
    if not rows:
        return {}
    seated: dict[str, list[str]] = {}
    for record, account in connection.execute(select(claims.c.record, claims.c.account).where(claims.c.record.in_(these))):
        seated.setdefault(record, []).append(account)
    told = {}
    for row in rows:
        here = row.trashed_at is None
        listed = _LISTED_TO.get(row.listed, 0) if here and (row.live or row.after != "nothing") else 0
        holders = {row.owner} if row.owner is not None else set()
        if here:
            holders |= {*seated.get(row.record, ())}
        told[row.record] = ShelfListing(listed, bool(row.names) or not listed, tuple(sorted(holders)))
    return told
