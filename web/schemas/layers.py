"""Layers: the notes and lines beside a record that its viewer may read."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import fields

from web.schemas.base import ApiAnswer, Time, ViewedSchema, ViewerField, made, means


class BroughtSchema(ApiAnswer):
    """Through whom something came from elsewhere."""

    by = fields.String(**means("who brought it; empty where it is not known, or was erased"))
    said = fields.String(**means("who wrote it, as the file said; empty for nobody in particular"))


class AuthorSchema(ApiAnswer):
    """Who wrote a layer."""

    key = fields.String()
    name = fields.String(**means("empty where it is not known, or was erased, and of what was brought"))
    brought = fields.Nested(BroughtSchema, allow_none=True, **means("null for what was written here"))


class MarkField(fields.Raw):
    """A place that is marked, or an arrow between two."""

    def __init__(self, **more: Any) -> None:
        told = {"type": "object", "properties": {"t": {"type": "string", "enum": ["spot", "arrow"]}}, "required": ["t"]}
        super().__init__(metadata=told, **more)


class CommandText(fields.Raw):
    """A command of the game, in its own fields."""

    turned = staticmethod(lambda command, _words: msgspec.Raw(command))

    def __init__(self, **more: Any) -> None:
        super().__init__(metadata={"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}, **more)


class NoteSchema(ApiAnswer):
    """A note."""

    id = fields.String()
    layer = fields.String()
    version = fields.Integer(**means("what a revision names"))
    step = fields.Integer(attribute="at.v", **means("what it is about"))
    line = fields.String(attribute="at.line", allow_none=True)
    node = fields.Integer(attribute="at.node")
    since = fields.Integer(**means("the step from which it is shown"))
    to = fields.List(fields.String(), attribute="known_to", **means("seats, * for everybody, none for the open table alone"))
    status = fields.String(metadata={"enum": ["proven", "declared"]})
    glyph = fields.String(allow_none=True)
    text = fields.String()
    marks = fields.List(MarkField())
    written = Time()


class NodeSchema(ApiAnswer):
    """A step of a line: its number, and what the line has of it."""

    node = fields.Integer(attribute="0")
    after = fields.Integer(attribute="1.0", **means("the node that it follows; 0 is the base"))
    command = CommandText(attribute="1.1")
    events = fields.Integer(attribute="1.2", **means("how many followed"))


class LineReadingSchema(ApiAnswer):
    """By which rules a line goes."""

    ruleset = fields.String(attribute="0", **means("empty for the record's own"))
    switches = fields.Dict(keys=fields.String(), values=fields.String(), attribute="1", **means("set otherwise"))


class VariationSchema(ApiAnswer):
    """A line: what could have been played instead."""

    id = fields.String()
    layer = fields.String()
    name = fields.String()
    base = fields.Integer(**means("the step that it begins after"))
    eyes = ViewerField()
    dealt = fields.String(metadata={"enum": ["chosen", "known", "lay"]})
    reading = fields.Nested(LineReadingSchema, allow_none=True, **means("null for the record's own rules"))
    nodes = made(fields.List(fields.Nested(NodeSchema)), lambda line, _: line.nodes.items())


class LayerSchema(ApiAnswer):
    """What one person wrote beside a record."""

    id = fields.String()
    author = fields.Nested(AuthorSchema)
    copy = fields.Boolean(**means("whether it is a copy with what somebody was allowed to read"))
    notes = fields.List(fields.Nested(NoteSchema))
    lines = fields.List(fields.Nested(VariationSchema))


class LayersSchema(ViewedSchema):
    """The layers beside a record in which something is for its viewer."""

    layers = fields.List(fields.Nested(LayerSchema), attribute="found")
