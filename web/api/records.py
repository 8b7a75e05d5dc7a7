"""One record, through one viewer's eyes. Whatever is sent was computed from a ``RecordView``, behind the door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.sentences import N_
from web.api.operations import get
from web.callers import current_book, current_caller
from web.looking import check_memory, check_step, look
from web.queries import read_number
from web.schemas.base import Looked
from web.schemas.parts import EventsSchema, StepsSchema, Stretch
from web.schemas.questions import HeaderQuery, LookQuery, PositionQuery, StepsQuery
from web.schemas.records import HeaderSchema, opened
from web.schemas.table import PositionSchema
from web.schemas.untold import UntoldSchema
from web.words import texts
from web.words.phrases import Words
from web.words.wording import printed

if TYPE_CHECKING:
    from records.service import RecordView


@get("/records/<record>", N_("What a record says about itself"), asks=HeaderQuery, gives=HeaderSchema)
def header(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell game, rules, cards, people, length and outcome."""
    return HeaderSchema.data(opened(_look(record, asked)), Words(texts, {}))


@get("/records/<record>/steps", N_("A record narrated step by step, as its viewer saw it"), asks=StepsQuery, gives=StepsSchema)
def steps(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell each event in words; also those of which nothing is told are listed, as quiet."""
    view = _look(record, asked)
    return StepsSchema.data(_part(view, asked), printed(view))


@get("/records/<record>/events", N_("The events of a record, as its viewer was shown them"), asks=StepsQuery, gives=EventsSchema)
def events(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Send the lines of the record with hidden faces as ``?`` and without salts, seals and chain hashes (those are in the export)."""
    return EventsSchema.data(_part(_look(record, asked), asked))


@get("/records/<record>/untold", N_("What can never be known from a record, as a viewer has it"), asks=LookQuery, gives=UntoldSchema)
def untold(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell whose hands, which cards on the table and which words are not shown, and from which step to which."""
    view = _look(record, asked)
    return UntoldSchema.data(Looked(view, view.untold), Words(texts, view.names))


@get("/records/<record>/positions/<at>", N_("The table after an event, as its viewer saw it"), asks=PositionQuery, gives=PositionSchema)
def position(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send piles, hands, decks, zones and counters, in the same shape for every game."""
    number = read_number("at", at, "path")
    view = _look(record, asked)
    check_step(view, number, "path")
    forgets = check_memory(view, asked.get("memory"))
    shown = view.remembered(number) if forgets else view.shown(number)
    return PositionSchema.data(Looked(view, shown, shown.version), Words(texts, view.names))


def _look(record: str, asked: dict[str, Any]) -> RecordView:
    return look(current_book(), current_caller(), record, asked["viewer"])


def _part(view: RecordView, asked: dict[str, Any]) -> Stretch:
    return Stretch(view, asked["first"], min(asked.get("last", view.steps), view.steps))
