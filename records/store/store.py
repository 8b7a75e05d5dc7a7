"""The store: rows of records in, rows out, on SQLite or PostgreSQL."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec
from eventsourcing.persistence import IntegrityError
from sqlalchemy import and_, bindparam, or_, select, text, update

from records.errors import CorruptRecord, RecordNotFound, StaleVersion
from records.store.care import deletion
from records.store.care.backup import back_up
from records.store.care.moving import open_unchanged
from records.store.care.opening import open_database
from records.store.care.raw import RawRecord, read_damage, read_raw
from records.store.care.room import Room, room_of
from records.store.new_rows import check_batch
from records.store.recorders.statements import LAST_VERSION, SELECT_BOUND, SELECT_HEADS_OF, SIZE_OF_STREAM, for_postgres
from records.store.refusals import storable
from records.store.rows import GameLabel, Head, HeadMove, RecordInfo
from records.store.schema import RECORD, files, record_heads, records
from records.store.shelf.read_model import ShelfTable
from records.store.shelf.search import ids_reached
from records.store.tables import answers, people
from records.store.tables.access import AccessRows
from records.store.tables.accounts import AccountRows
from records.store.tables.answers import KeyedRequest
from records.store.tables.asked import AskedRows
from records.store.tables.attempts import AttemptRows
from records.store.tables.job_rows import JobRows
from records.store.tables.pairings import PairingRows
from records.store.tables.people import PeopleRows
from records.store.tables.sign_ins import SignInRows
from records.store.times import text_time
from records.store.transactions import Transactions, known

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path
    from types import TracebackType

    from records.store.care.opening import OpenedStore
    from records.store.rows import NewRecord, Row, Tombstone
    from records.store.shelf.query import ShelfReach
    from records.store.shelf_rows import ShelfRow
    from records.store.tables.answers import KeptAnswer

T = TypeVar("T")
_NO_IDS = "{}"
"""Foreign ids of most seats, which need no reading."""


def open_store(url: str, *, create: bool = True) -> Store:
    """Open the database at ``url``, forms in ``records.store.urls``; ``create`` makes the store where there is none.

    Raises StoreRefused, in words that never hold the password, if the address cannot be read, the database cannot be
    reached, is another program's or of a later version, and StoreMissing if there is no store and none is to be made.
    """
    return Store(open_database(url, create=create))


def store_unchanged(url: str) -> Store:
    """Open a store of this version, of which nothing is made or upgraded; raises StoreRefused and StoreMissing."""
    return Store(open_unchanged(url))


_SIZE = "SELECT SUM(LENGTH(state)) FROM stored_events WHERE originator_id = :stream"
# Statements needed at every step are built once: building one takes longer than running it.
_BOUND = select(records.c.id).where(records.c.bound == bindparam("record")).order_by(records.c.created_at, records.c.id)
_WITH_HEADS = records.join(record_heads, record_heads.c.id == records.c.id)
_HEAD_COUNTS = (
    select(records.c.id, record_heads.c.count)
    .select_from(_WITH_HEADS)
    .where(records.c.id.in_(bindparam("streams", expanding=True)), records.c.trashed_at.is_(None))
)


class Store:
    """All records of one database. Safe to share among threads; each process opens its own.

    Every method raises StoreRefused if the database fails, or the store is closed, and every one that writes StoreMissing if the
    file was taken away or replaced since it was opened.
    """

    def __init__(self, opened: OpenedStore) -> None:
        self._opened = opened
        self._rows = opened.ledger.rows
        self._work = self.transactions = Transactions(opened.database, opened.address, opened.ledger.rows.mark)
        self.people = PeopleRows(self._work)
        self.accounts = AccountRows(self._work)
        self.sign_ins = SignInRows(self._work)
        self.attempts = AttemptRows(self._work)
        self.asked = AskedRows(self._work)
        self.access = AccessRows(self._work, self._rows)
        self.pairings = PairingRows(self._work)
        self.jobs = JobRows(self._work)
        self.shelf = ShelfTable(self._work, self._rows)

    @property
    def address(self) -> str:
        """Where the records are, without a password."""
        return str(self._opened.address)

    def room(self) -> Room:
        """Measure the room of the store.

        Raises StoreRefused, WrongSchema for a store of another version, and StoreMissing if its file was taken away or replaced.
        """
        self._opened.database.check_file()
        return room_of(self._work, self._opened.address)

    def moment(self) -> AbstractContextManager[None]:
        """Begin a moment of this thread: what it reads of records, rights and accounts is cached until anybody writes."""
        return self._work.kept.moment()

    @property
    def mark(self) -> Hashable | None:
        """A value that is equal at two moments if nobody wrote between them; None outside of a moment, and if that cannot be known."""
        return self._work.kept.mark

    def close(self) -> None:
        """Release every connection; may be called again."""
        if not self._work.closed:
            self._work.closed = True
            self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    # Rows

    def create(self, new: NewRecord) -> None:
        """Store a record with its rows, key, names, head and row of the shelf, or nothing of it.

        Raises StaleVersion if the id is taken, AlreadyStored if a record of the same origin is there, GapInRecord if versions and
        head do not fit, LimitReached if its owner has too much then.
        """
        self.create_many([new])

    def create_many(self, new: Sequence[NewRecord]) -> None:
        """Store records in one transaction, or nothing of them; errors as in ``create``."""
        try:
            with self._work.doing("storing records"):
                self._rows.create(new)
        finally:
            self._work.kept.wrote()

    def append(
        self, record: str, rows: Sequence[Row], *, expected: int, head: Head, shelf: ShelfRow | None = None, kind: str = RECORD
    ) -> None:
        """Append a batch to a record that has ``expected`` events, in one transaction with its new ``head`` and its row of the shelf.

        Raises RecordNotFound, StaleVersion if the record has another number of events, GapInRecord if ``rows`` do not
        continue that number or ``head`` does not count them.
        """
        with self._work.doing("appending"):
            known(record)
            check_batch(record, rows, expected, head)
            try:
                self._opened.ledger.put(rows, HeadMove(record, expected, head, shelf, kind))
            except IntegrityError as error:
                # The head fits but the rows exist: another program wrote to the database. verify reports details.
                raise StaleVersion(record, expected, self._rows.last_version(record)) from error
            finally:
                self._work.kept.wrote()

    def read(self, record: str, *, after: int = 0, upto: int | None = None) -> list[Row]:
        """Return the rows ``after`` < version <= ``upto``, in order.

        Raises RecordNotFound, and CorruptRecord if a text column holds no text.
        """
        with self._work.doing("reading"):
            known(record)
            last = LAST_VERSION if upto is None else upto
            rows = self._rows.read_rows(record, after, last) if -LAST_VERSION <= after < last <= LAST_VERSION else []
            if not rows and self._rows.read_info(record) is None:
                raise RecordNotFound(f"no record {record!r}")
            return rows

    def size(self, stream: str) -> int:
        """Return the total bytes of a stream's bodies, which erasing reduces. 0 for a missing stream."""
        with self._work.reading() as connection:
            return int(connection.execute(text(_SIZE), {"stream": stream}).scalar() or 0)

    # Records

    def info(self, record: str) -> RecordInfo:
        """Return all about a record but its rows. Raises RecordNotFound, and CorruptRecord if it has no head."""
        found = self._work.kept.once(("info", record), lambda: self._read_info(record))
        if found is None:
            raise RecordNotFound(f"no record {record!r}")
        return found

    def _read_info(self, record: str) -> RecordInfo | None:
        with self._work.doing("reading"):
            known(record)
            found = self._rows.read_info(record)
        return None if found is None else _info(record, *found)

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
            with self._work.damaged("reading") as connection:
                return ids_reached(connection, prefix, within)
        statement = select(records.c.id).where(records.c.id.startswith(prefix, autoescape=True), records.c.kind == kind)
        with self._work.damaged("reading") as connection:
            # On SQLite LIKE ignores case, and an id may be no text.
            found = connection.execute(statement.order_by(records.c.id)).scalars()
            return [record for record in found if isinstance(record, str) and record.startswith(prefix)]

    def bound(self, record: str, kind: str | None = None) -> list[str]:
        """Return the ids of the streams beside a record, of one kind or of all, those in the trash too, the oldest first."""
        if kind is not None:
            return [*self._work.kept.once(("bound", record, kind), lambda: self._read_bound(record, kind))]
        with self._work.reading() as connection:
            return list(connection.execute(_BOUND, {"record": record}).scalars())

    def _read_bound(self, record: str, kind: str) -> tuple[str, ...]:
        with self._work.doing("reading"):
            return tuple(row[0] for row in self._rows.read_tuples(SELECT_BOUND, (record, kind)))

    def bound_after(self, record: str, kind: str, after: str, most: int) -> list[str]:
        """Return up to ``most`` ids of the streams of a kind beside a record behind ``after``, the oldest first, those in the trash too.

        "" is before the first; behind what is not beside the record there is nothing.
        """
        statement = select(records.c.id).where(records.c.bound == record, records.c.kind == kind)
        if after:
            begun = select(records.c.created_at).where(records.c.id == after, records.c.bound == record).scalar_subquery()
            later = and_(records.c.created_at == begun, records.c.id > after)
            statement = statement.where(or_(records.c.created_at > begun, later))
        with self._work.reading() as connection:
            return list(connection.execute(statement.order_by(records.c.created_at, records.c.id).limit(most)).scalars())

    def heads_of(self, kind: str) -> tuple[tuple[str, bytes], ...]:
        """Return the id and the last hash of each stream of a kind that is not in the trash: another where anything was written."""
        return self._work.kept.once(("heads", kind), lambda: self._read_heads(kind))

    def _read_heads(self, kind: str) -> tuple[tuple[str, bytes], ...]:
        with self._work.doing("reading"):
            return tuple((row[0], bytes(row[1])) for row in self._rows.read_tuples(SELECT_HEADS_OF, (kind,)))

    def head_counts(self, streams: Collection[str]) -> dict[str, int]:
        """Return how many events some streams have; without those that are not there, or are in the trash."""
        with self._work.reading() as connection:
            found = connection.execute(_HEAD_COUNTS, {"streams": list(streams)})
            return {stream: int(count) for stream, count in found}

    def bound_of(self, of: Sequence[str], kind: str) -> list[tuple[str, Head, int]]:
        """Return id, head and ``size`` of the streams of one kind beside any of some records, none in the trash, the oldest first."""
        joined = records.join(record_heads, record_heads.c.id == records.c.id)
        size = SIZE_OF_STREAM if self._opened.database.dialect == "sqlite" else for_postgres(SIZE_OF_STREAM)
        statement = select(records.c.id, record_heads.c.count, record_heads.c.hash, text(f"({size})")).select_from(joined)
        statement = statement.where(records.c.bound.in_(list(of)), records.c.kind == kind, records.c.trashed_at.is_(None))
        with self._work.reading() as connection:
            found = connection.execute(statement.order_by(records.c.created_at, records.c.id)).all()
        return [(row[0], Head(row[1], bytes(row[2])), int(row[3] or 0)) for row in found]

    def rebind(self, stream: str, record: str) -> None:
        """Note that a stream belongs to another record from now on. Raises RecordNotFound."""
        with self._work.writing("binding", stream) as connection:
            if not connection.execute(update(records).where(records.c.id == stream).values(bound=record)).rowcount:
                raise RecordNotFound(f"no stream {stream!r}")

    def by_origin(self, digest: str) -> list[str]:
        """Return the ids of the records read from the file of this digest, the oldest first, those in the trash too."""
        statement = select(records.c.id).where(records.c.origin == digest).order_by(records.c.created_at, records.c.id)
        with self._work.reading() as connection:
            return list(connection.execute(statement).scalars())

    def by_file(self, digest: str) -> list[str]:
        """Return the ids of the records that came from the file of this digest, in order, including those in the trash."""
        named = select(files.c.id).where(files.c.digest == digest).union(select(records.c.id).where(records.c.origin == digest))
        with self._work.reading() as connection:
            return sorted(connection.execute(named).scalars())

    def remember_file(self, digest: str, ids: Sequence[str]) -> None:
        """Note which records come from the file of this digest; all of them must be stored."""
        with self._work.writing("noting a file") as connection:
            here = set(connection.execute(select(files.c.id).where(files.c.digest == digest)).scalars())
            new = [{"digest": digest, "id": record} for record in dict.fromkeys(ids) if record not in here]
            if new:
                connection.execute(files.insert(), new)

    # People and deletion

    def label(self, record: str, label: GameLabel) -> None:
        """Say what the record's game is called and which table it is; raises RecordNotFound, MalformedCommand."""
        with self._work.writing("naming a game", record) as connection:
            people.label(connection, record, label)

    def trash(self, record: str, kind: str = RECORD) -> None:
        """Put a stream of a kind into the trash. Raises RecordNotFound."""
        with self._work.writing("deleting", record) as connection:
            deletion.trash(connection, record, kind)
            answers.forget_all(connection)

    def restore(self, record: str, kind: str = RECORD) -> None:
        """Take a stream of a kind out of the trash. Raises RecordNotFound."""
        with self._work.writing("restoring", record) as connection:
            deletion.restore(connection, record, kind)

    def trashed_before(self, when: datetime) -> list[str]:
        """Return the ids of the records that lie in the trash since before ``when``, the oldest first."""
        with self._work.reading() as connection:
            return deletion.trashed_before(connection, when)

    def purge(
        self,
        record: str,
        kind: str = RECORD,
        bound: deletion.Bound = deletion.Bound.REFUSE,
        traceless: Collection[str] = (),
        *,
        head: Head | None = None,
    ) -> Tombstone:
        """Delete a stream in the trash for good, and do what ``bound`` says with the streams that belong to it.

        Of streams of the kinds in ``traceless`` nothing is left.

        Raises RecordNotFound, StoreRefused if it is not in the trash, or if streams are bound to it and nothing is said of them, and
        StaleVersion if it does not end at ``head``, where that is given.
        """
        with self._work.writing("deleting for good", record) as connection:
            tombstone = deletion.purge(connection, record, kind, bound, traceless, head=head)
            answers.forget_all(connection)
        self._work.scrub_once_kept()
        return tombstone

    def erase(self, stream: str, rows: Sequence[Row], *, head: Head) -> None:
        """Put redacted lines into the place of those with the same versions, in a stream that is no record and still ends at ``head``.

        The caller has proven that no chain hash changes. Raises RecordNotFound, StaleVersion.
        """
        with self._work.writing("erasing", stream) as connection:
            deletion.erase(connection, stream, rows, head)
            answers.forget_all(connection)
        self._work.scrub_once_kept()

    # Verification

    def raw(self) -> Iterator[RawRecord]:
        """Give all that stands under every id of any table, damaged or not, by id; see ``RawRecord``."""
        with self._work.doing("reading"):
            yield from read_raw(self._opened.database)

    def damage(self) -> str:
        """Return what is wrong with the database's file as a whole, "" for nothing; reads all of it."""
        with self._work.doing("checking"):
            return read_damage(self._opened.database)

    def tombstones(self) -> list[Tombstone]:
        """Return what is left of records deleted for good, by id."""
        with self._work.damaged("reading") as connection:
            return deletion.read_tombstones(connection)

    def bodies(self) -> Iterator[tuple[str, bytes]]:
        """Give id and body of every event of every record, the trash included; a damaged body as far as it is bytes or text."""
        for raw in self.raw():
            for row in raw.rows:
                if isinstance(row.body, bytes | str):
                    yield str(raw.id), row.body if isinstance(row.body, bytes) else row.body.encode()

    def back_up(self, path: Path) -> int:
        """Write all of it, as it stands at one moment, to the new file ``path``, while others write; returns the number of records.

        Raises StoreRefused if something lies there already, or the store is damaged.
        """
        with self._work.doing("backing up"):
            return back_up(self._opened, path)

    # Answers

    def kept_answer(self, key: str) -> KeptAnswer | None:
        """Return what a request of this key was answered; None where there was none."""
        with self._work.reading() as connection:
            return answers.read(connection, key)

    @contextmanager
    def answering(self, key: str) -> Iterator[KeyedRequest]:
        """Let all that this thread writes inside stand in one transaction with the answer: kept at the end, or nothing where it raises.

        Raises AnsweredMeanwhileError if another thread or process answered the same request since ``kept_answer`` was asked.
        """
        with ExitStack() as stack:
            with self._work.doing("writing"):
                unit = stack.enter_context(self._opened.database.together(partial(answers.refuse_answered, key=key)))
            yield KeyedRequest(self._work, unit, key)
            with self._work.doing("writing"):
                unit.keep()
            self._work.kept.wrote()


def _info(record: str, *columns: Any) -> RecordInfo:
    header, origin, created, trashed, key, count, head_hash, kind, title, site, number, owner, live, names = columns
    if count is None:
        raise CorruptRecord(f"record {record} has no head; kiebitz verify tells more")
    # SQLite takes any type in any column.
    whole = isinstance(header, bytes) and isinstance(key, bytes | None) and (type(count), type(head_hash), type(kind)) == (int, bytes, str)
    try:
        ids = {seat: msgspec.json.decode(text, type=dict[str, Any]) for seat, _, text in names if text != _NO_IDS}
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
