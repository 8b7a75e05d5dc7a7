"""Which cards may be played together (§ 3.2 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from records.games.regicide.cards import CARDS, Card

COMBO = 10
"""What the cards of one number may be worth together at most."""
MOST = 4
"""Cards of one number that there are."""


def misplay(cards: Sequence[Card]) -> str:
    """Return the paragraph that forbids playing these cards together, "" if they may be."""
    match cards:
        case []:
            return "3.2"
        case [_]:
            return ""
    if any(card.suit is None for card in cards):
        return "8.1"
    if any(card.companion for card in cards):
        return "" if len(cards) == 2 else "3.3"  # noqa: PLR2004 -- a Companion and one other
    if len({card.rank for card in cards}) > 1 or sum(card.value for card in cards) > COMBO:
        return "3.4"
    return ""


def plays(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every play that a hand allows, each once: cards sorted, fewer cards first."""
    names = sorted(set(hand))
    yield from ((name,) for name in names)
    suited = [CARDS[name] for name in names if CARDS[name].suit is not None]
    groups: list[tuple[Card, ...]] = [chosen for chosen in combinations(suited, 2) if any(card.companion for card in chosen)]
    for rank in {card.rank for card in suited if not card.companion}:
        alike = [card for card in suited if card.rank == rank]
        for number in range(2, min(len(alike), COMBO // alike[0].value) + 1):
            groups += combinations(alike, number)
    yield from sorted((tuple(card.name for card in chosen) for chosen in groups), key=lambda chosen: (len(chosen), chosen))
