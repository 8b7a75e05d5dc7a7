"""Events of clubs: games by round and table, and how players stand."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from records.core.sentences import N_
from records.service.desks.pairings import standings
from web.api.operations import get
from web.callers import current_book, current_caller
from web.schemas.cases import adjusted_data
from web.schemas.club_events import ClubEventSchema, ClubEventsSchema
from web.schemas.questions import EventQuery, NoQuery
from web.schemas.records import entry_data
from web.suspense import hides
from web.words import texts


@get("/events", N_("The events at which games on the shelf were played, the latest first"), asks=NoQuery, gives=ClubEventsSchema)
def club_events(_asked: dict[str, Any]) -> dict[str, Any]:
    """Tell of those with a record that is there for the caller and names its players."""
    return {"events": [one._asdict() for one in current_book().people.events(current_caller())]}


@get("/event", N_("An event: its games by round and table, and how players stand"), asks=EventQuery, gives=ClubEventSchema)
def club_event(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell of the records of that event that are there for the caller and name their players."""
    games = current_book().people.event(current_caller(), asked["event"])
    hidden = any(hides(game.entry.id) for game in games)
    return {
        "event": asked["event"],
        "games": [
            {
                "round": game.pairing.round,
                "at_table": game.pairing.table,
                "record": {
                    **entry_data(game.entry, texts),
                    "adjusted": None if hides(game.entry.id) else adjusted_data(game.adjusted),
                },
            }
            for game in games
        ],
        "standings": None if hidden else [{**asdict(one), "lost": one.lost} for one in standings(games)],
    }
