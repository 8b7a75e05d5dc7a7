"""The present state of a table of words, folded from its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import ImpossibleEvent
from records.studies.word_tables import events as ev

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.secret import Sealed


class WordTableState(msgspec.Struct, frozen=True, kw_only=True):
    """All of a table of words."""

    lines: Mapping[int, Sealed] = msgspec.field(default_factory=dict)
    """Each line by the version of its event, in the order of the table."""


def fold_word_table(log: Sequence[Recorded[Any]]) -> WordTableState:
    """Return a table of its events; raises ``ImpossibleEvent`` for what cannot follow."""
    lines: dict[int, Sealed] = {}
    for recorded in log:
        event = recorded.event
        if event.of is not None and event.of not in lines:
            raise ImpossibleEvent(f"version {recorded.v}: no line of the table is of version {event.of}")
        match event:
            case ev.WordsLearnt(line=line, of=None):
                lines[recorded.v] = line
            case ev.WordsLearnt(line=line, of=of):
                lines = {recorded.v if v == of else v: line if v == of else old for v, old in lines.items()}
            case ev.WordsForgotten(of=of):
                del lines[of]
    return WordTableState(lines=lines)
