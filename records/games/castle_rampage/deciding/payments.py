"""Ways to pay for a card out of a hand, for lists of what is legal and for players that choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from records.core.faces import UNKNOWN, Face, bag
from records.games.castle_rampage.cards import Cost, Unit
from records.games.castle_rampage.deciding.costs import Demand, owed_in_cards
from records.games.castle_rampage.model.position import CastleCounters, Pays

LISTED, WRITTEN_DOWN = 60, 1_000
"""Of more ways to pay for one play only so many are listed: a player may pay in any other. A scorekeeper is offered the second."""


def payments(
    state: CastleCounters, card: Face, hand: Sequence[Face], with_cards: Sequence[Face] = (), *, each: int = LISTED, most: int = LISTED
) -> Iterator[Pays]:
    """Yield the ways in which a card can be paid with the other cards of a hand, the fewest first; at most ``most``.

    ``hand`` is the rest of the hand, without what is played; ``?`` in it stands for a card that nobody noted. Its first cards are paid
    first; for each choice of what may be paid beyond the cost there are at most ``each`` ways. None where it cannot be paid.
    """
    musts, mays = owed_in_cards(state, state.card(card), with_cards)
    if not mays:
        yield from islice(_ways(state, musts, tuple(hand)), min(each, most))
        return
    chosen = (subset for size in range(len(mays) + 1) for subset in combinations(mays, size))
    found = (paid for subset in chosen for paid in islice(_ways(state, (*musts, *subset), tuple(hand)), each))
    yield from islice(found, most)


def _ways(state: CastleCounters, asked: Sequence[Demand], hand: tuple[Face, ...]) -> Iterator[Pays]:
    if not asked:
        yield ()
        return
    first, rest = asked[0], asked[1:]
    for cards in _sets(state, first.cost, hand):
        if not rest:
            yield ((first.purpose, cards),)
            continue
        for paid in _ways(state, rest, without(hand, cards)):
            yield ((first.purpose, cards), *paid)


def _sets(state: CastleCounters, cost: Cost, hand: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
    """Yield the sets of cards that cover a cost, each once."""
    tries = iter(combinations(hand, cost.cards) if cost.pays == "hand-cards" else _units(state, cost.units, hand))
    for first in islice(tries, 1):  # many ask for no more than one
        yield first
        seen = {bag(first)}
        for cards in tries:
            if (same := bag(cards)) not in seen:
                seen.add(same)
                yield cards


def _units(state: CastleCounters, units: Sequence[Unit], hand: tuple[Face, ...]) -> Iterator[tuple[Face, ...]]:
    if not units:
        yield ()
        return
    first, rest, known_cards = units[0], units[1:], state.cards
    for face in dict.fromkeys(hand):
        card = known_cards.get(face)  # type: ignore[arg-type]  # what is no name is not there
        if face == UNKNOWN or (card is not None and first in card.units):
            for more in _units(state, rest, without(hand, (face,))) if rest else ((),):
                yield (face, *more)


def without(hand: tuple[Face, ...], cards: Sequence[Face]) -> tuple[Face, ...]:
    """Return a hand without these cards of it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
