"""When a ruling about one game speaks to a moment of another: the lines part the same way (design/rulings: Cases)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from records.core.events import name_of
from records.rulings.redoing.doing import Redone
from records.rulings.redoing.stops import UNJUDGED, Stop

if TYPE_CHECKING:
    from records.core.events import Event
    from records.rulings.redoing.compare import PlayMoment

Situation: TypeAlias = tuple[str, str]
"""What each reading writes first that the other does not: names of events, or why a line stops."""


def situation(moment: PlayMoment) -> Situation | None:
    """Return how two readings differ in a moment; None if the log cannot judge it."""
    if any(isinstance(one, Stop) and one.kind in UNJUDGED for one in (moment.a, moment.b)):
        return None
    a, b = _events(moment.a), _events(moment.b)
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    return _named(moment.a, a, same), _named(moment.b, b, same)


def _events(one: Redone | Stop) -> tuple[Event, ...]:
    return tuple(event for _version, _cause, event in one.events) if isinstance(one, Redone) else ()


def _named(one: Redone | Stop, events: tuple[Event, ...], at: int) -> str:
    if isinstance(one, Stop):
        return one.kind
    return name_of(events[at]) if at < len(events) else "nothing more"
