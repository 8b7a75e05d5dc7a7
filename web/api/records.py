"""One record, through one viewer's eyes. Whatever is sent was computed from a ``RecordView``, behind the door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.sentences import N_
from web.api.operations import get
from web.callers import current_book, current_caller
from web.looking import check_memory, check_step, look
from web.queries import read_number
from web.schemas.events import event_data
from web.schemas.narration import step_data
from web.schemas.parts import EventsSchema, StepsSchema, part_data
from web.schemas.questions import HeaderQuery, LookQuery, PositionQuery, StepsQuery
from web.schemas.records import HeaderSchema, header_data
from web.schemas.table import PositionSchema, position_data
from web.schemas.untold import UntoldSchema, untold_data
from web.words import texts
from web.words.phrases import Printed

if TYPE_CHECKING:
    from records.service import RecordView


@get("/records/<record>", N_("What a record says of itself"), asks=HeaderQuery, gives=HeaderSchema)
def header(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell game, rules, cards, people, length and outcome."""
    return header_data(_look(record, asked), texts)


@get("/records/<record>/steps", N_("A record told step by step, as its viewer saw it"), asks=StepsQuery, gives=StepsSchema)
def steps(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell each event in words; also those of which nothing is told are listed, as quiet."""
    view = _look(record, asked)
    first, last = _stretch(view, asked)
    locale = Printed(texts, view.faces)
    told = [step_data(step, view.names, locale) for step in view.timeline.steps[first - 1 : last]]
    return {**part_data(view, first, last), "told": told}


@get("/records/<record>/events", N_("The events of a record, as its viewer was shown them"), asks=StepsQuery, gives=EventsSchema)
def events(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Send the lines of the record with hidden faces as ``?`` and without salts, seals and chain hashes (those are in the export)."""
    view = _look(record, asked)
    first, last = _stretch(view, asked)
    shown = [event_data(view.game.parts, recorded) for recorded in view.events[first - 1 : last]]
    return {**part_data(view, first, last), "events": shown}


@get("/records/<record>/untold", N_("What can never be known from a record, as a viewer has it"), asks=LookQuery, gives=UntoldSchema)
def untold(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell whose hands, which cards on the table and which words are not shown, and from which step to which."""
    return untold_data(_look(record, asked), texts)


@get("/records/<record>/positions/<at>", N_("The table after an event, as its viewer saw it"), asks=PositionQuery, gives=PositionSchema)
def position(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send piles, hands, decks, zones and counters, in the same shape for every game."""
    number = read_number("at", at, "path")
    view = _look(record, asked)
    check_step(view, number, "path")
    forgets = check_memory(view, asked.get("memory"))
    return position_data(view, view.remembered(number) if forgets else view.shown(number), texts)


def _look(record: str, asked: dict[str, Any]) -> RecordView:
    return look(current_book(), current_caller(), record, asked["viewer"])


def _stretch(view: RecordView, asked: dict[str, Any]) -> tuple[int, int]:
    return asked["first"], min(asked.get("last", view.steps), view.steps)
