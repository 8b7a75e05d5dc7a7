"""Who may see what of a record, as its owner said, and who sits at its seats: plain rows, so that access ends at once."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, select, update

from records.errors import CorruptRecord, RecordNotFound, SeatNotFound
from records.store.schema import RECORD, claims, codes, links, pairings, records, releases, shelf, tombstones, trail
from records.store.shelf import enter
from records.store.times import now_text, text_time, time_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import Connection


class Listed(enum.StrEnum):
    """Who finds a record on the shelf besides its owner."""

    NOBODY = "nobody"
    PLAYERS = "players"
    """Who sits at its seats."""
    ACCOUNTS = "accounts"
    EVERYBODY = "everybody"


class Onlookers(enum.StrEnum):
    """What is shown of a closed record to those who find it and sat at no seat."""

    NOTHING = "nothing"
    PUBLIC = "public"
    HANDS = "hands"
    """Hands too, as soon as these are open."""


class HandsOpen(enum.StrEnum):
    """When the hands of a closed record are open."""

    NOW = "now"
    DAYS = "days"
    """A number of days after it was closed."""
    NEVER = "never"
    AGREED = "agreed"
    """When everybody who sat there agrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """What the owner of a record lets others see of it. The default lets nobody see anything."""

    listed: Listed = Listed.NOBODY
    after: Onlookers = Onlookers.NOTHING
    hands: HandsOpen = HandsOpen.NEVER
    days: int = 0
    """From the closing on, for ``HandsOpen.DAYS``."""
    names: bool = False
    """Whether people are called by their names."""
    players_write: bool = False
    """Whether players may write what they themselves do."""


class Claim(NamedTuple):
    """Whose a seat is."""

    seat: str
    account: str
    agreed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAccess:
    """All that decides who may see a record. One without an owner is nobody's."""

    owner: str | None = None
    """Key of an account."""
    release: Release = Release()
    live: bool = False
    """Whether the game is running, here."""
    closed_at: datetime | None = None
    trashed: bool = False
    seats: int = 0
    """How many there are; 0 where the shelf does not tell."""
    disputed: bool = False
    """Whether there is a case about it."""
    claims: tuple[Claim, ...] = ()

    def seats_of(self, account: str) -> tuple[str, ...]:
        """Return the seats that are an account's."""
        return tuple(claim.seat for claim in self.claims if claim.account == account)


def access_of(record: str, rows: Sequence[Sequence[Any]]) -> RecordAccess | None:
    """Return who may see a record, from the rows of SELECT_ACCESS; None where there is none. Raises CorruptRecord for a damaged row."""
    if not rows:
        return None
    owner, listed, after, hands, days, names, players_write, live, closed_at, trashed_at, seats, disputed = rows[0][:12]
    if listed is None:
        return RecordAccess(trashed=trashed_at is not None, seats=seats or 0, disputed=bool(disputed))
    try:
        return RecordAccess(
            owner=owner,
            release=Release(
                listed=Listed(listed),
                after=Onlookers(after),
                hands=HandsOpen(hands),
                days=int(days),
                names=bool(names),
                players_write=bool(players_write),
            ),
            live=bool(live),
            closed_at=text_time(closed_at) if closed_at is not None else None,
            trashed=trashed_at is not None,
            seats=seats or 0,
            disputed=bool(disputed),
            claims=tuple(Claim(seat, account, agreed is not None) for *_, seat, account, agreed in rows if seat is not None),
        )
    except (TypeError, ValueError) as error:
        raise CorruptRecord(f"record {record}, releases: {error}") from None


def put(connection: Connection, record: str, release: Release) -> None:
    """Say what is let see of a record. Raises RecordNotFound."""
    values = {
        "listed": release.listed.value,
        "after": release.after.value,
        "hands": release.hands.value,
        "days": release.days,
        "names": int(release.names),
        "players_write": int(release.players_write),
    }
    _change(connection, record, values)


def own(connection: Connection, record: str, owner: str | None) -> None:
    """Give a record an owner, or none. Raises RecordNotFound."""
    _change(connection, record, {"owner": owner})


def close(connection: Connection, record: str, at: datetime | None = None) -> None:
    """Note that a game is over, or not recorded further. Raises RecordNotFound."""
    _change(connection, record, {"live": 0, "closed_at": time_text(at) if at is not None else now_text()})


def reopen(connection: Connection, record: str) -> None:
    """Note that a game goes on. Raises RecordNotFound."""
    _change(connection, record, {"live": 1, "closed_at": None})


def ended(connection: Connection) -> list[str]:
    """Return the records that count as running although they have a result."""
    live = select(releases.c.record).join(shelf, shelf.c.id == releases.c.record).where(releases.c.live == 1, shelf.c.ended.is_not(None))
    return list(connection.execute(live).scalars())


def claim(connection: Connection, record: str, seat: str, account: str | None) -> None:
    """Give a seat to an account, or take it away; who sits there newly has agreed to nothing. Raises RecordNotFound."""
    _change(connection, record, {})
    connection.execute(delete(claims).where(claims.c.record == record, claims.c.seat == seat))
    if account is not None:
        connection.execute(claims.insert(), {"record": record, "seat": seat, "account": account, "agreed_at": None})
    enter(connection, [record])


def agree(connection: Connection, record: str, account: str, *, agreed: bool) -> None:
    """Note whether an account agrees that the hands at its seats are opened. Raises SeatNotFound where it has none."""
    own = update(claims).where(claims.c.record == record, claims.c.account == account)
    if not connection.execute(own.values(agreed_at=now_text() if agreed else None)).rowcount:
        raise SeatNotFound(f"record {record} has no seat of {account}")


def loose_rows(connection: Connection) -> list[tuple[str, str]]:
    """Return the rows of tables about access whose record is not there, as table and record id, each pair once.

    What was deleted for good leaves its trail, a link may lead to a study, and a code into a class.
    """
    here, of_record = select(records.c.id), select(records.c.id).where(records.c.kind == RECORD)
    gone = select(tombstones.c.id)
    found = []
    for table, there in (
        (releases, of_record),
        (claims, of_record),
        (pairings, of_record),
        (codes, here),
        (links, here),
        (trail, here),
    ):
        loose = select(table.c.record).where(table.c.record.is_not(None), table.c.record.not_in(there)).distinct().order_by(table.c.record)
        if table is trail:
            loose = loose.where(table.c.record.not_in(gone))
        found += [(table.name, str(record)) for record in connection.execute(loose).scalars()]
    return found


def _change(connection: Connection, record: str, values: Mapping[str, object]) -> None:
    """Change a record's row, which is made where there is none, and bring the change to the shelf."""
    if connection.execute(select(records.c.id).where(records.c.id == record, records.c.kind == RECORD)).first() is None:
        raise RecordNotFound(f"no record {record!r}")
    if connection.execute(select(releases.c.record).where(releases.c.record == record)).first() is None:
        connection.execute(releases.insert(), {"record": record, "live": 0, "closed_at": now_text(), **values})
    elif values:
        connection.execute(update(releases).where(releases.c.record == record).values(values))
    enter(connection, [record])
