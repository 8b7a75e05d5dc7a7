"""Events of older shapes: a log is stored, chained and exported as it was written, and read in the present shape.

The chain runs over the stored shape (design/events: Seals). So whatever seals, verifies, exports or takes in a log works on the events as
they were decoded, and whatever folds, shows or audits it works on what ``brought_up`` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.shared import Corrected, GameStarted, Replacement

_EVENT = attrgetter("event")


class Origin(msgspec.Struct, frozen=True):
    """What an upcast may know beside the event: how the record began. The same for every viewer of it."""

    header: Header
    started: GameStarted | None
    """The last start before the event, as corrected up to there; None where the log begins with a position that was set."""


Upcast: TypeAlias = Callable[[Any, Origin], Event]
"""Returns the event in a newer shape. It reads no hidden face, so that a viewer's log is brought up to the same as the full one."""


def brought_up(upcasts: Mapping[type[Event], Upcast], header: Header, log: Iterable[Recorded[Any]]) -> tuple[Recorded[Any], ...]:
    """Return ``log`` with each event in its present shape, also inside corrections; what has it already stays the same object.

    A correction of the start counts for the events after it: what was recorded before it stays as the table played it.
    """
    log = tuple(log)
    if not upcasts or upcasts.keys().isdisjoint(map(type, map(_EVENT, log))):
        return log
    reading = _Reading(upcasts, header)
    return tuple(map(reading.read, log))


class _Reading:
    """Goes along a log and keeps its start."""

    def __init__(self, upcasts: Mapping[type[Event], Upcast], header: Header) -> None:
        self._upcasts, self._origin = upcasts, Origin(header, None)

    def read(self, recorded: Recorded[Any]) -> Recorded[Any]:
        event = recorded.event
        if isinstance(event, Corrected):
            made = tuple(self._replacement(replacement) for replacement in event.of)
            present: Event = event if made == event.of else msgspec.structs.replace(event, of=made)
        else:
            present = self._present(event)
        return recorded if present is event else msgspec.structs.replace(recorded, event=present)

    def _replacement(self, replacement: Replacement[Any]) -> Replacement[Any]:
        return msgspec.structs.replace(replacement, event=self._present(replacement.event))

    def _present(self, event: Event) -> Event:
        while (upcast := self._upcasts.get(type(event))) is not None:
            event = upcast(event, self._origin)
        if isinstance(event, GameStarted):
            self._origin = Origin(self._origin.header, event)
        return event
