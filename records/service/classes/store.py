"""Classes in the store: read with their chain checked, and written on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import name_of
from records.core.logs.chain import Chain
from records.errors import BrokenChain, CorruptRecord, ImpossibleEvent, RecordNotFound, StaleVersion
from records.service.head_cache import HeadCache
from records.service.layers.store import TRIES, erased
from records.service.links import Links
from records.service.streams import STREAMS
from records.store import Bound, Head, NewRecord, Row
from records.studies.classes.events import CLASS, CLASS_BOOK, ClassHeader
from records.studies.classes.fold import ClassState, fold_class

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.core.events import Recorded
    from records.store import Store
    from records.studies.classes.events import ClassEvent

MOST_EVENTS = 20_000
"""Of a class: forty lessons of five hundred steps."""
_KEPT = 64


@dataclass(frozen=True, slots=True)
class StoredClass:
    """A class as it stands in the store."""

    header: ClassHeader
    log: tuple[Recorded[Any], ...]
    head: Head
    state: ClassState


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassStream:
    """A class as it travels from store to store, whole; its learners stay where they joined."""

    header: ClassHeader
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""
    name: str = ""
    """Of the teacher; "" where it is not known."""


class ClassStore:
    """Reads and writes whole classes. What was read is kept until the class goes on: forty phones ask for the same."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: HeadCache[StoredClass] = HeadCache(_KEPT)

    def read(self, in_class: str) -> StoredClass:
        """Return a class; raises ``RecordNotFound``, and ``CorruptRecord`` where it is not what was written."""
        try:
            info = self._store.info(in_class)
        except RecordNotFound:
            raise RecordNotFound(f"no class {in_class!r}") from None
        if info.kind != CLASS or info.trashed_at is not None:
            raise RecordNotFound(f"no class {in_class!r}")
        kept = self._read.get((in_class,))
        if kept is not None and kept[0] == info.head:
            return kept[1]
        try:
            header: ClassHeader = STREAMS[CLASS].read_header(info.header)
            log = tuple(CLASS_BOOK.codec.decode(row.body) for row in self._store.read(in_class))
        except (msgspec.DecodeError, CorruptRecord) as error:
            raise CorruptRecord(f"class {in_class}: {error}; kiebitz verify tells more") from None
        if Links(CLASS_BOOK, header, None, log).first_break(info.head.count, info.head.hash, None):
            if self._store.info(in_class).head != info.head:
                return self.read(in_class)  # written on meanwhile
            raise BrokenChain(f"class {in_class} is not what was written; kiebitz verify tells more")
        return self._read.keep((in_class,), info.head, StoredClass(header, log, info.head, fold_class(log)))

    def create(self, header: ClassHeader, events: Sequence[ClassEvent]) -> StoredClass:
        """Store a new class with its first events."""
        chain = Chain(CLASS_BOOK, header, None)
        log = tuple(chain.add(header.opened, event)[0] for event in events)
        self.take_in(ClassStream(header=header, log=log, head=chain.hash))
        return StoredClass(header, log, Head(chain.count, chain.hash), fold_class(log))

    def take_in(self, stream: ClassStream) -> None:
        """Store a class that came from another store; its chain has been checked. Raises ``StaleVersion`` where its id is taken."""
        fold_class(stream.log)
        new = NewRecord(
            id=stream.header.stream,
            header=msgspec.json.encode(stream.header),
            key=None,
            names={},
            origin=None,
            rows=[_row(recorded) for recorded in stream.log],
            head=Head(len(stream.log), stream.head),
            kind=CLASS,
            bound=None,
        )
        self._store.create(new)

    def write(self, in_class: str, make: Callable[[StoredClass], Sequence[ClassEvent]]) -> StoredClass:
        """Append what ``make`` makes of a class as it stands; made again where somebody was faster.

        Raises ``ImpossibleEvent`` for what cannot follow; then nothing is written.
        """
        for again in reversed(range(TRIES)):
            read = self.read(in_class)
            chain = Chain(CLASS_BOOK, read.header, None, read.head.count, read.head.hash)
            now = datetime.now(UTC)
            new = tuple(chain.add(now, event)[0] for event in make(read))
            if not new:
                return read
            log = (*read.log, *new)
            state, head = fold_class(log), Head(chain.count, chain.hash)
            if len(log) > MOST_EVENTS:
                raise ImpossibleEvent(f"a class has up to {MOST_EVENTS} events; begin another one")
            try:
                self._store.append(in_class, [_row(one) for one in new], expected=read.head.count, head=head, kind=CLASS)
            except StaleVersion:
                if not again:
                    raise
                continue
            return self._read.keep((in_class,), head, StoredClass(read.header, log, head, state))
        raise AssertionError  # the last try returned or raised

    def erase(self, in_class: str, versions: Callable[[StoredClass], Iterable[int]]) -> int:
        """Erase the bodies in the events of some versions: text and salt are gone, the chain stays whole. Returns how many were there.

        What is kept elsewhere is read anew when the class goes on, so the caller lets it.
        """
        for again in reversed(range(TRIES)):
            read = self.read(in_class)
            bare = {version: erased(CLASS_BOOK, read.log[version - 1]) for version in sorted(set(versions(read)))}
            rows = [_row(one) for version, one in bare.items() if one is not read.log[version - 1]]
            if not rows:
                return 0
            try:
                self._store.erase(in_class, rows, head=read.head)
            except StaleVersion:
                if not again:
                    raise
                continue
            self._read.drop((in_class,))
            return len(rows)
        raise AssertionError  # the last try returned or raised

    def remove(self, in_class: str) -> int:
        """Delete a class for good, with its learners; returns how many events it had."""
        self._store.trash(in_class, CLASS)
        self._read.drop((in_class,))
        return self._store.purge(in_class, CLASS, Bound.WITH).count


def _row(recorded: Recorded[Any]) -> Row:
    return Row(recorded.v, name_of(recorded.event), CLASS_BOOK.codec.encode(recorded))
