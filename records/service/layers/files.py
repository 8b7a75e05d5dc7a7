"""Exports layers, whole for the open table, for everybody else as a copy with what they may read; and imports them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.logs.seals import first_hash
from records.core.logs.shells import shell_hash
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.errors import NotThisRecord, RecordNotFound
from records.knowledge.door import veil
from records.service.kinds import StoredLayer
from records.service.streams.files import StreamFile, chained
from records.studies.layers.copies import LayerMerge, copy_events, copy_header, merge_layers
from records.studies.layers.events import LAYER_BOOK, CopyTaken, RecordAnchor
from records.studies.layers.fold import fold_layer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.studies.layers.copies import NoteConflict
    from records.studies.layers.events import LayerEvent
    from records.studies.layers.fold import LayerRecorded


class LayerTaken(msgspec.Struct, frozen=True, kw_only=True):
    """The result of importing a layer."""

    id: str
    """Of the layer that is here now."""
    new: bool
    """It was not here before."""
    changed: int
    """How many notes and steps of lines came, or changed."""
    conflicts: tuple[NoteConflict, ...]
    """Notes that were changed on both sides; the file's versions are kept as separate notes."""


def anchor(game: Game, header: Header, log: Sequence[Recorded[Any]], head: bytes, v: int) -> RecordAnchor:
    """Return the anchor of a record after event ``v``; ``log`` is as it is stored, ``head`` the hash after its last event."""
    after = first_hash(header) if v == 0 else head if v == len(log) else bytes.fromhex(log[v].prev)
    shell = shell_hash(veil(game.parts, log[:v], PUBLIC))
    return RecordAnchor(record=header.record, game=header.game, v=v, hash=after.hex(), shell=shell)


def check_anchor(of: RecordAnchor, here: RecordAnchor) -> None:
    """Raise ``NotThisRecord`` unless the record ``here`` is the one that a layer is ``of``: the same game, chained the same way."""
    if (of.game, of.v, of.hash) != (here.game, here.v, here.hash):
        raise NotThisRecord(
            f"the layer is of record {of.record} as it was after event {of.v}; record {here.record} was written down otherwise up to there"
        )


def check_shell(of: RecordAnchor, here: RecordAnchor) -> None:
    """Raise ``NotThisRecord`` unless both are the same game as everybody saw it, even if recorded by different people."""
    if (of.game, of.v, of.shell) != (here.game, here.v, here.shell):
        raise NotThisRecord(f"what everybody saw up to event {of.v} is not the same in record {here.record} as in record {of.record}")


def file_of(layer: StoredLayer, viewer: Viewer, name: str, upto: int | None) -> StreamFile:
    """Return the file of a layer for a viewer; raises ``RecordNotFound`` where there is nothing in it for that viewer."""
    if viewer is OPEN and upto is None:
        return StreamFile(header=layer.header, name=name, log=layer.log, head=layer.head.hash)
    events = copy_events(layer.state, viewer, upto)
    if not events:
        raise RecordNotFound(f"no layer {layer.header.stream!r}")
    header = copy_header(layer.header, layer.state.of, viewer, events[0][0])
    log, head = chained(LAYER_BOOK, header, events)
    return StreamFile(header=header, name=name, log=log, head=head)


def brought(here: StoredLayer, file: StreamFile) -> tuple[list[LayerEvent], LayerMerge]:
    """Return the events that merge a file of a layer, or of its copy, into the layer that is here, and the result."""
    theirs = fold_layer(file.header.of, file.log)
    base = dict(here.state.taken.get(file.header.stream, {}))
    if file.header.stream == here.header.stream:
        base |= _in_common(here, file)
    merge = merge_layers(base, here.state, theirs)
    taken = tuple(sorted((note.id, note.digest) for note in theirs.notes.values()))
    if not merge.events and dict(taken) == dict(here.state.taken.get(file.header.stream, {})):
        return [], merge
    return [*(event for _at, event in merge.events), CopyTaken(of=file.header.stream, notes=taken)], merge


def _in_common(here: StoredLayer, file: StreamFile) -> Mapping[str, str]:
    """Return the notes at the last common event of the two streams."""
    same = 0
    while same < min(len(here.log), len(file.log)) and here.log[same].prev == file.log[same].prev:
        same += 1
    ours, theirs = _ends(here.log, here.head.hash), _ends(file.log, file.head)
    shared = same if same and ours[same - 1] == theirs[same - 1] else max(0, same - 1)
    return {note.id: note.digest for note in fold_layer(here.header.of, here.log[:shared]).notes.values()}


def _ends(log: Sequence[LayerRecorded], head: bytes) -> list[str]:
    """Return the hash after each event."""
    return [*(recorded.prev for recorded in log[1:]), head.hex()]
