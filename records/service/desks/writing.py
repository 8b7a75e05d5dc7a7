"""The desk for writing records: beginning, commands, merging, importing, taking back."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.shared import Corrected, GapNoted, IrregularityNoted
from records.core.viewers import OPEN, PUBLIC, Caller
from records.errors import (
    Contradiction,
    ImpossibleEvent,
    MalformedCommand,
    NotYours,
    RuleViolation,
    StaleVersion,
    StoreRefused,
    WrongSchema,
)
from records.projections.turn_count import TurnCount
from records.service.access import Permission
from records.service.accounts.ending import reopen
from records.service.accounts.keys import keeps_store, keyed, own_key
from records.service.commands import command_from
from records.service.incoming import Entry, Exchanged
from records.service.shelving import counted_row
from records.service.writing import ingest, recording
from records.service.writing.ingest import Stored
from records.service.writing.limits import StoreLimits, owner_limits
from records.service.writing.merging import Merged, merged_game
from records.service.writing.record_builder import Seated, made
from records.service.writing.record_writer import RecordWriter
from records.store import Head, NewRecord
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from records.core.events import Event
    from records.core.position import Command
    from records.service.desks.access import AccessDesk
    from records.service.incoming import NewGame
    from records.service.log_reader import Log
    from records.service.office import Office
    from records.service.writing.ingest import Make
    from records.service.writing.record_filler import RecordFiller
    from records.service.writing.record_writer import Batch
    from records.service.writing.recording import NewTable
    from records.store import KeptAnswer, KeyedRequest, ShelfRow
    from records.store.care.room import Room

_WORDS = (IrregularityNoted, GapNoted)
"""Facts that name no card."""


class WritingDesk:
    """Writing. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office, access: AccessDesk) -> None:
        self._office, self._access = office, access
        self.games, self._store, self._gate, self._folders = office.games, office.store, office.gate, office.folders
        self._known, self._seen = office.known, office.seen
        self.limits = StoreLimits()
        """Limits on what is stored; the server of the book sets them."""
        self._writer = RecordWriter(office.store, office.games, office.logs, office.memory, office.shelf_row)

    def add(self, caller: Caller, *new: NewGame) -> list[Stored]:
        """Record whole games in one transaction; a file that was imported before is not recorded again.

        Raises ``ImpossibleEvent`` or ``Contradiction`` if a log cannot have happened; then nothing is stored.
        """
        return self._add(caller, new)

    def known_file(self, caller: Caller, digest: str) -> list[Stored]:
        """Return the records stored from an unchanged file of this digest; none if it must be read."""
        self._gate.check(caller, Permission.ADD)
        return [Stored(RecordId(record), already=True) for record in self._store.by_file(keyed(caller, digest))]

    def remember_file(self, caller: Caller, digest: str, ids: Sequence[str]) -> None:
        """Note that all of a file of this digest is stored as these records."""
        self._gate.check(caller, Permission.ADD)
        with suppress(StoreRefused):  # its records are stored; reading it again only costs time
            self._store.remember_file(keyed(caller, digest), ids)

    def take_in(self, caller: Caller, exchanged: Exchanged) -> Stored:
        """Store a record that was exported elsewhere; its chain has been checked.

        It keeps its id if that is free. The same record is not stored twice; another one with the same id is chained again under a new id.
        """
        self._gate.check(caller, Permission.ADD)
        parts = self.games[exchanged.header.game].parts
        of_one = None if keeps_store(caller) else partial(keyed, caller)
        return ingest.take_in(self._store, self._maker(caller), exchanged, parts, self._office.log_of, of_one)

    def merge(self, caller: Caller, *logs: Exchanged | NewGame, trust: int | None = None) -> Merged:
        """Record one game from two or more logs written by its players, each with what they saw.

        Events are matched by their public parts, and faces are taken from the logs that show them. If two logs disagree, nothing is
        stored, and all such places are reported; with ``trust`` the log of that number, from 0, is believed there; they are still reported.
        Raises ``MalformedCommand`` if they are not of one game, ``ImpossibleEvent`` or ``Contradiction`` if it cannot have happened.
        """
        self._gate.check(caller, Permission.ADD)
        new, base, found = merged_game(self.games, logs, trust)
        return Merged(stored=None if new is None else self.add(caller, new)[0], base=base, disagreements=found)

    def append(self, caller: Caller, record: str, entries: Sequence[Entry], *, expected: int) -> int:
        """Append a batch to a record that has ``expected`` events; returns the new number of events.

        Each event is written with every face that the log has for what it shows, so that every seat can read all it was shown.
        The writer must be allowed to see the open table, because refusals reveal it.
        Raises ``StaleVersion`` if somebody wrote first, ``ImpossibleEvent`` or ``Contradiction`` if it cannot have happened.
        """
        if self._own_seats(caller, record) is not None:
            raise NotYours(f"record {record}: {caller.name!r} does not see the open table, and may write moves of their own seat alone")
        return self._write(caller, record, expected, lambda _filler, _log: entries, goes_on=True)

    def begin(self, caller: Caller, table: NewTable, answers: Iterable[Sequence[str]] = ()) -> RecordId:
        """Record a game that is about to be played; returns its id. The caller's account sits where ``table`` says, if it has one.

        If chance is typed in, ``answers`` are the table's answers in order, each a list of keys of its question's options. Raises
        ``AnswerNeeded`` with the next question while answers are missing; then nothing is stored.
        """
        if table.sits and not caller.account:
            raise MalformedCommand("only an account sits at a seat")
        record = self._add(caller, (recording.first_batch(self.games, table, answers),), live=True)[0].id
        if table.sits:
            self._access.sit_from_start(caller, record, table.sits)
        if not table.dealt and caller.account:
            # Somebody who types in the cards knows them all.
            self._office.leave_trail(caller, record, OPEN, "owner")
        return record

    def command(
        self, caller: Caller, record: str, command: Command | str | bytes, *, answers: Iterable[Sequence[str]] = (), expected: int
    ) -> int:
        """Write down a seat's command in a record of ``expected`` events; returns the new number of events.

        ``command`` is a value of the game, or its JSON object. Callers who see the open table write for every seat; players who see only
        their own part, for their own seats, in a game that the program deals. Refusals give such a seat only reasons that it can see, else
        none. Raises ``RuleViolation``, ``StaleVersion``, ``AnswerNeeded`` as ``begin`` does,
        ``MalformedCommand``, and ``Contradiction`` or ``ImpossibleEvent`` if it cannot have happened; then nothing is stored.
        """
        permission = self._permission(caller, record)
        seats = self._own_seats(caller, record)
        if seats is not None:
            return self._command_own(caller, record, command, seats=seats, permission=permission, answers=[*answers], expected=expected)

        def batch(filler: RecordFiller, _log: Log) -> list[Entry]:
            return recording.next_batch(filler, command, answers)

        return self._write(caller, record, expected, batch, goes_on=True)

    def note(self, caller: Caller, record: str, fact: Event, *more: Event, expected: int) -> int:
        """Write down facts outside the rules: an irregularity, a gap, a position, a correction; returns the new number of events.

        Several are written together or not at all. A player who sees only their own part may note texts, but nothing about cards,
        because refusals would reveal where these are.

        Raises ``StaleVersion``, ``MalformedCommand`` for an event that is no fact, and ``ImpossibleEvent`` or ``Contradiction``.
        """
        facts = (fact, *more)
        if not all(isinstance(one, _WORDS) for one in facts) and self._own_seats(caller, record) is not None:
            raise NotYours(f"record {record}: {caller.name!r} does not see the open table, and may note words, but no cards")
        if any(isinstance(one, Corrected) for one in facts):
            self._gate.check(caller, Permission.CORRECT, record)
        return self._write(caller, record, expected, lambda filler, _log: recording.fact_batches(filler, facts))

    def take_back(self, caller: Caller, record: str, to: int, *, expected: int, agreed: Sequence[SeatKey] = (), why: str = "") -> int:
        """Take the game back to step ``to``; what was seen stays known. Returns the new number of events.

        Raises ``StaleVersion``, and ``ImpossibleEvent`` if it is impossible: into a batch, or across a shuffle.
        """
        return self._write(
            caller, record, expected, lambda filler, log: recording.take_back_batch(filler, log, to, agreed, why), goes_on=True
        )

    def kept_answer(self, caller: Caller, key: str) -> KeptAnswer | None:
        """Return the stored answer to a request with this key, within a day and among the last ten thousand; None for none."""
        self._gate.check_shelf(caller)
        return self._store.kept_answer(own_key(caller, key))

    @contextmanager
    def answering(self, caller: Caller, key: str) -> Iterator[KeyedRequest]:
        """Put everything that this thread writes inside into one transaction with the answer to a request of this key.

        It is committed at the end, and rolled back if an exception leaves. From the first write on, other writers wait. Raises
        ``AnsweredMeanwhileError`` if the same request was answered since ``kept_answer`` was called.
        """
        self._gate.check_shelf(caller)
        with self._store.answering(own_key(caller, key)) as answering:
            yield answering

    def keep_so_far(self, caller: Caller) -> None:
        """Commit what a long request has written so far: others can then write, and a repeated request finds it done."""
        self._gate.check_shelf(caller)
        self._store.transactions.keep_so_far()

    @property
    def is_current(self) -> bool:
        """Whether no other version of the program has upgraded the store since it was opened."""
        try:
            self._store.transactions.check_version()
        except WrongSchema:
            return False
        return True

    def room(self) -> Room:
        """Measure the size of the store and its free room. Raises ``StoreRefused``, and ``WrongSchema`` for a store of another version."""
        return self._store.room()

    def _permission(self, caller: Caller, record: str) -> Permission:
        """Return the permission by which ``caller`` writes commands: ``PLAY`` if they have no more. Raises as the gate's ``check``."""
        plays = not self._gate.may(caller, Permission.WRITE, record) and self._gate.may(caller, Permission.PLAY, record)
        permission = Permission.PLAY if plays else Permission.WRITE
        self._gate.check(caller, permission, record)
        return permission

    def _own_seats(self, caller: Caller, record: str) -> tuple[SeatKey, ...] | None:
        """Return the seats for which a caller without the open table may write; None for a caller who sees it."""
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
        """Write a move of the caller's own seat. A refusal gives its reason only if that seat's own log shows it."""
        info, header = self._known(record)
        if info.head.count != expected:
            raise StaleVersion(record, expected, info.head.count)
        game = self.games[header.game]
        read = command_from(game, command) if isinstance(command, str | bytes) else command
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
        """Append the result of ``batch`` for the full log, which never leaves this method: the right to write is not the right to see.

        A closed game that goes on, or loses its result, is opened again if the caller may do that.
        """
        self._gate.check(caller, permission, record)
        info, header = self._known(record)

        def opened_again() -> None:
            self._gate.check(caller, Permission.REOPEN, record)
            reopen(self._store, caller, record)

        closed = not info.live and (goes_on or (info.live is False and self._has_result(header, info.head)))
        return self._writer.write(info, header, expected, batch, opened_again if closed else None)

    def _has_result(self, header: Header, head: Head) -> bool:
        return self._seen(header, head, PUBLIC).timeline.outcome is not None

    def _add(self, caller: Caller, new: Sequence[NewGame], *, live: bool = False) -> list[Stored]:
        self._gate.check(caller, Permission.ADD)
        own = [game if game.origin is None else replace(game, origin=keyed(caller, game.origin)) for game in new]
        return ingest.add(self._store, self._maker(caller, live=live), own)

    def _maker(self, caller: Caller, *, live: bool = False) -> Make:
        account = "" if keeps_store(caller) else caller.account
        limits = cache(partial(owner_limits, self._store, self.limits, account))  # checked once there is something to store

        def make(header: Header, key: bytes, people: Seated, entries: Sequence[Entry | Recorded[Any]], origin: str | None) -> NewRecord:
            game = self.games[header.game]
            turns = TurnCount(game.acts) if game.acts is not None and not live and all(isinstance(one, Entry) for one in entries) else None
            record, log = made(game, self._folders[header.game], header, key, people, entries, origin, turns)
            if turns is not None and log:
                row: ShelfRow | None = counted_row(game, header, turns, log[-1].at)
            else:
                row = self._office.shelf_row(header, Head(0, b""), record.head, log)
            goes_on = live and row is not None and row.ended is None
            return replace(record, shelf=row, owner=caller.account or None, live=goes_on, limits=limits())

        return make
