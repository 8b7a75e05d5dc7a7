"""Copies of a layer with what one viewer may read, and merging a copy with its layer."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from records.core.ids import ALPHABET
from records.core.viewers import Viewer, sees, viewer_key
from records.studies.layers import events as ev

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from records.studies.layers.fold import LayerState, Note, Variation

Stamped: TypeAlias = "tuple[datetime, ev.LayerEvent]"


def readable(state: LayerState, viewer: Viewer, upto: int | None = None) -> tuple[list[Note], list[Variation]]:
    """Return the notes and lines that ``viewer`` may read, of a record that ends at step ``upto`` for them; erased notes are left out."""
    last = float("inf") if upto is None else upto
    lines = [line for line in state.lines.values() if sees(viewer, line.known_to) and line.base <= last]
    shown = {line.id for line in lines}
    notes = []
    for note in state.notes.values():
        body = note.body if sees(viewer, note.known_to) else None
        if body is not None and max(body.since, body.at.v) <= last and body.at.line in {None, *shown}:
            notes.append(note)
    return notes, lines


def copy_events(state: LayerState, viewer: Viewer, upto: int | None = None) -> list[Stamped]:
    """Return what a copy for ``viewer`` holds, by time: each note as it reads now, each line without what was pruned.

    Nothing in it depends on notes and lines that are not for this viewer.
    """
    notes, lines = readable(state, viewer, upto)
    made: list[tuple[datetime, str, int, ev.LayerEvent]] = []
    for line in lines:
        made.append((line.begun, line.id, 0, _begun(line)))
        for node in line.nodes.values():
            grown = ev.LineGrown(line=line.id, node=node.node, parent=node.parent, body=node.sealed)
            made.append((node.at, line.id, node.node, grown))
    made += [(note.written, note.id, 0, ev.NoteWritten(note=note.id, sight=note.sight, body=note.sealed)) for note in notes]
    return [(at, event) for at, _id, _node, event in sorted(made, key=lambda one: one[:3])]


def _begun(line: Variation) -> ev.LineBegun:
    return ev.LineBegun(line=line.id, base=line.base, eyes=line.eyes, reading=line.reading, dealt=line.dealt, name=line.named)


def copy_header(header: ev.LayerHeader, of: ev.RecordAnchor, viewer: Viewer, opened: datetime) -> ev.LayerHeader:
    """Return the header of a copy for ``viewer``: made again, it is the same layer."""
    whole = header.copy_of or header.stream
    ident = ev.LayerId(derived_id(header.stream, viewer_key(viewer)))
    return msgspec.structs.replace(header, stream=ident, opened=opened, of=of, copy_of=whole)


def derived_id(*of: str) -> str:
    """Return an id that follows from others, of the form of a record's."""
    number = int.from_bytes(blake2b("\0".join(of).encode(), digest_size=10).digest(), "big")
    return "".join(ALPHABET[number >> shift & 31] for shift in range(75, -1, -5))


class NoteConflict(msgspec.Struct, frozen=True, kw_only=True):
    """A note that was changed on both sides; nothing of either is lost."""

    note: ev.NoteId
    mine: Note | None
    """None if it was removed here."""
    theirs: Note | None
    """None if the file lacks a note that an earlier file had."""


class LayerMerge(msgspec.Struct, frozen=True):
    """The changes that a file makes to a layer."""

    events: tuple[Stamped, ...]
    conflicts: tuple[NoteConflict, ...]


def merge_layers(base: Mapping[str, str], mine: LayerState, theirs: LayerState) -> LayerMerge:
    """Return what ``theirs`` brings to ``mine``, by what both had in common: ``base`` is the commitment of each note as it read then.

    A note that was changed on one side alone is as it reads there; how it read here before is nothing new. One that was changed on both
    stays as it is here, and how it reads in the file is a note of its own besides; one removed here and changed there comes back under a
    new id.
    """
    events: list[Stamped] = []
    conflicts: list[NoteConflict] = []
    for ident in sorted({*mine.notes, *theirs.notes}):
        ours, other = mine.notes.get(ident), theirs.notes.get(ident)
        b, m, t = base.get(ident), ours and ours.digest, other and other.digest
        if t in (m, b) or t in mine.read.get(ident, ()):
            continue
        if m == b or (m is None and ident not in mine.gone):
            events.append(_taken(ident, ours, other))
            continue
        conflicts.append(NoteConflict(note=ident, mine=ours, theirs=other))
        if other is not None:
            beside = ev.NoteId(derived_id(ident, other.digest))
            if beside not in mine.notes and beside not in mine.gone:
                events.append((other.written, ev.NoteWritten(note=beside, sight=other.sight, body=other.sealed)))
    for line in theirs.lines.values():
        here = mine.lines.get(line.id)
        if here is None and line.id in mine.gone:
            continue
        if here is None:
            events.append((line.begun, _begun(line)))
        last = 0 if here is None else here.last
        events += [
            (node.at, ev.LineGrown(line=line.id, node=node.node, parent=node.parent, body=node.sealed))
            for node in line.nodes.values()
            if node.node > last
        ]
    return LayerMerge(tuple(events), tuple(conflicts))


def _taken(ident: ev.NoteId, ours: Note | None, other: Note | None) -> Stamped:
    if other is None:
        assert ours is not None  # noqa: S101 -- the two differ
        return ours.written, ev.NoteRemoved(note=ident, was=ours.version)
    if ours is None:
        return other.written, ev.NoteWritten(note=ident, sight=other.sight, body=other.sealed)
    return other.written, ev.NoteRevised(note=ident, was=ours.version, sight=other.sight, body=other.sealed)
