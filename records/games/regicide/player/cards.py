"""Cards as the simulated player counts with them: small numbers, so that many plays are weighed in a short time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from records.games.regicide.cards import CARDS, SUITS
from records.games.regicide.model.plays import COMBO

CountedHand: TypeAlias = list[int]
"""Cards by number."""
CLUBS, DIAMONDS, HEARTS, SPADES = range(len(SUITS))
NO_SUIT = len(SUITS)
"""That of a Jester, and of a royal whose immunity is gone."""
NAMES = tuple(sorted(CARDS))
"""In the order in which a hand lists its cards, so that hands and plays of numbers are sorted as those of names."""
NUMBER = {name: number for number, name in enumerate(NAMES)}
_CARDS = tuple(CARDS[name] for name in NAMES)
VALUE = tuple(card.value for card in _CARDS)
SUIT = tuple(NO_SUIT if card.suit is None else SUITS.index(card.suit) for card in _CARDS)
COMPANION = tuple(card.companion for card in _CARDS)
ALIKE = tuple(0 if card.royal or card.companion or card.suit is None else card.value for card in _CARDS)
"""Cards of one number that may be played together; 0 for those that may not."""
BY_ROYAL = {(SUIT[number], card.value): number for number, card in enumerate(_CARDS) if card.royal}
"""Royals by suit and attack."""

_WORTH_BITS = 16
"""Of a sum of costs and values in one number, those of the values."""
_WORTH = (1 << _WORTH_BITS) - 1


def numbered(names: Iterable[object]) -> CountedHand:
    """Return cards by name as numbers."""
    return [NUMBER[str(name)] for name in names]


def plays_of(hand: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every play that a hand allows, as ``plays.plays`` does."""
    found: list[tuple[int, ...]] = [(card,) for card in dict.fromkeys(hand)]
    suited = [card for card in hand if SUIT[card] != NO_SUIT]
    found += [pair for pair in combinations(suited, 2) if COMPANION[pair[0]] or COMPANION[pair[1]]]
    alike: dict[int, list[int]] = {}
    for card in suited:
        if 0 < ALIKE[card] <= COMBO // 2:
            alike.setdefault(ALIKE[card], []).append(card)
    for value, cards in alike.items():
        for number in range(2, min(len(cards), COMBO // value) + 1):
            found += combinations(cards, number)
    return found


def cheapest(hand: Sequence[int], need: int, costs: Sequence[int]) -> tuple[int, CountedHand] | None:
    """Return the cheapest cards that are worth ``need`` together, with their cost; None if the hand is not enough."""
    if sum([VALUE[card] for card in hand]) < need:
        return None
    sums = [0]
    for card in hand:
        more = (costs[card] << _WORTH_BITS) + VALUE[card]
        sums += [paid + more for paid in sums]
    able = [paid for paid in sums if paid & _WORTH >= need]
    price = min(able) >> _WORTH_BITS
    chosen = sums.index(next(paid for paid in able if paid >> _WORTH_BITS == price))
    return price, [card for nth, card in enumerate(hand) if chosen >> nth & 1]
