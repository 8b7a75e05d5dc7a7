"""Layers in a game's text: notes after its lines, variations in brackets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from importers.notation.headers import written as header_line
from importers.notation.positions import write_audience
from importers.notation.remarks import AFTER, BY_ID, EYES, FROM, STEP, TONES, remark
from records.core.secret import ALL, NOBODY, Audience
from records.core.viewers import OPEN, PUBLIC, viewer_key
from records.studies.layers.events import Spot

if TYPE_CHECKING:
    from importers.notation.places import PlaceWords
    from records.core.events import Recorded
    from records.core.position import Position
    from records.service.layers.lines import LineView
    from records.service.layers.notes import NoteView
    from records.service.layers.views import LayerView

NodeLogs: TypeAlias = "Mapping[int, Sequence[Recorded[Any]]]"
"""The log up to each node of a line, as its eyes imagine it; 0 is the base."""
LineOf: TypeAlias = "Callable[[Sequence[Recorded[Any]], int], tuple[list[str], Position[Any]]]"
"""Writes the last batch of a log of which so many steps stand already, and says the position after it."""
LONGEST_KEY = 40


class LayerToWrite(msgspec.Struct, frozen=True, kw_only=True):
    """A layer as the reader of the text may read it."""

    view: LayerView
    logs: Mapping[str, NodeLogs]
    """By line."""


class _Own(msgspec.Struct, frozen=True, kw_only=True):
    """A layer with its key in this text."""

    key: str
    audience: Audience | None
    layer: LayerToWrite


class NotesToWrite:
    """What of some layers is still to be written into a text of ``steps`` steps."""

    def __init__(self, layers: Sequence[LayerToWrite], steps: int, places: PlaceWords) -> None:
        self._steps, self._places = steps, places
        self._layers = list(_named(layers))
        self._notes = [
            (note, own)
            for own in self._layers
            for note in own.layer.view.notes
            if note.at.line is None and note.at.v <= steps >= note.since
        ]
        self._lines = [(line, own) for own in self._layers for line in own.layer.view.lines if line.base <= steps]

    def headers(self) -> Iterator[str]:
        """Yield the header of each layer."""
        for own in self._layers:
            view = own.layer.view
            viewpoint = {None: "", ALL: PUBLIC.value, NOBODY: OPEN.value}.get(own.audience, "".join(own.audience or ()))
            days = [*(note.written for note in view.notes), *(line.begun for line in view.lines)]
            yield header_line("Layer", own.key, _called(view), viewpoint, min(days).date().isoformat())

    def ends(self, batch: Sequence[Recorded[Any]]) -> bool:
        """Whether notes follow a batch, so that its line ends there."""
        return any(note.at.v <= batch[-1].v for note, _own in self._notes)

    def begins(self, batch: Sequence[Recorded[Any]]) -> bool:
        """Whether something could stand instead of a batch, so that its line begins there."""
        return any(line.base + 1 == batch[0].v for line, _own in self._lines)

    def behind(self, last: int, position: Callable[[int], Position[Any]]) -> list[str]:
        """Return the notes up to step ``last`` that are not written yet; ``position`` is that after a step."""
        found = [(note, own) for note, own in self._notes if note.at.v <= last]
        self._notes = [one for one in self._notes if one[0].at.v > last]
        return [self._note(note, own, last, position(note.at.v) if note.marks else None) for note, own in found]

    def instead(self, first: int, line_of: LineOf) -> list[str]:
        """Return what could stand instead of a line that begins with step ``first``."""
        found = [(line, own) for line, own in self._lines if line.base + 1 == first]
        self._lines = [one for one in self._lines if one[0].base + 1 != first]
        return [text for line, own in found for text in self._line(line, own, line_of, ())]

    def rest(self, line_of: LineOf) -> list[str]:
        """Return the variations that belong to no line."""
        found, self._lines = self._lines, []
        return [text for line, own in found for text in self._line(line, own, line_of, (f"{AFTER}{line.base}",))]

    def _note(self, note: NoteView, own: _Own, last: int, position: Position[Any] | None, *, inside: bool = False) -> str:
        words = [] if inside or note.at.v == last else [f"{STEP}{note.at.v}"]
        if note.known_to != own.audience:
            words.append(write_audience(note.known_to))
        if note.since != self._steps:
            words.append(f"{FROM}{note.since}")
        for mark in note.marks if position is not None else ():
            if isinstance(mark, Spot):
                words.append(self._place(mark.place, position) + (f"${TONES[mark.tone]}" if mark.tone else ""))
            else:
                words.append(f"{self._place(mark.start, position)}>{self._place(mark.end, position)}")
        return remark(note.text, layer="" if inside else own.key, words=words, glyph=note.glyph)

    def _place(self, place: str, position: Position[Any] | None) -> str:
        numbered = self._places.write_slot(place, None, position, always_numbered=True) if position is not None else ""
        return numbered or self._places.write(place, None) or f"{BY_ID}{place}"

    def _line(self, line: LineView, own: _Own, line_of: LineOf, words: Sequence[str]) -> list[str]:
        eyes = viewer_key(line.eyes)
        head = remark(line.name, layer=own.key, words=[*([f"{EYES}{eyes}"] if eyes != OPEN.value else ()), *words])
        logs = own.layer.logs[line.id]
        tree = _Tree(line, logs, {node: line_of(log, len(logs[line.nodes[node][0]]) if node else len(log)) for node, log in logs.items()})
        for note in own.layer.view.notes:
            if note.at.line == line.id and note.at.node in logs:
                position = tree.told[note.at.node][1]
                tree.notes.setdefault(note.at.node, []).append(self._note(note, own, 0, position, inside=True))
        below = tree.lines(tree.children(0), "     ")
        return [f"   ( {' '.join((head, *tree.notes.get(0, ())))}", *below, "   )"]


class _Tree:
    """A line with the text of each of its nodes."""

    def __init__(self, line: LineView, logs: NodeLogs, told: Mapping[int, tuple[list[str], Position[Any]]]) -> None:
        self._line, self._logs, self.told = line, logs, told
        self.notes: dict[int, list[str]] = {}

    def children(self, parent: int) -> list[int]:
        """Return the nodes that follow one, in the order in which they came."""
        return [node for node in sorted(self._logs) if node and self._line.nodes[node][0] == parent]

    def lines(self, nodes: Sequence[int], indent: str) -> Iterator[str]:
        """Yield the first of some nodes that follow the same one, the others in brackets behind it, and what follows the first."""
        while nodes:
            node, *others = nodes
            yield from (indent + one for one in behind([line.strip() for line in self.told[node][0]], self.notes.get(node, ())))
            for other in others:
                yield f"{indent}("
                yield from self.lines([other], indent + "  ")
                yield f"{indent})"
            nodes = self.children(node)


def behind(lines: Sequence[str], notes: Sequence[str], width: int = 118) -> list[str]:
    """Return lines with notes behind the last of them, or below where they do not fit there."""
    if not notes:
        return list(lines)
    *before, last = lines
    whole = "  ".join((last, *notes))
    if len(whole) <= width and "\n" not in whole and last.strip()[:1] not in {"|", ")", ">", "~"}:
        return [*before, whole]
    return [*lines, *(f"     {note}" for note in notes)]


def _called(view: LayerView) -> str:
    """Return the author's name, of what came from elsewhere the one that is said."""
    return view.author.name if view.author.brought is None else view.author.brought.said


def _named(layers: Sequence[LayerToWrite]) -> Iterator[_Own]:
    """Give each layer a key of its author's name."""
    taken: set[str] = set()
    for layer in layers:
        plain = unicodedata.normalize("NFKD", _called(layer.view)).encode("ascii", "ignore").decode().lower()
        key = base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_KEY - 4].strip("-") or "notes"
        nth = 1
        while key in taken:
            nth += 1
            key = f"{base}-{nth}"
        taken.add(key)
        audiences = {note.known_to for note in layer.view.notes}
        common = audiences.pop() if len(audiences) == 1 else None
        yield _Own(key=key, audience=common if common is not None and len(common) <= 1 else None, layer=layer)
