"""Where in an event a game was played: event, round and table, as a record's owner says. Rows beside the record, in no chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, delete, func, or_, select, text

from records.errors import RecordNotFound
from records.store.listings import HELD
from records.store.refusals import storable
from records.store.schema import RECORD, pairings, records, releases, shelf

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection

    from records.store.shelf.query import ShelfReach
    from records.store.transactions import Transactions


class Pairing(NamedTuple):
    """Where in an event a game was played; ``round`` and ``table`` may be "", and without an event it was played in none."""

    event: str = ""
    round: str = ""
    table: str = ""


NO_PAIRING = Pairing()


class EventCount(NamedTuple):
    """An event, and what there is of it within reach."""

    event: str
    records: int
    latest: str | None
    """When its latest game began, as a time's text; None where none says it."""


def put(connection: Connection, record: str, pairing: Pairing) -> None:
    """Say where a record's game was played. Raises RecordNotFound."""
    if connection.execute(select(records.c.id).where(records.c.id == record, records.c.kind == RECORD)).first() is None:
        raise RecordNotFound(f"no record {record!r}")
    connection.execute(delete(pairings).where(pairings.c.record == record))
    if pairing.event:
        row = {"record": record, "event": pairing.event, "round": pairing.round, "at_table": pairing.table}
        connection.execute(pairings.insert(), row)


def read(connection: Connection, record: str) -> Pairing:
    """Return where a record's game was played."""
    if not storable(record):
        return NO_PAIRING
    found = connection.execute(select(pairings).where(pairings.c.record == record)).first()
    return NO_PAIRING if found is None else Pairing(found.event, found.round, found.at_table)


def events(connection: Connection, within: ShelfReach | None, most: int) -> list[EventCount]:
    """Return the events with a record within reach whose names are shown, the latest first; of records in the trash none."""
    latest = func.max(shelf.c.started)
    found = select(pairings.c.event, func.count(), latest).join(shelf, shelf.c.id == pairings.c.record)
    found = found.where(*_there(within)).group_by(pairings.c.event)
    rows = connection.execute(found.order_by(latest.is_(None), latest.desc(), pairings.c.event).limit(most))
    return [EventCount(event, count, started) for event, count, started in rows]


def of_event(connection: Connection, event: str, within: ShelfReach | None, most: int) -> Mapping[str, Pairing]:
    """Return the records of an event that are within reach, up to ``most`` by id, without those in the trash.

    Those are left out too whose names are not shown.
    """
    if not storable(event):
        return {}
    found = select(pairings).join(shelf, shelf.c.id == pairings.c.record).where(pairings.c.event == event, *_there(within))
    rows = connection.execute(found.order_by(pairings.c.record).limit(most))
    return {row.record: Pairing(row.event, row.round, row.at_table) for row in rows}


def _there(within: ShelfReach | None) -> list[ColumnElement[bool]]:
    there: list[ColumnElement[bool]] = [shelf.c.trashed == 0]
    if within is not None:
        # A round's pairings reveal who sits at a table: it is kept back where names are.
        named = select(releases.c.record).where(releases.c.record == shelf.c.id, releases.c.names == 1).exists()
        listed = and_(shelf.c.listed >= within.listed, named)
        there.append(or_(listed, text(HELD).bindparams(holder=within.account)) if within.account else listed)
    return there


class PairingRows:
    """The events of one store; errors are those of its other methods."""

    def __init__(self, work: Transactions) -> None:
        self._work = work

    def put(self, record: str, pairing: Pairing) -> None:
        """Say where in an event a record's game was played. Raises RecordNotFound."""
        with self._work.writing("naming an event", record) as connection:
            put(connection, record, pairing)

    def of(self, record: str) -> Pairing:
        """Return where in an event a record's game was played."""
        with self._work.reading() as connection:
            return read(connection, record)

    def events(self, within: ShelfReach | None, most: int) -> list[EventCount]:
        """Return the events with a record ``within`` reach whose names are shown, the latest first."""
        with self._work.reading() as connection:
            return events(connection, within, most)

    def of_event(self, event: str, within: ShelfReach | None, most: int) -> Mapping[str, Pairing]:
        """Return the records of an event that are ``within`` reach and whose names are shown, up to ``most``."""
        with self._work.reading() as connection:
            return of_event(connection, event, within, most)
