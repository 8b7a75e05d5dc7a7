"""Which cards may be played together (§ 3.2 to 3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from records.games.regicide.cards import CARDS, JESTER, WORTH, Card

COMBO = 10
"""What the cards of one number may be worth together at most."""
MOST = 4
"""Cards of one number that there are."""


def _few_first(chosen: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(chosen), chosen


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


def plays(hand: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every play that a hand allows, each once: cards sorted, fewer cards first."""
    names = sorted(set(hand))
    groups: list[tuple[str, ...]] = []
    alike: dict[str, list[str]] = {}
    for name in names:
        card = CARDS[name]
        if card.suit is not None:
            alike.setdefault(card.rank, []).append(name)
    companions = alike.pop("ace", ())
    if companions:
        suited = [name for name in names if name != JESTER]
        groups += [pair for pair in combinations(suited, 2) if pair[0] in companions or pair[1] in companions]
    for several in alike.values():
        for number in range(2, min(len(several), COMBO // WORTH[several[0]]) + 1):
            groups += combinations(several, number)
    groups.sort(key=_few_first)
    return [*zip(names, strict=True), *groups]
