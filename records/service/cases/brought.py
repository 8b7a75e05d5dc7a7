"""Disputes imported as files: only their importer reads them, as written at home. They are read-only and grant no access."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from records.core.ids import RecordId, SeatKey
from records.core.logs.fold import Folder
from records.core.logs.present import present
from records.core.logs.seals import Sealer
from records.core.viewers import OPEN, PUBLIC, CallerKind, Spectator, viewer_key
from records.errors import MalformedCommand, RecordNotFound, RecordsError, StaleVersion
from records.knowledge.door import redact, veil
from records.service.access import Permission
from records.service.cases.files import CaseFile, CaseResult, CaseVerdict, case_file, reproduced, with_cards
from records.service.cases.views import ARBITER, CaseView, case_view
from records.service.editions import shown
from records.service.foreign import foreign_key
from records.service.kinds import CASE_FILES
from records.service.persons import person_of
from records.service.seen_log import SeenLog
from records.service.streams.store import StoredStream, StreamStore
from records.service.viewing import RecordView, viewer_of
from records.service.writing.ingest import Stored
from records.store import Head, SaidWriter
from records.studies.cases.brought import CASE_FILE, CaseFileBrought, CaseFileHeader, CaseFileId
from records.studies.cases.events import CASE_BOOK
from records.studies.cases.fold import fold_case
from records.studies.cases.texts import writers
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from records.core.game import Game
    from records.core.viewers import Caller, Viewer
    from records.service.access import AccessGate
    from records.service.kinds import CaseStore, StoredCase
    from records.service.persons import BroughtBy
    from records.store import Store

_PEOPLE = frozenset({CallerKind.LOCAL, CallerKind.OPERATOR, CallerKind.ACCOUNT, CallerKind.TOKEN})


class FiledCase(msgspec.Struct, frozen=True, dict=True):
    """A dispute as written in a file, for a viewer who sees no more than the viewer for whom the file was made."""

    id: str
    """Its id here."""
    game: Game
    file: CaseFile
    eyes: Viewer
    by: BroughtBy | None
    """Who brought it."""
    names: Mapping[SeatKey, str] = msgspec.field(default_factory=dict)
    """Names by seat, which no file contains."""
    here: bool = False
    """Whether its record exists here for the caller, with the events of the file."""

    @cached_property
    def seen(self) -> SeenLog:
        """The record up to the disputed play."""
        header = self.file.record
        events = present(self.game, header, self.file.log)
        narrow = events if self.eyes == self.file.viewer else veil(self.game.parts, events, self.eyes)
        return SeenLog(shown(self.game, header, narrow), Folder(self.game), header, self.eyes, tuple(narrow))

    @property
    def record(self) -> RecordView:
        """The record as written in the file."""
        return RecordView(self.seen, self.names)

    @cached_property
    def view(self) -> CaseView:
        """The dispute; raises ``RecordNotFound`` if this viewer may not read its question."""
        found = case_view(self._stored, self.seen, self.eyes)
        if found is None:
            raise RecordNotFound(f"no case {self.id!r}")
        return replace(found, id=self.id, brought=self.by, read_only=True)

    def for_eyes(self) -> CaseFile:
        """Return the file for this viewer: unchanged for the viewer for whom it was made."""
        if self.eyes == self.file.viewer:
            return self.file
        return case_file(self.game, self.file.record, self.file.log, None, self._stored, self.view)

    def verdict(self, games: Mapping[str, Game]) -> CaseVerdict:
        """Return whether each reading gives the same result for the play here as in the file."""
        return reproduced(games, self.file, 0)

    @property
    def _stored(self) -> StoredCase:
        log = tuple(self.file.case_log)
        state = replace(fold_case(log), released=frozenset())  # each seat releases its own side, and none does here
        return StoredStream(self.file.case, log, Head(len(log), b""), state)


class BroughtCases:
    """The files of disputes in a store. Each exists only for its importer, because a role would show others' hands of a running game."""

    def __init__(self, store: Store, gate: AccessGate, games: Mapping[str, Game], cases: CaseStore) -> None:
        self._store, self._gate, self._games, self._cases = store, gate, games, cases
        self._files = StreamStore(store, CASE_FILES)

    def take_in(self, caller: Caller, own: str, file: CaseFile) -> Stored:
        """Store a file whose chains were checked, as imported by ``caller``, whose person's key is ``own``.

        A file without anything new is not stored again; a longer version replaces the earlier one. Raises a
        ``RecordsError`` for a dispute that cannot be read.
        """
        self._gate.check(caller, Permission.ADD)
        if self._stands_here(caller, file):
            return Stored(RecordId(file.case.stream), already=True, kind=file.case.kind)
        source = f"{file.case.stream} {viewer_key(file.viewer)}"
        said = SaidWriter(key=foreign_key(own, source, "", file.record.record), name="", bringer=own, source=file.case.stream, writer="")
        header = CaseFileHeader(stream=CaseFileId(said.key), opened=datetime.now(UTC), case=file.case.stream)
        event = self._kept(file)
        self._brought(header.stream, event, None, file.viewer).view  # noqa: B018 -- raises if it cannot be shown
        if header.stream not in self._store.ids(CASE_FILE):
            with suppress(StaleVersion):  # another process was faster
                self._files.create(header, [event], said)
                return Stored(RecordId(header.stream), kind=CASE_FILE)
        before = self._files.read(header.stream).state
        if before == event or before.case_log[: len(event.case_log)] == event.case_log:
            return Stored(RecordId(header.stream), already=True, kind=CASE_FILE)
        self._files.write(header.stream, lambda now: [] if now.state == event else [event])
        return Stored(RecordId(header.stream), kind=CASE_FILE)

    def find(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> FiledCase | None:
        """Return a dispute that ``caller`` imported, as ``viewer`` may read it; None if it is not theirs."""
        if self._store.ids_with_prefix(case, CASE_FILE) != [case] or not self._may(caller, case):
            return None
        by = person_of(said).brought if (said := self._store.people.said_of(case)) is not None else None
        return self._brought(case, self._files.read(case).state, by, viewer)

    def all(self, caller: Caller, viewer: Viewer | str | None = None, *, of: str | None = None) -> Iterator[FiledCase]:
        """Yield every dispute that ``caller`` imported, as ``viewer`` may read it; with ``of`` only those about that record."""
        for case in self._store.ids(CASE_FILE):
            with suppress(RecordsError):  # deleted meanwhile, of a game that is not known any more, or not for this viewer
                found = self.find(caller, case, viewer)
                if found is not None and of in {None, found.file.record.record}:
                    found.view  # noqa: B018 -- raises where there is none
                    yield found

    def begun(self, caller: Caller, text: str) -> list[str]:
        """Return the ids beginning with ``text`` of the disputes that ``caller`` imported."""
        return [case for case in self._store.ids_with_prefix(text, CASE_FILE) if self._may(caller, case)]

    def erasable(self, caller: Caller, text: str) -> list[str]:
        """Return the ids beginning with ``text`` of the disputes that ``caller`` may delete: their own, or all if they may erase names."""
        every = self._gate.may(caller, Permission.FORGET)
        return self._store.ids_with_prefix(text, CASE_FILE) if every else self.begun(caller, text)

    def remove(self, case: str) -> int:
        """Delete a file for good; returns how many times it was imported."""
        return self._files.remove(case)

    def remove_said_by(self, said: Callable[[str, str], bool]) -> int:
        """Delete every file with a text by somebody for whom ``said`` (record, name) is true; returns the number of such texts."""
        count = 0
        for stream in self._store.ids(CASE_FILE):
            event = self._files.read(stream).state
            log = [CASE_BOOK.codec.decode(line.encode()) for line in event.case_log]
            if spoken := sum(said(event.record.record, who) for _version, who in writers(log)):
                self._files.remove(stream)
                count += spoken
        return count

    def _may(self, caller: Caller, case: str) -> bool:
        if caller.kind not in _PEOPLE or caller.grant is not None:
            return False
        said, own = self._store.people.said_of(case), self._store.people.person_of(caller.person)
        return said is not None and said.said is not None and own is not None and said.said.bringer == own[0]

    def _stands_here(self, caller: Caller, file: CaseFile) -> bool:
        """Whether the dispute itself is here, ``caller`` may read it as the file's viewer does, and the file has nothing beyond it."""
        try:
            here = self._cases.read(file.case.stream)
            sight = self._gate.sight(caller, here.header.of.record)
        except RecordNotFound:
            return False
        if here.header != file.case or not (sight.viewers is None or file.viewer in sight.viewers):
            return False
        begun = here.log[: len(file.case_log)]
        return redact(Sealer(CASE_BOOK.parts, None), begun, file.viewer) == list(file.case_log)

    def _kept(self, file: CaseFile) -> CaseFileBrought:
        codec = self._games[file.record.game].codec
        return CaseFileBrought(
            seen_by=viewer_key(file.viewer),
            case=file.case,
            record=file.record,
            log=tuple(codec.encode(one).decode() for one in file.log),
            case_log=tuple(CASE_BOOK.codec.encode(one).decode() for one in file.case_log),
            results=tuple(msgspec.json.encode(one).decode() for one in file.results),
            cards=file.cards.decode(),
        )

    def _brought(self, case: str, kept: CaseFileBrought, by: BroughtBy | None, viewer: Viewer | str | None) -> FiledCase:
        file = file_of(self._games, kept)
        asked = file.viewer if viewer is None or viewer == ARBITER else viewer_of(viewer, file.record, {})
        eyes = asked if file.viewer is OPEN or asked is PUBLIC else file.viewer
        return FiledCase(case, with_cards(self._games[file.record.game], file.record, file.cards), file, eyes, by)


def file_of(games: Mapping[str, Game], kept: CaseFileBrought) -> CaseFile:
    """Return an imported file; raises ``MalformedCommand`` if its game is no longer known here."""
    game = games.get(kept.record.game)
    if game is None:
        raise MalformedCommand(f"no game is called {kept.record.game!r} here")
    spectators = {PUBLIC.value, OPEN.value}
    return CaseFile(
        viewer=Spectator(kept.seen_by) if kept.seen_by in spectators else SeatKey(kept.seen_by),
        case=kept.case,
        record=kept.record,
        log=[game.codec.decode(line.encode()) for line in kept.log],
        case_log=[CASE_BOOK.codec.decode(line.encode()) for line in kept.case_log],
        results=[msgspec.json.decode(line, type=CaseResult) for line in kept.results],
        cards=kept.cards.encode(),
    )
