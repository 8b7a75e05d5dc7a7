"""Checks whether events that were written one by one are those of the rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import FromRecord, batches
from records.core.events import Recorded, Sort
from records.core.logs.fill import Filler
from records.errors import RecordsError

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.header import Header


def differing(game: Game, header: Header, log: Sequence[Recorded[Any]], written: Collection[int]) -> int | None:
    """Return the first of some versions (``written``: decisions that stand in event lines) whose batch the rules do not give."""
    if not written or game.play is None:
        return None
    filler = Filler(game, header)
    for batch in batches(log):
        first = batch[0]
        position = filler.mark()
        if first.v in written and first.event.sort is not Sort.FACT:
            if first.event.sort is not Sort.DECISION:
                return int(first.v)
            try:
                events = game.play.decide(position, game.play.command_of(first.event), FromRecord([one.event for one in batch]), first.v)
                made = []
                for version, event in enumerate(events, first.v):
                    made.append(filler.add(msgspec.structs.replace(first, v=version, cause=first.v, event=event)))
            except RecordsError:
                return int(first.v)
            if made != [one.event for one in batch]:
                return int(first.v)
        else:
            for recorded in batch:
                filler.add(recorded)
    return None
