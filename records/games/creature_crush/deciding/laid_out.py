"""What everybody knows by the rules about a position laid out: zone C holds crush cards, with their paid dice (§ 1.2, 5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN, Face, among, fits, known
from records.games.creature_crush.model.places import CRUSH, zone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.shared import PileSet, PositionSet, SlotSet
    from records.games.creature_crush.cards import Card

PAID = "paid."
"""Begins the counter of the dice that were paid for a card, before its slot."""


def hinted(position: PositionSet, cards: Mapping[str, Card]) -> PositionSet:
    """Return a position with hints of what everybody knows of its face-down crush cards; one that has a hint of its own keeps it.

    A card that cannot lie there like this, by mistake or for a puzzle, gets the widest hint that it fits.
    """
    paid = {name.removeprefix(PAID): int(number) for name, number in position.counters if name.startswith(PAID)}
    piles = tuple(_pile(pile, paid, cards) if zone(pile.pile) == CRUSH else pile for pile in position.piles)
    return position if piles == position.piles else msgspec.structs.replace(position, piles=piles)


def _pile(pile: PileSet, paid: Mapping[str, int], cards: Mapping[str, Card]) -> PileSet:
    return msgspec.structs.replace(pile, slots=tuple(_slot(slot, paid.get(slot.slot, 0), cards) for slot in pile.slots))


def _slot(slot: SlotSet, paid: int, cards: Mapping[str, Card]) -> SlotSet:
    card = slot.card
    if card.open or card.hint != UNKNOWN:
        return slot
    noted = [str(face) for face in card.faces if known(face)]
    hint = next((hint for hint in _hints(paid, cards) if all(fits(name, hint) for name in noted)), UNKNOWN)
    return slot if hint == UNKNOWN else msgspec.structs.replace(slot, card=msgspec.structs.replace(card, hint=hint))


def _hints(paid: int, cards: Mapping[str, Card]) -> Iterator[Face]:
    """Yield what a face-down card may be, the narrowest first: crush cards for so many dice, crush cards, any card."""
    crush = [card for card in cards.values() if not card.creature]
    for there in ([card for card in crush if paid and (card.any_dice or card.cost == paid)], crush, cards.values()):
        names = [card.name for card in there]
        if names:
            yield among(names)
