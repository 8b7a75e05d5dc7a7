"""Layers: the notes and lines beside a record that its viewer may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import fields

from records.core.viewers import viewer_key
from web.schemas.base import ApiAnswer, Time

if TYPE_CHECKING:
    from records.service.layers.lines import LineView
    from records.service.layers.notes import NoteView
    from records.service.layers.views import LayerView
    from records.service.persons import BroughtBy, Person


class BroughtSchema(ApiAnswer):
    """Through whom something came from elsewhere."""

    by = fields.String(metadata={"description": "who brought it; empty where it is not known, or was erased"})
    said = fields.String(metadata={"description": "who wrote it, as the file said; empty for nobody in particular"})


class AuthorSchema(ApiAnswer):
    """Who wrote a layer."""

    key = fields.String()
    name = fields.String(metadata={"description": "empty where it is not known, or was erased, and of what was brought"})
    brought = fields.Nested(BroughtSchema, allow_none=True, metadata={"description": "null for what was written here"})


class MarkField(fields.Raw):
    """A place that is marked, or an arrow between two."""

    def __init__(self, **more: Any) -> None:
        told = {"type": "object", "properties": {"t": {"type": "string", "enum": ["spot", "arrow"]}}, "required": ["t"]}
        super().__init__(metadata=told, **more)


class CommandText(fields.Raw):
    """A command of the game, in its own fields."""

    def __init__(self, **more: Any) -> None:
        super().__init__(metadata={"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}, **more)


class NoteSchema(ApiAnswer):
    """A note."""

    id = fields.String()
    layer = fields.String()
    version = fields.Integer(metadata={"description": "what a revision names"})
    step = fields.Integer(metadata={"description": "what it is about"})
    line = fields.String(allow_none=True)
    node = fields.Integer()
    since = fields.Integer(metadata={"description": "the step from which it is shown"})
    to = fields.List(fields.String(), metadata={"description": "seats, * for everybody, none for the open table alone"})
    status = fields.String(metadata={"enum": ["proven", "declared"]})
    glyph = fields.String(allow_none=True)
    text = fields.String()
    marks = fields.List(MarkField())
    written = Time()


class NodeSchema(ApiAnswer):
    """A step of a line."""

    node = fields.Integer()
    after = fields.Integer(metadata={"description": "the node that it follows; 0 is the base"})
    command = CommandText()
    events = fields.Integer(metadata={"description": "how many followed"})


class LineReadingSchema(ApiAnswer):
    """By which rules a line goes."""

    ruleset = fields.String(metadata={"description": "empty for the record's own"})
    switches = fields.Dict(keys=fields.String(), values=fields.String(), metadata={"description": "set otherwise"})


class VariationSchema(ApiAnswer):
    """A line: what could have been played instead."""

    id = fields.String()
    layer = fields.String()
    name = fields.String()
    base = fields.Integer(metadata={"description": "the step that it begins after"})
    eyes = fields.String()
    dealt = fields.String(metadata={"enum": ["chosen", "known", "lay"]})
    reading = fields.Nested(LineReadingSchema, allow_none=True, metadata={"description": "null for the record's own rules"})
    nodes = fields.List(fields.Nested(NodeSchema))


class LayerSchema(ApiAnswer):
    """What one person wrote beside a record."""

    id = fields.String()
    author = fields.Nested(AuthorSchema)
    copy = fields.Boolean(metadata={"description": "whether it is a copy with what somebody was allowed to read"})
    notes = fields.List(fields.Nested(NoteSchema))
    lines = fields.List(fields.Nested(VariationSchema))


class LayersSchema(ApiAnswer):
    """The layers beside a record in which something is for its viewer."""

    id = fields.String()
    viewer = fields.String()
    layers = fields.List(fields.Nested(LayerSchema))


def note_data(note: NoteView) -> dict[str, Any]:
    """Return a note in the shape of ``NoteSchema``."""
    return {
        "id": note.id,
        "layer": note.layer,
        "version": note.version,
        "step": note.at.v,
        "line": note.at.line,
        "node": note.at.node,
        "since": note.since,
        "to": note.known_to,
        "status": note.status.value,
        "glyph": note.glyph,
        "text": note.text,
        "marks": msgspec.to_builtins(note.marks),
        "written": note.written,
    }


def line_data(line: LineView) -> dict[str, Any]:
    """Return a line in the shape of ``VariationSchema``."""
    nodes = [
        {"node": number, "after": parent, "command": msgspec.Raw(command), "events": count}
        for number, (parent, command, count) in line.nodes.items()
    ]
    return {
        "id": line.id,
        "layer": line.layer,
        "name": line.name,
        "base": line.base,
        "eyes": viewer_key(line.eyes),
        "dealt": line.dealt,
        "reading": None if line.reading is None else {"ruleset": line.reading[0], "switches": dict(line.reading[1])},
        "nodes": nodes,
    }


def brought_data(brought: BroughtBy | None) -> dict[str, str] | None:
    """Return through whom something came in the shape of ``BroughtSchema``; None for what was written here."""
    return None if brought is None else {"by": brought.by, "said": brought.said}


def author_data(author: Person) -> dict[str, Any]:
    """Return who wrote a layer in the shape of ``AuthorSchema``."""
    return {"key": author.key, "name": author.name, "brought": brought_data(author.brought)}


def layer_data(one: LayerView) -> dict[str, Any]:
    """Return a layer in the shape of ``LayerSchema``."""
    return {
        "id": one.id,
        "author": author_data(one.author),
        "copy": one.copy,
        "notes": [note_data(note) for note in one.notes],
        "lines": [line_data(line) for line in one.lines],
    }
