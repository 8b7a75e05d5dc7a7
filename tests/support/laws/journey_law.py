"""The law of the ways of cards: each is told by what its viewer was shown up to the step at which it is asked for."""

from __future__ import annotations

from records.core.faces import known
from records.core.viewers import Viewer
from records.service.seen_log import SeenLog
from support.laws.sample import Sample


def ways_end_where_they_are_asked(sample: Sample, viewer: Viewer) -> None:
    """A log cut at a step gives the same ways of cards as the whole log does at that step.

    Every place in a pile, and every card that is seen on the table at the end, has a way.
    """
    seen = sample.seen(viewer)
    whole = SeenLog(sample.game, sample.folder, sample.header, viewer, seen)
    for end in (len(seen) // 2, max(0, len(seen) - 2)):
        until = SeenLog(sample.game, sample.folder, sample.header, viewer, seen[:end])
        for card in whole.journeys.cards.keys() | until.journeys.cards.keys():
            assert whole.journey(card=card, at=end) == until.journey(card=card, at=end), f"{card} for {viewer}, up to {end}"
        for slot in whole.journeys.slots.keys() | until.journeys.slots.keys():
            way = whole.journey(slot=slot, at=end)
            assert way == until.journey(slot=slot, at=end), f"{slot} for {viewer}, up to {end}"
            assert all(0 < station.version <= end for station in way)
    if whole._changes:
        return
    for slot, lying in whole.end.table.slots.items():
        assert whole.journey(slot=slot, at=len(seen)), slot
        if known(lying.face):
            assert whole.journey(card=str(lying.face), at=len(seen)), lying.face
