"""Cases in the store: read with their chain checked, and written on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import name_of
from records.core.logs.chain import Chain
from records.errors import BrokenChain, CorruptRecord, RecordNotFound, StaleVersion
from records.service.layers.store import erased
from records.service.links import Links
from records.service.streams import STREAMS
from records.store import Head, NewRecord, Row
from records.studies.cases.events import CASE, CASE_BOOK, CaseHeader
from records.studies.cases.fold import CaseState, fold_case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.core.events import Recorded
    from records.store import SaidWriter, Store
    from records.studies.cases.events import CaseEvent

TRIES = 5


@dataclass(frozen=True, slots=True)
class StoredCase:
    """A case as it stands in the store."""

    header: CaseHeader
    log: tuple[Recorded[Any], ...]
    head: Head
    state: CaseState
    trashed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseStream:
    """A case as it travels from store to store, whole."""

    header: CaseHeader
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""


class CaseStore:
    """Reads and writes whole cases."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, case: str) -> StoredCase:
        """Return a case; raises ``RecordNotFound``, and ``CorruptRecord`` where it is not what was written."""
        try:
            info = self._store.info(case)
        except RecordNotFound:
            raise RecordNotFound(f"no case {case!r}") from None
        if info.kind != CASE:
            raise RecordNotFound(f"no case {case!r}")
        try:
            header: CaseHeader = STREAMS[CASE].read_header(info.header)
            log = tuple(CASE_BOOK.codec.decode(row.body) for row in self._store.read(case))
        except (msgspec.DecodeError, CorruptRecord) as error:
            raise CorruptRecord(f"case {case}: {error}; kiebitz verify tells more") from None
        if Links(CASE_BOOK, header, None, log).first_break(info.head.count, info.head.hash, None):
            if self._store.info(case).head != info.head:
                return self.read(case)  # written on meanwhile
            raise BrokenChain(f"case {case} is not what was written; kiebitz verify tells more")
        return StoredCase(header, log, info.head, fold_case(log), info.trashed_at is not None)

    def beside(self, record: str) -> list[StoredCase]:
        """Return the cases of a record that are not in the trash, the oldest first."""
        return self._read(self._store.bound(record, CASE))

    def all(self) -> list[StoredCase]:
        """Return every case that is not in the trash."""
        return self._read(self._store.ids(CASE))

    def _read(self, ids: list[str]) -> list[StoredCase]:
        found = []
        for case in ids:
            try:
                read = self.read(case)
            except RecordNotFound:
                continue  # deleted meanwhile
            if not read.trashed:
                found.append(read)
        return found

    def create(self, header: CaseHeader, events: list[CaseEvent]) -> StoredCase:
        """Store a new case with its first events."""
        chain = Chain(CASE_BOOK, header, None)
        log = tuple(chain.add(header.opened, event)[0] for event in events)
        state, head = fold_case(log), Head(chain.count, chain.hash)
        self.take_in(CaseStream(header=header, log=log, head=chain.hash))
        return StoredCase(header, log, head, state)

    def take_in(self, stream: CaseStream, said: SaidWriter | None = None) -> None:
        """Store a case, or one that came from another store as ``said``; its chain has been checked.

        Raises ``StaleVersion`` where its id is taken.
        """
        fold_case(stream.log)
        new = NewRecord(
            id=stream.header.stream,
            header=msgspec.json.encode(stream.header),
            key=None,
            names={},
            origin=None,
            rows=[_row(recorded) for recorded in stream.log],
            head=Head(len(stream.log), stream.head),
            kind=CASE,
            bound=stream.header.of.record,
            said=said,
        )
        self._store.create(new)

    def write(self, case: str, make: Callable[[StoredCase], list[CaseEvent]]) -> StoredCase:
        """Append what ``make`` makes of a case as it stands; made again where somebody was faster.

        Raises ``ImpossibleEvent`` for what cannot follow; then nothing is written.
        """
        for again in reversed(range(TRIES)):
            read = self.read(case)
            chain = Chain(CASE_BOOK, read.header, None, read.head.count, read.head.hash)
            now = datetime.now(UTC)
            new = tuple(chain.add(now, event)[0] for event in make(read))
            log = (*read.log, *new)
            state, head = fold_case(log), Head(chain.count, chain.hash)
            try:
                self._store.append(case, [_row(one) for one in new], expected=read.head.count, head=head, kind=CASE)
            except StaleVersion:
                if not again:
                    raise
                continue
            return StoredCase(read.header, log, head, state)
        raise AssertionError  # the last try returned or raised

    def erase(self, case: str, versions: Callable[[StoredCase], Iterable[int]]) -> int:
        """Erase the bodies in the events of some versions: text and salt are gone, the chain stays whole. Returns how many were there."""
        for again in reversed(range(TRIES)):
            read = self.read(case)
            bare = {version: erased(CASE_BOOK, read.log[version - 1]) for version in sorted(set(versions(read)))}
            rows = [_row(one) for version, one in bare.items() if one is not read.log[version - 1]]
            if not rows:
                return 0
            try:
                self._store.erase(case, rows, head=read.head)
            except StaleVersion:
                if not again:
                    raise
                continue
            return len(rows)
        raise AssertionError  # the last try returned or raised


def _row(recorded: Recorded[Any]) -> Row:
    return Row(recorded.v, name_of(recorded.event), CASE_BOOK.codec.encode(recorded))
