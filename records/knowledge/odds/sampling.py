"""Attacks played out in worlds that are drawn by their weight, where counting all is too much (design/knowledge: Sampling)."""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from records.knowledge.worlds.arrangements import fewer, options, ways
from records.knowledge.worlds.random_numbers import RandomNumbers
from records.knowledge.worlds.slot_state import StaticCard, TrackedCard
from records.knowledge.worlds.states import groups, holders, worlds
from records.knowledge.worlds.trail import Trail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.assault import Assault
    from records.knowledge.odds.encounters import Defender
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.worlds.arrangements import Groups, Sizes
    from records.knowledge.worlds.pool import Kinds

SAMPLES = 1000
"""Worlds that are drawn: the standard error of a chance is at most 1 / (2 sqrt(1000)), 1.6 %."""


class AttackOutcome(NamedTuple):
    """What an attack did."""

    fallen: int
    left: int
    """Strength that found nothing more to fight."""


def sample(
    table: TrackedTable, defenders: Sequence[Defender], assault: Assault, strength: int, number: int = SAMPLES
) -> Counter[AttackOutcome]:
    """Return what ``number`` attacks did; ``table`` has run on a ``Trail``. The same question has the same answer."""
    numbers = RandomNumbers(" ".join(defender.slot for defender in defenders))
    deal = _Deal(table, defenders, numbers)
    return Counter(_played(assault, strength, defenders, world) for world in deal.drawn(number))


def _played(assault: Assault, strength: int, defenders: Sequence[Defender], world: _World) -> AttackOutcome:
    for fallen, defender in enumerate(defenders):
        if strength <= 0:
            return AttackOutcome(fallen, 0)
        card = world.card(fallen)
        left = assault.left(strength, card, defender.worth[card])
        if left is None:
            return AttackOutcome(fallen, 0)
        strength = left
    return AttackOutcome(len(defenders), max(0, strength))


class _Deal:
    """The worlds of a table."""

    def __init__(self, table: TrackedTable, defenders: Sequence[Defender], numbers: RandomNumbers) -> None:
        counts = table.counts
        if not isinstance(counts, Trail):
            raise TypeError(counts)
        self.numbers, self._counts = numbers, counts
        self.slot_states = [table.slots[defender.slot] for defender in defenders]
        places = [card.place for card in self.slot_states if isinstance(card, TrackedCard)]
        self._index, read = worlds(counts, places)
        self._apart = [nth for nth, card in enumerate(self.slot_states) if isinstance(card, TrackedCard)]
        self._groups = groups(counts, self._index)
        self.kinds: defaultdict[int, list[int]] = defaultdict(list)
        self.copies, self._names = counts.pool.copies, [table.plan.cards.index.names[name] for name in counts.pool.name]
        for kind, copies in enumerate(self.copies):
            if copies > 0:
                self.kinds[holders(self._index, kind)].append(kind)
        self._states, self._read, weights = [], [], []
        for state, world, weight in zip(counts.table, read, counts.table.values(), strict=True):
            whole = _more(*world)
            number = (weight & counts.low) * ways(self._groups, whole)
            if number:
                self._states.append(state)
                self._read.append((whole, world[1]))
                weights.append(number)
        self._sums = list(accumulate(weights))
        self.options = cache(options)

    def drawn(self, number: int) -> list[_World]:
        """Return worlds, each drawn by itself."""
        chosen = [bisect(self._sums, self.numbers.below(self._sums[-1])) for _ in range(number)]
        wanted: dict[int, int] = {}
        marked: dict[int, int] = {}
        for nth, card in enumerate(self.slot_states):
            if isinstance(card, StaticCard) and len(card.classes) > 1 and card.era == self._counts.era:
                for kinds, mark in card.classes.items():
                    field = self._counts.width * ((mark or 0) + 1)
                    wanted[field] = nth
                    marked[field] = self._class(kinds)
        histories = self._counts.follow([self._states[at] for at in chosen], wanted, self.numbers)
        found = []
        for at, history in zip(chosen, histories, strict=True):
            sizes, apart = self._read[at]
            classes = dict(zip(self._apart, apart, strict=True)) | {nth: marked[field] for nth, field in history.items()}
            found.append(_World(self, sizes, classes))
        return found

    def class_of(self, card: StaticCard) -> int:
        """Return the class of a card that has but one, or whose own is forgotten."""
        union = 0
        for kinds in card.classes:
            union |= kinds
        return self._class(union)

    def name(self, kind: int) -> str:
        """Return the name of a kind."""
        return self._names[kind]

    def start(self) -> Groups:
        """Return the hidden cards before any is dealt."""
        return self._groups

    def _class(self, kinds: Kinds) -> int:
        return self._index[self._counts.class_of(kinds)]


class _World:
    """A world that was drawn; its cards are dealt as they are met, from the first on."""

    def __init__(self, deal: _Deal, sizes: Sizes, classes: dict[int, int]) -> None:
        self._deal, self._sizes, self._classes = deal, sizes, classes
        self._left = deal.start()
        self._gone: Counter[int] = Counter()

    def card(self, nth: int) -> str:
        """Return the name of a defender."""
        state = self._deal.slot_states[nth]
        if isinstance(state, str):
            return state
        index = self._classes.get(nth)
        if index is None and isinstance(state, StaticCard):
            index = self._deal.class_of(state)
        if index is None:
            raise TypeError(state)
        able, sums = self._deal.options(self._left, self._sizes, index)
        classes = able[bisect(sums, self._deal.numbers.below(sums[-1])) if len(able) > 1 else 0]
        self._left = fewer(self._left, classes)
        self._sizes = (*self._sizes[:index], self._sizes[index] - 1, *self._sizes[index + 1 :])
        kinds = self._deal.kinds[classes]
        copies = list(accumulate(self._deal.copies[kind] - self._gone[kind] for kind in kinds))
        kind = kinds[bisect(copies, self._deal.numbers.below(copies[-1]))]
        self._gone[kind] += 1
        return self._deal.name(kind)


def _more(sizes: Sizes, picked: Sequence[int]) -> Sizes:
    whole = list(sizes)
    for index in picked:
        whole[index] += 1
    return tuple(whole)
