"""The store: rows of records in, rows out, on SQLite or PostgreSQL."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec
from eventsourcing.persistence import IntegrityError
from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from records.errors import CorruptRecord, RecordNotFound, StaleVersion, StoreRefused
from records.store.care import deletion
from records.store.care.backup import back_up
from records.store.care.opening import open_database
from records.store.care.raw import RawRecord, RawShelf, read_damage, read_raw, read_raw_shelf, reading_damaged
from records.store.new_rows import check_batch
from records.store.recorders.statements import LAST_VERSION
from records.store.refusals import storable, translated
from records.store.rows import GameLabel, Head, HeadMove, RecordInfo, Signature
from records.store.schema import RECORD, files, record_heads, records
from records.store.schema_check import check_schema
from records.store.shelf import shelf
from records.store.shelf.search import hits, ids_reached, search
from records.store.tables import accounts, answers, pairings, people, releases, trail
from records.store.tables.answers import KeyedRequest
from records.store.tables.asked import AskedRows
from records.store.tables.attempts import AttemptRows
from records.store.tables.sign_ins import SignInRows
from records.store.times import text_time

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from sqlalchemy import Connection

    from records.store.care.opening import OpenedStore
    from records.store.rows import Anchor, NewRecord, Pulled, Row, SeatAt, Tombstone
    from records.store.shelf.query import ShelfHit, ShelfQuery, ShelfReach, ShelfSlice
    from records.store.shelf_rows import ShelfRow
    from records.store.tables.accounts import Account
    from records.store.tables.answers import KeptAnswer
    from records.store.tables.pairings import EventCount, Pairing
    from records.store.tables.releases import RecordAccess, Release
    from records.store.tables.trail import TrailStep

T = TypeVar("T")


def open_store(url: str, *, create: bool = True) -> Store:
    """Open the database at ``url``, forms in ``records.store.urls``; ``create`` makes the store where there is none.

    Raises StoreRefused, in words that never hold the password, if the address cannot be read, the database cannot be
    reached, is another program's or of a later version, and StoreMissing if there is no store and none is to be made.
    """
    return Store(open_database(url, create=create))


class Store:
    """All records of one database. Safe to share among threads; each process opens its own.

    Every method raises StoreRefused if the database fails, or the store is closed, and every one that writes StoreMissing if the
    file was taken away or replaced since it was opened.
    """

    def __init__(self, opened: OpenedStore) -> None:
        self._opened = opened
        self._rows = opened.ledger.rows
        self._closed = False
        self.sign_ins = SignInRows(self)
        self.attempts = AttemptRows(self)
        self.asked = AskedRows(self)

    @property
    def address(self) -> str:
        """Where the records are, without a password."""
        return str(self._opened.address)

    def close(self) -> None:
        """Release every connection; may be called again."""
        if not self._closed:
            self._closed = True
            self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    # Rows

    def create(self, new: NewRecord) -> None:
        """Store a record with its rows, key, names, head and row of the shelf, or nothing of it.

        Raises StaleVersion if the id is taken, AlreadyStored if a record of the same origin is there, GapInRecord if versions and
        head do not fit.
        """
        self.create_many([new])

    def create_many(self, new: Sequence[NewRecord]) -> None:
        """Store records in one transaction, or nothing of them; errors as in ``create``."""
        with self._doing("storing records"):
            self._rows.create(new)

    def append(
        self, record: str, rows: Sequence[Row], *, expected: int, head: Head, shelf: ShelfRow | None = None, kind: str = RECORD
    ) -> None:
        """Append a batch to a record that has ``expected`` events, in one transaction with its new ``head`` and its row of the shelf.

        Raises RecordNotFound, StaleVersion if the record has another number of events, GapInRecord if ``rows`` do not
        continue that number or ``head`` does not count them.
        """
        with self._doing("appending"):
            self._known(record)
            check_batch(record, rows, expected, head)
            try:
                self._opened.ledger.put(rows, HeadMove(record, expected, head, shelf, kind))
            except IntegrityError as error:
                # The head fits but the rows are there: somebody wrote past us. verify tells more.
                raise StaleVersion(record, expected, self._rows.last_version(record)) from error

    def read(self, record: str, *, after: int = 0, upto: int | None = None) -> list[Row]:
        """Return the rows ``after`` < version <= ``upto``, in order.

        Raises RecordNotFound, and CorruptRecord if a text column holds no text.
        """
        with self._doing("reading"):
            self._known(record)
            last = LAST_VERSION if upto is None else upto
            rows = self._rows.read_rows(record, after, last) if -LAST_VERSION <= after < last <= LAST_VERSION else []
            if not rows and self._rows.read_info(record) is None:
                raise RecordNotFound(f"no record {record!r}")
            return rows

    # Records

    def info(self, record: str) -> RecordInfo:
        """Return all about a record but its rows. Raises RecordNotFound, and CorruptRecord if it has no head."""
        with self._doing("reading"):
            self._known(record)
            found = self._rows.read_info(record)
        if found is None:
            raise RecordNotFound(f"no record {record!r}")
        return _info(record, *found)

    def ids(self, kind: str = RECORD) -> list[str]:
        """Return the ids of all streams of a kind, those in the trash too, in order."""
        return self.ids_with_prefix("", kind)

    def ids_with_prefix(self, prefix: str, kind: str = RECORD, within: ShelfReach | None = None) -> list[str]:
        """Return the ids of all streams of a kind that begin with ``prefix``, those in the trash too, in order.

        Of records only those ``within`` reach, where that is given.
        """
        if not storable(prefix):
            return []
        if within is not None:
            with self._doing("reading"), reading_damaged(self._opened.database) as connection:
                return ids_reached(connection, prefix, within)
        statement = select(records.c.id).where(records.c.id.startswith(prefix, autoescape=True), records.c.kind == kind)
        with self._doing("reading"), reading_damaged(self._opened.database) as connection:
            # On SQLite LIKE ignores case, and an id may be no text.
            found = connection.execute(statement.order_by(records.c.id)).scalars()
            return [record for record in found if isinstance(record, str) and record.startswith(prefix)]

    def bound(self, record: str, kind: str | None = None) -> list[str]:
        """Return the ids of the streams beside a record, of one kind or of all, those in the trash too, the oldest first."""
        statement = select(records.c.id).where(records.c.bound == record).order_by(records.c.created_at, records.c.id)
        if kind is not None:
            statement = statement.where(records.c.kind == kind)
        with self._doing("reading"), self._opened.database.reading() as connection:
            return list(connection.execute(statement).scalars())

    def heads_of(self, kind: str) -> tuple[tuple[str, bytes], ...]:
        """Return the id and the last hash of each stream of a kind that is not in the trash: another where anything was written."""
        joined = records.join(record_heads, record_heads.c.id == records.c.id)
        statement = (
            select(records.c.id, record_heads.c.hash).select_from(joined).where(records.c.kind == kind, records.c.trashed_at.is_(None))
        )
        with self._doing("reading"), self._opened.database.reading() as connection:
            return tuple((row.id, row[1]) for row in connection.execute(statement.order_by(records.c.id)))

    def head_count(self, stream: str) -> int:
        """Return how many events a stream has; 0 for what is not there, or is in the trash."""
        joined = records.join(record_heads, record_heads.c.id == records.c.id)
        asked = select(record_heads.c.count).select_from(joined).where(records.c.id == stream, records.c.trashed_at.is_(None))
        with self._doing("reading"), self._opened.database.reading() as connection:
            return int(connection.execute(asked).scalar() or 0)

    def bound_of(self, of: Sequence[str], kind: str) -> list[str]:
        """Return the ids of the streams of one kind beside any of some records, the oldest first."""
        statement = select(records.c.id).where(records.c.bound.in_(list(of)), records.c.kind == kind)
        statement = statement.order_by(records.c.created_at, records.c.id)
        with self._doing("reading"), self._opened.database.reading() as connection:
            return list(connection.execute(statement).scalars())

    def rebind(self, stream: str, record: str) -> None:
        """Note that a stream belongs to another record from now on. Raises RecordNotFound."""
        with self._writing("binding", stream) as connection:
            if not connection.execute(update(records).where(records.c.id == stream).values(bound=record)).rowcount:
                raise RecordNotFound(f"no stream {stream!r}")

    def by_origin(self, digest: str) -> list[str]:
        """Return the ids of the records read from the file of this digest, the oldest first, those in the trash too."""
        statement = select(records.c.id).where(records.c.origin == digest).order_by(records.c.created_at, records.c.id)
        with self._doing("reading"), self._opened.database.reading() as connection:
            return list(connection.execute(statement).scalars())

    def by_file(self, digest: str) -> list[str]:
        """Return the ids of the records that the file of this digest brought, or was, by id; those in the trash too."""
        named = select(files.c.id).where(files.c.digest == digest).union(select(records.c.id).where(records.c.origin == digest))
        with self._doing("reading"), self._opened.database.reading() as connection:
            return sorted(connection.execute(named).scalars())

    def remember_file(self, digest: str, ids: Sequence[str]) -> None:
        """Note which records the file of this digest is: all of them are here."""
        with self._writing("noting a file") as connection:
            here = set(connection.execute(select(files.c.id).where(files.c.digest == digest)).scalars())
            new = [{"digest": digest, "id": record} for record in dict.fromkeys(ids) if record not in here]
            if new:
                connection.execute(files.insert(), new)

    # People and deletion

    def label(self, record: str, label: GameLabel) -> None:
        """Say what the record's game is called and which table it is; raises RecordNotFound, MalformedCommand."""
        with self._writing("naming a game", record) as connection:
            people.label(connection, record, label)

    def rename(self, record: str, seat: str, name: str) -> None:
        """Give the person at a seat another name. Raises RecordNotFound, SeatNotFound, MalformedCommand."""
        with self._writing("renaming", record) as connection:
            people.rename(connection, record, seat, name)

    def forget(self, person: str, *, replacement: str = "") -> list[SeatAt]:
        """Replace a name, in any case, in all records and drop that person's ids at other sites; returns the seats."""
        with self._writing("forgetting") as connection:
            touched = people.forget(connection, person, replacement)
            answers.forget_all(connection)
        self.once_kept(self._scrub_log)
        return touched

    def person_of(self, account: str) -> tuple[str, str] | None:
        """Return key and name of the person who holds an account; None where nobody does."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return people.person_of(connection, account)

    def account_of(self, person: str) -> str | None:
        """Return which account the person of a key holds; None for who holds none, and "" for the one local user."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return people.account_of(connection, person)

    def drop_person(self, key: str, account: str) -> None:
        """Forget a person who has written nothing that stays, and every way in of theirs."""
        with self._writing("removing a person") as connection:
            people.drop_person(connection, key, account)
        self.once_kept(self._scrub_log)

    def persons(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the names of people who write beside records, by key; "" where one was erased, nothing for strangers."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return people.persons_of(connection, keys)

    def signature(self, key: str) -> Signature:
        """Return what is known of a key that stands in a chain for a person; a key of which nothing is known has no name."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return people.signatures(connection, keys=[key]).get(key) or Signature(key=key, name="")

    def said_of(self, stream: str) -> Signature | None:
        """Return whose a stream from elsewhere is said to be; None for one that was written here."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return next(iter(people.signatures(connection, stream=stream).values()), None)

    def brought_by(self, person: str) -> list[str]:
        """Return the ids of the streams that a person brought from elsewhere, in order."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return people.brought_by(connection, person)

    def is_forgotten(self, person: str) -> bool:
        """Whether the key of a person stands in chains here and no name is known for it any more."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return people.is_forgotten(connection, person)

    def put_person(self, key: str, name: str, account: str | None = None) -> None:
        """Note a person, or another name for one that is known. Raises MalformedCommand for a name that no database can hold."""
        with self._writing("naming a person") as connection:
            people.put_person(connection, key, name, account)

    def trash(self, record: str, kind: str = RECORD) -> None:
        """Put a stream of a kind into the trash. Raises RecordNotFound."""
        with self._writing("deleting", record) as connection:
            deletion.trash(connection, record, kind)
            answers.forget_all(connection)

    def restore(self, record: str, kind: str = RECORD) -> None:
        """Take a stream of a kind out of the trash. Raises RecordNotFound."""
        with self._writing("restoring", record) as connection:
            deletion.restore(connection, record, kind)

    def purge(
        self, record: str, kind: str = RECORD, bound: deletion.Bound = deletion.Bound.REFUSE, traceless: Collection[str] = ()
    ) -> Tombstone:
        """Delete a stream in the trash for good, and do what ``bound`` says with the streams that belong to it.

        Of streams of the kinds in ``traceless`` nothing is left.

        Raises RecordNotFound, StoreRefused if it is not in the trash, or if streams are bound to it and nothing is said of them.
        """
        with self._writing("deleting for good", record) as connection:
            tombstone = deletion.purge(connection, record, kind, bound, traceless)
            answers.forget_all(connection)
        self.once_kept(self._scrub_log)
        return tombstone

    def erase(self, stream: str, rows: Sequence[Row], *, head: Head) -> None:
        """Put redacted lines into the place of those with the same versions, in a stream that is no record and still ends at ``head``.

        The caller has proven that no chain hash changes. Raises RecordNotFound, StaleVersion.
        """
        with self._writing("erasing", stream) as connection:
            deletion.erase(connection, stream, rows, head)
            answers.forget_all(connection)
        self.once_kept(self._scrub_log)

    # Who may see what

    def access(self, record: str) -> RecordAccess | None:
        """Return all that decides who may see a record; None where there is none."""
        if not storable(record):
            return None
        with self._doing("reading"):
            return releases.access_of(record, self._rows.read_access(record))

    def release(self, record: str, release: Release) -> None:
        """Say what others are let see of a record. Raises RecordNotFound."""
        with self._writing("releasing", record) as connection:
            releases.put(connection, record, release)

    def own(self, record: str, owner: str | None) -> None:
        """Give a record to an account, or to nobody. Raises RecordNotFound."""
        with self._writing("giving", record) as connection:
            releases.own(connection, record, owner)

    def close_record(self, record: str) -> None:
        """Note that a game is over, or not recorded further. Raises RecordNotFound."""
        with self._writing("closing", record) as connection:
            releases.close(connection, record)

    def reopen_record(self, record: str) -> None:
        """Note that a game goes on. Raises RecordNotFound."""
        with self._writing("opening", record) as connection:
            releases.reopen(connection, record)

    def close_ended(self) -> None:
        """Note that games are over whose result was written by who could not note it any more."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            ended = releases.ended(connection)
        for record in ended:
            self.close_record(record)

    def change_access(self, record: str, decide: releases.Decide) -> releases.AccessChange:
        """Change who may see a record, as ``decide`` says of what is so at that moment; returns what was changed. Raises RecordNotFound."""
        with self._writing("changing who may see it", record) as connection:
            return releases.change(connection, record, decide)

    def claim(self, record: str, seat: str, account: str | None) -> None:
        """Give a seat to an account, or take it away. Raises RecordNotFound."""
        with self._writing("seating", record) as connection:
            releases.claim(connection, record, seat, account)

    def agree(self, record: str, account: str, *, agreed: bool) -> None:
        """Note whether an account agrees that the hands at its seats are opened. Raises SeatNotFound where it has none."""
        with self._writing("agreeing", record) as connection:
            releases.agree(connection, record, account, agreed=agreed)

    def pair(self, record: str, pairing: Pairing) -> None:
        """Say where in an event a record's game was played. Raises RecordNotFound."""
        with self._writing("naming an event", record) as connection:
            pairings.put(connection, record, pairing)

    def pairing(self, record: str) -> Pairing:
        """Return where in an event a record's game was played."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return pairings.read(connection, record)

    def events(self, within: ShelfReach | None, most: int) -> list[EventCount]:
        """Return the events with a record ``within`` reach whose names are shown, the latest first."""
        with self.reading() as connection:
            return pairings.events(connection, within, most)

    def of_event(self, event: str, within: ShelfReach | None, most: int) -> Mapping[str, Pairing]:
        """Return the records of an event that are ``within`` reach and whose names are shown, up to ``most``."""
        with self.reading() as connection:
            return pairings.of_event(connection, event, within, most)

    def put_account(self, account: Account) -> None:
        """Store an account, or what was changed of it. Raises AccountTaken for a name that another one has."""
        with self._writing("storing an account") as connection:
            accounts.put(connection, account)

    def account(self, *, key: str = "", name: str = "") -> Account | None:
        """Return the account of that key, or of that name in any case; None where there is none."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return accounts.read(connection, key=key, name=name)

    def has_accounts(self) -> bool:
        """Whether there is any account, or ever was one."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return accounts.any_here(connection)

    def accounts(self) -> list[Account]:
        """Return all accounts by name, those that ended too."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return accounts.read_all(connection)

    def delete_account(self, key: str) -> None:
        """Delete an account with its seats and the person who wrote by it; what it owned is nobody's, and only the trail holds its key."""
        with self._writing("deleting an account") as connection:
            accounts.drop(connection, key)
            answers.forget_all(connection)
        self.once_kept(self._scrub_log)

    def held_records(self, account: str) -> list[str]:
        """Return the ids of the records that an account owns, in order."""
        with self.reading() as connection:
            return accounts.owned(connection, account)

    def running_records(self, account: str, most: int) -> list[str]:
        """Return the ids of the games that run and are an account's, by ownership or by a seat, the latest first."""
        with self.reading() as connection:
            return accounts.running(connection, account, most)

    def seats_held(self, account: str) -> list[SeatAt]:
        """Return the seats that are an account's, by record."""
        with self.reading() as connection:
            return accounts.seated(connection, account)

    def trail_of(self, account: str) -> list[TrailStep]:
        """Return which hands an account opened, the latest first."""
        with self.reading() as connection:
            return trail.read_of(connection, account)

    def leave_trail(self, step: TrailStep) -> bool:
        """Note that somebody opened a hand, once for each way in; returns whether it was noted now."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            if trail.has(connection, step):
                return False

        def leave() -> bool:
            with self._writing("leaving a trail", step.record) as connection:
                return trail.leave(connection, step)

        return self.lasting(leave)

    def trail(self, record: str) -> list[TrailStep]:
        """Return who opened which hand of a record, the latest first."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return trail.read(connection, record)

    # Verification

    def loose_rows(self) -> list[tuple[str, str]]:
        """Return which tables about access hold rows of a record that is not there: table and id."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            return releases.loose_rows(connection)

    def raw(self) -> Iterator[RawRecord]:
        """Give all that stands under every id of any table, damaged or not, by id; see ``RawRecord``."""
        with self._doing("reading"):
            yield from read_raw(self._opened.database)

    def damage(self) -> str:
        """Return what is wrong with the database's file as a whole, "" for nothing; reads all of it."""
        with self._doing("checking"):
            return read_damage(self._opened.database)

    def tombstones(self) -> list[Tombstone]:
        """Return what is left of records deleted for good, by id."""
        with self._doing("reading"), reading_damaged(self._opened.database) as connection:
            return deletion.read_tombstones(connection)

    def bodies(self) -> Iterator[tuple[str, bytes]]:
        """Give id and body of every event of every record, the trash included; a damaged body as far as it is bytes or text."""
        for raw in self.raw():
            for row in raw.rows:
                if isinstance(row.body, bytes | str):
                    yield str(raw.id), row.body if isinstance(row.body, bytes) else row.body.encode()

    def raw_shelf(self) -> list[RawShelf]:
        """Return the read model as it stands there, damaged or not, by id."""
        with self._doing("reading"), reading_damaged(self._opened.database) as connection:
            return read_raw_shelf(connection)

    def pending(self) -> tuple[frozenset[str], Anchor | None]:
        """Return the records with events that the read models do not know, and their anchor if it names what is not there."""
        with self._doing("reading"), reading_damaged(self._opened.database) as connection:
            return shelf.pending(connection)

    def back_up(self, path: Path) -> int:
        """Write all of it, as it stands at one moment, to the new file ``path``, while others write; returns the number of records.

        Raises StoreRefused if something lies there already, or the store is damaged.
        """
        with self._doing("backing up"):
            return back_up(self._opened, path)

    # Answers

    def kept_answer(self, key: str) -> KeptAnswer | None:
        """Return what a request of this key was answered; None where there was none."""
        with self.reading() as connection:
            return answers.read(connection, key)

    @contextmanager
    def answering(self, key: str) -> Iterator[KeyedRequest]:
        """Let all that this thread writes inside stand in one transaction with the answer: kept at the end, or nothing where it raises.

        Raises AnsweredMeanwhileError if another thread or process answered the same request since ``kept_answer`` was asked.
        """
        with ExitStack() as stack:
            with self._doing("writing"):
                unit = stack.enter_context(self._opened.database.together(partial(answers.refuse_answered, key=key)))
            yield KeyedRequest(unit, key)
            with self._doing("writing"):
                unit.keep()

    def keep_so_far(self) -> None:
        """Keep what a request that writes many things has written until now; a repetition finds it done."""
        unit = self._opened.database.units.current
        if unit is not None:
            with self._doing("writing"):
                unit.keep()

    def lasting(self, act: Callable[[], T]) -> T:
        """Do what stays done whatever becomes of the rest that this thread writes: what was seen stays seen where a request is refused."""
        units = self._opened.database.units
        unit = units.current
        if unit is None:
            return act()
        if unit.begun:
            unit.if_undone(lambda: self.lasting(act))
            return act()
        units.current = None
        try:
            return act()
        finally:
            units.current = unit

    def once_kept(self, act: Callable[[], object]) -> None:
        """Do something once what this thread writes is kept: now, where it is kept already."""
        unit = self._opened.database.units.current
        if unit is not None and unit.begun:
            unit.once_kept(act)
        else:
            act()

    # Read models

    def pull(self, limit: int = 5000) -> Pulled:
        """Return the records touched by the next ``limit`` events that the read models do not know."""
        with self._doing("pulling"), reading_damaged(self._opened.database) as connection:
            return shelf.pull(connection, self._rows, limit)

    def put_shelf(self, rows: Sequence[ShelfRow], pulled: Pulled) -> bool:
        """Store the shelf rows of what was pulled and remember how far, in one transaction.

        Returns False, having stored nothing, if another process was faster or a record was deleted since: pull again.
        """
        with self._writing("updating the shelf") as connection:
            return shelf.put(connection, rows, pulled)

    def clear_read_models(self) -> None:
        """Empty the read models; the next pull begins at the first event."""
        with self._writing("emptying the shelf") as connection:
            shelf.clear(connection)

    def shelved(self, ids: Sequence[str], within: ShelfReach | None = None) -> list[ShelfHit]:
        """Return the rows of some records, in their order, those in the trash too, without those that are not on the shelf.

        Those that are not ``within`` reach are left out, and so are names that are not shown there.
        """
        with self._doing("reading"), reading_damaged(self._opened.database) as connection:
            return hits(connection, ids, within)

    def shelf(self, query: ShelfQuery, within: ShelfReach | None = None) -> ShelfSlice:
        """Answer a question to the shelf, damaged rows included, as if there were only what is ``within`` reach.

        Raises MalformedCommand for one that cannot be.
        """
        with self._doing("searching"), reading_damaged(self._opened.database) as connection:
            return search(connection, query, within)

    # Below

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that reads: for the rows of ``records.store`` that have a class of their own."""
        with self._doing("reading"), self._opened.database.reading() as connection:
            yield connection

    @contextmanager
    def writing(self, doing: str) -> Iterator[Connection]:
        """Open a transaction that writes: for the same."""
        with self._writing(doing) as connection:
            yield connection

    @contextmanager
    def _doing(self, doing: str) -> Iterator[None]:
        if self._closed:
            raise StoreRefused(f"{self.address}: the store is closed")
        try:
            with translated(self._opened.address, doing):
                yield
        except (StoreRefused, CorruptRecord) as error:
            if type(error) is StoreRefused or isinstance(error, CorruptRecord):
                self.check_version()
            raise

    def check_version(self) -> None:
        """Raise WrongSchema if another version of the program has brought the store up; asked where something could not be read."""
        try:
            with self._opened.database.engine.connect() as connection:
                check_schema(lambda statement: connection.exec_driver_sql(statement).cursor)
        except SQLAlchemyError:
            """Then it is something else."""

    @contextmanager
    def _writing(self, doing: str, record: str = "any") -> Iterator[Connection]:
        self._known(record)
        with self._doing(doing), self._opened.database.writing() as connection:
            yield connection

    def _known(self, record: str) -> None:
        if not storable(record):
            raise RecordNotFound(f"no record {record!r}")

    def _scrub_log(self) -> None:
        """Empty SQLite's write-ahead log, where what was deleted may still stand; readers may put it off."""
        if self._opened.database.dialect == "sqlite":
            with self._doing("emptying the log"), self._opened.database.engine.connect() as connection:
                raw: Any = connection.connection.driver_connection
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _info(record: str, *columns: Any) -> RecordInfo:
    header, origin, created, trashed, key, count, head_hash, kind, title, site, number, owner, live, names = columns
    if count is None:
        raise CorruptRecord(f"record {record} has no head; kiebitz verify tells more")
    # SQLite takes any type in any column.
    whole = isinstance(header, bytes) and isinstance(key, bytes | None) and (type(count), type(head_hash), type(kind)) == (int, bytes, str)
    try:
        ids = {seat: msgspec.json.decode(text, type=dict[str, Any]) for seat, _, text in names}
        info = RecordInfo(
            id=record,
            header=header,
            key=key,
            head=Head(count, head_hash),
            names={seat: name for seat, name, _ in names},
            foreign_ids={seat: at for seat, at in ids.items() if at},
            origin=origin,
            created_at=text_time(created),
            trashed_at=text_time(trashed) if trashed is not None else None,
            kind=kind,
            label=GameLabel(*(text if isinstance(text, str) else "" for text in (title, site, number))),
            owner=owner,
            live=None if live is None else bool(live),
        )
    except (msgspec.MsgspecError, TypeError, ValueError):
        whole = False
    if not whole:
        raise CorruptRecord(f"record {record}: a column of header, key, head or names is damaged; see kiebitz verify")
    return info
