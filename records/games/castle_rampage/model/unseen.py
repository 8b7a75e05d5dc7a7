"""The cards whose place a log does not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from records.core.faces import Face, known
from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.model.position import CastlePosition


def unseen(position: CastlePosition) -> tuple[str, ...]:
    """Return the cards of the game, as often as there are, without those whose place the log shows."""
    lying = position.table
    hands = (face for hand in lying.hands.values() for face in hand.faces)
    zones = (face for faces in lying.zones.values() for face in faces)
    return tuple(sorted(without(position.state.cards, hands, (slot.seen for slot in lying.slots.values()), zones).elements()))


def without(cards: Mapping[str, Card], *shown: Iterable[Face]) -> Counter[str]:
    """Return how many there are of each of some cards, but for those that are shown; what is shown more often counts below 0."""
    left = Counter({name: card.copies for name, card in cards.items()})
    for faces in shown:
        left.subtract(str(face) for face in faces if known(face))
    return left
