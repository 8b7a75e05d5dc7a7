"""Two answers compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from records.core.viewers import OPEN
from records.knowledge.answers import Knowledge


def differing(reference: Knowledge, engine: Knowledge) -> Iterator[str]:
    """Yield what the two do not say alike; places without cards are left out."""
    for slot, chances in reference.slots.items():
        if engine.slots[slot] != chances:
            yield f"{slot}: {engine.slots[slot]} for {chances}"
    for place, theirs in (*_filled(reference.hands).items(), *_filled(reference.decks).items()):
        mine = {**_filled(engine.hands), **_filled(engine.decks)}.get(place)
        if mine != theirs and not (mine is None and reference.viewer is OPEN):
            yield f"{place}: {mine} for {theirs}"


def _filled(places: Mapping[Any, Any]) -> dict[str, Any]:
    return {place: held for place, held in places.items() if held.count}
