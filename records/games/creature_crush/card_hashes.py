"""By which hash records name the cards that they were made with: over what the rules read of them (docs/catalogues.md)."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from records.games.creature_crush.cards import Card


def hash_of_cards(cards: Mapping[str, Card]) -> str:
    """Return BLAKE2b-16 over what decides of some cards, in 32 hex digits; neither titles, nor how a line is worded, nor the order."""
    plain = {card.name: _deciding(card) for card in cards.values()}
    return blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=16).hexdigest()


def _deciding(card: Card) -> dict[str, Any]:
    """Return what of a card the rules read. What it has not is left out, so that cards may get new values one day."""
    values = {"kind": card.kind, "cost": card.cost, "attack": card.attack or None, "life": card.life or None, "lines": card.lines or None}
    return {key: value for key, value in values.items() if value is not None}
