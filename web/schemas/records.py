"""A record: as an entry of the shelf, as its own header, and the shelf itself."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from marshmallow import fields

from web.schemas.base import ApiAnswer, F, Time, ViewerField, made, means
from web.schemas.cases import AdjustedSchema
from web.schemas.narration import OutcomeSchema
from web.suspense import hides
from web.words.phrases import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.service import RecordView, ShelfEntry
    from records.service.shelving import ShelfPage
    from records.studies.cases.events import AdjustedResult


class RecordShown(NamedTuple):
    """A record as it is listed, or as a viewer opens it."""

    id: str
    says: ShelfEntry | Header
    """What stands in it from its beginning on."""
    at: ShelfEntry | RecordView
    """How far it is."""
    turns: int
    hidden: bool
    """Whether its reader is in suspense: then its length and its result are left out."""
    adjusted: AdjustedResult | None = None
    """The result that counts by a ruling in force."""

    @property
    def names(self) -> Mapping[SeatKey, str]:
        """Who sits there."""
        return self.at.names


def listed(entry: ShelfEntry, adjusted: AdjustedResult | None) -> RecordShown:
    """Return a record of the shelf."""
    return RecordShown(entry.id, entry, entry, entry.turns, hides(entry.id), adjusted)


def opened(view: RecordView) -> RecordShown:
    """Return a record as a viewer opens it; a person who plays knows how far the game is."""
    turns = {turn.number for turn in view.timeline.turns if turn.number and turn.told}
    return RecordShown(view.header.record, view.header, view, len(turns), hides(view.header.record) and not view.followed)


def _late(field: F, path: str) -> F:
    """Return a field that tells how far a record is, or how it ended: null in suspense."""
    late = attrgetter(path)
    return made(field, lambda shown, _: None if shown.hidden else late(shown))


class _Record(ApiAnswer):
    id = fields.String()
    game = fields.String(attribute="says.game", **means("as in the list of games"))
    game_name = fields.String(
        attribute="at.label.title", **means("what somebody called the game of a table that is known by its log; empty for none")
    )
    site = fields.String(attribute="at.label.site", **means("bga ..., where the table has an id there; else empty"))
    table = fields.String(attribute="at.label.number", **means("the table's id at its site"))
    ruleset = fields.String(attribute="says.ruleset", **means("none where the rules are not known"))
    seats = fields.List(fields.String(), attribute="says.seats", **means("keys, in seating order"))
    players = made(
        fields.List(fields.String(), **means("who sits there; empty for a name that was erased")),
        lambda shown, _: [shown.names.get(seat, "") for seat in shown.says.seats],
    )
    steps = _late(fields.Integer(allow_none=True, **means("number of events: steps go from 0 to this; null in suspense")), "at.steps")
    turns = _late(fields.Integer(allow_none=True, **means("null in suspense")), "turns")
    outcome = _late(
        fields.Nested(OutcomeSchema, allow_none=True, **means("null while the game is not over, and in suspense")), "at.outcome"
    )

    @classmethod
    def data(cls, of: RecordShown, words: Words | None = None) -> dict[str, Any]:
        """Return what is sent of a record; in ``words`` people are called as it names them."""
        return super().data(of, words and words._replace(names=of.names))


class EntrySchema(_Record):
    """A record on the shelf: what the public may know of it."""

    started = Time(attribute="says.started", allow_none=True)
    ended = _late(Time(allow_none=True), "at.ended")
    added = Time(attribute="says.added", allow_none=True)
    adjusted = _late(
        fields.Nested(
            AdjustedSchema,
            allow_none=True,
            **means("the result that a ruling in force gave, that everybody may read; the outcome is what was played"),
        ),
        "adjusted",
    )


class ShelfFound(NamedTuple):
    """A page of the shelf, with the results that count by rulings in force."""

    found: ShelfPage
    adjusted: Mapping[str, AdjustedResult]
    page: int
    pages: int
    page_size: int


def _next(page: ShelfFound | TrashFound, _words: Words | None) -> str | None:
    return page.found.entries[-1].id if page.found.more else None


class ShelfSchema(ApiAnswer):
    """A page of the shelf."""

    records = made(
        fields.List(fields.Nested(EntrySchema)), lambda one, _: [listed(entry, one.adjusted.get(entry.id)) for entry in one.found.entries]
    )
    total = fields.Integer(
        attribute="found.total", **means("records found, on all pages; 1001 says that there are more than 1000, which are not counted")
    )
    page = fields.Integer()
    pages = fields.Integer(**means("at least 1; as far as records are counted"))
    next = made(fields.String(allow_none=True, **means("what “after” is for the next page; null on the last")), _next)
    page_size = fields.Integer()
    games = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        attribute="found.games",
        **means("records found of each game, as if none had been asked for; counted as the total is"),
    )


class TrashedSchema(EntrySchema):
    """A record in the trash."""

    trashed = Time(attribute="says.trashed", allow_none=True)


class TrashFound(NamedTuple):
    """A page of the trash, with the results that count by rulings in force."""

    found: ShelfPage
    adjusted: Mapping[str, AdjustedResult]
    page_size: int


class TrashSchema(ApiAnswer):
    """A page of the trash."""

    records = made(
        fields.List(fields.Nested(TrashedSchema)), lambda one, _: [listed(entry, one.adjusted.get(entry.id)) for entry in one.found.entries]
    )
    total = fields.Integer(attribute="found.total", **means("records that the caller may take out; counted as on the shelf"))
    next = made(fields.String(allow_none=True, **means("what “after” is for the next page; null on the last")), _next)
    page_size = fields.Integer()


class HeaderSchema(_Record):
    """What a record says of itself, to one viewer."""

    started = Time(attribute="says.started")
    ruleset_hash = fields.String(attribute="says.ruleset_hash")
    catalogue = fields.String(attribute="says.catalogue")
    catalogue_hash = fields.String(attribute="says.catalogue_hash")
    viewer = ViewerField(attribute="at.viewer", **means("public, open or a seat's key: the one who was looked as"))
