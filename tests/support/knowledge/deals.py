"""Every world that a viewer's log allows: all deals, all shuffles and all blind picks, each counted (design/knowledge: Tests).

A world has every place with its cards: decks and zones from the top, hands sorted, since nobody can tell their cards apart. Its weight is
the number of labelled ways that led to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from math import factorial, prod
from typing import TypeAlias

from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.secret import Secret, openly
from records.core.shared import PositionSet
from records.core.table import HAND, At, End, hand_place
from support.knowledge.matching import as_bag, fits, in_order, picks, said

Cards: TypeAlias = tuple[str, ...]
World: TypeAlias = dict[str, Cards]
Frozen: TypeAlias = tuple[tuple[str, Cards], ...]
BOX = "box:"


class NoWorldError(Exception):
    """The log contradicts itself: no deal leads to it."""


class AllDeals:
    """The card table over every world at once."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values
        self.worlds: dict[Frozen, int] = {}
        self.cards: Cards = ()

    def _go(self, step: Callable[[World], Iterable[tuple[World, int]]]) -> None:
        """Replace each world by those that a step makes of it, each with its number of ways."""
        found: Counter[Frozen] = Counter()
        for world, weight in self.worlds.items():
            for after, ways in step(dict(world)):
                found[_frozen(after)] += weight * ways
        if not found:
            raise NoWorldError
        self.worlds = dict(found)

    def _only(self, so: Callable[[World], bool]) -> None:
        self._go(lambda world: [(world, 1)] if so(world) else [])

    # -- from a deck ---------------------------------------------------------------------------------------------------

    def _off_top(self, deck: str, cards: Secret, then: Callable[[World, Cards], World]) -> None:
        number, faces = len(cards.faces), said(cards)

        def step(world: World) -> Iterator[tuple[World, int]]:
            lying = world.get(deck, ())
            top = lying[:number]
            if (in_order if cards.ordered else as_bag)(top, faces):
                yield then({**world, deck: lying[number:]}, top), 1

        self._go(step)

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        self._off_top(deck, cards, lambda world, top: _add(world, hand_place(seat), top))

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        self._from(deck, said(card), lambda world, picked: [(_add(world, hand_place(seat), picked), 1)])

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self._off_top(deck, card, lambda world, top: _add(world, slot, top))

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        self._off_top(deck, Secret(tuple(cards), ordered=True), lambda world, top: _add(world, zone, top))

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        self._off_top(deck, cards, lambda world, top: _add(world, to, top, end))

    def look(self, deck: DeckId, cards: Secret) -> None:
        faces = said(cards)
        self._only(lambda world: as_bag(world.get(deck, ()), faces))
        self.shuffle(deck)

    def shuffle(self, deck: DeckId) -> None:
        self._go(lambda world: [({**world, deck: tuple(sorted(world.get(deck, ())))}, 1)])  # worlds that differ in its order only are one
        self._go(lambda world: (({**world, deck: order}, ways) for order, ways in orders(world.get(deck, ()))))

    # -- from a hand ---------------------------------------------------------------------------------------------------

    def _from(self, place: str, faces: Sequence[Face], then: Callable[[World, Cards], Iterable[tuple[World, int]]]) -> None:
        def step(world: World) -> Iterator[tuple[World, int]]:
            for picked, rest in picks(world.get(place, ()), faces):
                yield from then({**world, place: rest}, picked)

        self._go(step)

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self._from(hand_place(seat), said(card), lambda world, picked: [(_add(world, slot, picked), 1)])

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        self._from(hand_place(seat), cards, lambda world, picked: [(_add(world, zone, picked), 1)])

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        def then(world: World, picked: Cards) -> Iterator[tuple[World, int]]:
            for order, ways in [(picked, 1)] if cards.ordered else orders(picked):
                yield _add(world, deck, order if end == "top" else order[::-1], end), ways

        self._from(hand_place(seat), said(cards), then)

    # -- from a slot ---------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        if card.faces:
            self.show(slot, 0, card)

    def reveal(self, slot: SlotId, card: Face) -> None:
        self.show(slot, 0, openly(card))

    def _all_of(self, place: str, to: str, end: End = "bottom") -> None:
        def step(world: World) -> Iterator[tuple[World, int]]:
            cards = world.pop(place, ())
            yield _add(world, to, cards, end), 1

        self._go(step)

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        self._all_of(slot, zone)

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        self._all_of(slot, hand_place(seat))

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        self._all_of(slot, deck, end)

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """It is the same card."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:
        what = said(faces)

        def step(world: World) -> Iterator[tuple[World, int]]:
            cards = tuple(world.pop(slot)[0] for slot in old)
            for order, ways in orders(cards):
                if (in_order if faces.ordered else as_bag)(order, what):
                    yield {**world, **{slot: (card,) for slot, card in zip(new, order, strict=True)}}, ways

        self._go(step)

    # -- from a zone ---------------------------------------------------------------------------------------------------

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:
        def step(world: World) -> Iterator[tuple[World, int]]:
            lying = list(world[zone])
            card = lying.pop(index)
            yield {**world, zone: tuple(lying), slot: (card,)}, 1

        self._go(step)

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        self._out_of(zone, (card,), lambda world, found: [(_add(world, hand_place(seat), found), 1)])

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        self._all_of(zone, to)

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self._all_of(zone, deck)
        self.shuffle(deck)

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        self._out_of(zone, cards, lambda world, found: ((_add(world, deck, order, end), ways) for order, ways in orders(found)))

    def _out_of(self, zone: str, faces: Sequence[Face], then: Callable[[World, Cards], Iterable[tuple[World, int]]]) -> None:
        """Open cards are named, not picked blind: of equal ones the first goes."""

        def step(world: World) -> Iterator[tuple[World, int]]:
            lying, found = list(world.get(zone, ())), []
            for face in faces:
                at = next((index for index, card in enumerate(lying) if fits(card, face)), None)
                if at is None:
                    return
                found.append(lying.pop(at))
            yield from then({**world, zone: tuple(lying)}, tuple(found))

        self._go(step)

    # -- what is said and shown ----------------------------------------------------------------------------------------

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        def so(world: World) -> bool:
            number = sum(card in of for card in world.get(place, ()))
            return number >= at_least and (at_most is None or number <= at_most)

        self._only(so)

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        self._only(lambda world: sum(self.values[card] for card in world.get(hand_place(seat), ())) < below)

    def show(self, place: str, index: int, cards: Secret) -> None:
        faces = said(cards)

        def so(world: World) -> bool:
            lying = world.get(place, ())
            if place.startswith(HAND):
                return as_bag(lying, faces)
            seen = lying[index : index + len(faces)]
            return (in_order if cards.ordered else as_bag)(seen, faces)

        self._only(so)

    def reset(self, position: PositionSet) -> None:
        parts: list[tuple[str, Secret]] = [(hand_place(hand.seat), part) for hand in position.hands for part in hand.cards]
        parts += [(slot.slot, slot.card) for pile in position.piles for slot in pile.slots]
        parts += [(deck.deck, block) for deck in position.decks for block in deck.blocks]
        parts += [(zone.zone, Secret(zone.faces, ordered=True)) for zone in position.zones]
        if not self.cards:
            self.cards = tuple(sorted(str(face) for _place, part in parts for face in part.faces))
        found: Counter[Frozen] = Counter()
        for order, ways in orders(self.cards):
            world: World = {}
            at = 0
            for place, part in parts:
                here = order[at : at + len(part.faces)]
                at += len(part.faces)
                if not (in_order if part.ordered else as_bag)(here, said(part)):
                    break
                world = _add(world, place, here)
            else:
                found[_frozen(_add(world, BOX, order[at:]))] += ways
        if not found:
            raise NoWorldError
        self.worlds = dict(found)


@cache
def orders(cards: Cards) -> tuple[tuple[Cards, int], ...]:
    """Return every order that cards can be in, with the number of labelled ways that give it."""
    ways = prod(map(factorial, Counter(cards).values()))
    return tuple((order, ways) for order in sorted(set(permutations(cards))))


def _add(world: World, place: str, cards: Cards, end: End = "bottom") -> World:
    here = world.get(place, ())
    return {**world, place: (*cards, *here) if end == "top" else (*here, *cards)}


def _frozen(world: World) -> Frozen:
    return tuple(sorted((place, tuple(sorted(cards)) if place.startswith((HAND, BOX)) else cards) for place, cards in world.items()))
