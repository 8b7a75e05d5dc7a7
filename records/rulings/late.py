"""Records that begin with a position: who sits there is written down, and nobody decided a start (design/events: Audit)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from records.core.events import Sort
from records.core.shared import GameStarted, PositionSet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.events import Event


def begins_late(events: Iterable[Event]) -> bool:
    """Whether what counts of a log opens with its seats alone and, before any decision, a position."""
    rest = iter(events)
    if not isinstance(next(rest, None), GameStarted):
        return False
    return any(isinstance(event, PositionSet) for event in takewhile(lambda event: event.sort is Sort.FACT, rest))
