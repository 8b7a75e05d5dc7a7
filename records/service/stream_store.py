"""Streams that people write, in the store: read with their chain checked, written on, erased. One store for each kind of stream."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from records.core.events import name_of
from records.core.logs.chain import Chain
from records.errors import BrokenChain, CorruptRecord, RecordNotFound, StaleVersion
from records.service.foreign import rechained
from records.service.head_cache import HeadCache
from records.service.layers.store import TRIES, erased
from records.service.links import Links
from records.service.streams import STREAMS
from records.service.weights import STREAM_EVENT
from records.store import Bound, Head, NewRecord, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.core.book import EventBook
    from records.core.events import Recorded
    from records.service.memory import Memory
    from records.service.streams import StreamKind
    from records.store import SaidWriter, Store

H = TypeVar("H", bound=msgspec.Struct)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class StoredStream(Generic[H, S]):
    """A stream as it stands in the store."""

    header: H
    log: tuple[Recorded[Any], ...]
    head: Head
    state: S


class StreamStore(Generic[H, S]):
    """Reads and writes whole streams of one kind. What is in the trash is not there.

    A stream is read anew each time, for a line of it may be erased while its head stays; unless ``memory`` keeps it until it
    goes on. Who erases a line of one that may be kept elsewhere lets it go on then.
    """

    def __init__(
        self, store: Store, kind: StreamKind, book: EventBook, fold: Callable[[Sequence[Recorded[Any]]], S], memory: Memory | None = None
    ) -> None:
        self._store, self._kind, self._book, self._fold = store, kind, book, fold
        self._kept: HeadCache[StoredStream[H, S]] | None = None if memory is None else HeadCache(memory, kind.name)

    def read(self, stream: str) -> StoredStream[H, S]:
        """Return a stream; raises ``RecordNotFound``, and ``CorruptRecord`` where it is not what was written."""
        name = self._kind.name
        try:
            info = self._store.info(stream)
        except RecordNotFound:
            raise RecordNotFound(f"no {name} {stream!r}") from None
        if info.kind != name or info.trashed_at is not None:
            raise RecordNotFound(f"no {name} {stream!r}")
        kept = None if self._kept is None else self._kept.get(stream)
        if kept is not None and kept[0] == info.head:
            return kept[1]
        try:
            header: H = self._kind.read_header(info.header)
            log = tuple(self._book.codec.decode(row.body) for row in self._store.read(stream))
        except (msgspec.DecodeError, CorruptRecord) as error:
            raise CorruptRecord(f"{name} {stream}: {error}; kiebitz verify tells more") from None
        if Links(self._book, header, None, log).first_break(info.head.count, info.head.hash, None):
            if self._store.info(stream).head != info.head:
                return self.read(stream)  # written on meanwhile
            raise BrokenChain(f"{name} {stream} is not what was written; kiebitz verify tells more")
        return self._keep(stream, StoredStream(header, log, info.head, self._fold(log)))

    def all(self, bound: str | None = None) -> list[StoredStream[H, S]]:
        """Return every stream, the oldest first; only those that belong to ``bound`` where that is named."""
        found = []
        for stream in self._store.ids(self._kind.name) if bound is None else self._store.bound(bound, self._kind.name):
            try:
                found.append(self.read(stream))
            except RecordNotFound:
                continue  # deleted meanwhile, or in the trash
        return found

    def create(self, header: Any, events: Sequence[Any]) -> StoredStream[H, S]:
        """Store a new stream with its first events. Raises ``StaleVersion`` where its id is taken."""
        chain = Chain(self._book, header, None)
        log = tuple(chain.add(header.opened, event)[0] for event in events)
        self.take_in(header, log, chain.hash)
        return StoredStream(header, log, Head(chain.count, chain.hash), self._fold(log))

    def take_in(self, header: Any, log: Sequence[Recorded[Any]], head: bytes, said: SaidWriter | None = None) -> None:
        """Store a stream that came from another store; its chain has been checked. Raises ``StaleVersion`` where its id is taken.

        One that is not the caller's own stands under the key of which it is ``said`` who wrote it.
        """
        if said is not None:
            header = msgspec.structs.replace(header, **{self._kind.whose: said.key})
            log, head = rechained(self._book, header, log)
        self._fold(log)
        new = NewRecord(
            id=self._kind.id_of(header),
            header=msgspec.json.encode(header),
            key=None,
            names={},
            origin=None,
            rows=[self._row(recorded) for recorded in log],
            head=Head(len(log), head),
            kind=self._kind.name,
            bound=self._kind.bound(header),
            said=said,
        )
        self._store.create(new)

    def write(self, stream: str, make: Callable[[StoredStream[H, S]], Sequence[Any]]) -> StoredStream[H, S]:
        """Append what ``make`` makes of a stream as it stands, nothing for nothing; made again where somebody was faster.

        Raises ``ImpossibleEvent`` for what cannot follow; then nothing is written.
        """
        for again in reversed(range(TRIES)):
            read = self.read(stream)
            chain = Chain(self._book, read.header, None, read.head.count, read.head.hash)
            now = datetime.now(UTC)
            new = tuple(chain.add(now, event)[0] for event in make(read))
            if not new:
                return read
            log = (*read.log, *new)
            state, head = self._fold(log), Head(chain.count, chain.hash)
            try:
                self._store.append(stream, [self._row(one) for one in new], expected=read.head.count, head=head, kind=self._kind.name)
            except StaleVersion:
                if not again:
                    raise
                continue
            return self._keep(stream, StoredStream(read.header, log, head, state))
        raise AssertionError  # the last try returned or raised

    def erase(self, stream: str, versions: Callable[[StoredStream[H, S]], Iterable[int]]) -> int:
        """Erase the bodies in the events of some versions: text and salt are gone, the chain stays whole. Returns how many were there."""
        for again in reversed(range(TRIES)):
            read = self.read(stream)
            bare = {version: erased(self._book, read.log[version - 1]) for version in sorted(set(versions(read)))}
            rows = [self._row(one) for version, one in bare.items() if one is not read.log[version - 1]]
            if not rows:
                return 0
            try:
                self._store.erase(stream, rows, head=read.head)
            except StaleVersion:
                if not again:
                    raise
                continue
            self._drop(stream)
            return len(rows)
        raise AssertionError  # the last try returned or raised

    def remove(self, stream: str) -> int:
        """Delete a stream for good, with what belongs to it; returns how many events it had."""
        self._store.trash(stream, self._kind.name)
        self._drop(stream)
        return self._store.purge(stream, self._kind.name, Bound.WITH, [kind.name for kind in STREAMS.values() if not kind.tombstone]).count

    def _keep(self, stream: str, read: StoredStream[H, S]) -> StoredStream[H, S]:
        return read if self._kept is None else self._kept.keep(stream, read.head, read, STREAM_EVENT * (1 + len(read.log)))

    def _drop(self, stream: str) -> None:
        if self._kept is not None:
            self._kept.drop(stream)
            self._store.once_kept(partial(self._kept.drop, stream))  # others read the old text until then

    def _row(self, recorded: Recorded[Any]) -> Row:
        return Row(recorded.v, name_of(recorded.event), self._book.codec.encode(recorded))
