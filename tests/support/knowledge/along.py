"""Reference answers step by step along a log, by brute force and by branches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from records.core.events import Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.ids import DeckId, SeatKey
from records.core.logs.fold import Folder
from records.core.table import HAND, hand_place
from records.core.tables.fold_table import FoldTable
from records.core.viewers import Viewer
from records.knowledge.answers import Chances, DeckChances, HandChances, Knowledge
from support.knowledge import branch as parts
from support.knowledge.branch import Branch, group, listed
from support.knowledge.branches import Branches
from support.knowledge.deals import AllDeals
from support.knowledge.reading import Places, read


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


Log = Sequence[Recorded[Any]]
Made = Callable[[], Knowledge]


def by_deals(game: Game, header: Header, seen: Log, viewer: Viewer, values: Mapping[str, int]) -> Iterator[Made]:
    """Yield how to get the answer of brute force before the first event of a viewer's log and after each."""
    yield from _along(game, header, seen, viewer, (AllDeals(values), read))


def by_branches(game: Game, header: Header, seen: Log, viewer: Viewer, table: Branches) -> Iterator[Made]:
    """Yield how to get the answer of the branch engine at each step."""
    yield from _along(game, header, seen, viewer, (table, read_branches))


def _along(game: Game, header: Header, seen: Log, viewer: Viewer, how: tuple[Any, Callable[..., Knowledge]]) -> Iterator[Made]:
    tracker, answer = how
    folder = Folder(game)
    fold, draft = folder.start(header), folder.start(header, tracker)

    def made(at: int) -> Made:
        table = fold.table
        assert isinstance(table, FoldTable)
        hands = [hand_place(seat) for seat in table.hands if seat != viewer]
        places = Places(hands, list(table.slots), list(table.decks))
        return lambda: answer(tracker, places, viewer, at)

    yield made(0)
    for recorded in seen:
        folder.apply(fold, recorded)
        folder.apply(draft, recorded)
        yield made(recorded.v)
