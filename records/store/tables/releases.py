"""Who may see what of a record, as set by its owner, and who sits at its seats: plain rows, so that access ends at once."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import delete, insert, literal, select, update

from records.errors import CorruptRecord, RecordNotFound, SeatNotFound
from records.store.recorders.statements import SELECT_ACCESS, for_postgres
from records.store.schema import RECORD, claims, codes, links, pairings, records, releases, shelf, sittings, tombstones, trail
from records.store.shelf.shelf import enter
from records.store.tables.trail import TrailStep, add, read
from records.store.times import now_text, text_time, time_text

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection


class Listed(enum.StrEnum):
    """Who finds a record on the shelf besides its owner and who sits at its seats."""

    NOBODY = "nobody"
    PLAYERS = "players"
    """The same: kept for stores and programs that say so."""
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


class Release(msgspec.Struct, frozen=True, kw_only=True):
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


class SeatLaw(enum.IntEnum):
    """Whether the law of seats applies to a record (design/access: The law of seats)."""

    NONE = 0
    """It does not hold: no two accounts ever sat there while the game ran, and players did not write."""
    HOLDS = 1
    BROKEN = 2
    """The game ran in an older store and breaks the law: its seats, owner and openness can no longer change."""


class Sitting(NamedTuple):
    """That an account sits, or once sat, at a seat."""

    seat: str
    account: str
    from_start: bool = False
    """Whether the record says so from the start, before any card."""


class Claim(NamedTuple):
    """Whose a seat is."""

    seat: str
    account: str
    agreed: bool


class RecordAccess(msgspec.Struct, frozen=True, kw_only=True):
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
    sittings: tuple[Sitting, ...] = ()
    """Everybody who ever sat there, by seat and then in their order."""
    seat_law: SeatLaw = SeatLaw.NONE
    final: bool = False
    """Whether the close is final: the game cannot go on."""

    @property
    def guarded(self) -> bool:
        """Whether the law of seats applies now: from its beginning up to a final close."""
        return self.seat_law is SeatLaw.HOLDS and not self.final

    @property
    def fixed(self) -> bool:
        """Whether the record breaks the law of seats and so keeps its seats, owner and openness as they are."""
        return self.seat_law is SeatLaw.BROKEN and self.live

    def sat_at(self, account: str) -> tuple[str, ...]:
        """Return the seats at which an account sits or ever sat."""
        return tuple(sitting.seat for sitting in self.sittings if account and sitting.account == account)

    def holder(self, seat: str) -> str | None:
        """Return which account holds a seat; None for nobody."""
        return next((claim.account for claim in self.claims if claim.seat == seat), None)

    @property
    def alone_at_several(self) -> dict[str, tuple[str, ...]]:
        """The seats of each account that holds two or more."""
        found = {claim.account: self.seats_of(claim.account) for claim in self.claims}
        return {account: seats for account, seats in found.items() if len(seats) > 1}

    def seats_of(self, account: str) -> tuple[str, ...]:
        """Return the seats that are an account's."""
        return tuple(claim.seat for claim in self.claims if claim.account == account)


def access_of(record: str, rows: Sequence[Sequence[Any]]) -> RecordAccess | None:
    """Return who may see a record, from the rows of SELECT_ACCESS; None where there is none. Raises CorruptRecord for a damaged row."""
    if not rows:
        return None
    owner, listed, after, hands, days, names, players_write, live, closed_at, law, final, trashed_at, seats, disputed = rows[0][:14]
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
            claims=tuple(Claim(seat, held, agreed is not None) for *_, seat, _sat, _start, held, agreed in rows if held is not None),
            sittings=tuple(Sitting(seat, sat, bool(start)) for *_, seat, sat, start, _held, _agreed in rows if seat is not None),
            seat_law=SeatLaw(law),
            final=bool(final),
        )
    except (TypeError, ValueError) as error:
        raise CorruptRecord(f"record {record}, releases: {error}") from None


class AccessChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change of who may see a record, written whole or not at all. The default changes nothing."""

    release: Release | None = None
    owner: tuple[str | None, ...] = ()
    """The new owner; empty where it stays."""
    seats: Mapping[str, str | None] = msgspec.field(default_factory=dict)
    """Which account holds these seats from now on; None for nobody."""
    from_start: bool = False
    """Whether the record says that from the start."""
    live: bool | None = None
    seat_law: SeatLaw | None = None
    final: bool | None = None
    trail: tuple[TrailStep, ...] = ()
    """What those who sit there read of it."""


Decide = Callable[[RecordAccess, Sequence[TrailStep]], AccessChange]
"""Decides a change from a record's access and its trail, the latest step first; raises if the change is not allowed."""


def change(connection: Connection, record: str, decide: Decide) -> AccessChange:
    """Decide a change and write it, with its trail, while nobody else changes the record; returns it. Raises RecordNotFound."""
    if connection.execute(select(records.c.id).where(records.c.id == record).with_for_update()).first() is None:
        raise RecordNotFound(f"no record {record!r}")
    statement = SELECT_ACCESS if connection.dialect.name == "sqlite" else for_postgres(SELECT_ACCESS)
    access = access_of(record, connection.exec_driver_sql(statement, (record,)).all())
    if access is None:
        raise RecordNotFound(f"no record {record!r}")
    decided = decide(access, read(connection, record))
    if decided != AccessChange():
        _apply(connection, record, access, decided)
    return decided


def _apply(connection: Connection, record: str, access: RecordAccess, decided: AccessChange) -> None:
    values: dict[str, object] = {} if decided.release is None else _columns(decided.release)
    if decided.owner:
        values["owner"] = decided.owner[0]
    if decided.live is not None and decided.live != access.live:
        values |= {"live": int(decided.live), "closed_at": None if decided.live else now_text()}
    if decided.seat_law is not None:
        values["seat_law"] = decided.seat_law.value
    if decided.final is not None:
        values["final"] = int(decided.final)
    _change(connection, record, values)
    for seat, account in decided.seats.items():
        _seat(connection, record, seat, account, from_start=decided.from_start)
    if decided.seats:
        enter(connection, [record])
    for step in decided.trail:
        add(connection, step)


def put(connection: Connection, record: str, release: Release) -> None:
    """Say what is let see of a record. Raises RecordNotFound."""
    _change(connection, record, _columns(release))


def _columns(release: Release) -> dict[str, object]:
    return {
        "listed": release.listed.value,
        "after": release.after.value,
        "hands": release.hands.value,
        "days": release.days,
        "names": int(release.names),
        "players_write": int(release.players_write),
    }


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


def running_before(connection: Connection, when: datetime) -> list[str]:
    """Return the ids of the running records that were begun before ``when``, the oldest first; none that is in the trash."""
    live = (
        select(records.c.id).join(releases, releases.c.record == records.c.id).where(releases.c.live == 1, records.c.trashed_at.is_(None))
    )
    begun = live.where(records.c.created_at < time_text(when), records.c.kind == RECORD)
    return list(connection.execute(begun.order_by(records.c.created_at, records.c.id)).scalars())


def running_since(connection: Connection, when: datetime, most: int) -> list[str]:
    """Return the ids of up to ``most`` running records that were begun since then, the latest first; none that is in the trash."""
    live = (
        select(records.c.id).join(releases, releases.c.record == records.c.id).where(releases.c.live == 1, records.c.trashed_at.is_(None))
    )
    begun = live.where(records.c.created_at >= time_text(when), records.c.kind == RECORD)
    return list(connection.execute(begun.order_by(records.c.created_at.desc(), records.c.id).limit(most)).scalars())


def claim(connection: Connection, record: str, seat: str, account: str | None) -> None:
    """Give a seat to an account, or take it away; the new holder has agreed to nothing. Raises RecordNotFound."""
    _change(connection, record, {})
    _seat(connection, record, seat, account)
    enter(connection, [record])


def _seat(connection: Connection, record: str, seat: str, account: str | None, *, from_start: bool = False) -> None:
    connection.execute(delete(claims).where(claims.c.record == record, claims.c.seat == seat))
    if account is None:
        return
    connection.execute(claims.insert(), {"record": record, "seat": seat, "account": account, "agreed_at": None})
    here = {"record": record, "seat": seat, "account": account}
    if connection.execute(select(sittings.c.since).filter_by(**here)).first() is None:
        connection.execute(sittings.insert(), here | {"since": now_text(), "from_start": int(from_start)})


def agree(connection: Connection, record: str, account: str, *, agreed: bool) -> None:
    """Note whether an account agrees that the hands at its seats are opened. Raises SeatNotFound where it has none."""
    own = update(claims).where(claims.c.record == record, claims.c.account == account)
    if not connection.execute(own.values(agreed_at=now_text() if agreed else None)).rowcount:
        raise SeatNotFound(f"record {record} has no seat of {account}")


def close_review(connection: Connection, record: str, seat: str, account: str, *, closed: bool) -> bool:
    """Close the review of a seat to all but who holds it, or open it again; returns False for an account that does not hold it."""
    own = update(claims).where(claims.c.record == record, claims.c.seat == seat, claims.c.account == account)
    return bool(connection.execute(own.values(review_closed_at=now_text() if closed else None)).rowcount)


def closed_reviews(connection: Connection, record: str) -> dict[str, str]:
    """Return the seats of a record whose review is closed, with who holds them."""
    which = select(claims.c.seat, claims.c.account).where(claims.c.record == record, claims.c.review_closed_at.is_not(None))
    return {row.seat: row.account for row in connection.execute(which)}


def loose_rows(connection: Connection) -> list[tuple[str, str]]:
    """Return the rows of tables about access whose record is not there, as table and record id, each pair once.

    Not included: the trail of a deleted record, a link to a study, a code for a class.
    """
    here, of_record = select(records.c.id), select(records.c.id).where(records.c.kind == RECORD)
    gone = select(tombstones.c.id)
    found = []
    for table, there in (
        (releases, of_record),
        (claims, of_record),
        (sittings, of_record),
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


def bring_up(connection: Connection) -> None:
    """Bring schema 7 to 8: present holders count as having sat there, and the law of seats applies to running games that keep it."""
    here = sittings.select().where(
        sittings.c.record == claims.c.record, sittings.c.seat == claims.c.seat, sittings.c.account == claims.c.account
    )
    seated = select(claims.c.record, claims.c.seat, claims.c.account, literal(now_text())).where(~here.exists())
    connection.execute(insert(sittings).from_select(["record", "seat", "account", "since"], seated))
    running = select(releases.c.record, releases.c.players_write).where(releases.c.live == 1)
    for record, players_write in connection.execute(running).all():
        held = connection.execute(select(claims.c.seat, claims.c.account).where(claims.c.record == record)).all()
        accounts = {row.account for row in held}
        if len(accounts) < 2 and not players_write:  # noqa: PLR2004 -- one account alone may sit where it likes
            continue
        own = {(row.account, row.seat) for row in held}
        looked = connection.execute(select(trail.c.account, trail.c.viewer).where(trail.c.record == record)).all()
        broken = len(accounts) < len(held) or any(row.account in accounts and (row.account, row.viewer) not in own for row in looked)
        law = SeatLaw.BROKEN if broken else SeatLaw.HOLDS
        connection.execute(update(releases).where(releases.c.record == record).values(seat_law=law.value))


def _change(connection: Connection, record: str, values: Mapping[str, object]) -> None:
    """Change a record's row, which is made where there is none, and bring the change to the shelf."""
    if connection.execute(select(records.c.id).where(records.c.id == record, records.c.kind == RECORD)).first() is None:
        raise RecordNotFound(f"no record {record!r}")
    if connection.execute(select(releases.c.record).where(releases.c.record == record)).first() is None:
        connection.execute(releases.insert(), {"record": record, "live": 0, "closed_at": now_text(), **values})
    elif values:
        connection.execute(update(releases).where(releases.c.record == record).values(values))
    enter(connection, [record])
