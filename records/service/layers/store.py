"""Layers in the store: read with their chain checked, and written on."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Recorded, name_of
from records.core.logs.chain import Chain
from records.core.logs.seals import SALT_BYTES, Sealer
from records.core.secret import Audience, Sealed
from records.errors import BrokenChain, CorruptRecord, ImpossibleEvent, RecordNotFound, StaleVersion
from records.service import foreign
from records.service.links import Links
from records.service.streams import LAYERS, STREAMS
from records.store import Head, NewRecord, Row
from records.studies.layers.events import LAYER, LAYER_BOOK, LayerHeader
from records.studies.layers.fold import LayerState, fold_layer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.core.book import Book
    from records.store import SaidWriter, Signature, Store
    from records.studies.layers.events import LayerEvent
    from records.studies.layers.fold import LayerRecorded

TRIES = 5
MOST_NOTES = 5000
"""Notes that a layer holds; each read of a layer reads them all."""


@dataclass(frozen=True, slots=True)
class StoredLayer:
    """A layer as it stands in the store."""

    header: LayerHeader
    log: tuple[LayerRecorded, ...]
    head: Head
    state: LayerState
    trashed: bool = False


def sealed(body: Any, known_to: Audience) -> Sealed:
    """Return a body for an audience, with a salt of its own: one that is derived lets the key's holder try out short texts."""
    return Sealed(known_to=known_to, body=msgspec.Raw(msgspec.json.encode(body)), salt=secrets.token_hex(SALT_BYTES))


def chained_layer(header: LayerHeader, events: Iterable[tuple[datetime, LayerEvent]]) -> tuple[tuple[LayerRecorded, ...], bytes]:
    """Return the events of a new layer as they are recorded, and the hash after the last."""
    chain = Chain(LAYER_BOOK, header, None)
    log = tuple(chain.add(at, event)[0] for at, event in events)
    return log, chain.hash


def as_it_came(layer: StoredLayer, signature: Signature) -> StoredLayer:
    """Return a layer as ``foreign.as_it_came`` does."""
    came = foreign.as_it_came(LAYERS, layer.header, layer.log, layer.head.hash, signature)
    return replace(layer, header=came.header, log=came.log, head=Head(layer.head.count, came.head))


class LayerStore:
    """Reads and writes whole layers. A layer is read anew each time: a line of it may be erased while its head stays."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def read(self, layer: str) -> StoredLayer:
        """Return a layer; raises ``RecordNotFound``, and ``CorruptRecord`` where it is not what was written."""
        try:
            info = self._store.info(layer)
        except RecordNotFound:
            raise RecordNotFound(f"no layer {layer!r}") from None
        if info.kind != LAYER:
            raise RecordNotFound(f"no layer {layer!r}")
        try:
            header: LayerHeader = STREAMS[LAYER].read_header(info.header)
            log = tuple(_decoded(row) for row in self._store.read(layer))
        except (msgspec.DecodeError, CorruptRecord) as error:
            raise CorruptRecord(f"layer {layer}: {error}; kiebitz verify tells more") from None
        if Links(LAYER_BOOK, header, None, log).first_break(info.head.count, info.head.hash, None):
            # Written on, or erased, while it was read?
            again = self._store.info(layer)
            if again.head != info.head:
                return self.read(layer)
            raise BrokenChain(f"layer {layer} is not what was written; kiebitz verify tells more")
        return StoredLayer(header, log, info.head, fold_layer(header.of, log), info.trashed_at is not None)

    def beside(self, record: str) -> list[StoredLayer]:
        """Return the layers of a record that are not in the trash, the oldest first."""
        found = []
        for layer in self._store.bound(record, LAYER):
            try:
                read = self.read(layer)
            except RecordNotFound:
                continue  # deleted meanwhile
            if not read.trashed:
                found.append(read)
        return found

    def create(self, header: LayerHeader, log: Sequence[LayerRecorded], head: bytes, said: SaidWriter | None = None) -> None:
        """Store a new layer, or one of which it is ``said`` who wrote it.

        Raises ``StaleVersion`` if its id is taken, ``StoreRefused`` if it was deleted for good.
        """
        fold_layer(header.of, log)
        new = NewRecord(
            id=header.stream,
            header=msgspec.json.encode(header),
            key=None,
            names={},
            origin=None,
            rows=[_row(recorded) for recorded in log],
            head=Head(len(log), head),
            kind=LAYER,
            bound=header.of.record,
            said=said,
        )
        self._store.create(new)

    def append(self, layer: StoredLayer, events: Sequence[tuple[datetime, LayerEvent]]) -> StoredLayer:
        """Append to a layer as it was read; raises ``StaleVersion`` if somebody was faster, ``ImpossibleEvent`` for what cannot be."""
        header, head = layer.header, layer.head
        chain = Chain(LAYER_BOOK, header, None, head.count, head.hash)
        new = tuple(chain.add(at, event)[0] for at, event in events)
        log = (*layer.log, *new)
        state = fold_layer(header.of, log)
        if len(state.notes) > MOST_NOTES:
            raise ImpossibleEvent(f"a layer holds up to {MOST_NOTES} notes")
        end = Head(chain.count, chain.hash)
        self._store.append(header.stream, [_row(recorded) for recorded in new], expected=head.count, head=end, kind=LAYER)
        return StoredLayer(header, log, end, state)

    def write(self, layer: str, make: Callable[[StoredLayer], Sequence[LayerEvent]]) -> StoredLayer:
        """Append what ``make`` makes of a layer as it stands.

        Where somebody writes at the same time it is made again of what stands then. ``make`` raises ``StaleVersion`` where that changed
        what it is about; an empty batch writes nothing.
        """
        for again in reversed(range(TRIES)):
            read = self.read(layer)
            events = make(read)
            if not events:
                return read
            now = datetime.now(UTC)
            try:
                return self.append(read, [(now, event) for event in events])
            except StaleVersion:
                if not again:
                    raise
        raise AssertionError  # the last try returned or raised

    def erase(self, layer: str, versions: Callable[[StoredLayer], Iterable[int]]) -> int:
        """Erase the bodies in the events of some versions: text and salt are gone, the chain stays whole. Returns how many were there."""
        for again in reversed(range(TRIES)):
            read = self.read(layer)
            rows = []
            for version in sorted(set(versions(read))):
                recorded = read.log[version - 1]
                bare = erased(LAYER_BOOK, recorded)
                if bare is not recorded:
                    rows.append(_row(bare))
            if not rows:
                return 0
            try:
                self._store.erase(layer, rows, head=read.head)
            except StaleVersion:
                if not again:
                    raise
                continue
            return len(rows)
        raise AssertionError  # the last try returned or raised


def erased(book: Book, recorded: Recorded[Any]) -> Recorded[Any]:
    """Return an event with the commitments of its bodies alone; raises ``BrokenChain`` if that would change the chain."""
    sealer = Sealer(book.parts, None)
    event = sealer.redacted(recorded, lambda _known_to: False)
    if event == recorded.event:
        return recorded
    bare: Recorded[Any] = msgspec.structs.replace(recorded, event=event)
    if sealer.canonical(bare) != sealer.canonical(recorded):
        raise BrokenChain(f"version {recorded.v} cannot be erased without a change of the chain")
    return bare


def _decoded(row: Row) -> LayerRecorded:
    return LAYER_BOOK.codec.decode(row.body)


def _row(recorded: LayerRecorded) -> Row:
    return Row(recorded.v, name_of(recorded.event), LAYER_BOOK.codec.encode(recorded))
