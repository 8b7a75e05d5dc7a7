"""The present state of a layer: its notes and lines, folded from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from records.core.logs.seals import commitment
from records.errors import ImpossibleEvent
from records.studies.layers import events as ev
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from records.core.events import Recorded
    from records.core.secret import Audience, Sealed

B = TypeVar("B")
LayerRecorded: TypeAlias = "Recorded[Any]"
"""An event of a layer in its envelope."""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A note as it reads now."""

    id: ev.NoteId
    version: int
    """Version of the event with this content, which a revision must name."""
    written: datetime
    """When the author last touched it."""
    sight: ev.NoteSight
    sealed: Sealed

    @property
    def known_to(self) -> Audience:
        """Who may read it."""
        return self.sealed.known_to

    @property
    def body(self) -> ev.NoteBody | None:
        """Its content; None if it was erased, or if this reader may not read it."""
        return opened(self.sealed, ev.NoteBody)

    @property
    def digest(self) -> str:
        """A value unique to this reading of the note, which reveals nothing of its text."""
        return seal_of(self.sealed)


class LineNode(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a line."""

    node: int
    parent: int
    version: int
    at: datetime
    sealed: Sealed

    @property
    def body(self) -> ev.LineBody | None:
        """The command and its batch; None where they were erased."""
        return opened(self.sealed, ev.LineBody)


class Variation(msgspec.Struct, frozen=True, kw_only=True):
    """The present state of a variation."""

    id: ev.LineId
    version: int
    begun: datetime
    base: int
    eyes: str
    reading: ev.RuleReading | None
    dealt: ev.Dealt
    named: Sealed
    nodes: Mapping[int, LineNode]
    """By number, without those that were pruned."""
    last: int
    """The highest number that was ever given."""

    @property
    def known_to(self) -> Audience:
        """Who may see it."""
        return self.named.known_to

    @property
    def name(self) -> str:
        """How it is called; "" where that was erased."""
        return opened(self.named, str) or ""

    def path(self, node: int) -> list[LineNode]:
        """Return the nodes from the base to ``node``, that one included; raises ``ImpossibleEvent`` for one that is not there."""
        path: list[LineNode] = []
        while node:
            if node not in self.nodes:
                raise ImpossibleEvent(f"line {self.id} has no node {node}")
            path.append(self.nodes[node])
            node = path[-1].parent
        return path[::-1]


class LayerState(msgspec.Struct, frozen=True):
    """A whole layer."""

    of: ev.RecordAnchor
    notes: Mapping[ev.NoteId, Note]
    """In the order in which they were first written."""
    lines: Mapping[ev.LineId, Variation]
    taken: Mapping[str, Mapping[str, str]]
    """The last import, by the layer from which it came: commitments by note."""
    gone: frozenset[str]
    """Ids of notes and lines that were removed."""
    read: Mapping[str, frozenset[str]]
    """The commitments to all that a note ever read, by its id."""


def opened(sealed: Sealed, of: type[B]) -> B | None:
    """Return the content of a sealed body, None if there is none; raises ``msgspec.ValidationError`` for invalid content."""
    return None if isinstance(sealed.body, msgspec.UnsetType) else msgspec.json.decode(bytes(sealed.body), type=of)


def seal_of(sealed: Sealed) -> str:
    """Return the commitment to a body, whether it is open or not."""
    return sealed.seal or commitment(bytes.fromhex(sealed.salt), bytes(sealed.body))  # type: ignore[arg-type]  # one of the two is there


def fold_layer(of: ev.RecordAnchor, log: Iterable[LayerRecorded]) -> LayerState:
    """Return a layer after ``log``; raises ``ImpossibleEvent`` naming the version for what cannot have happened."""
    fold = _LayerFold(of)
    for recorded in log:
        try:
            fold.apply(recorded)
        except ImpossibleEvent as error:
            raise ImpossibleEvent(f"version {recorded.v}, {type(recorded.event).__name__}: {error}") from None
    read = {note: frozenset(found) for note, found in fold.read.items()}
    return LayerState(fold.of, fold.notes, fold.lines, fold.taken, frozenset(fold.gone), read)


def begun_line(event: ev.LineBegun, version: int, at: datetime) -> Variation:
    """Return a line that has no node yet."""
    return Variation(
        id=event.line,
        version=version,
        begun=at,
        base=event.base,
        eyes=event.eyes,
        reading=event.reading,
        dealt=event.dealt,
        named=event.name,
        nodes={},
        last=0,
    )


def grown_line(line: Variation, version: int, at: datetime, event: ev.LineGrown) -> Variation:
    """Return a line with one node more; raises ``ImpossibleEvent`` for one that cannot be."""
    if event.node <= line.last:
        raise ImpossibleEvent(f"line {line.id} has given the number {event.node} already")
    if event.parent and event.parent not in line.nodes:
        raise ImpossibleEvent(f"line {line.id} has no node {event.parent}")
    if event.body.known_to != line.known_to:
        raise ImpossibleEvent(f"node {event.node} has other readers than its line {line.id}")
    grown = LineNode(node=event.node, parent=event.parent, version=version, at=at, sealed=event.body)
    return replace(line, nodes={**line.nodes, event.node: grown}, last=event.node)


class _LayerFold:
    def __init__(self, of: ev.RecordAnchor) -> None:
        self.of = of
        self.notes: dict[ev.NoteId, Note] = {}
        self.lines: dict[ev.LineId, Variation] = {}
        self.taken: dict[str, dict[str, str]] = {}
        self.gone: set[str] = set()
        self.read: dict[str, set[str]] = {}

    def apply(self, recorded: LayerRecorded) -> None:
        event: Any = recorded.event
        if isinstance(event, ev.NoteWritten | ev.NoteRevised):
            self.read.setdefault(event.note, set()).add(seal_of(event.body))
        match event:
            case ev.NoteWritten():
                self._fresh(event.note)
                self.notes[event.note] = Note(id=event.note, version=recorded.v, written=recorded.at, sight=event.sight, sealed=event.body)
            case ev.NoteRevised():
                self._stands(event.note, event.was)
                note = self.notes[event.note]
                self.notes[event.note] = replace(note, version=recorded.v, written=recorded.at, sight=event.sight, sealed=event.body)
            case ev.NoteRemoved():
                self._stands(event.note, event.was)
                del self.notes[event.note]
                self.gone.add(event.note)
            case ev.LineBegun():
                self._fresh(event.line)
                self.lines[event.line] = begun_line(event, recorded.v, recorded.at)
            case ev.LineGrown():
                self._grow(recorded.v, recorded.at, event)
            case ev.LineNamed():
                self.lines[event.line] = replace(self._line(event.line), named=event.name)
            case ev.LinePruned():
                self._prune(event)
            case ev.CopyTaken():
                self.taken[event.of] = dict(event.notes)
            case ev.Rebound():
                self.of = event.to

    def _fresh(self, ident: str) -> None:
        if ident in self.notes or ident in self.lines or ident in self.gone:
            raise ImpossibleEvent(f"{ident} is there already, or was")

    def _stands(self, note: ev.NoteId, was: int) -> None:
        if note not in self.notes:
            raise ImpossibleEvent(f"there is no note {note}")
        if self.notes[note].version != was:
            raise ImpossibleEvent(f"note {note} reads as version {self.notes[note].version} says, not {was}")

    def _line(self, line: ev.LineId) -> Variation:
        if line not in self.lines:
            raise ImpossibleEvent(f"there is no line {line}")
        return self.lines[line]

    def _grow(self, version: int, at: datetime, event: ev.LineGrown) -> None:
        self.lines[event.line] = grown_line(self._line(event.line), version, at, event)

    def _prune(self, event: ev.LinePruned) -> None:
        line = self._line(event.line)
        if event.node == 0:
            del self.lines[line.id]
            self.gone.add(line.id)
            return
        if event.node not in line.nodes:
            raise ImpossibleEvent(f"line {line.id} has no node {event.node}")
        lost = {event.node}
        for node in sorted(line.nodes):
            if line.nodes[node].parent in lost:
                lost.add(node)
        self.lines[line.id] = replace(line, nodes={number: node for number, node in line.nodes.items() if number not in lost})
