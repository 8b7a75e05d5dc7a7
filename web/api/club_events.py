"""Events of clubs: games by round and table, and how players stand."""

from __future__ import annotations

from typing import Any

from records.core.sentences import N_
from web.api.operations import get
from web.callers import current_book, current_caller
from web.schemas.club_events import ClubEvent, ClubEventSchema, ClubEventsSchema
from web.schemas.questions import EventQuery, NoQuery
from web.words import texts
from web.words.phrases import Words


@get("/events", N_("The events at which games on the shelf were played, latest first"), asks=NoQuery, gives=ClubEventsSchema)
def club_events(_asked: dict[str, Any]) -> dict[str, Any]:
    """Tell of those with a record that is there for the caller and names its players."""
    return ClubEventsSchema.data(current_book().people.events(current_caller()))


@get("/event", N_("An event: its games by round and table, and its standings"), asks=EventQuery, gives=ClubEventSchema)
def club_event(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell of the records of that event that are there for the caller and name their players."""
    games = current_book().people.event(current_caller(), asked["event"])
    return ClubEventSchema.data(ClubEvent(asked["event"], games), Words(texts, {}))
