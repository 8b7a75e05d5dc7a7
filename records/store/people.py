"""Names of people, games and tables: outside the chain, so that they can be corrected and erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from records.errors import RecordNotFound, SeatNotFound
from records.store.new_rows import folded, label_columns, person_columns
from records.store.refusals import storable
from records.store.rows import SeatAt
from records.store.schema import labels, names, persons, records, sessions
from records.store.search_index import scrub_index
from records.store.shelf import enter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from records.store.rows import GameLabel


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
    """Replace the name ``person``, in any case, in all records, those in the trash too, and drop the ids at other sites.

    Returns the seats touched, in order; of people who write beside records the key, with "" for the record.
    Raises MalformedCommand for a replacement that no database can hold.
    """
    name, fold, no_ids = person_columns(replacement, {})
    if not storable(person):
        return []
    same = names.c.folded == folded(person)
    found = connection.execute(select(names.c.id, names.c.seat).where(same).order_by(names.c.id, names.c.seat)).all()
    connection.execute(update(names).where(same).values(name=name, folded=fold, foreign_ids=no_ids))
    writers = connection.execute(select(persons.c.key).where(persons.c.folded == folded(person)).order_by(persons.c.key)).scalars().all()
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
    """Return which account a person holds; None for who holds none."""
    return connection.execute(select(persons.c.account).where(persons.c.key == key)).scalar()


def drop_person(connection: Connection, key: str, account: str) -> None:
    """Forget a person and every way in that stands for ``account``."""
    connection.execute(delete(persons).where(persons.c.key == key, persons.c.account == account))
    connection.execute(delete(sessions).where(sessions.c.account == account))


def persons_of(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """Return the names of some people by key."""
    found = connection.execute(select(persons.c.key, persons.c.name).where(persons.c.key.in_(keys)))
    return {row.key: row.name for row in found}


def put_person(connection: Connection, key: str, name: str, account: str | None) -> None:
    """Note a person, or another name for one that is known; who holds an account keeps it."""
    name, fold, _ = person_columns(name, {})
    if not connection.execute(update(persons).where(persons.c.key == key).values(name=name, folded=fold)).rowcount:
        connection.execute(persons.insert(), {"key": key, "name": name, "folded": fold, "account": account})
