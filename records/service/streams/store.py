"""Stores streams that people write: reads them with a checked chain, appends, erases. One store for each kind of stream."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic

import msgspec

from records.core.events import name_of
from records.core.logs.chain import Chain
from records.errors import BrokenChain, CorruptRecord, RecordNotFound, StaleVersion
from records.service.streams.files import chained
from records.service.streams.head_cache import HeadCache
from records.service.streams.kind import H, S
from records.service.streams.links import Links
from records.service.streams.sealing import erased
from records.service.weights import STREAM_EVENT
from records.store import Bound, Head, NewRecord, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from records.core.events import Recorded
    from records.service.memory import Memory
    from records.service.streams.kind import StreamKind
    from records.store import SaidWriter, Store

TRIES: Final = 5
"""How often a batch is made for a stream that others write to: of those who write at once one is through in each try, so it is given up
only where five were faster."""


class StoredStream(msgspec.Struct, Generic[H, S], frozen=True):
    """A stream as it stands in the store."""

    header: H
    log: tuple[Recorded[Any], ...]
    head: Head
    state: S


AT_ONCE = 20
"""Streams whose ids are asked for at a time."""


class StreamStore(Generic[H, S]):
    """Reads and writes whole streams of one kind. Streams in the trash do not exist here, except for erasing.

    A stream is read each time, unless ``memory`` caches it until it grows. Erasing a line does not change the head, so the stream's
    size is checked each time; if it is not ``sized``, whoever erases a line of a possibly cached stream must append an event.
    """

    def __init__(self, store: Store, kind: StreamKind[H, S], memory: Memory | None = None, *, sized: bool = False) -> None:
        self._store, self._kind, self._book, self._sized = store, kind, kind.events, sized
        self._kept: HeadCache[tuple[int, StoredStream[H, S]]] | None = None if memory is None else HeadCache(memory, kind.name)

    def read(self, stream: str) -> StoredStream[H, S]:
        """Return a stream; raises ``RecordNotFound``, and ``CorruptRecord`` if it was damaged."""
        return self._read(stream, trashed=False)

    def _read(self, stream: str, *, trashed: bool) -> StoredStream[H, S]:
        name = self._kind.name
        try:
            info = self._store.info(stream)
        except RecordNotFound:
            raise RecordNotFound(f"no {name} {stream!r}") from None
        if info.kind != name or (info.trashed_at is not None and not trashed):
            raise RecordNotFound(f"no {name} {stream!r}")
        kept = None if self._kept is None else self._kept.get(stream)
        if kept is not None and kept[0] == info.head:
            if not self._sized or kept[1][0] == self._store.size(stream):
                return kept[1][1]
            self._drop(stream)
        try:
            header, rows = self._kind.read_header(info.header), self._store.read(stream)
            log = tuple(self._book.codec.decode(row.body) for row in rows)
        except (msgspec.DecodeError, CorruptRecord) as error:
            raise CorruptRecord(f"{name} {stream}: {error}; kiebitz verify tells more") from None
        if Links(self._book, header, None, log).first_break(info.head.count, info.head.hash, None):
            if self._store.info(stream).head != info.head:
                return self._read(stream, trashed=trashed)  # it grew meanwhile
            raise BrokenChain(f"{name} {stream} is not what was written; kiebitz verify tells more")
        return self._keep(stream, rows, StoredStream(header, log, info.head, self._kind.fold(header, log)))

    def all(self, bound: str | None = None) -> list[StoredStream[H, S]]:
        """Return every stream, by id; of those that belong to ``bound``, where that is named, the oldest first."""
        return list(self._there(self._store.ids(self._kind.name) if bound is None else self._store.bound(bound, self._kind.name)))

    def beside(self, of: Sequence[str]) -> Iterator[StoredStream[H, S]]:
        """Yield the streams beside any of some records, the oldest first, without damaged ones. Cached, sized streams are not read."""
        for stream, head, size in self._store.bound_of(of, self._kind.name):
            kept = self._kept.get(stream) if self._kept is not None and self._sized else None
            if kept is not None and kept[0] == head and kept[1][0] == size:
                yield kept[1][1]
                continue
            with suppress(RecordNotFound, CorruptRecord):  # deleted meanwhile, or damaged: verify reports it
                yield self.read(stream)

    def after(self, bound: str, stream: str) -> Iterator[StoredStream[H, S]]:
        """Yield the streams of ``bound`` behind ``stream``, the oldest first; "" is before the first. Each is read when its turn comes."""
        while found := self._store.bound_after(bound, self._kind.name, stream, AT_ONCE):
            yield from self._there(found)
            stream = found[-1]

    def begun(self, text: str) -> list[StoredStream[H, S]]:
        """Return the streams whose ids begin with ``text``, by id."""
        return list(self._there(self._store.ids_with_prefix(text, self._kind.name)))

    def _there(self, ids: Iterable[str]) -> Iterator[StoredStream[H, S]]:
        for stream in ids:
            try:
                yield self.read(stream)
            except RecordNotFound:
                continue  # deleted meanwhile, or in the trash

    def create(self, header: H, events: Sequence[Any], said: SaidWriter | None = None) -> StoredStream[H, S]:
        """Store a new stream with its first events. Raises as ``take_in``."""
        log, head = chained(self._book, header, ((header.opened, event) for event in events))  # type: ignore[attr-defined]  # every kind's has it
        return self.take_in(header, log, head, said)

    def take_in(self, header: H, log: Sequence[Recorded[Any]], head: bytes, said: SaidWriter | None = None) -> StoredStream[H, S]:
        """Store a stream that came from another store; its chain has been checked.

        If it is not the caller's own, its key gets the ``said`` author's name. Raises ``StaleVersion`` if its id is
        taken, ``StoreRefused`` if it was deleted for good.
        """
        if said is not None and self._kind.whose:
            header = msgspec.structs.replace(header, **{self._kind.whose: said.key})
            log, head = chained(self._book, header, ((one.at, one.event) for one in log))
        taken = StoredStream(header, tuple(log), Head(len(log), head), self._kind.fold(header, log))
        self._kind.fits(taken.state)
        new = NewRecord(
            id=self._kind.id_of(header),
            header=msgspec.json.encode(header),
            key=None,
            names={},
            origin=None,
            rows=[self._row(recorded) for recorded in log],
            head=taken.head,
            kind=self._kind.name,
            bound=self._kind.bound(header),
            said=said,
        )
        self._store.create(new)
        return taken

    def write(self, stream: str, make: Callable[[StoredStream[H, S]], Sequence[Any]]) -> StoredStream[H, S]:
        """Append the events that ``make`` returns for the present stream, if any; called again if somebody wrote first.

        ``make`` raises ``StaleVersion`` if that changed its subject. Raises ``ImpossibleEvent`` for impossible events, or too
        many; then nothing is written.
        """
        for again in reversed(range(TRIES)):
            read = self.read(stream)
            chain = Chain(self._book, read.header, None, read.head.count, read.head.hash)
            now = datetime.now(UTC)
            new = tuple(chain.add(now, event)[0] for event in make(read))
            if not new:
                return read
            log = (*read.log, *new)
            state, head = self._kind.fold(read.header, log), Head(chain.count, chain.hash)
            self._kind.fits(state)
            rows = [self._row(one) for one in new]
            before = 0 if self._kept is None or (kept := self._kept.get(stream)) is None or kept[0] != read.head else kept[1][0]
            try:
                self._store.append(stream, rows, expected=read.head.count, head=head, kind=self._kind.name)
            except StaleVersion:
                if not again:
                    raise
                continue
            return self._keep(stream, rows, StoredStream(read.header, log, head, state), before)
        raise AssertionError  # the last try returned or raised

    def erase(self, stream: str, versions: Callable[[StoredStream[H, S]], Iterable[int]]) -> int:
        """Erase the bodies in the events of some versions: text and salt are gone, the chain stays whole. Returns how many were there.

        What is in the trash is erased too.
        """
        for again in reversed(range(TRIES)):
            read = self._read(stream, trashed=True)
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

    def erase_of(self, person: str, then: Callable[[str], object] = lambda _stream: None) -> int:
        """Erase all bodies in a person's streams, and call ``then`` with each stream that had any; returns the number of bodies."""

        def theirs(now: StoredStream[H, S]) -> range:
            return range(1, len(now.log) + 1 if getattr(now.header, self._kind.whose) == person else 1)

        count = 0
        for stream in self._store.ids(self._kind.name):
            erased_here = self.erase(stream, theirs)
            count += erased_here
            if erased_here:
                then(stream)
        return count

    def remove(self, stream: str) -> int:
        """Delete a stream for good, with what belongs to it; returns how many events it had."""
        self._store.trash(stream, self._kind.name)
        self._drop(stream)
        return self._store.purge(stream, self._kind.name, Bound.WITH, self._kind.traceless).count

    def _keep(self, stream: str, rows: Sequence[Row], read: StoredStream[H, S], before: int = 0) -> StoredStream[H, S]:
        """Cache what was read of ``rows``, after others of the given bytes, and return it."""
        if self._kept is None:
            return read
        size = before + sum(len(row.body) for row in rows)
        kept = self._kept.keep(stream, read.head, (size, read), STREAM_EVENT * (1 + len(read.log)))
        return kept[1] if kept[0] == size else read

    def _drop(self, stream: str) -> None:
        if self._kept is not None:
            self._kept.drop(stream)
            self._store.transactions.once_kept(partial(self._kept.drop, stream))  # others read the old text until then

    def _row(self, recorded: Recorded[Any]) -> Row:
        return Row(recorded.v, name_of(recorded.event), self._book.codec.encode(recorded))
