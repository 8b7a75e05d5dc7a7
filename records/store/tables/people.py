"""Names of people, games and tables: outside the chain, so that they can be corrected and erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, or_, select, update

from records.core.folding import folded
from records.errors import RecordNotFound, SeatNotFound
from records.store.new_rows import label_columns, person_columns
from records.store.refusals import storable
from records.store.rows import SaidWriter, SeatAt, Signature
from records.store.schema import RECORD, accounts, browsers, labels, names, persons, records, sessions
from records.store.shelf.index import scrub_index
from records.store.shelf.shelf import enter
from records.store.tables import answers
from records.store.tables.jobs import drop_of_asker

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from sqlalchemy import Connection, Row

    from records.store.rows import GameLabel
    from records.store.transactions import Transactions


def rename(connection: Connection, record: str, seat: str, name: str) -> None:
    """Give the person at ``seat`` another name; the ids at other sites stay.

    Raises RecordNotFound, SeatNotFound, and MalformedCommand for a name that no database can hold.
    """
    name, fold, _ = person_columns(name, {})
    changed = connection.execute(update(names).where(names.c.id == record, names.c.seat == seat).values(name=name, folded=fold))
    if changed.rowcount:
        enter(connection, [record])
        scrub_index(connection)
        return
    if connection.execute(select(records.c.id).where(records.c.id == record)).first() is None:
        raise RecordNotFound(f"no record {record!r}")
    seats = connection.execute(select(names.c.seat).where(names.c.id == record).order_by(names.c.seat)).scalars()
    raise SeatNotFound(f"record {record} has no seat {seat!r}; it has {', '.join(seats) or 'no names'}")


def label(connection: Connection, record: str, label: GameLabel) -> None:
    """Say what the record's game is called and which table it is; an empty label says nothing of them any more.

    Raises RecordNotFound, and MalformedCommand for text that no database can hold.
    """
    columns = label_columns(label)
    if connection.execute(select(records.c.id).where(records.c.id == record)).first() is None:
        raise RecordNotFound(f"no record {record!r}")
    connection.execute(delete(labels).where(labels.c.id == record))
    if any(columns):
        connection.execute(labels.insert(), {"id": record, **columns._asdict()})
    enter(connection, [record])
    scrub_index(connection)


def forget(connection: Connection, person: str, replacement: str) -> list[SeatAt]:
    """Replace the name ``person``, however it is written, in all records, those in the trash too, and drop the ids at other sites.

    Returns the seats touched, in order; of people who write beside records the key, with "" for the record.
    Raises MalformedCommand for a replacement that no database can hold.
    """
    name, fold, no_ids = person_columns(replacement, {})
    fold_of = folded(person)
    if not storable(person) or not fold_of:
        return []
    same = names.c.folded == fold_of
    found = connection.execute(select(names.c.id, names.c.seat).where(same).order_by(names.c.id, names.c.seat)).all()
    connection.execute(update(names).where(same).values(name=name, folded=fold, foreign_ids=no_ids))
    writers = connection.execute(select(persons.c.key).where(persons.c.folded == fold_of).order_by(persons.c.key)).scalars().all()
    connection.execute(update(persons).where(persons.c.key.in_(writers)).values(name=name, folded=fold))
    if found:
        # A table's id leads to the people who sat there.
        tables = labels.c.id.in_([record for record, _ in found])
        connection.execute(update(labels).where(tables).values(site="", number=""))
        enter(connection, [record for record, _ in found])
        scrub_index(connection)
    return [SeatAt("", writer) for writer in writers] + [SeatAt(record, seat) for record, seat in found]


def person_of(connection: Connection, account: str) -> tuple[str, str] | None:
    """Return key and name of the person who holds ``account``."""
    found = connection.execute(select(persons.c.key, persons.c.name).where(persons.c.account == account)).first()
    return None if found is None else (found.key, found.name)


def account_of(connection: Connection, key: str) -> str | None:
    """Return which account a person holds; None for no account."""
    return connection.execute(select(persons.c.account).where(persons.c.key == key)).scalar()


def drop_person(connection: Connection, key: str, account: str) -> None:
    """Forget a person and every way in that stands for ``account``."""
    connection.execute(delete(persons).where(persons.c.key == key, persons.c.account == account))
    connection.execute(delete(sessions).where(sessions.c.account == account))
    connection.execute(delete(browsers).where(browsers.c.holder == account))
    drop_of_asker(connection, account)


def drop_account(connection: Connection, account: str) -> None:
    """Forget the person who holds an account: no row leads from the key in the chains to a name or an account any more."""
    mine = select(persons.c.key).where(persons.c.account == account).scalar_subquery()
    connection.execute(update(persons).where(persons.c.writer == mine).values(name="", folded=""))
    connection.execute(delete(persons).where(persons.c.account == account))
    drop_of_asker(connection, account)


def persons_of(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """Return the names of some people of this store by key."""
    found = connection.execute(select(persons.c.key, persons.c.name).where(persons.c.key.in_(keys), persons.c.account.is_not(None)))
    return {row.key: row.name for row in found}


def signatures(connection: Connection, *, keys: Sequence[str] = (), stream: str | None = None) -> dict[str, Signature]:
    """Return what is known of some keys that stand in chains for people, or of the one of a stream from elsewhere."""
    bringers = persons.alias("bringers")
    of_bringer, of_account = bringers.c.key == persons.c.bringer, accounts.c.key == bringers.c.account
    found = select(persons, bringers.c.name.label("by"), accounts.c.name.label("by_account")).select_from(
        persons.outerjoin(bringers, of_bringer).outerjoin(accounts, of_account)
    )
    wanted = persons.c.key.in_(keys) if stream is None else persons.c.stream == stream
    return {row.key: _signature(row) for row in connection.execute(found.where(wanted))}


def _signature(row: Row[Any]) -> Signature:
    if row.account is not None:
        return Signature(key=row.key, name=row.name)
    said = SaidWriter(
        key=row.key,
        name=row.name,
        bringer=row.bringer or "",
        source=row.source or "",
        writer=row.writer or "",
        came=row.came or 0,
    )
    return Signature(key=row.key, name="", said=said, stream=row.stream or "", by=row.by_account or row.by or "")


def brought_by(connection: Connection, bringer: str) -> list[str]:
    """Return the ids of the streams that a person brought from elsewhere, in order."""
    return list(connection.execute(select(persons.c.stream).where(persons.c.bringer == bringer).order_by(persons.c.stream)).scalars())


def is_forgotten(connection: Connection, key: str) -> bool:
    """Whether a key stands in chains here and no name is known for it any more."""
    called = func.coalesce(func.nullif(persons.c.name, ""), accounts.c.name, "")
    known = select(called).select_from(persons.outerjoin(accounts, accounts.c.key == persons.c.account))
    names = connection.execute(known.where(or_(persons.c.key == key, persons.c.writer == key))).scalars().all()
    if names:
        return not any(names)
    stands = f'"{key}"'.encode()
    headers = connection.execute(select(records.c.header).where(records.c.kind != RECORD)).scalars()
    return any(stands in bytes(header) for header in headers)


def put_person(connection: Connection, key: str, name: str, account: str | None) -> None:
    """Note a person, or another name for one that is known; their account, if any, stays."""
    name, fold, _ = person_columns(name, {})
    if not connection.execute(update(persons).where(persons.c.key == key).values(name=name, folded=fold)).rowcount:
        connection.execute(persons.insert(), {"key": key, "name": name, "folded": fold, "account": account})


class PeopleRows:
    """The people of one store; errors are those of its other methods."""

    def __init__(self, work: Transactions) -> None:
        self._work = work

    def rename(self, record: str, seat: str, name: str) -> None:
        """Give the person at a seat another name. Raises RecordNotFound, SeatNotFound, MalformedCommand."""
        with self._work.writing("renaming", record) as connection:
            rename(connection, record, seat, name)

    def forget(self, person: str, *, replacement: str = "") -> list[SeatAt]:
        """Replace a name, in any case, in all records and drop that person's ids at other sites; returns the seats."""
        with self._work.writing("forgetting") as connection:
            touched = forget(connection, person, replacement)
            answers.forget_all(connection)
        self._work.scrub_once_kept()
        return touched

    def person_of(self, account: str) -> tuple[str, str] | None:
        """Return key and name of the person who holds an account; None where nobody does."""
        return self._work.kept.once(("person", account), lambda: self._person_of(account))

    def _person_of(self, account: str) -> tuple[str, str] | None:
        with self._work.reading() as connection:
            return person_of(connection, account)

    def account_of(self, person: str) -> str | None:
        """Return which account the person of a key holds; None for no account, "" for the one local user."""
        with self._work.reading() as connection:
            return account_of(connection, person)

    def drop(self, key: str, account: str) -> None:
        """Forget a person who has written nothing that stays, and every way in of theirs."""
        with self._work.writing("removing a person") as connection:
            drop_person(connection, key, account)
        self._work.scrub_once_kept()

    def persons(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the names of people who write beside records, by key; "" where one was erased, nothing for strangers."""
        with self._work.reading() as connection:
            return persons_of(connection, keys)

    def signature(self, key: str) -> Signature:
        """Return what is known of a key that stands in a chain for a person; a key of which nothing is known has no name."""
        with self._work.reading() as connection:
            return signatures(connection, keys=[key]).get(key) or Signature(key=key, name="")

    def said_of(self, stream: str) -> Signature | None:
        """Return whose a stream from elsewhere is said to be; None for one that was written here."""
        with self._work.reading() as connection:
            return next(iter(signatures(connection, stream=stream).values()), None)

    def brought_by(self, person: str) -> list[str]:
        """Return the ids of the streams that a person brought from elsewhere, in order."""
        with self._work.reading() as connection:
            return brought_by(connection, person)

    def is_forgotten(self, person: str) -> bool:
        """Whether the key of a person stands in chains here and no name is known for it any more."""
        with self._work.reading() as connection:
            return is_forgotten(connection, person)

    def put(self, key: str, name: str, account: str | None = None) -> None:
        """Note a person, or another name for one that is known. Raises MalformedCommand for a name that no database can hold."""
        with self._work.writing("naming a person") as connection:
            put_person(connection, key, name, account)
