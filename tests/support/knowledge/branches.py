"""The plain branch engine as a card table: slow, and easy to believe (design/knowledge: Tests)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, factorial

from records.core.faces import Face, fits, known, none_of
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.secret import Secret, openly
from records.core.shared import PositionSet
from records.core.table import HAND, At, End, hand_place
from support.knowledge import branch as parts
from support.knowledge.branch import CERTAIN, Branch, Class, Group, certain, group, listed
from support.knowledge.matching import said

BOX = "box:"


class NoBranchError(Exception):
    """The log contradicts itself."""


class TooWideError(Exception):
    """More branches than were allowed."""


class Branches:
    """The card table over weighted branches; ``widest`` tells how many there were at most."""

    def __init__(self, values: Mapping[str, int], limit: int = 5000) -> None:
        self.values, self.limit = values, limit
        self.weights: dict[Branch, Fraction] = {}
        self.cards: tuple[str, ...] = ()
        self.widest = 0

    def _go(self, step: Callable[[Branch], Iterable[tuple[Branch, int | Fraction]]]) -> None:
        found: dict[Branch, Fraction] = defaultdict(Fraction)
        for branch, weight in self.weights.items():
            for after, ways in step(branch):
                written = parts.normal(after)
                if written is not None and parts.ways(written[0]):
                    found[written[0]] += weight * ways * written[1]
        if not found:
            raise NoBranchError
        self.weights = dict(found)
        self.widest = max(self.widest, len(found))
        if len(found) > self.limit:
            raise TooWideError(len(found))

    # -- from a deck ---------------------------------------------------------------------------------------------------

    def _off_top(self, deck: str, cards: Secret, then: Callable[[Branch, list[Class]], Branch]) -> None:
        faces = said(cards)

        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            if not faces:
                yield then(branch, []), 1
                return
            top, *rest = branch.at(deck)
            if cards.ordered or len(set(faces)) == 1 or all(map(known, faces)):
                for after, left, classes, ways in parts.drawn_all(branch, top, faces):
                    yield then(after.put(**{deck: (*_full(left), *rest)}), classes), ways
                return
            for after, left, classes, ways in parts.drawn_all(branch, top, ["?"] * len(faces)):
                for last, found, more in parts.as_one_bag(after, classes, faces):
                    yield then(last.put(**{deck: (*_full(left), *rest)}), found), ways * more

        self._go(step)

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        self._off_top(deck, cards, lambda branch, classes: _into_hand(branch, seat, classes))

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        self._off_top(deck, card, lambda branch, classes: _into_hand(branch, seat, classes))

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self._off_top(deck, card, lambda branch, classes: branch.put(**{slot: (group(classes),)}))

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        self._off_top(deck, Secret(tuple(cards), ordered=True), lambda branch, classes: _into_row(branch, zone, classes))

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        self._off_top(deck, cards, lambda branch, classes: _onto(branch, to, _full(group(classes)), end))

    def look(self, deck: DeckId, cards: Secret) -> None:
        faces = said(cards)

        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            classes = [cls for positions in branch.at(deck) for cls in listed(positions)]
            for after, found, ways in parts.as_one_bag(branch, classes, faces) if classes else [(branch, classes, 1)]:
                yield after.put(**{deck: _full(group(found))}), ways

        self._go(step)
        self.shuffle(deck)

    def shuffle(self, deck: DeckId) -> None:
        new = max(len(branch.pools) for branch in self.weights)
        self._go(lambda branch: [_shuffled(branch, deck, new)])

    # -- from a hand ---------------------------------------------------------------------------------------------------

    def _from_hand(self, seat: SeatKey, faces: Sequence[Face], then: Callable[[Branch, list[Class]], Branch]) -> None:
        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            held = group([cls for positions in branch.at(hand_place(seat)) for cls in listed(positions)])
            for after, left, classes, ways in parts.drawn_all(branch, held, faces):
                yield then(after.put(**{hand_place(seat): _full(left)}), classes), ways

        self._go(step)

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self._from_hand(seat, said(card), lambda branch, classes: branch.put(**{slot: (group(classes),)}))

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        self._from_hand(seat, cards, lambda branch, classes: _into_row(branch, zone, classes))

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        def then(branch: Branch, classes: list[Class]) -> Branch:
            if not cards.ordered:
                return _onto(branch, deck, _full(group(classes)), end)
            blocks = tuple(group([cls]) for cls in classes)
            return _onto(branch, deck, blocks if end == "top" else blocks[::-1], end)

        self._from_hand(seat, said(cards), then)

    # -- from a slot ---------------------------------------------------------------------------------------------------

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        if card.faces:
            self.show(slot, 0, card)

    def reveal(self, slot: SlotId, card: Face) -> None:
        self.show(slot, 0, openly(card))

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        self._go(lambda branch: [(_onto(branch.put(**{slot: ()}), zone, branch.at(slot), "bottom"), 1)])

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        self._go(lambda branch: [(_into_hand(branch.put(**{slot: ()}), seat, listed(branch.at(slot)[0])), 1)])

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        self._go(lambda branch: [(_onto(branch.put(**{slot: ()}), deck, branch.at(slot), end), 1)])

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """It is the same card."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:
        what = said(faces)

        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            classes = [branch.at(slot)[0][0][0] for slot in old]
            branch = branch.put(**dict.fromkeys(old, ()))
            if not old:
                yield branch, 1
            elif faces.ordered:
                for order in permutations(classes):
                    for after, found, ways in parts.narrow_all(branch, order, what):
                        yield _laid(after, new, found), ways
            else:
                for after, found, ways in parts.as_one_bag(branch, classes, what):
                    for order in permutations(found):
                        yield _laid(after, new, order), ways

        self._go(step)

    # -- from a zone ---------------------------------------------------------------------------------------------------

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:
        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            lying = list(branch.at(zone))
            card = lying.pop(index)
            yield branch.put(**{zone: tuple(lying), slot: (card,)}), 1

        self._go(step)

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        self._go(lambda branch: ((_into_hand(after, seat, found), ways) for after, found, ways in _named(branch, zone, (card,))))

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        self._go(lambda branch: [(_onto(branch.put(**{zone: ()}), to, branch.at(zone), "bottom"), 1)])

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self._go(lambda branch: [(_onto(branch.put(**{zone: ()}), deck, branch.at(zone), "bottom"), 1)])
        self.shuffle(deck)

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        self._go(
            lambda branch: ((_onto(after, deck, _full(group(found)), end), ways) for after, found, ways in _named(branch, zone, cards))
        )

    # -- what is said and shown ----------------------------------------------------------------------------------------

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            for after, groups, number, ways in parts.told(branch, branch.at(place), frozenset(of)):
                if number >= at_least and (at_most is None or number <= at_most):
                    yield after.put(**{place: tuple(groups)}), ways

        self._go(step)

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            held = [cls for positions in branch.at(hand_place(seat)) for cls in listed(positions)]
            for after, found, ways in parts.pinned(branch, held):
                if sum(self.values[cls.cards[0]] for cls in found) < below:
                    yield after.put(**{hand_place(seat): _full(group(found))}), ways

        self._go(step)

    def show(self, place: str, index: int, cards: Secret) -> None:
        faces = said(cards)
        if not faces:
            return
        if place.startswith(HAND):
            self._show_hand(place, faces)
            return
        if cards.ordered and len(faces) > 1:
            for nth, face in enumerate(faces):
                self.show(place, index + nth, Secret((face,)))
            return

        def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
            for after, above, seen, under, ways in _cut_out(branch, branch.at(place), index, len(faces)):
                for last, found, more in parts.as_one_bag(after, seen, faces):
                    yield last.put(**{place: (*above, group(found), *under)}), ways * more

        self._go(step)

    def _show_hand(self, place: str, faces: Sequence[Face]) -> None:
        """Cards of a hand are seen: it holds at least these."""
        if all(map(known, faces)):
            for face, number in Counter(map(str, faces)).items():
                self.tell(place, (face,), number)
        elif len(set(faces)) == 1:
            self.tell(place, tuple(card for card in sorted(set(self.cards)) if fits(card, faces[0])), len(faces))
        else:

            def step(branch: Branch) -> Iterator[tuple[Branch, int]]:
                for after, found, ways in parts.as_one_bag(branch, listed(branch.at(place)[0]), faces, more=True):
                    yield after.put(**{place: (group(found),)}), ways

            self._go(step)

    def reset(self, position: PositionSet) -> None:
        hands = [(hand_place(hand.seat), hand.cards) for hand in position.hands]
        piles = [(slot.slot, (slot.card,)) for pile in position.piles for slot in pile.slots]
        decks = [(deck.deck, deck.blocks) for deck in position.decks]
        zones = [(zone.zone, (Secret(zone.faces, ordered=True),)) for zone in position.zones]
        everything = [part for _place, cards in (*hands, *piles, *decks, *zones) for part in cards]
        if not self.cards:
            self.cards = tuple(sorted(str(face) for part in everything for face in part.faces))
        left = Counter(self.cards)
        left.subtract(face for part in everything for face in map(str, part.faces) if known(face))
        pool = tuple(sorted((card, number) for card, number in left.items() if number))
        branch = Branch((pool,), ())
        kinds = tuple(card for card, _number in pool)

        def classes(part: Secret) -> list[Class]:
            return [
                certain(str(face)) if known(face) else Class(0, tuple(card for card in kinds if fits(card, face))) for face in said(part)
            ]

        for place, cards in hands:
            branch = branch.put(**{place: _full(group([cls for part in cards for cls in classes(part)]))})
        for place, cards in (*piles, *decks):
            branch = branch.put(**{place: tuple(positions for part in cards for positions in _full(group(classes(part))))})
        for place, cards in zones:
            branch = branch.put(**{place: tuple(group([cls]) for part in cards for cls in classes(part))})
        boxed = left.total() - sum(cls.pool == 0 for _place, groups in branch.places for positions in groups for cls in listed(positions))
        self.weights = {branch.put(**{BOX: _full(group([Class(0, kinds)] * boxed))}): Fraction(1)}
        for deck in position.decks:
            if len(deck.blocks) == 1:
                self.shuffle(deck.deck)
        self._go(lambda branch: [(branch, 1)])


def _full(positions: Group) -> tuple[Group, ...]:
    return (positions,) if positions else ()


def _onto(branch: Branch, place: str, groups: tuple[Group, ...], end: End) -> Branch:
    here = branch.at(place)
    return branch.put(**{place: (*groups, *here) if end == "top" else (*here, *groups)})


def _into_row(branch: Branch, zone: str, classes: Sequence[Class]) -> Branch:
    return _onto(branch, zone, tuple(group([cls]) for cls in classes), "bottom")


def _into_hand(branch: Branch, seat: SeatKey, classes: Sequence[Class]) -> Branch:
    held = [cls for positions in branch.at(hand_place(seat)) for cls in listed(positions)]
    return branch.put(**{hand_place(seat): _full(group([*held, *classes]))})


def _laid(branch: Branch, slots: Sequence[SlotId], classes: Sequence[Class]) -> Branch:
    return branch.put(**{slot: (group([cls]),) for slot, cls in zip(slots, classes, strict=True)})


def _named(branch: Branch, zone: str, faces: Sequence[Face]) -> Iterator[tuple[Branch, list[Class], int]]:
    """Take named cards out of a zone, of equal ones the first."""
    if not faces:
        yield branch, [], 1
        return
    lying = branch.at(zone)
    above: list[Group] = []
    ways = 1
    for at, positions in enumerate(lying):
        cls = positions[0][0]
        taken = parts.narrow(branch, cls, faces[0])
        if taken is not None:
            rest = taken[0].put(**{zone: (*above, *lying[at + 1 :])})
            for last, found, more in _named(rest, zone, faces[1:]):
                yield last, [taken[1], *found], ways * taken[2] * more
        left = parts.narrow(branch, cls, none_of(() if faces[0] == "?" else (str(faces[0]),))) if faces[0] != "?" else None
        if left is None:
            return
        branch, cls, factor = left
        ways *= factor
        above.append(group([cls]))


def _cut_out(
    branch: Branch, groups: Sequence[Group], index: int, number: int
) -> Iterator[tuple[Branch, list[Group], list[Class], list[Group], int]]:
    """Cut positions from ``index`` on out of the one block that holds them all."""
    above, rest = [], list(groups)
    while rest and index >= _size(rest[0]):
        index -= _size(rest[0])
        above.append(rest.pop(0))
    for over, left, ways in _chosen(rest[0], index):
        for after, under, classes, more in parts.drawn_all(branch, left, ["?"] * number):
            yield after, [*above, *_full(over)], classes, [*_full(under), *rest[1:]], ways * more


def _chosen(positions: Group, number: int) -> Iterator[tuple[Group, Group, int]]:
    """Choose positions of a group: those, the others, and the ways."""
    if not positions:
        if not number:
            yield (), (), 1
        return
    (cls, there), rest = positions[0], positions[1:]
    for into in range(min(there, number) + 1):
        for chosen, others, ways in _chosen(rest, number - into):
            mine = ((cls, into),) if into else ()
            left = ((cls, there - into),) if into < there else ()
            yield (*mine, *chosen), (*left, *others), comb(there, into) * ways


def _size(positions: Group) -> int:
    return sum(number for _cls, number in positions)


def _shuffled(branch: Branch, deck: str, new: int) -> tuple[Branch, Fraction]:
    """Merge blocks; cards that are known become a pool of their own, so that one line stands for all their orders."""
    classes = [cls for positions in branch.at(deck) for cls in listed(positions)]
    seen = Counter(cls.cards[0] for cls in classes if cls.pool == CERTAIN)
    pools = (*branch.pools, *[()] * (new - len(branch.pools)))
    if len(seen) <= 1:
        return branch._replace(pools=(*pools, ())).put(**{deck: _full(group(classes))}), Fraction(1)
    pool = tuple(sorted(seen.items()))
    mixed = [Class(new, tuple(sorted(seen))) if cls.pool == CERTAIN else cls for cls in classes]
    return branch._replace(pools=(*pools, pool)).put(**{deck: _full(group(mixed))}), Fraction(1, factorial(seen.total()))
