"""GameBook: the imperative shell that the outside calls (design/architecture: The way of a command)."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import msgspec

from records.core.events import Recorded
from records.core.folding import folded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.logs.fold import Folder
from records.core.logs.seals import Sealer
from records.core.shared import Corrected, GameStarted, GapNoted, IrregularityNoted
from records.core.viewers import LOCAL, OPEN, OPERATOR, PUBLIC, Caller, CallerKind, Viewer, viewer_key
from records.errors import (
    AmbiguousEntry,
    Contradiction,
    CorruptRecord,
    ImpossibleEvent,
    MalformedCommand,
    NotYours,
    RecordNotFound,
    RecordsError,
    RuleViolation,
    StaleVersion,
    StoreRefused,
    WrongSchema,
)
from records.knowledge.door import redact, veil
from records.rulings.drift import Drift, drift
from records.service.access import AccessGate, Permission
from records.service.accounts.book import ReleaseBook
from records.service.accounts.keys import keeps_store, keyed, own_key
from records.service.accounts.linking import LinkBook
from records.service.accounts.people import PeopleBook
from records.service.accounts.policy import StorePolicy
from records.service.accounts.reasons import check_reason
from records.service.accounts.signing import SignIns
from records.service.cases.book import CaseBook
from records.service.cases.brought import BroughtCases
from records.service.cases.precedents import PrecedentMoment
from records.service.chapters.book import StudyBook
from records.service.chapters.kept import laid_pieces
from records.service.checking.against import ExportDifference, export_difference
from records.service.checking.inspection import inspect, rescue
from records.service.checking.mentions import mentions
from records.service.classes.book import ClassBook
from records.service.classes.joining import ClassDoor
from records.service.classes.live import LiveClassBook
from records.service.editions import shown
from records.service.incoming import Exchanged, checked_label, checked_name
from records.service.kinds import (
    ATTENDANCES,
    CASES,
    CLASSES,
    LAYERS,
    LEARNERS,
    STUDIES,
    AttendanceStore,
    CaseStore,
    ClassStore,
    LayerStore,
    LearnerStore,
    StudyStore,
)
from records.service.layers.book import LayerBook
from records.service.learning.book import LearningBook
from records.service.learning.views import shown_chapter
from records.service.library import library
from records.service.log_reader import LogReader
from records.service.memory import USUAL, KeptMemory, Memory, Tier
from records.service.pairings import PairingBook
from records.service.pieces import LogPieces
from records.service.seen_log import SeenLog
from records.service.shelving import ShelfEntry, ShelfPage, ShelfQuery, entry_of, row_of
from records.service.streams.head_cache import HeadCache, continues
from records.service.viewing import RecordView
from records.service.weights import weigh
from records.service.writing import ingest, recording
from records.service.writing.ingest import Stored
from records.service.writing.merging import Merged, merged_game
from records.service.writing.record_builder import Seated, made
from records.service.writing.record_writer import RecordWriter
from records.store import NO_LABEL, RECORD, Bound, Head, NewRecord, TrailStep, columns_of, open_store, restore
from records.studies.tasks.answers import asked_knowers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from records.core.events import Event
    from records.core.game import Game
    from records.core.position import Command
    from records.service.access import AccessSight, Policy
    from records.service.cases.files import CaseFile
    from records.service.checking.inspection import Inspection
    from records.service.checking.verification import Finding
    from records.service.incoming import Entry, NewGame
    from records.service.log_reader import Log
    from records.service.streams.files import StreamFile
    from records.service.writing.ingest import Make
    from records.service.writing.record_filler import RecordFiller
    from records.service.writing.record_writer import Batch
    from records.service.writing.recording import NewTable
    from records.store import KeptAnswer, KeyedRequest, RecordInfo, ShelfRow, Store

SHORTEST_PREFIX = 4
_WORDS = (IrregularityNoted, GapNoted)
"""Facts that name no card."""


class GameBook(LayerBook, CaseBook, StudyBook, LearningBook, ClassBook, LiveClassBook, ReleaseBook, PeopleBook, LinkBook, PairingBook):
    """All records of one store. Safe to share among threads.

    Every method names its caller first and asks the policy: it raises ``RecordNotFound`` where a record is not there for the caller, in the
    words for one that does not exist, and ``NotYours`` for what the caller may not do, or not look at as this viewer.
    """

    def __init__(self, store: Store, games: Mapping[str, Game] | None = None, policy: Policy | None = None, *, memory: int = USUAL) -> None:
        """Open the book of a store; of what is read and made of it, ``memory`` bytes are kept."""
        self._memory = Memory(memory)
        self.games = games = library() if games is None else games
        self._store = store
        self._policy = StorePolicy(store)
        self._gate = AccessGate(self._policy if policy is None else policy, store.access)
        self.sign_ins = SignIns(store)
        self._folders = {name: Folder(game) for name, game in games.items()}
        for folder in self._folders.values():
            laid_pieces(folder).kept_in(self._memory)
        self._logs = LogReader(store, games, self._memory)
        self._layers = LayerStore(store, LAYERS)
        self._cases = CaseStore(store, CASES)
        self._files = BroughtCases(store, self._gate, games, self._cases)
        self._studies = StudyStore(store, STUDIES)
        self._learners = LearnerStore(store, LEARNERS)
        self._classes = ClassStore(store, CLASSES, self._memory)
        self._attendances = AttendanceStore(store, ATTENDANCES, self._memory)
        self.class_door = ClassDoor(store, self._classes, self._attendances)
        self._spoken: HeadCache[tuple[PrecedentMoment, ...]] = HeadCache(self._memory, "precedents", Tier.PIECE)
        self._writer = RecordWriter(store, games, self._logs, self._memory, self._shelf_row)
        self._seen_logs: HeadCache[SeenLog] = HeadCache(self._memory, "seen")
        self._drifts: HeadCache[Drift] = HeadCache(self._memory, "drifts", Tier.PIECE)
        self._holder = OPERATOR

    @classmethod
    def open(
        cls,
        url: str,
        policy: Policy | None = None,
        games: Mapping[str, Game] | None = None,
        *,
        create: bool = True,
        account: str | None = None,
        reason: str = "",
        memory: int = USUAL,
    ) -> Self:
        """Open the store at ``url``; ``games`` are those of ``library`` where none are given.

        In a store with accounts ``keeper`` is answered as the ``account`` of that name is; without one it is the operator, who opens hands
        for a ``reason``. Of logs, and of what is made of them, ``memory`` bytes are kept.

        Raises ``StoreRefused``, ``StoreMissing`` where there is no store and ``create`` does not make one, and ``MalformedCommand`` for a
        name that no account has, and for what is no reason.
        """
        book = cls(open_store(url, create=create), games=games, policy=policy, memory=memory)
        try:
            book._holder = book._holding(account, reason)
        except RecordsError:
            book.close()
            raise
        with suppress(StoreRefused):  # what cannot be written can be read
            book._refresh()
            book._store.close_ended()
        return book

    @classmethod
    def restored(cls, backup: Path, url: str, games: Mapping[str, Game] | None = None) -> Self:
        """Make the store at ``url``, where there is none yet, from a backup of either kind of database, and open it.

        Raises ``StoreRefused`` if the file is no backup, or records are at ``url`` already.
        """
        restore(backup, url)
        return cls.open(url, games=games, create=False)

    def close(self) -> None:
        """Release the database."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def address(self) -> str:
        """Where the records are, without a password."""
        return self._store.address

    @property
    def has_accounts(self) -> bool:
        """Whether the store has accounts: then nobody is local."""
        return self._policy.has_accounts

    @property
    def keeper(self) -> Caller:
        """Who asks as the one who holds the store itself, as the command line does: the operator, or whom they stand in for."""
        return self._holder if self.has_accounts else LOCAL

    @property
    def kept(self) -> KeptMemory:
        """How much this process keeps of what it read, and how often that was found: nothing of whose it is."""
        return self._memory.figures()

    @property
    def pieces(self) -> LogPieces:
        """A new place for pieces that go where the book needs room for others."""
        pieces = LogPieces()
        pieces.kept_in(self._memory)
        return pieces

    def admit(self, caller: Caller, record: str | None = None) -> None:
        """Let ``caller`` come to a record, or to the shelf where none is named: says nothing of whether there is such a record.

        Raises ``RecordNotFound`` or ``NotYours``.
        """
        if record is None:
            self._gate.check_shelf(caller)
        elif not self._is_laid(caller, record):
            self._gate.sight(caller, record)

    # -- reading -------------------------------------------------------------------------------------------------------

    def resolve(self, caller: Caller, text: str) -> RecordId:
        """Return the id that ``text`` is, or is the beginning of (4 characters or more).

        Raises ``RecordNotFound`` or ``AmbiguousEntry``.
        """
        found = self._ids(caller, text) if text else []
        if text in found:
            return RecordId(text)
        if len(text) < SHORTEST_PREFIX or not found:
            raise RecordNotFound(f"no record {text!r}; give its id or at least the first {SHORTEST_PREFIX} characters")
        if len(found) > 1:
            raise AmbiguousEntry(f"{text!r} begins {len(found)} ids: {', '.join(found[:5])}")
        return RecordId(found[0])

    def beginning(self, caller: Caller, text: str) -> list[RecordId]:
        """Return the ids that begin with ``text``, those in the trash too, in order."""
        self._gate.check_shelf(caller)
        return [RecordId(one) for one in self._ids(caller, text)]

    def shelf(self, caller: Caller, query: ShelfQuery | None = None) -> ShelfPage:
        """Return the records that ``caller`` may know of.

        Raises ``MalformedCommand`` for a question that cannot be, ``RecordNotFound`` for a page that begins at no record of the shelf.
        """
        found = self._store.shelf(ShelfQuery() if query is None else query, self._gate.within(caller))
        return ShelfPage(entries=tuple(map(entry_of, found.hits)), total=found.total, games=found.games, more=found.more)

    def entries(self, caller: Caller, ids: Sequence[str]) -> list[ShelfEntry]:
        """Return some records as the shelf shows them, in their order, those in the trash too; without those that are not there."""
        return [entry_of(hit) for hit in self._store.shelved(ids, self._gate.within(caller))]

    def record(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> RecordView:
        """Return a record through the eyes of ``viewer``: a viewer, a text that names one, or None for the caller's usual one.

        Raises ``RecordNotFound``, ``SeatNotFound``, ``AmbiguousEntry``, ``NotYours``, ``CorruptRecord``.
        """
        if (shown := shown_chapter(caller)) is not None and shown.instead:
            return self._through_view(caller, record, viewer)
        sight, info, header, eyes = self._looked(caller, record, viewer)
        names = _names(info) if sight.names else {}
        label = info.label if sight.names else NO_LABEL
        view = RecordView(
            self._seen(header, info.head, eyes, sight.upto),
            names,
            label,
            sight.viewers,
            takes_along=sight.export,
            running=sight.running,
            alone=sight.alone,
            more_finally=sight.more_finally,
        )
        return view if shown is None else replace(view, closed=shown.closed, asked=asked_knowers(shown.body.task))

    def viewer(self, caller: Caller, record: str, text: str) -> Viewer:
        """Return the viewer of this record that ``text`` names, as ``record`` would take it."""
        return self.record(caller, record, text).viewer

    def may_take_along(self, caller: Caller, record: str) -> bool:
        """Return whether ``caller`` may have a record that they may look at as a file. Raises ``RecordNotFound``."""
        return self._gate.sight(caller, record).export

    def export(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> Exchanged:
        """Return a record for another shelf: whole with its key for the open table, redacted for everybody else."""
        sight, info, header, eyes = self._looked(caller, record, viewer)
        if not sight.export:
            raise NotYours(
                f"record {record}: {caller.name!r} may look at it here, and not take it along; who made the link can allow it", "export"
            )
        if sight.upto is not None:
            raise NotYours(f"record {record}: {caller.name!r} sees the beginning of it, and only a whole record can be exported")
        log, names = self._logs.stored(header, info.head), info.names if sight.names else {}
        label = info.label if sight.names else NO_LABEL
        if eyes is OPEN:
            foreign_ids = info.foreign_ids if sight.names else {}
            return Exchanged(header=header, names=names, key=info.key, log=log, head=info.head.hash, foreign_ids=foreign_ids, label=label)
        sealer = Sealer(self.games[header.game].parts, info.key)
        return Exchanged(header=header, names=names, key=None, log=redact(sealer, log, eyes), head=info.head.hash, label=label)

    def check_export(self, caller: Caller, record: str, file: Exchanged, viewer: Viewer | str) -> ExportDifference | None:
        """Return the first difference of a file, made for ``viewer`` and with its own chain checked, from a record; None where it agrees.

        Raises ``NotYours`` for who may not look as that viewer, for what was expected is told.
        """
        here = self.export(caller, record, viewer)
        if here.header.game != file.header.game:
            raise MalformedCommand(f"the file is of the game {file.header.game}, record {record} of {here.header.game}")
        return export_difference(self.games[here.header.game], here, file)

    def drift(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> Drift:
        """Return whether a record replays exactly by the code of today, as far as ``viewer`` can tell, and what parts first.

        Raises what ``record`` raises.
        """
        sight, info, header, eyes = self._looked(caller, record, viewer)
        key = record, eyes, sight.upto
        found = self._drifts.get(key)
        if found is not None and found[0] == info.head:
            return found[1]
        seen, game = self._seen(header, info.head, eyes, sight.upto), self.games[header.game]
        stored = self._logs.stored(header, info.head)
        as_written = seen.events if stored is self._logs.present(header, info.head) else veil(game.parts, stored[: sight.upto], eyes)
        drifted = drift(game, header, as_written, seen.events)
        return self._drifts.keep(key, info.head, drifted, weigh((drifted,))[0])

    # -- writing -------------------------------------------------------------------------------------------------------

    def add(self, caller: Caller, *new: NewGame) -> list[Stored]:
        """Record whole games in one transaction; a file that was read before is not recorded again.

        Raises ``ImpossibleEvent`` or ``Contradiction`` if a log cannot have happened; then nothing is stored.
        """
        return self._add(caller, new)

    def known_file(self, caller: Caller, digest: str) -> list[Stored]:
        """Return the records that a file of this digest, as it came, is here as; none where it must be read."""
        self._gate.check(caller, Permission.ADD)
        return [Stored(RecordId(record), already=True) for record in self._store.by_file(keyed(caller, digest))]

    def remember_file(self, caller: Caller, digest: str, ids: Sequence[str]) -> None:
        """Note that a file of this digest is here as these records, all of it."""
        self._gate.check(caller, Permission.ADD)
        with suppress(StoreRefused):  # its records are stored; to read it again costs time only
            self._store.remember_file(keyed(caller, digest), ids)

    def take_in(self, caller: Caller, exchanged: Exchanged) -> Stored:
        """Store a record that was exported elsewhere; its chain has been checked.

        Its id is kept where it is free. The same record is not stored twice; another one under the same id is chained anew under a new id.
        """
        self._gate.check(caller, Permission.ADD)
        parts = self.games[exchanged.header.game].parts
        of_one = None if keeps_store(caller) else partial(keyed, caller)
        return ingest.take_in(self._store, self._maker(caller), exchanged, parts, self._log_of, of_one)

    def merge(self, caller: Caller, *logs: Exchanged | NewGame, trust: int | None = None) -> Merged:
        """Record one game of two logs or more that its players wrote down, each with what they saw.

        Events are matched by what everybody saw of them, and faces come from whoever was shown them. Where two logs disagree nothing is
        stored, and all such places are told; with ``trust`` the log of that number, from 0, is believed there, and they are told too.
        Raises ``MalformedCommand`` where they are not of one game, ``ImpossibleEvent`` or ``Contradiction`` for what cannot have happened.
        """
        self._gate.check(caller, Permission.ADD)
        new, base, found = merged_game(self.games, logs, trust)
        return Merged(stored=None if new is None else self.add(caller, new)[0], base=base, disagreements=found)

    def append(self, caller: Caller, record: str, entries: Sequence[Entry], *, expected: int) -> int:
        """Append a batch to a record that has ``expected`` events; returns the new number of events.

        Each event is written with every face that the log holds for what it shows, so that no seat is told less than it was shown.
        Whoever writes must be let see the open table: what is refused tells of it.
        Raises ``StaleVersion`` if somebody was faster, ``ImpossibleEvent`` or ``Contradiction`` if it cannot have happened.
        """
        if self._own_seats(caller, record) is not None:
            raise NotYours(f"record {record}: {caller.name!r} does not see the open table, and may write moves of their own seat alone")
        return self._write(caller, record, expected, lambda _filler, _log: entries, goes_on=True)

    def begin(self, caller: Caller, table: NewTable, answers: Iterable[Sequence[str]] = ()) -> RecordId:
        """Record a game that is about to be played; returns its id. The caller's account sits where ``table`` says, if it has one.

        Where chance is typed in, ``answers`` are the table's in their order, each a list of keys of its question's options. Raises
        ``AnswerNeeded`` with the next question while they do not reach; then nothing is stored.
        """
        if table.sits and not caller.account:
            raise MalformedCommand("only an account sits at a seat")
        record = self._add(caller, (recording.first_batch(self.games, table, answers),), live=True)[0].id
        if table.sits:
            self._sit_from_start(caller, record, table.sits)
        if not table.dealt and caller.account:
            # Who types the cards in knows them all.
            self._leave_trail(caller, record, OPEN, "owner")
        return record

    def command(
        self, caller: Caller, record: str, command: Command | str | bytes, *, answers: Iterable[Sequence[str]] = (), expected: int
    ) -> int:
        """Write down what a seat does in a record of ``expected`` events; returns the new number of events.

        ``command`` is a value of the game, or its JSON object. Who sees the open table may write for every seat; who sits at the table and
        sees their own part alone, for their own seats, in a game that the program deals. What such a seat is refused is told by what it
        sees itself, else without a reason. Raises ``RuleViolation``, ``StaleVersion``, ``AnswerNeeded`` as ``begin`` does,
        ``MalformedCommand``, and ``Contradiction`` or ``ImpossibleEvent`` for what cannot have happened; then nothing is stored.
        """
        permission = self._permission(caller, record)
        seats = self._own_seats(caller, record)
        if seats is not None:
            return self._command_own(caller, record, command, seats=seats, permission=permission, answers=[*answers], expected=expected)

        def batch(filler: RecordFiller, _log: Log) -> list[Entry]:
            return recording.next_batch(filler, command, answers)

        return self._write(caller, record, expected, batch, goes_on=True)

    def note(self, caller: Caller, record: str, fact: Event, *more: Event, expected: int) -> int:
        """Write down facts beside the rules: an irregularity, a gap, a position, a correction; returns the new number of events.

        Several are written together or not at all. Who sits at the table and sees their own part alone notes words, and nothing of cards:
        what is refused would tell where they are.

        Raises ``StaleVersion``, ``MalformedCommand`` for an event that is no fact, and ``ImpossibleEvent`` or ``Contradiction``.
        """
        facts = (fact, *more)
        if not all(isinstance(one, _WORDS) for one in facts) and self._own_seats(caller, record) is not None:
            raise NotYours(f"record {record}: {caller.name!r} does not see the open table, and may note words, but no cards")
        if any(isinstance(one, Corrected) for one in facts):
            self._gate.check(caller, Permission.CORRECT, record)
        return self._write(caller, record, expected, lambda filler, _log: recording.fact_batches(filler, facts))

    def take_back(self, caller: Caller, record: str, to: int, *, expected: int, agreed: Sequence[SeatKey] = (), why: str = "") -> int:
        """Let the game go back to step ``to``; what was seen stays known. Returns the new number of events.

        Raises ``StaleVersion``, and ``ImpossibleEvent`` where it cannot: into a batch, or across a shuffle.
        """
        return self._write(
            caller, record, expected, lambda filler, log: recording.take_back_batch(filler, log, to, agreed, why), goes_on=True
        )

    def rename(self, caller: Caller, record: str, seat: str, name: str) -> None:
        """Give the person at ``seat`` (its key) of a record another name; the chain does not change.

        Raises ``RecordNotFound``, ``SeatNotFound``, and ``MalformedCommand`` for what is no name.
        """
        self._gate.check(caller, Permission.NAME, record)
        self._store.rename(record, seat, checked_name(name))

    def name_game(self, caller: Caller, record: str, title: str) -> None:
        """Say what the game of a table that is known by its log alone is called; "" takes the name away. The chain does not change.

        Raises ``RecordNotFound``, and ``MalformedCommand`` for what is no name and for a record whose game is known here.
        """
        self._gate.check(caller, Permission.NAME, record)
        info, header = self._known(record)
        if not self.games[header.game].nameless:
            raise MalformedCommand(
                f"record {record} is one of {header.game}, which has its name; only a table known by its log is called a game"
            )
        self._store.label(record, checked_label(info.label._replace(title=title)))

    def forget(self, caller: Caller, person: str) -> list[tuple[str, str]]:
        """Erase a person's name, however it is written, and ids from all records; returns the (record, seat) pairs touched.

        In words that were written down it stays; ``mentions`` tells where.
        Raises ``MalformedCommand`` for what is no name.
        """
        self._gate.check(caller, Permission.FORGET)
        if not folded(person):
            raise MalformedCommand("whom to forget must be named")
        return [(found.record, found.seat) for found in self._store.forget(person)]

    def mentions(self, caller: Caller, person: str) -> Mapping[str, int]:
        """Return in how many texts of events ``person`` still stands as a word, by record, those in the trash too; reads them all.

        Words that somebody wrote, and a foreign log's own, are part of the chain: only with their record can they be deleted.
        """
        self._gate.check(caller, Permission.FORGET)
        return mentions(self._store.bodies(), person)

    def trash(self, caller: Caller, record: str) -> None:
        """Put a record into the trash."""
        self._gate.check(caller, Permission.TRASH, record)
        self._store.trash(record)

    def restore(self, caller: Caller, record: str) -> None:
        """Take a record out of the trash."""
        self._gate.check(caller, Permission.TRASH, record)
        self._store.restore(record)

    def purge(self, caller: Caller, record: str, bound: Bound = Bound.REFUSE) -> int:
        """Delete a record in the trash for good, and with it what ``bound`` says of the streams beside it; returns how many events it had.

        Raises ``StoreRefused`` where streams belong to it and ``bound`` does not say what becomes of them.
        """
        self._gate.check(caller, Permission.PURGE, record)
        return self._store.purge(record, bound=bound).count

    # -- answers -------------------------------------------------------------------------------------------------------

    def kept_answer(self, caller: Caller, key: str) -> KeptAnswer | None:
        """Return what a request with this key was answered before, within a day and among the last ten thousand; None for none."""
        self._gate.check_shelf(caller)
        return self._store.kept_answer(own_key(caller, key))

    @contextmanager
    def answering(self, caller: Caller, key: str) -> Iterator[KeyedRequest]:
        """Let all that this thread writes inside stand in one transaction with the answer to a request of this key.

        It is kept at the end, and nothing of it where an exception leaves. From the first write on others wait to write. Raises
        ``AnsweredMeanwhileError`` where the same request was answered since ``kept_answer`` was asked.
        """
        self._gate.check_shelf(caller)
        with self._store.answering(own_key(caller, key)) as answering:
            yield answering

    def keep_so_far(self, caller: Caller) -> None:
        """Keep what a request that writes many things has written until now: others can write, and its repetition finds it done."""
        self._gate.check_shelf(caller)
        self._store.keep_so_far()

    @property
    def is_current(self) -> bool:
        """Whether no other version of the program has brought the store up since it was opened."""
        try:
            self._store.check_version()
        except WrongSchema:
            return False
        return True

    # -- keeping -------------------------------------------------------------------------------------------------------

    def verify(self, caller: Caller) -> Iterator[Finding]:
        """Yield the first break of each record, trash included, then where the shelf does not say what the log says."""
        self._gate.check(caller, Permission.KEEP)
        return iter(self.inspect(caller).findings)

    def inspect(self, caller: Caller) -> Inspection:
        """Read the whole store, as far as it can be read: which records are whole, and what is wrong with the others."""
        self._gate.check(caller, Permission.KEEP)
        return inspect(self._store, self.games, self._shelf_columns)

    def rescue(self, caller: Caller) -> Iterator[Exchanged | StreamFile | CaseFile | Finding]:
        """Give each record and other stream whose chain is whole, trash included, for another shelf, and the first break of each other."""
        self._gate.check(caller, Permission.KEEP)
        return rescue(self._store, self.games)

    def count(self, caller: Caller) -> tuple[int, int]:
        """Return how many records there are, and how many were deleted for good."""
        self._gate.check(caller, Permission.KEEP)
        return len(self._store.ids()), sum(stone.kind == RECORD for stone in self._store.tombstones())

    def back_up(self, caller: Caller, path: Path) -> int:
        """Write the whole store, as it stands at one moment, to the new file ``path``, while others write; returns the number of records.

        The file is a SQLite store of its own. Raises ``StoreRefused`` if something lies there already, if it cannot be written, and if the
        store is damaged.
        """
        self._gate.check(caller, Permission.KEEP)
        return self._store.back_up(path)

    def rebuild(self, caller: Caller) -> int:
        """Make the read models anew from the first event; returns the number of records on the shelf, trash included.

        Tables' ids of records that came in before these were kept are read from their logs.
        """
        self._gate.check(caller, Permission.KEEP)
        self._store.clear_read_models()
        self._refresh()
        self._find_tables()
        return len(self._store.raw_shelf())

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _holding(self, account: str | None, reason: str) -> Caller:
        """Return who asks as the one who holds the store. Raises ``MalformedCommand``."""
        if account is not None:
            return self._account_caller(account)
        if reason:
            check_reason(reason)
        return replace(OPERATOR, reason=reason.strip())

    def _known(self, record: str) -> tuple[RecordInfo, Header]:
        info = self._store.info(record)
        if info.kind != RECORD:
            raise RecordNotFound(f"no record {record!r}")
        try:
            header = msgspec.json.decode(info.header, type=Header)
        except msgspec.DecodeError as error:
            raise CorruptRecord(f"record {record}, records.header: {error}") from None
        if header.game not in self.games:
            raise CorruptRecord(f"record {record}: no game is called {header.game!r} here")
        if header.record != record:
            raise CorruptRecord(f"record {record}, records.header: is that of record {header.record}")
        return info, header

    def _log_of(self, record: str) -> tuple[Recorded[Any], ...]:
        info, header = self._known(record)
        return self._logs.stored(header, info.head)

    def _looked(self, caller: Caller, record: str, viewer: Viewer | str | None) -> tuple[AccessSight, RecordInfo, Header, Viewer]:
        """Return how ``caller`` looks at a record, what it is, and through whose eyes; leaves a trail where these are another's."""
        sight = self._gate.sight(caller, record)
        info, header = self._known(record)
        eyes = sight.eyes(caller, header, _names(info) if sight.names else {}, viewer)
        if caller.kind is not CallerKind.LOCAL and eyes is not PUBLIC and eyes not in sight.mine:
            self._leave_trail(caller, record, eyes, sight.ground)
            if sight.ends:
                self._store.lasting(lambda: self._close_finally(caller, record))
        return sight, info, header, eyes

    def _leave_trail(self, caller: Caller, record: str, eyes: Viewer, ground: str) -> None:
        self._store.leave_trail(
            TrailStep(record=record, account=caller.account, via=caller.via, viewer=viewer_key(eyes), ground=ground, reason=caller.reason)
        )

    def _ids(self, caller: Caller, text: str) -> list[str]:
        """Return the ids within reach that begin with ``text``."""
        reach = self._gate.reach(caller)
        return [] if reach.nothing else self._store.ids_with_prefix(text, within=reach.within)

    def _permission(self, caller: Caller, record: str) -> Permission:
        """Return what lets ``caller`` write commands: ``PLAY`` where that is all they may. Raises as the gate's ``check``."""
        plays = not self._gate.may(caller, Permission.WRITE, record) and self._gate.may(caller, Permission.PLAY, record)
        permission = Permission.PLAY if plays else Permission.WRITE
        self._gate.check(caller, permission, record)
        return permission

    def _own_seats(self, caller: Caller, record: str) -> tuple[SeatKey, ...] | None:
        """Return the seats for which ``caller`` may write, who does not see the open table; None for who sees it."""
        sight = self._gate.sight(caller, record)
        return None if sight.viewers is None or OPEN in sight.viewers else sight.mine

    def _command_own(
        self,
        caller: Caller,
        record: str,
        command: Command | str | bytes,
        *,
        seats: Sequence[SeatKey],
        permission: Permission,
        answers: Sequence[Sequence[str]],
        expected: int,
    ) -> int:
        """Write what an own seat does. What is wrong by its own log is told; what is wrong by another's is not."""
        info, header = self._known(record)
        if info.head.count != expected:
            raise StaleVersion(record, expected, info.head.count)
        game = self.games[header.game]
        read = recording.command_from(game, command) if isinstance(command, str | bytes) else command
        seat = next((one for one in seats if one == getattr(read, "seat", None)), None)
        if seat is None:
            raise NotYours(
                f"record {record}: {caller.name!r} may write moves of their own seat alone ({', '.join(seats) or 'they have none'})"
            )
        seen = self._seen(header, info.head, seat)
        recording.check_own(seen.game, seen.end, seen.events, read, answers)
        try:
            return self._write(
                caller, record, expected, lambda filler, _log: recording.next_batch(filler, read, ()), goes_on=True, permission=permission
            )
        except (RuleViolation, ImpossibleEvent, Contradiction):
            raise ImpossibleEvent(f"record {record}: this cannot be done now") from None

    def _write(
        self,
        caller: Caller,
        record: str,
        expected: int,
        batch: Batch,
        *,
        goes_on: bool = False,
        permission: Permission = Permission.WRITE,
    ) -> int:
        """Append what ``batch`` makes of the full log, which never leaves here: the right to write is not the right to see.

        A closed game that goes on, or loses its result, is opened again, by who may.
        """
        self._gate.check(caller, permission, record)
        info, header = self._known(record)

        def reopen() -> None:
            self._gate.check(caller, Permission.REOPEN, record)
            self._reopen(caller, record)

        closed = not info.live and (goes_on or (info.live is False and self._has_result(header, info.head)))
        return self._writer.write(info, header, expected, batch, reopen if closed else None)

    def _has_result(self, header: Header, head: Head) -> bool:
        return self._seen(header, head, PUBLIC).timeline.outcome is not None

    def _seen(self, header: Header, head: Head, viewer: Viewer, upto: int | None = None) -> SeenLog:
        """Return a record's log, or its first ``upto`` events, as ``viewer`` was shown it, kept with what was computed from it."""
        key = header.record, viewer, upto
        found = self._seen_logs.get(key)
        if found is not None and found[0] == head:
            return found[1]
        game, log = self.games[header.game], self._logs.present(header, head)
        if found is not None and continues(log, head, found[0]):
            new = veil(game.parts, log[len(found[1].events) : upto], viewer)
            if not any(isinstance(recorded.event, GameStarted) for recorded in new):  # it may set other readings
                return self._keep_seen(key, head, found[1].grown(new))
        events = veil(game.parts, log[:upto], viewer)
        return self._keep_seen(key, head, self._looking(header, viewer, events))

    def _keep_seen(self, key: tuple[RecordId, Viewer, int | None], head: Head, seen: SeenLog) -> SeenLog:
        log = self._logs.tally_of(seen.header.record)
        if log is None:
            seen.count_events()
        return self._seen_logs.keep(key, head, seen, beneath=log)

    def _looking(self, header: Header, viewer: Viewer, events: tuple[Recorded[Any], ...]) -> SeenLog:
        game = self.games[header.game]
        return SeenLog(shown(game, header, events), self._folders[header.game], header, viewer, events)

    def _add(self, caller: Caller, new: Sequence[NewGame], *, live: bool = False) -> list[Stored]:
        self._gate.check(caller, Permission.ADD)
        own = [game if game.origin is None else replace(game, origin=keyed(caller, game.origin)) for game in new]
        return ingest.add(self._store, self._maker(caller, live=live), own)

    def _maker(self, caller: Caller, *, live: bool = False) -> Make:
        def make(header: Header, key: bytes, people: Seated, entries: Sequence[Entry | Recorded[Any]], origin: str | None) -> NewRecord:
            game = self.games[header.game]
            record, log = made(game, self._folders[header.game], header, key, people, entries, origin)
            row = self._shelf_row(header, Head(0, b""), record.head, log)
            return replace(record, shelf=row, owner=caller.account or None, live=live and row is not None and row.ended is None)

        return make

    def _shelf_row(self, header: Header, before: Head, end: Head, new: Sequence[Recorded[Any]]) -> ShelfRow | None:
        """Return the shelf's row of a record that goes on from ``before`` with ``new``; None where the public cannot be shown that log."""
        game = self.games[header.game]
        try:
            if before.count and not any(isinstance(recorded.event, GameStarted) for recorded in new):
                seen = self._seen(header, before, PUBLIC).grown(veil(game.parts, new, PUBLIC))
            else:
                log = (*(self._logs.present(header, before) if before.count else ()), *new)
                seen = self._looking(header, PUBLIC, veil(game.parts, log, PUBLIC))
            row = row_of(seen)
        except (ImpossibleEvent, Contradiction):
            return None
        self._keep_seen((header.record, PUBLIC, None), end, seen)
        return row

    def _shelf_columns(self, record: str) -> Mapping[str, object]:
        info, header = self._known(record)
        return columns_of(row_of(self._seen(header, info.head, PUBLIC)))

    def _find_tables(self) -> None:
        for record in self._store.ids():
            try:
                info, header = self._known(record)
                table_of = self.games[header.game].table_of
                if table_of is None or info.label.number or not all(info.foreign_ids.get(seat) for seat in header.seats):
                    continue  # a table's id leads to its people: it is kept where all of theirs are
                site, number = table_of(self._logs.stored(header, info.head))
            except (RecordNotFound, CorruptRecord, ImpossibleEvent, Contradiction):
                continue  # deleted meanwhile, or damaged: verify tells of it
            if number:
                self._store.label(record, info.label._replace(site=site, number=number))

    def _refresh(self) -> None:
        """Put onto the shelf what another program, or one of an earlier version, has written without it."""
        while (pulled := self._store.pull()).upto != pulled.since:
            rows = []
            for record in pulled.records:
                try:
                    info, header = self._known(record)
                    rows.append(row_of(self._seen(header, info.head, PUBLIC)))
                except (RecordNotFound, CorruptRecord, ImpossibleEvent, Contradiction):
                    continue  # deleted meanwhile, or damaged: verify tells of it, the others stay readable
            self._store.put_shelf(rows, pulled)


def _names(info: RecordInfo) -> dict[SeatKey, str]:
    return {SeatKey(seat): name for seat, name in info.names.items() if name}
