"""By which hashes records name the cards that they were made with: over the cards of the deck and what of them decides."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from records.games.castle_rampage.cards import Card, Cost
from records.games.castle_rampage.editions.catalogues import PUBLISHED

_PUBLISHED: Mapping[str, str] = {published.cards: digest for digest, published in PUBLISHED.items()}


def hashes(name: str, version: int, deck: Mapping[str, Card]) -> tuple[str, ...]:
    """Return the hashes by which records name the cards of a deck, the one for new records first.

    That is the hash under which these cards were published, else the one over what decides. The last is how headers were written at first:
    over every value of a file, titles and texts too.
    """
    cards = hash_of_cards(deck)
    return tuple(dict.fromkeys((_PUBLISHED.get(cards, cards), cards, _hash_of_file(name, version, deck))))


def hash_of_cards(deck: Mapping[str, Card]) -> str:
    """Return BLAKE2b-16 over what decides of the cards of a deck, in 32 hex digits."""
    return _digest({card.name: _deciding(card) for card in deck.values()})


def _deciding(card: Card) -> dict[str, Any]:
    """Return what of a card the rules read. What it has not is left out, so that cards may get new values one day."""
    cost = [card.cost.pays, card.cost.cards, card.cost.units] if card.cost != Cost() else None
    values = {
        "copies": card.copies,
        "kind": card.kind,
        "units": card.units or None,
        "attack": card.attack,
        "second-attack": card.second_attack,
        "cost": cost,
        "gate": card.gate,
        "castle": card.castle,
        "powers": [[power.name, power.numbers, power.words] for power in card.powers] or None,
    }
    return {key: value for key, value in values.items() if value is not None}


def _hash_of_file(name: str, version: int, deck: Mapping[str, Card]) -> str:
    return _digest([name, version, {card.name: _stated(card) for card in deck.values()}])


def _stated(card: Card) -> dict[str, Any]:
    return {
        "name": card.name,
        "title": card.title,
        "copies": card.copies,
        "kind": card.kind,
        "units": card.units,
        "attack": card.attack,
        "second_attack": card.second_attack,
        "asterisk": card.asterisk,
        "cost": {"pays": card.cost.pays, "cards": card.cost.cards, "units": card.cost.units},
        "gate": card.gate,
        "castle": card.castle,
        "powers": [{"name": power.name, "numbers": power.numbers, "words": power.words} for power in card.powers],
        "text": card.text,
        "device": card.device,
    }


def _digest(plain: Any) -> str:
    return blake2b(msgspec.json.encode(plain, order="sorted"), digest_size=16).hexdigest()
