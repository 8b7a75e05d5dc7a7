"""The standard deck with two Jesters: suits, ranks and what each card is worth (§ 1.2, 1.3, 2.1, 9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Literal, TypeAlias

import msgspec

from records.core.ids import CardName

Suit: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades"]
Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "ace", "jack", "queen", "king", "jester"]
SUITS: tuple[Suit, ...] = ("clubs", "diamonds", "hearts", "spades")
NUMBERS: tuple[Rank, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "10")
ROYAL_RANKS: tuple[Rank, ...] = ("jack", "queen", "king")
"""In the order in which the castle shows them."""
VALUES: Mapping[Rank, int] = {
    **{rank: int(rank) for rank in NUMBERS},
    "ace": 1,
    "jack": 10,
    "queen": 15,
    "king": 20,
    "jester": 0,
}
"""What a card is worth in attack and in defence; of a royal it is also its own attack."""
HEALTH: Mapping[Rank, int] = {"jack": 20, "queen": 30, "king": 40}
JESTER = CardName("jester")
CATALOGUE, VERSION = "regicide/standard-54", 1


class Card(msgspec.Struct, frozen=True):
    """One card of the deck."""

    name: CardName
    """``hearts-5``, ``spades-king``, ``jester``."""
    rank: Rank
    suit: Suit | None = None
    """None for a Jester."""

    @property
    def value(self) -> int:
        """What it is worth when it is played or discarded."""
        return VALUES[self.rank]

    @property
    def royal(self) -> bool:
        """Whether it comes out of the castle."""
        return self.rank in HEALTH

    @property
    def companion(self) -> bool:
        """Whether it is an Animal Companion, an Ace."""
        return self.rank == "ace"

    @property
    def health(self) -> int:
        """What defeats it as a royal."""
        return HEALTH[self.rank]


def _card(suit: Suit, rank: Rank) -> Card:
    return Card(CardName(f"{suit}-{rank}"), rank, suit)


CARDS: Mapping[str, Card] = {
    card.name: card
    for card in (
        *(_card(suit, rank) for suit in SUITS for rank in (*NUMBERS, "ace", *ROYAL_RANKS)),
        Card(JESTER, "jester"),
    )
}
"""By name; there are two Jesters, and one of every other card."""
WORTH: Mapping[str, int] = {str(card.name): card.value for card in CARDS.values()}
"""What each card is worth, by name."""
JESTERS = 2
CATALOGUE_HASH = blake2b(
    msgspec.json.encode([CATALOGUE, VERSION, [[card.name, card.suit, card.rank, card.value] for card in CARDS.values()]]), digest_size=16
).hexdigest()
JESTERS_IN_TAVERN: Mapping[int, int] = {1: 0, 2: 0, 3: 1, 4: 2}
HAND: Mapping[int, int] = {1: 8, 2: 7, 3: 6, 4: 5}
"""Cards that a hand may have at most, by number of players."""


def tavern(players: int) -> tuple[str, ...]:
    """Return the cards of the Tavern deck for a number of players, sorted."""
    plain = [card.name for card in CARDS.values() if not card.royal and card.suit is not None]
    return tuple(sorted([*plain, *(JESTER,) * JESTERS_IN_TAVERN[players]]))


def royals(rank: Rank) -> tuple[str, ...]:
    """Return the four royals of a rank, sorted."""
    return tuple(sorted(card.name for card in CARDS.values() if card.rank == rank))
