"""What a viewer could work out at a step: knowledge, reasons, what a team holds, odds. All of it from that viewer's own log."""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from records.core.sentences import N_
from records.core.table import hand_place
from records.errors import Contradiction, MalformedCommand
from records.service.views.odds import ways_to_attack
from web.api.operations import get
from web.callers import current_book, current_caller
from web.looking import check_event, check_step, look
from web.problems import Refused
from web.queries import read_choice, read_number
from web.schemas.base import Looked
from web.schemas.drift import DriftSchema
from web.schemas.explaining import ExplanationSchema
from web.schemas.findings import FindingsSchema, audited
from web.schemas.knowledge import KnowledgeSchema
from web.schemas.odds import AttackOddsSchema, DrawOddsSchema
from web.schemas.questions import AttackQuery, DrawQuery, LookQuery, ThoughtQuery
from web.schemas.team import TeamSchema
from web.schemas.turning import TurningPointsSchema
from web.schemas.why import WhySchema
from web.words.texts import _
from web.words.wording import printed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.assault import Assault
    from records.service import RecordView

STEP = "/records/<record>/positions/<at>"


@get(f"{STEP}/knowledge", N_("What a viewer could know after an event, and how likely it is"), asks=ThoughtQuery, gives=KnowledgeSchema)
def knowledge(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send what each hidden card can be, and what each hand and deck can hold."""
    view, number = moment(record, at, asked)
    with workable():
        return KnowledgeSchema.data(Looked(view, view.knowledge(number, hindsight="knows" in asked), number), printed(view))


@get(
    "/records/<record>/drift",
    N_("Whether a record replays exactly by today's code, and where it diverges first"),
    asks=LookQuery,
    gives=DriftSchema,
)
def drift(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Send how every decision that the viewer's log can judge is decided today."""
    view = look(current_book(), current_caller(), record, asked["viewer"])
    return DriftSchema.data(Looked(view, current_book().records.drift(current_caller(), record, view.viewer)))


@get(
    "/records/<record>/findings",
    N_("What in a record breaks its rules or cannot be judged, who could have noticed it, and whether it can still matter"),
    asks=LookQuery,
    gives=FindingsSchema,
)
def findings(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Send the audit of what the viewer was shown."""
    view = look(current_book(), current_caller(), record, asked["viewer"])
    with workable():
        return FindingsSchema.data(audited(view, view.audit()), printed(view))


@get(f"{STEP}/why/<place>", N_("The reasons for what a place can hold, as a viewer knows them"), asks=LookQuery, gives=WhySchema)
def why(asked: dict[str, Any], record: str, at: str, place: str) -> dict[str, Any]:
    """Send the events without which the place could hold more."""
    view, number = moment(record, at, asked)
    with workable():
        known = view.knowledge(number)
        if place not in {*known.slots, *map(hand_place, known.hands), *known.decks}:
            raise Refused(HTTPStatus.NOT_FOUND, _("There is no such place on the table at this step."), ("path", "place"))
        return WhySchema.data(Looked(view, view.why(number, place), number), printed(view))


@get(
    f"{STEP}/explanation",
    N_("Which paragraphs led to an event, and which other reading of the rules would have changed it, as far as a viewer can tell"),
    asks=LookQuery,
    gives=ExplanationSchema,
)
def explain(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send the chain of paragraphs and the switches that decided."""
    step = read_number("at", at, "path")
    view = look(current_book(), current_caller(), record, asked["viewer"])
    check_event(view, step, "path")
    return ExplanationSchema.data(Looked(view, view.explain(step), step), printed(view))


@get(f"{STEP}/team", N_("What all hands of a team hold, as a viewer could work it out"), asks=LookQuery, gives=TeamSchema)
def team(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send bounds for all hands together and for each."""
    view, number = moment(record, at, asked)
    if not view.game.together:
        raise Refused(HTTPStatus.NOT_FOUND, _("The players of this game are not a team."), ("path", "record"))
    with workable():
        return TeamSchema.data(Looked(view, view.team(number), number), printed(view))


@get(
    f"{STEP}/turning-points",
    N_("The turning points up to an event, as far as a viewer could tell"),
    asks=LookQuery,
    gives=TurningPointsSchema,
)
def turning_points(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send the weightiest up to that step; none in a game that looks for none."""
    view, number = moment(record, at, asked)
    return TurningPointsSchema.data(Looked(view, at=number), printed(view))


@get(f"{STEP}/odds/attack", N_("What an attack would destroy, as a viewer could work it out"), asks=AttackQuery, gives=AttackOddsSchema)
def odds_of_attack(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send the chance of each outcome."""
    view, number = moment(record, at, asked)
    seat = read_choice("by", asked["seat"], view.header.seats) if "seat" in asked else None
    ways = {way.name: way for way in _ways(view, number, seat)}
    way = read_choice("way", asked["way"], ways) if "way" in asked else ""
    with workable():
        return AttackOddsSchema.data(Looked(view, view.odds(number, asked["strength"], way=way, seat=seat), number), printed(view))


@get(f"{STEP}/odds/draw", N_("What the next cards of a deck hold, as a viewer could work it out"), asks=DrawQuery, gives=DrawOddsSchema)
def odds_of_draw(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send the chance that the cards which are looked for are among them."""
    view, number = moment(record, at, asked)
    deck = _deck(view, number, asked)
    with workable():
        try:
            drawn = view.odds_of_draw(number, asked["number"], asked["card"], deck)
        except MalformedCommand as error:  # number and deck were looked at before
            cards = ", ".join(asked["card"])
            reason = _("Some of these are neither cards of this record nor words of its game for groups of cards: %(cards)s.", cards=cards)
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "card")) from error
        return DrawOddsSchema.data(Looked(view, drawn, number), printed(view))


def moment(record: str, at: str, asked: dict[str, Any]) -> tuple[RecordView, int]:
    """Return whose eyes, and the step; raises Refused also for a record of other cards than are known here."""
    number = read_number("at", at, "path")
    view = look(current_book(), current_caller(), record, asked["viewer"])
    check_step(view, number, "path")
    if view.other_cards:
        reason = _("This record was made with cards that are not known here, so nothing can be worked out from them.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("path", "record"))
    return view, number


def _ways(view: RecordView, at: int, seat: str | None) -> tuple[Assault, ...]:
    if view.game.odds.assaults is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("Nothing is attacked in this game."), ("path", "record"))
    try:
        return ways_to_attack(view.seen, at, seat)
    except MalformedCommand as error:  # nobody is to move
        reason = _("“by” must name the attacking seat: one of %(seats)s.", seats=", ".join(view.header.seats))
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "by")) from error


def _deck(view: RecordView, at: int, asked: dict[str, Any]) -> str:
    decks = list(view.position(at).table.decks)
    if not decks:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no deck on the table at this step."), ("path", "at"))
    if "deck" not in asked and len(decks) > 1:
        reason = _("“deck” must name the deck to draw from: one of %(decks)s.", decks=", ".join(decks))
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "deck"))
    return read_choice("deck", asked.get("deck", decks[0]), decks)


@contextmanager
def workable() -> Iterator[None]:
    """Raise Refused (422) where the log tells two things that cannot both be."""
    try:
        yield
    except Contradiction as error:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("This could not be worked out."), ("path", "at")) from error
