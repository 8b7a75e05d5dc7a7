"""The cards whose place a log does not show."""

from __future__ import annotations

from collections import Counter

from records.core.faces import known
from records.games.castle_rampage.model.position import CastlePosition


def unseen(position: CastlePosition) -> tuple[str, ...]:
    """Return the cards of the game, as often as there are, without those whose place the log shows."""
    lying = position.table
    left = Counter({name: card.copies for name, card in position.state.cards.items()})
    left.subtract(face for hand in lying.hands.values() for face in hand.faces)
    left.subtract(str(slot.seen) for slot in lying.slots.values() if known(slot.seen))
    left.subtract(str(face) for faces in lying.zones.values() for face in faces if known(face))
    return tuple(sorted(left.elements()))
