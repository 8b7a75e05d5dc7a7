"""In a game written as played, the claim of a sign about an event holds: if the rules differ, they decide with another event."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.events import Event
    from records.core.game import Game


def led_to(game: Game, event: Event, claims: type[Event]) -> Event:
    """Return the event from which the rules reach the claimed result of ``event``: itself, if they reach it anyway."""
    otherwise = game.notation.otherwise.get(type(event))
    return event if otherwise is None else otherwise(event, claims)


def with_told(events: Iterable[Event], led: Iterable[tuple[Event, Event]]) -> tuple[Event, ...]:
    """Return decided events, each in place of what stood for it; ``led``: what stood there, and for which event, in their order."""
    waiting = list(led)
    made: list[Event] = []
    for event in events:
        nth = next((nth for nth, (stood, _told) in enumerate(waiting) if stood == event), None)
        made.append(event if nth is None else waiting.pop(nth)[1])
    return tuple(made)
