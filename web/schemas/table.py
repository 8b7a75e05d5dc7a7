"""A position: the table as its viewer sees it, and the counters beside it. The same shape for every game."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import fields

from records.core.position import Counters
from records.core.viewers import viewer_key
from web.schemas.base import ApiAnswer, FaceField
from web.schemas.narration import OutcomeSchema, outcome_data
from web.words.phrases import Locale

if TYPE_CHECKING:
    from records.core.position import Position
    from records.core.tables.blocks import Block
    from records.core.tables.hands import Hand
    from records.core.tables.table_state import Slot, TableState
    from records.service import RecordView

_AUDIENCE = {"description": "seats that were shown it; * is everybody"}


class SlotSchema(ApiAnswer):
    """A countable place in a pile, with its card."""

    slot = fields.String()
    face = FaceField()
    known_to = fields.List(fields.String(), metadata=_AUDIENCE)
    hint = FaceField()
    up = fields.Boolean()


class ShownSchema(ApiAnswer):
    """Cards of a hand that others were shown and that may still be there."""

    to = fields.List(fields.String(), metadata=_AUDIENCE)
    faces = fields.List(fields.String())


class HandSchema(ApiAnswer):
    """A hand."""

    count = fields.Integer()
    faces = fields.List(fields.String(), metadata={"description": "what is certain to be in it, for this viewer"})
    shown = fields.List(fields.Nested(ShownSchema))


class BlockSchema(ApiAnswer):
    """Cards of a deck whose order nobody knows."""

    count = fields.Integer()
    faces = fields.List(FaceField(), metadata={"description": "one for each card; ? where this viewer does not know it"})
    known_to = fields.List(fields.String(), metadata=_AUDIENCE)


class AskedSchema(ApiAnswer):
    """A question that a seat must answer."""

    id = fields.String()
    seat = fields.String()
    what = fields.String()
    least = fields.Integer()
    most = fields.Integer()
    why = fields.String()


class PositionSchema(ApiAnswer):
    """The table after an event."""

    id = fields.String()
    viewer = fields.String()
    at = fields.Integer(metadata={"description": "number of the event; 0 is before the first"})
    steps = fields.Integer()
    turn = fields.Integer()
    active = fields.String(allow_none=True, metadata={"description": "whose turn it is"})
    pending = fields.List(fields.Nested(AskedSchema), metadata={"description": "open questions, oldest first"})
    outcome = fields.Nested(OutcomeSchema, allow_none=True)
    missing = fields.Boolean(metadata={"description": "part of the game was not written down; the table is not known"})
    counters = fields.Dict(keys=fields.String(), metadata={"description": "what the game counts besides, by name"})
    piles = fields.Dict(keys=fields.String(), values=fields.List(fields.Nested(SlotSchema)), metadata={"description": "slots, top first"})
    hands = fields.Dict(keys=fields.String(), values=fields.Nested(HandSchema), metadata={"description": "by seat"})
    decks = fields.Dict(keys=fields.String(), values=fields.List(fields.Nested(BlockSchema)), metadata={"description": "blocks, top first"})
    zones = fields.Dict(keys=fields.String(), values=fields.List(FaceField()), metadata={"description": "open cards in their order"})


def own_counters(state: Counters) -> dict[str, Any]:
    """Return what a game counts beyond turn, active seat, questions and outcome, by name.

    What has no usual value is not counted but given with the record (its rules, its cards), and is left out.
    """
    shared = {field.name for field in dataclasses.fields(Counters)}
    counted = [field.name for field in dataclasses.fields(state) if field.default is not dataclasses.MISSING]
    return {name: getattr(state, name) for name in counted if name not in shared}


def position_data(view: RecordView, position: Position[Any], locale: Locale) -> dict[str, Any]:
    """Return a position of ``view`` in the shape of ``PositionSchema``."""
    state = position.state
    return {
        "id": view.header.record,
        "viewer": viewer_key(view.viewer),
        "at": position.version,
        "steps": view.steps,
        "turn": state.turn,
        "active": state.active,
        "pending": [{field: getattr(asked, field) for field in AskedSchema().fields} for asked in state.pending],
        "outcome": outcome_data(state.outcome, view.names, locale),
        "missing": state.missing,
        "counters": msgspec.to_builtins(own_counters(state), str_keys=True),
        **_table(position.table),
    }


def _table(table: TableState) -> dict[str, Any]:
    return {
        "piles": {pile: [_slot(slot, table.slots[slot]) for slot in slots] for pile, slots in table.piles.items()},
        "hands": {seat: _hand(hand) for seat, hand in table.hands.items()},
        "decks": {deck: [_block(block) for block in blocks] for deck, blocks in table.decks.items()},
        "zones": table.zones,
    }


def _slot(slot: str, lying: Slot) -> dict[str, Any]:
    return {"slot": slot, "face": lying.face, "known_to": lying.known_to, "hint": lying.hint, "up": lying.up}


def _hand(hand: Hand) -> dict[str, Any]:
    return {"count": hand.count, "faces": hand.faces, "shown": [{"to": audience, "faces": faces} for audience, faces in hand.shown]}


def _block(block: Block) -> dict[str, Any]:
    faces = ("?",) * block.count if block.faces is None else block.faces
    return {"count": block.count, "faces": faces, "known_to": block.known_to}
