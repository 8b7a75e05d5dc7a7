"""Accounts as rows. An account that has ended keeps its row, so that what it owned stays somebody's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from records.core.folding import folded
from records.errors import AccountTaken, CorruptRecord
from records.store.new_rows import person_columns
from records.store.rows import SeatAt
from records.store.schema import accounts, claims, links, records, releases, sittings
from records.store.shelf.index import scrub_index
from records.store.shelf.shelf import enter
from records.store.tables import answers
from records.store.tables.people import drop_account
from records.store.times import text_time, time_text

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, Row

    from records.store.transactions import Transactions


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who can sign in."""

    key: str
    name: str
    """Of all accounts one has it, however it is written."""
    roles: frozenset[str] = frozenset()
    password: str | None = None
    """Hash; None where none is set."""
    created_at: datetime
    ended_at: datetime | None = None
    """None while it can be used."""


def put(connection: Connection, account: Account) -> None:
    """Store an account, or what was changed of it. Raises AccountTaken, and MalformedCommand for what is no name."""
    name, fold, _ = person_columns(account.name, {})
    row = {
        "key": account.key,
        "name": name,
        "folded": fold,
        "roles": " ".join(sorted(account.roles)),
        "password": account.password,
        "created_at": time_text(account.created_at),
        "ended_at": time_text(account.ended_at) if account.ended_at is not None else None,
    }
    connection.execute(delete(accounts).where(accounts.c.key == account.key))
    try:
        connection.execute(accounts.insert(), row)
    except IntegrityError:
        raise AccountTaken(f"there is an account {account.name!r} already") from None


def read(connection: Connection, *, key: str = "", name: str = "") -> Account | None:
    """Return the account of that key, or of that name, however it is written; None where there is none."""
    which = accounts.c.key == key if key else accounts.c.folded == folded(name)
    found = connection.execute(select(accounts).where(which)).first()
    return None if found is None else _account(found)


def any_here(connection: Connection) -> bool:
    """Whether there is any account."""
    return connection.execute(select(accounts.c.key).limit(1)).first() is not None


def read_all(connection: Connection) -> list[Account]:
    """Return all accounts by name, those that ended too."""
    return [_account(row) for row in connection.execute(select(accounts).order_by(accounts.c.folded))]


def read_from(connection: Connection, name: str, most: int) -> list[Account]:
    """Return up to ``most`` accounts by name, that of ``name`` or the next one first, those that ended too."""
    asked = select(accounts).where(accounts.c.folded >= folded(name)).order_by(accounts.c.folded).limit(most)
    return [_account(row) for row in connection.execute(asked)]


def drop(connection: Connection, key: str) -> None:
    """Delete an account; its records are nobody's, and its seats free."""
    touched = {*owned(connection, key), *(record for record, _ in seated(connection, key))}
    connection.execute(update(releases).where(releases.c.owner == key).values(owner=None))
    connection.execute(delete(claims).where(claims.c.account == key))
    connection.execute(delete(sittings).where(sittings.c.account == key))
    connection.execute(delete(links).where(links.c.maker == key))
    drop_account(connection, key)
    connection.execute(delete(accounts).where(accounts.c.key == key))
    enter(connection, sorted(touched))
    scrub_index(connection)


def owned(connection: Connection, key: str) -> list[str]:
    """Return the ids of the records that an account owns, in order."""
    return list(connection.execute(select(releases.c.record).where(releases.c.owner == key).order_by(releases.c.record)).scalars())


def running(connection: Connection, key: str, most: int) -> list[str]:
    """Return the running records that are an account's, by ownership or by a seat, the latest first; none that is in the trash."""
    sits = select(claims.c.record).where(claims.c.account == key)
    owns = select(releases.c.record).where(releases.c.owner == key)
    found = select(records.c.id).join(releases, releases.c.record == records.c.id)
    found = found.where(releases.c.record.in_(sits.union(owns)), releases.c.live == 1, records.c.trashed_at.is_(None))
    return list(connection.execute(found.order_by(records.c.created_at.desc(), records.c.id).limit(most)).scalars())


def seated(connection: Connection, key: str) -> list[SeatAt]:
    """Return the seats that are an account's, by record."""
    found = select(claims.c.record, claims.c.seat).where(claims.c.account == key).order_by(claims.c.record, claims.c.seat)
    return [SeatAt(record, seat) for record, seat in connection.execute(found)]


def _account(row: Row[tuple[object, ...]]) -> Account:
    try:
        return Account(
            key=row.key,
            name=row.name,
            roles=frozenset(row.roles.split()),
            password=row.password,
            created_at=text_time(row.created_at),
            ended_at=text_time(row.ended_at) if row.ended_at is not None else None,
        )
    except (TypeError, ValueError, AttributeError) as error:
        raise CorruptRecord(f"account {row.key}: {error}") from None


class AccountRows:
    """The accounts of one store; errors are those of its other methods."""

    def __init__(self, work: Transactions) -> None:
        self._work = work

    def put(self, account: Account) -> None:
        """Store an account, or what was changed of it. Raises AccountTaken for a name that another one has."""
        with self._work.writing("storing an account") as connection:
            put(connection, account)

    def find(self, *, key: str = "", name: str = "") -> Account | None:
        """Return the account of that key, or of that name in any case; None where there is none."""
        return self._work.kept.once(("account", key, name), lambda: self._read(key, name))

    def _read(self, key: str, name: str) -> Account | None:
        with self._work.reading() as connection:
            return read(connection, key=key, name=name)

    def any(self) -> bool:
        """Whether there is any account, or ever was one."""
        with self._work.reading() as connection:
            return any_here(connection)

    def all(self) -> list[Account]:
        """Return all accounts by name, those that ended too."""
        with self._work.reading() as connection:
            return read_all(connection)

    def begun(self, name: str, most: int) -> list[Account]:
        """Return up to ``most`` accounts by name, that of ``name`` or the next one first, those that ended too."""
        with self._work.reading() as connection:
            return read_from(connection, name, most)

    def delete(self, key: str) -> None:
        """Delete an account with its seats and the person who wrote by it; what it owned is nobody's, and only the trail holds its key."""
        with self._work.writing("deleting an account") as connection:
            drop(connection, key)
            answers.forget_all(connection)
        self._work.scrub_once_kept()

    def owned(self, account: str) -> list[str]:
        """Return the ids of the records that an account owns, in order."""
        with self._work.reading() as connection:
            return owned(connection, account)

    def running(self, account: str, most: int) -> list[str]:
        """Return the ids of the games that run and are an account's, by ownership or by a seat, the latest first."""
        with self._work.reading() as connection:
            return running(connection, account, most)

    def seats(self, account: str) -> list[SeatAt]:
        """Return the seats that are an account's, by record."""
        with self._work.reading() as connection:
            return seated(connection, account)
