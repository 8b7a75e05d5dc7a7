"""Studies in the store: read with their chain checked, and written on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import name_of
from records.core.logs.chain import Chain
from records.errors import BrokenChain, CorruptRecord, ImpossibleEvent, RecordNotFound, StaleVersion
from records.service.layers.store import TRIES, erased
from records.service.links import Links
from records.service.streams import STREAMS
from records.store import Head, NewRecord, Row
from records.studies.chapters.events import STUDY, STUDY_BOOK, StudyHeader
from records.studies.chapters.fold import StudyState, fold_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.core.events import Recorded
    from records.store import Store
    from records.studies.chapters.events import StudyEvent

MOST_CHAPTERS = 200
"""Of a study; each read of it reads them all."""


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study as it stands in the store."""

    header: StudyHeader
    log: tuple[Recorded[Any], ...]
    head: Head
    state: StudyState


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyStream:
    """A study as it travels from store to store, whole."""

    header: StudyHeader
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""
    name: str = ""
    """Of the author; "" where it is not known."""


class StudyStore:
    """Reads and writes whole studies."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, study: str) -> StoredStudy:
        """Return a study; raises ``RecordNotFound``, and ``CorruptRecord`` where it is not what was written."""
        try:
            info = self._store.info(study)
        except RecordNotFound:
            raise RecordNotFound(f"no study {study!r}") from None
        if info.kind != STUDY or info.trashed_at is not None:
            raise RecordNotFound(f"no study {study!r}")
        try:
            header: StudyHeader = STREAMS[STUDY].read_header(info.header)
            log = tuple(STUDY_BOOK.codec.decode(row.body) for row in self._store.read(study))
        except (msgspec.DecodeError, CorruptRecord) as error:
            raise CorruptRecord(f"study {study}: {error}; kiebitz verify tells more") from None
        if Links(STUDY_BOOK, header, None, log).first_break(info.head.count, info.head.hash, None):
            if self._store.info(study).head != info.head:
                return self.read(study)  # written on meanwhile
            raise BrokenChain(f"study {study} is not what was written; kiebitz verify tells more")
        return StoredStudy(header, log, info.head, fold_study(log))

    def create(self, header: StudyHeader, events: Sequence[StudyEvent]) -> StoredStudy:
        """Store a new study with its first events."""
        chain = Chain(STUDY_BOOK, header, None)
        log = tuple(chain.add(header.opened, event)[0] for event in events)
        self.take_in(StudyStream(header=header, log=log, head=chain.hash))
        return StoredStudy(header, log, Head(chain.count, chain.hash), fold_study(log))

    def take_in(self, stream: StudyStream) -> None:
        """Store a study that came from another store; its chain has been checked. Raises ``StaleVersion`` where its id is taken."""
        fold_study(stream.log)
        new = NewRecord(
            id=stream.header.stream,
            header=msgspec.json.encode(stream.header),
            key=None,
            names={},
            origin=None,
            rows=[_row(recorded) for recorded in stream.log],
            head=Head(len(stream.log), stream.head),
            kind=STUDY,
            bound=None,
        )
        self._store.create(new)

    def write(self, study: str, make: Callable[[StoredStudy], Sequence[StudyEvent]]) -> StoredStudy:
        """Append what ``make`` makes of a study as it stands; made again where somebody was faster.

        Raises ``ImpossibleEvent`` for what cannot follow; then nothing is written.
        """
        for again in reversed(range(TRIES)):
            read = self.read(study)
            chain = Chain(STUDY_BOOK, read.header, None, read.head.count, read.head.hash)
            now = datetime.now(UTC)
            new = tuple(chain.add(now, event)[0] for event in make(read))
            log = (*read.log, *new)
            state, head = fold_study(log), Head(chain.count, chain.hash)
            if len(state.chapters) > MOST_CHAPTERS:
                raise ImpossibleEvent(f"a study has up to {MOST_CHAPTERS} chapters")
            try:
                self._store.append(study, [_row(one) for one in new], expected=read.head.count, head=head, kind=STUDY)
            except StaleVersion:
                if not again:
                    raise
                continue
            return StoredStudy(read.header, log, head, state)
        raise AssertionError  # the last try returned or raised

    def erase(self, study: str, versions: Callable[[StoredStudy], Iterable[int]]) -> int:
        """Erase the bodies in the events of some versions: text and salt are gone, the chain stays whole. Returns how many were there."""
        for again in reversed(range(TRIES)):
            read = self.read(study)
            bare = {version: erased(STUDY_BOOK, read.log[version - 1]) for version in sorted(set(versions(read)))}
            rows = [_row(one) for version, one in bare.items() if one is not read.log[version - 1]]
            if not rows:
                return 0
            try:
                self._store.erase(study, rows, head=read.head)
            except StaleVersion:
                if not again:
                    raise
                continue
            return len(rows)
        raise AssertionError  # the last try returned or raised


def _row(recorded: Recorded[Any]) -> Row:
    return Row(recorded.v, name_of(recorded.event), STUDY_BOOK.codec.encode(recorded))
