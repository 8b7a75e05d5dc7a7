"""A record: as an entry of the shelf, as its own header, and the shelf itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from records.core.viewers import viewer_key
from web.schemas.base import ApiAnswer, Time
from web.schemas.cases import AdjustedSchema
from web.schemas.narration import OutcomeSchema, outcome_data
from web.suspense import hides
from web.words.phrases import Locale

if TYPE_CHECKING:
    from records.service import GameLabel, RecordView, ShelfEntry


class _Record(ApiAnswer):
    id = fields.String()
    game = fields.String(metadata={"description": "as in the list of games"})
    game_name = fields.String(metadata={"description": "what somebody called the game of a table that is known by its log; empty for none"})
    site = fields.String(metadata={"description": "bga ..., where the table has an id there; else empty"})
    table = fields.String(metadata={"description": "the table's id at its site"})
    ruleset = fields.String(metadata={"description": "none where the rules are not known"})
    seats = fields.List(fields.String(), metadata={"description": "keys, in seating order"})
    players = fields.List(fields.String(), metadata={"description": "who sits there; empty for a name that was erased"})
    steps = fields.Integer(allow_none=True, metadata={"description": "number of events: steps go from 0 to this; null in suspense"})
    turns = fields.Integer(allow_none=True, metadata={"description": "null in suspense"})
    outcome = fields.Nested(OutcomeSchema, allow_none=True, metadata={"description": "null while the game is not over, and in suspense"})


class EntrySchema(_Record):
    """A record on the shelf: what the public may know of it."""

    started = Time(allow_none=True)
    ended = Time(allow_none=True)
    added = Time(allow_none=True)
    adjusted = fields.Nested(
        AdjustedSchema,
        allow_none=True,
        metadata={"description": "the result that a ruling in force gave, that everybody may read; the outcome is what was played"},
    )


class ShelfSchema(ApiAnswer):
    """A page of the shelf."""

    records = fields.List(fields.Nested(EntrySchema))
    total = fields.Integer(
        metadata={"description": "records found, on all pages; 1001 says that there are more than 1000, which are not counted"}
    )
    page = fields.Integer()
    pages = fields.Integer(metadata={"description": "at least 1; as far as records are counted"})
    next = fields.String(allow_none=True, metadata={"description": "what “after” is for the next page; null on the last"})
    page_size = fields.Integer()
    games = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        metadata={"description": "records found of each game, as if none had been asked for; counted as the total is"},
    )


class HeaderSchema(_Record):
    """What a record says of itself, to one viewer."""

    started = Time()
    ruleset_hash = fields.String()
    catalogue = fields.String()
    catalogue_hash = fields.String()
    viewer = fields.String(metadata={"description": "public, open or a seat's key: the one who was looked as"})


def entry_data(entry: ShelfEntry, locale: Locale) -> dict[str, Any]:
    """Return an entry in the shape of ``EntrySchema``."""
    return {
        "id": entry.id,
        "game": entry.game,
        **_label(entry.label),
        "ruleset": entry.ruleset,
        "seats": entry.seats,
        "players": [entry.names.get(seat, "") for seat in entry.seats],
        "steps": None if hides(entry.id) else entry.steps,
        "turns": None if hides(entry.id) else entry.turns,
        "outcome": None if hides(entry.id) else outcome_data(entry.outcome, entry.names, locale),
        "started": entry.started,
        "ended": None if hides(entry.id) else entry.ended,
        "added": entry.added,
    }


def header_data(view: RecordView, locale: Locale) -> dict[str, Any]:
    """Return a record in the shape of ``HeaderSchema``."""
    header = view.header
    hidden = hides(header.record) and not view.followed  # who plays knows how far the game is
    return {
        "id": header.record,
        "game": header.game,
        **_label(view.label),
        "ruleset": header.ruleset,
        "ruleset_hash": header.ruleset_hash,
        "catalogue": header.catalogue,
        "catalogue_hash": header.catalogue_hash,
        "seats": header.seats,
        "players": [view.names.get(seat, "") for seat in header.seats],
        "started": header.started,
        "steps": None if hidden else view.steps,
        "turns": None if hidden else len({turn.number for turn in view.timeline.turns if turn.number and turn.told}),
        "outcome": None if hidden else outcome_data(view.outcome, view.names, locale),
        "viewer": viewer_key(view.viewer),
    }


def _label(label: GameLabel) -> dict[str, str]:
    return {"game_name": label.title, "site": label.site, "table": label.number}
