"""Answers read off weighted branches."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from records.core.ids import DeckId, SeatKey
from records.core.table import HAND
from records.core.viewers import Viewer
from records.knowledge.answers import Chances, DeckChances, HandChances, Knowledge
from support.knowledge import branch as parts
from support.knowledge.branch import Branch, group, listed
from support.knowledge.branches import Branches
from support.knowledge.reading import Places


def read_branches(table: Branches, places: Places, viewer: Viewer, at: int) -> Knowledge:
    """Return what follows from branches."""
    total = sum(weight * parts.ways(branch) for branch, weight in table.weights.items())
    kinds = sorted(set(table.cards))

    def chances(place: str) -> Chances:
        """A position of the first group, each as likely."""
        found: dict[str, Fraction] = defaultdict(Fraction)
        for branch, weight in table.weights.items():
            for positions in branch.at(place)[:1]:
                held = sum(number for _cls, number in positions)
                for card in kinds:
                    for after, rest, cls, ways in parts.drawn(branch, positions, card):
                        here = after.put(**{place: (group([cls, *listed(rest)]), *branch.at(place)[1:])})
                        found[card] += weight * ways * parts.ways(here) / (held * total)
        return Chances({card: chance for card, chance in sorted(found.items()) if chance})

    def copies(place: str, card: str) -> dict[int, Fraction]:
        """How likely it is that a place holds so many copies of a card."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for branch, weight in table.weights.items():
            for after, groups, number, ways in parts.told(branch, branch.at(place), frozenset([card])):
                if chance := weight * ways * parts.ways(after.put(**{place: tuple(groups)})) / total:
                    found[number] += chance
        return found

    def size(place: str) -> int:
        return sum(number for positions in _first(table).at(place) for _cls, number in positions)

    def hand(place: str) -> HandChances:
        spread = {card: copies(place, card) for card in kinds}
        able = {card: found for card, found in spread.items() if max(found)}
        return HandChances(
            count=size(place),
            least={card: min(found) for card, found in able.items() if min(found)},
            most={card: max(found) for card, found in able.items()},
            holds={card: 1 - found.get(0, Fraction()) for card, found in able.items()},
            expected={card: sum((number * chance for number, chance in found.items()), Fraction()) for card, found in able.items()},
        )

    def deck(place: DeckId) -> DeckChances:
        spread = {card: most for card in kinds if (most := max(copies(place, card)))}
        return DeckChances(count=size(place), most=spread, top=chances(place))

    return Knowledge(
        viewer=viewer,
        version=at,
        slots={slot: chances(slot) for slot in places.slots},
        hands={SeatKey(place[len(HAND) :]): hand(place) for place in places.hands},
        decks={place: deck(place) for place in places.decks},
    )


def _first(table: Branches) -> Branch:
    return next(iter(table.weights))
