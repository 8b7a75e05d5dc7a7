"""Whether two lists of events hold the same in another order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from records.core.events import name_of
from records.core.sentences import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.events import Event

_ORDER, _LATER = N_("The same happens in another order."), N_("The difference shows only later, or is not visible to anyone here.")


def told_alike(one: Iterable[Event], other: Iterable[Event]) -> Sentence:
    """Return what differs between two lists of events that read the same and leave the same table."""
    ours, theirs = ([name_of(event) for event in events] for events in (one, other))
    return Sentence(_ORDER if ours != theirs and Counter(ours) == Counter(theirs) else _LATER)
