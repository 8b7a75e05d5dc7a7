"""A position: the table as its viewer sees it, and the counters beside it. The same shape for every game."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import fields

from records.core.position import Counters
from web.schemas.base import ApiAnswer, FaceField, made, means
from web.schemas.narration import OutcomeSchema
from web.schemas.thought import ThoughtSchema

if TYPE_CHECKING:
    from records.core.tables.table_state import Slot, TableState
    from web.schemas.base import Looked
    from web.words.phrases import Words

_AUDIENCE = means("seats that were shown it; * is everybody")


def own_counters(state: Counters) -> dict[str, Any]:
    """Return what a game counts beyond turn, active seat, questions and outcome, by name.

    What has no usual value is not counted but given with the record (its rules, its cards), and is left out.
    """
    shared = {field.name for field in dataclasses.fields(Counters)}
    counted = [field.name for field in dataclasses.fields(state) if field.default is not dataclasses.MISSING]
    return {name: getattr(state, name) for name in counted if name not in shared}


def _piles(looked: Looked, _words: Words) -> dict[str, list[tuple[str, Slot]]]:
    table: TableState = looked.found.table
    return {pile: [(slot, table.slots[slot]) for slot in slots] for pile, slots in table.piles.items()}


class SlotSchema(ApiAnswer):
    """A countable place in a pile, with its card."""

    slot = fields.String(attribute="0")
    face = FaceField(attribute="1.face")
    known_to = fields.List(fields.String(), attribute="1.known_to", **_AUDIENCE)
    hint = FaceField(attribute="1.hint")
    up = fields.Boolean(attribute="1.up")


class ShownSchema(ApiAnswer):
    """Cards of a hand that others were shown and that may still be there."""

    to = fields.List(fields.String(), attribute="0", **_AUDIENCE)
    faces = fields.List(fields.String(), attribute="1")


class HandSchema(ApiAnswer):
    """A hand."""

    count = fields.Integer()
    faces = fields.List(fields.String(), **means("what is certain to be in it, for this viewer"))
    shown = fields.List(fields.Nested(ShownSchema))


class BlockSchema(ApiAnswer):
    """Cards of a deck whose order nobody knows."""

    count = fields.Integer()
    faces = made(
        fields.List(FaceField(), **means("one for each card; ? where this viewer does not know it")),
        lambda block, _: ("?",) * block.count if block.faces is None else block.faces,
    )
    known_to = fields.List(fields.String(), **_AUDIENCE)


class AskedSchema(ApiAnswer):
    """A question that a seat must answer."""

    id = fields.String()
    seat = fields.String()
    what = fields.String()
    least = fields.Integer()
    most = fields.Integer()
    why = fields.String()


class PositionSchema(ThoughtSchema):
    """The table after an event."""

    turn = fields.Integer(attribute="found.state.turn")
    active = fields.String(attribute="found.state.active", allow_none=True, **means("whose turn it is"))
    pending = fields.List(fields.Nested(AskedSchema), attribute="found.state.pending", **means("open questions, oldest first"))
    outcome = fields.Nested(OutcomeSchema, attribute="found.state.outcome", allow_none=True)
    missing = fields.Boolean(attribute="found.state.missing", **means("part of the game was not written down; the table is not known"))
    counters = made(
        fields.Dict(keys=fields.String(), **means("what the game counts besides, by name")),
        lambda looked, _: msgspec.to_builtins(own_counters(looked.found.state), str_keys=True),
    )
    piles = made(fields.Dict(keys=fields.String(), values=fields.List(fields.Nested(SlotSchema)), **means("slots, top first")), _piles)
    hands = fields.Dict(keys=fields.String(), values=fields.Nested(HandSchema), attribute="found.table.hands", **means("by seat"))
    decks = fields.Dict(
        keys=fields.String(), values=fields.List(fields.Nested(BlockSchema)), attribute="found.table.decks", **means("blocks, top first")
    )
    zones = fields.Dict(
        keys=fields.String(), values=fields.List(FaceField()), attribute="found.table.zones", **means("open cards in their order")
    )
