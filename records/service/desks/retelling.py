"""The desk for retellings of logs, and for tables of the words that mean moves (design/events: Retellings)."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from records.core.ids import RecordId
from records.core.logs.effective import effective
from records.core.secret import NOBODY
from records.core.viewers import Viewer, viewer_key
from records.errors import CorruptRecord, MalformedCommand, NotFound, NotYours, RecordNotFound, RecordsError
from records.service.access import Permission
from records.service.foreign import said_writer
from records.service.incoming import is_line
from records.service.retelling.views import LONGEST_WORDS, RetellingView, WordTableView
from records.service.streams.sealing import opened_body, sealed
from records.studies.layers.events import PersonKey
from records.studies.retellings import events as ev
from records.studies.word_tables import events as words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.viewers import Caller
    from records.service.desks.records import RecordDesk
    from records.service.kinds import StoredRetelling, StoredWordTable, Streams
    from records.service.office import Office
    from records.service.streams.files import StreamFile
    from records.service.viewing import RecordView
    from records.studies.retellings.fold import LineMark


class RetellingDesk:
    """Retellings and tables of words. Every method names its caller first and asks the policy.

    A retelling exists for callers who may see both its record and its log, only as far as they may see the log. A table of words
    exists only for its author.
    """

    def __init__(self, office: Office, streams: Streams, records: RecordDesk) -> None:
        self._store, self._gate, self._person, self._known = office.store, office.gate, office.person, office.known
        self.games = office.games
        self._retellings, self._tables, self._records = streams.retellings, streams.word_tables, records

    # -- retellings ----------------------------------------------------------------------------------------------------

    def begin_retelling(self, caller: Caller, told: str, source: str, viewer: Viewer | str | None = None) -> RetellingView:
        """Note that record ``told`` is written beside the log of ``source``, read as ``viewer``.

        Raises ``MalformedCommand`` if ``told`` is an observed table, ``source`` is not, or ``told`` retells another log already.
        """
        self._gate.check(caller, Permission.WRITE, told)
        written, log = self._records.record(caller, told), self._records.record(caller, source, viewer)
        if written.game.nameless or not log.game.nameless:
            raise MalformedCommand(f"record {told} of {written.game.name} is not written beside {source}, a record of {log.game.name}")
        if len(written.header.seats) != len(log.header.seats):
            raise MalformedCommand(f"record {told} has {len(written.header.seats)} seats, the log of {source} {len(log.header.seats)}")
        ident = ev.retelling_id(told)
        header = ev.RetellingHeader(
            stream=ident,
            opened=datetime.now(UTC),
            source=RecordId(source),
            told=RecordId(told),
            teller=PersonKey(self._person(caller).key),
        )
        with suppress(RecordNotFound):
            if self._retellings.read(ident).header.source != source:
                raise MalformedCommand(f"record {told} tells another log already")
            return RetellingView(source=log, told=told, marks=self._standing(self._retellings.read(ident), written))
        made = self._retellings.create(header, [ev.RetellingBegan(viewer=viewer_key(log.viewer))])
        return RetellingView(source=log, told=told, marks=made.state.marks)

    def written_beside(self, caller: Caller, view: RecordView) -> RetellingView | None:
        """Return the retelling in which ``view`` is written, with its log as the viewer chosen at its beginning.

        None if there is none, if the caller may not write in the record, or may not look at the log as that viewer.
        """
        self._gate.sight(caller, view.header.record)
        if not self._gate.may(caller, Permission.WRITE, view.header.record):
            return None
        read = self._read(view.header.record)
        return None if read is None else self._seen(caller, read, view, read.state.viewer)

    def retelling_of(self, caller: Caller, view: RecordView) -> RetellingView | None:
        """Return the retelling that led to ``view``, with its log as the corresponding viewer, seat for seat.

        None if there is none, or if the caller may not look at the log as that viewer.
        """
        self._gate.sight(caller, view.header.record)
        read = self._read(view.header.record)
        return None if read is None else self._seen(caller, read, view, None)

    def tellings(self, caller: Caller, source: str) -> list[str]:
        """Return the records that were written beside a log and exist for the caller, the oldest first."""
        self._gate.sight(caller, source)
        return [
            str(one.header.told)
            for one in self._retellings.beside([source])
            if self._gate.knows(caller, one.header.told) and self._is_there(one.header.told)
        ]

    def tell_lines(self, caller: Caller, view: RecordView, events: Sequence[ev.RetellingEvent]) -> None:
        """Continue the retelling in which ``view`` is written. Raises ``RecordNotFound`` if it does not exist for the caller."""
        if self.written_beside(caller, view) is None:
            raise RecordNotFound(f"record {view.header.record} is written beside no log")
        if events:
            self._retellings.write(ev.retelling_id(view.header.record), lambda _now: [*events])

    def _read(self, told: str) -> StoredRetelling | None:
        try:
            return self._retellings.read(ev.retelling_id(told))
        except (RecordNotFound, CorruptRecord):
            return None  # verify reports a damaged one

    def _seen(self, caller: Caller, read: StoredRetelling, view: RecordView, viewer: str | None) -> RetellingView | None:
        try:
            if not self._is_there(read.header.source) or self._gate.sight(caller, read.header.source).ends:
                return None
            log = self._records.record(caller, read.header.source, viewer or self._same_eyes(read, view))
        except (NotFound, NotYours, CorruptRecord, MalformedCommand):
            return None
        return RetellingView(source=log, told=view.header.record, marks=self._standing(read, view))

    def _same_eyes(self, read: StoredRetelling, view: RecordView) -> Viewer:
        """Return the viewer of the log that corresponds to the viewer of ``view``: the seats are in the same order."""
        if view.viewer not in view.header.seats:
            return view.viewer
        seats = self._known(read.header.source)[1].seats
        return seats[view.header.seats.index(view.viewer)]

    def _is_there(self, record: str) -> bool:
        try:
            return self._store.info(record).trashed_at is None
        except RecordNotFound:
            return False

    @staticmethod
    def _standing(read: StoredRetelling, view: RecordView) -> Mapping[str, LineMark]:
        return read.state.standing({recorded.v for recorded in effective(view.events)})

    def take_in_told(self, caller: Caller, stream: StreamFile) -> bool:
        """Store a retelling or a table of words from another store, whose chain was checked; returns False for one that is here already.

        It is the caller's own if its author's key is theirs; otherwise nobody's here, imported by the caller. A retelling may come before
        its records.
        """
        self._gate.check(caller, Permission.KEEP)
        header = stream.header
        said = said_writer(self._store, self._person(caller).key, header.stream, header.teller, stream.name)
        if said is not None and isinstance(header, words.WordTableHeader):
            header = msgspec.structs.replace(header, stream=words.word_table_id(said.key, header.game, header.site))
        if header.stream in self._store.ids(header.kind):
            return False
        (self._retellings if header.kind == ev.RETELLING else self._tables).take_in(header, stream.log, stream.head, said)
        return True

    # -- words ---------------------------------------------------------------------------------------------------------

    def word_tables(self, caller: Caller) -> list[WordTableView]:
        """Return the caller's own tables of words, by game and site."""
        found = [_table_view(one) for one in self._own_tables(caller)]
        return sorted(found, key=lambda table: (table.game, table.site))

    def word_table(self, caller: Caller, table: str) -> WordTableView:
        """Return a table of the caller's own. Raises ``RecordNotFound``."""
        return _table_view(self._own(caller, table))

    def word_table_for(self, caller: Caller, game: str, site: str) -> WordTableView:
        """Return the caller's own table for a game at a site; an empty one if nothing was entered."""
        ident = words.word_table_id(self._person(caller).key, game, site)
        try:
            return self.word_table(caller, ident)
        except RecordNotFound:
            return WordTableView(id=ident, game=game, site=site, lines={})

    def learn_words(self, caller: Caller, game: str, site: str, said: Mapping[str, str]) -> WordTableView:
        """Store the meanings of lines, by their words: replacing the earlier meaning of the same words, else at the end.

        The table is made if there is none. Raises ``MalformedCommand`` for an unknown game, and for words that are not one line.
        """
        person = self._person(caller)
        if game not in self.games or self.games[game].nameless:
            raise MalformedCommand(f"no game with rules is called {game!r}")
        if not is_line(site, LONGEST_WORDS):
            raise MalformedCommand("a site is one line of text")
        for says, means in said.items():
            if not says.strip() or not is_line(says, LONGEST_WORDS) or not is_line(means, LONGEST_WORDS):
                raise MalformedCommand(f"{says[:40]!r}: what a line says and means is one line of up to {LONGEST_WORDS} characters")
        ident = words.word_table_id(person.key, game, site)

        def make(now: StoredWordTable) -> list[words.WordTableEvent]:
            return _learnt(_table_view(now), said)

        with suppress(RecordNotFound):
            return _table_view(self._tables.write(ident, make))
        header = words.WordTableHeader(stream=ident, opened=datetime.now(UTC), game=game, site=site, teller=PersonKey(person.key))
        empty = WordTableView(id=ident, game=game, site=site, lines={})
        made = _learnt(empty, said)
        return _table_view(self._tables.create(header, made)) if made else empty

    def unlearn_words(self, caller: Caller, table: str, *lines: int) -> WordTableView:
        """Remove lines from a table of the caller's own, by their numbers; missing ones are ignored."""
        self._own(caller, table)

        def make(now: StoredWordTable) -> list[words.WordTableEvent]:
            return [words.WordsForgotten(of=line) for line in dict.fromkeys(lines) if line in now.state.lines]

        return _table_view(self._tables.write(table, make))

    def remove_word_table(self, caller: Caller, table: str) -> int:
        """Delete a table of the caller's own for good; returns how many lines it had."""
        read = self._own(caller, table)
        self._tables.remove(table)
        return len(read.state.lines)

    def erase_words(self, caller: Caller, person: str) -> int:
        """Erase every text that the person of this key wrote in tables of words. Returns how many there were."""
        self._gate.check(caller, Permission.FORGET)
        return self._tables.erase_of(person)

    def _own_tables(self, caller: Caller) -> Iterator[StoredWordTable]:
        key = self._person(caller).key
        for ident in self._store.ids(words.WORD_TABLE):
            with suppress(RecordsError):  # gone meanwhile, or damaged: verify reports it
                if (read := self._tables.read(ident)).header.teller == key:
                    yield read

    def _own(self, caller: Caller, table: str) -> StoredWordTable:
        read = self._tables.read(table)
        if read.header.teller != self._person(caller).key:
            raise RecordNotFound(f"no words {table!r}")
        return read


def _table_view(read: StoredWordTable) -> WordTableView:
    bodies = ((number, opened_body(body, words.WordLine)) for number, body in read.state.lines.items())
    lines = {number: (body.says, body.means) for number, body in bodies if body is not None}
    return WordTableView(id=read.header.stream, game=read.header.game, site=read.header.site, lines=lines)


def _learnt(now: WordTableView, said: Mapping[str, str]) -> list[words.WordTableEvent]:
    there = {says: (number, means) for number, (says, means) in now.lines.items()}
    return [
        words.WordsLearnt(line=sealed(words.WordLine(says=says, means=means), NOBODY), of=there[says][0] if says in there else None)
        for says, means in said.items()
        if says not in there or there[says][1] != means
    ]
