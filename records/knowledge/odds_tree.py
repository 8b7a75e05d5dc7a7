"""The tree of what an attack may meet, opened as far as it pays, and sampled beyond (see ``odds``)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import count
from math import ceil, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from records.core.faces import among
from records.core.secret import Secret
from records.errors import Contradiction
from records.knowledge.calls import Call

if TYPE_CHECKING:
    from records.core.assault import Assault
    from records.core.ids import SlotId
    from records.knowledge.answers import Knowledge

MOST_ASKED = 60
"""Questions to the engine before what is left is sampled. A number, not a time, so that answers repeat."""
MOST_MORE = 60
"""Questions that a sample may ask besides; it ends with them, and its error is so much larger."""
MOST_SAMPLED = 1000
ERROR = 0.016
"""Standard error that a sample is made for, at most."""

AskShares: TypeAlias = "Callable[[Sequence[Call], SlotId, Sequence[Sequence[str]]], tuple[list[Fraction], bool]]"
"""How likely a slot is of each of some sets if the card table is told these calls besides, and whether that is exact."""
Supposed = tuple[tuple["SlotId", tuple[str, ...]], ...]


class Foe(NamedTuple):
    """A card that an attack may meet."""

    slot: SlotId
    worth: Mapping[str, int]
    """What it would defend with, by name."""


class Node(NamedTuple):
    """An attack that has destroyed some cards and stands before the next."""

    fallen: int
    strength: int
    """Above 0."""
    supposed: Supposed
    """What the cards that fell must have been, as far as it was not certain."""


class End(NamedTuple):
    """An attack that is over."""

    fallen: int
    surplus: int
    """Strength that found nothing more to fight."""


@dataclass(slots=True)
class _Open:
    """Nodes that were not opened, with their chances."""

    nodes: list[tuple[Node, Fraction]]
    total: Fraction


class Tree:
    """What an attack on ``foes`` may meet, in the order in which it meets them."""

    def __init__(self, ask: AskShares, known: Knowledge, assault: Assault, foes: Sequence[Foe]) -> None:
        self._ask, self._known, self._assault, self._foes = ask, known, assault, foes
        self._asked = 0
        self._opened: dict[Node, list[tuple[Node | End, Fraction]]] = {}
        self._ends: dict[End, Fraction] = defaultdict(Fraction)
        self._open = _Open([], Fraction(0))
        self._sampled: Counter[End] = Counter()
        self.exact = known.exact
        """Whether every answer of the engine was."""

    def grow(self, strength: int) -> None:
        """Open the tree of an attack of ``strength``, and sample what stays closed."""
        queue: list[tuple[Fraction, int, Node]] = []
        self._put(queue, self._start(strength), Fraction(1))
        while queue:
            chance, _order, node = heappop(queue)
            if self._asked >= MOST_ASKED:
                self._open.nodes.append((node, -chance))
                continue
            for after, share in self._branches(node):
                self._put(queue, after, -chance * share)
        self._open.total = sum((chance for _node, chance in self._open.nodes), Fraction(0))
        self._sample()

    def fallen(self) -> tuple[dict[int, Fraction], float]:
        """Return the chances by how many cards fall, and their standard error at most."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for end, chance in self._all():
            found[end.fallen] += chance
        number = self._sampled.total()
        return dict(found), float(self._open.total) / (2 * sqrt(number)) if number else 0.0

    def surplus(self) -> Fraction:
        """Return the mean strength that finds nothing more to fight."""
        return sum((chance * end.surplus for end, chance in self._all()), Fraction(0))

    def bounds(self, fallen: int) -> tuple[Fraction, Fraction]:
        """Return between what the chance must lie that so many cards fall."""
        least = sum((chance for end, chance in self._ends.items() if end.fallen == fallen), Fraction(0))
        most = least
        for node, chance in self._open.nodes:
            low, high = self._reach(node, worst=True), self._reach(node, worst=False)
            if low == high == fallen:
                least += chance
            if low <= fallen <= high:
                most += chance
        return least, most

    def _all(self) -> Iterator[tuple[End, Fraction]]:
        yield from self._ends.items()
        for end, number in self._sampled.items():
            yield end, self._open.total * number / self._sampled.total()

    def _put(self, queue: list[tuple[Fraction, int, Node]], after: Node | End, chance: Fraction) -> None:
        if isinstance(after, End):
            self._ends[after] += chance
        else:
            heappush(queue, (-chance, len(queue), after))

    def _start(self, strength: int) -> Node | End:
        return Node(0, strength, ()) if self._foes and strength > 0 else End(0, max(strength, 0))

    def _branches(self, node: Node) -> list[tuple[Node | End, Fraction]]:
        """Return what may come of the card that an attack stands before, with its chances."""
        found = self._opened.get(node)
        if found is None:
            found = self._opened[node] = self._found(node)
        return found

    def _found(self, node: Node) -> list[tuple[Node | End, Fraction]]:
        foe = self._foes[node.fallen]
        cards = self._known.slots[foe.slot].of
        lefts = {card: self._assault.left(node.strength, card, foe.worth[card]) for card in cards}
        if len(set(lefts.values())) == 1:
            return [(self._after(node, lefts[next(iter(lefts))], None), Fraction(1))]
        names: dict[int | None, list[str]] = defaultdict(list)
        for card, left in lefts.items():
            names[left].append(card)
        chances = self._chances(node.supposed, foe.slot, list(names.values()))
        return [
            (self._after(node, left, tuple(cards)), chance) for (left, cards), chance in zip(names.items(), chances, strict=True) if chance
        ]

    def _after(self, node: Node, left: int | None, cards: tuple[str, ...] | None) -> Node | End:
        if left is None:
            return End(node.fallen, 0)
        fallen = node.fallen + 1
        if not left or fallen == len(self._foes):
            return End(fallen, left)
        more = () if cards is None else ((self._foes[node.fallen].slot, cards),)
        return Node(fallen, left, (*node.supposed, *more))

    def _chances(self, supposed: Supposed, slot: SlotId, sets: Sequence[Sequence[str]]) -> list[Fraction]:
        """Return how likely a slot is of each of ``sets``."""
        known = self._known.slots[slot].of
        first = [sum((known[card] for card in cards), Fraction(0)) for cards in sets]
        if not supposed:
            return first
        self._asked += 1
        calls = [Call(self._known.version, "turn", (before, Secret((among(cards),))), {"up": False}) for before, cards in supposed]
        try:
            found, exact = self._ask(calls, slot, sets)
        except Contradiction:  # only an engine that had to weaken calls possible what is not
            found, exact = first, False
        self.exact = self.exact and exact
        return found

    def _reach(self, node: Node, *, worst: bool) -> int:
        """Return how many cards fall if each that is still to come is the worst, or the best, that it can be."""
        strength, fallen = node.strength, node.fallen
        for foe in self._foes[node.fallen :]:
            lefts = [self._assault.left(strength, card, foe.worth[card]) for card in self._known.slots[foe.slot].of]
            able = [left for left in lefts if left is not None]
            if not able or (worst and len(able) < len(lefts)):
                return fallen
            fallen, strength = fallen + 1, (min if worst else max)(able)
            if not strength:
                return fallen
        return fallen

    def _sample(self) -> None:
        """Play on from nodes that were not opened, drawn by their chances."""
        wanted = min(MOST_SAMPLED, ceil((float(self._open.total) / (2 * ERROR)) ** 2)) if self._open.nodes else 0
        numbers = _numbers(" ".join(foe.slot for foe in self._foes))
        for _ in range(wanted):
            if self._sampled and self._asked >= MOST_ASKED + MOST_MORE:
                break
            after: Node | End = _drawn(self._open.nodes, next(numbers) * self._open.total)
            while isinstance(after, Node):
                after = _drawn(self._branches(after), next(numbers))
            self._sampled[after] += 1


def _drawn(weighted: Sequence[tuple[Node, Fraction]] | Sequence[tuple[Node | End, Fraction]], at: Fraction) -> Node | End:
    """Return the entry in whose share ``at`` falls."""
    for one, share in weighted:
        at -= share
        if at < 0:
            return one
    return weighted[-1][0]


def _numbers(seed: str) -> Iterator[Fraction]:
    """Yield numbers from 0 to 1 without any order, the same ones whenever the same is asked."""
    for number in count():
        yield Fraction(int.from_bytes(blake2b(f"{seed} {number}".encode(), digest_size=8).digest()), 1 << 64)
