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

_PAIRED = 6
"""Cards from which on sets are put together of two halves."""


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
    """Return the cheapest cards that are worth ``need`` together, with their cost; None if the hand is not enough.

    Of several sets that cost the same it is the one with the first cards of the hand. ``costs`` are not below zero.
    """
    total = sum([VALUE[card] for card in hand])
    if total < need:
        return None
    if alone := [costs[card] for card in hand if VALUE[card] >= need]:
        dearest = min(alone)
        hand = [card for card in hand if costs[card] <= dearest]
    worth, which = total.bit_length(), len(hand)
    each = [(costs[card] << which + worth) + (1 << nth + worth) + VALUE[card] for nth, card in enumerate(hand)]
    best = _at_once(each, need, worth) if which < _PAIRED else _of_halves(each, need, worth)
    return best >> which + worth, [card for nth, card in enumerate(hand) if best >> nth + worth & 1]


def _sets(each: Sequence[int]) -> list[int]:
    """Return all sets of some cards, each as one number: its cost, which cards it has, and in the lowest bits what it is worth."""
    found = [0]
    for card in each:
        found += [before + card for before in found]
    return found


def _at_once(each: Sequence[int], need: int, bits: int) -> int:
    """Return the cheapest set that is worth ``need``, of those the one with the first cards."""
    mask = (1 << bits) - 1
    return min([paid for paid in _sets(each) if paid & mask >= need])


def _of_halves(each: Sequence[int], need: int, bits: int) -> int:
    """Return the same: each set of one half of the cards with the cheapest one of the other half that makes it enough."""
    mask, half = (1 << bits) - 1, len(each) // 2
    other = sorted(_sets(each[half:]))
    found = []
    for paid in _sets(each[:half]):
        lacks = need - (paid & mask)
        for more in other:
            if more & mask >= lacks:
                found.append(paid + more)
                break
    return min(found)
