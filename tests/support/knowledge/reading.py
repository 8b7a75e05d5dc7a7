"""Answers read off a list of worlds, and two answers compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from records.core.ids import DeckId, SeatKey, SlotId
from records.core.table import HAND
from records.core.viewers import OPEN, Viewer
from records.knowledge.answers import Chances, DeckChances, HandChances, Knowledge
from support.knowledge.deals import AllDeals


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


class Places(NamedTuple):
    """What is asked about."""

    hands: Sequence[str]
    """As places: ``hand:A``."""
    slots: Sequence[SlotId]
    decks: Sequence[DeckId]


def read(deals: AllDeals, places: Places, viewer: Viewer, at: int) -> Knowledge:
    """Return what follows from worlds."""
    total = sum(deals.worlds.values())
    worlds = [(dict(world), Fraction(weight, total)) for world, weight in deals.worlds.items()]

    def chances(place: str) -> Chances:
        found: dict[str, Fraction] = defaultdict(Fraction)
        for world, weight in worlds:
            for card in world.get(place, ())[:1]:
                found[card] += weight
        return Chances(dict(sorted(found.items())))

    def most(place: str) -> dict[str, int]:
        found: dict[str, int] = defaultdict(int)
        for world, _weight in worlds:
            cards = world.get(place, ())
            for card in cards:
                found[card] = max(found[card], cards.count(card))
        return dict(sorted(found.items()))

    def hand(place: str) -> HandChances:
        able = most(place)
        held = [(world.get(place, ()), weight) for world, weight in worlds]
        least = {card: number for card in able if (number := min(cards.count(card) for cards, _weight in held))}
        return HandChances(
            count=len(held[0][0]),
            least=least,
            most=able,
            holds={card: sum((weight for cards, weight in held if card in cards), Fraction()) for card in able},
            expected={card: sum((weight * cards.count(card) for cards, weight in held), Fraction()) for card in able},
        )

    return Knowledge(
        viewer=viewer,
        version=at,
        slots={slot: chances(slot) for slot in places.slots},
        hands={SeatKey(place[len(HAND) :]): hand(place) for place in places.hands},
        decks={deck: DeckChances(count=len(worlds[0][0].get(deck, ())), most=most(deck), top=chances(deck)) for deck in places.decks},
    )
