"""Counts that keep how each table came out of the one before, so that a world can be followed back to the origins of its cards.

A state that is drawn at the end by its weight, then each state before it by its weight times the ways that lead on: that is one history of
the cards, drawn from all of them as likely as it is.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol

from records.knowledge.worlds.counts import Counts
from records.knowledge.worlds.positions import REST
from records.knowledge.worlds.widening import widened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from records.knowledge.worlds.counts import StateMove
    from records.knowledge.worlds.pool import Kinds
    from records.knowledge.worlds.random_numbers import RandomNumbers


MOST_DRAWN = 100
"""Worlds, parted so that classes no longer overlap, from which others are drawn; where there are more, classes are taken for wider ones."""


class Before(NamedTuple):
    """A state that led to another."""

    state: int
    weight: int
    """Ways to reach it and to continue from it."""
    field: int
    """The bit of the mark of the card that was laid; 0 without."""


class TableStep(Protocol):
    """How a table came out of the one before."""

    def back(self, state: int) -> list[Before]:
        """Return what led to a state."""


class Trail(Counts):
    """Counts that keep their steps."""

    def __init__(self, width: int, cards: int) -> None:
        super().__init__(width, cards)
        self.steps: list[TableStep] = []
        self.since = 0
        """The step from which on marks are those of now."""
        self.sure = True
        """Whether the counts were exact before classes were taken for wider ones."""

    def column(self, place: str, kinds: Kinds) -> int:
        """Return the bit at which the count of a class begins, which is no longer public."""
        number = self.public[place].get(kinds, 0)
        shift = super().column(place, kinds)
        if number:
            self.steps.append(_Added(number << shift))
        return shift

    def note_moves(self, moves: Sequence[StateMove]) -> None:
        """Keep a step."""
        self.steps.append(_Moved(self.table, [(shift, change, field) for shift, change, field, _scarce in moves], self.low, self.full))

    def note_spread(self, spread: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        """Keep a step."""
        self.steps.append(_Spread(self.table, self.low, spread))

    def widen(self) -> None:
        """Widen more than for counting: to draw worlds takes many more fillings."""
        self.wider, self.sure = widened(self, MOST_DRAWN), self.exact
        self.exact = self.exact and not self.wider

    def _merge(self, shift: int, there: int) -> None:
        full = self.full

        def merged(state: int) -> Iterable[tuple[int, int]]:
            number = state >> shift & full
            return [(state - (number << shift) + (number << there), 1)]

        self.steps.append(_Spread(self.table, self.low, merged))
        super()._merge(shift, there)

    def _forget(self) -> None:
        before, columns = self.table, {place: list(shifts.values()) for place, shifts in self.columns.items()}
        super()._forget()
        (place,) = [place for place in columns if place not in self.columns]
        keep = ~sum(self.full << shift for shift in columns[place])
        self.steps.append(_Spread(before, self.low, lambda state: [(state & keep, 1)]))
        if place == REST:
            self.since = len(self.steps)

    def follow(self, ends: Sequence[int], wanted: Mapping[int, int], numbers: RandomNumbers) -> list[dict[int, int]]:
        """Follow each of ``ends``, which are states of now, back; ``wanted`` are bits of marks, each with the number of its card.

        Return for each the bit of the mark that each card got.
        """
        found: list[dict[int, int]] = [{} for _ in ends]
        here: dict[int, list[int]] = defaultdict(list)
        for nth, state in enumerate(ends):
            here[state].append(nth)
        meant = [nth for nth in range(self.since, len(self.steps)) if _marks(self.steps[nth]) & wanted.keys()]
        for step in reversed(self.steps[meant[0] :] if meant else []):
            before: dict[int, list[int]] = defaultdict(list)
            for state, several in here.items():
                options = step.back(state)
                sums = list(accumulate(option.weight for option in options))
                for nth in several:
                    option = options[bisect(sums, numbers.below(sums[-1])) if len(sums) > 1 else 0]
                    before[option.state].append(nth)
                    if option.field in wanted:
                        found[nth][wanted[option.field]] = option.field
            here = before
        return found


def _marks(step: TableStep) -> set[int]:
    return {field for _shift, _change, field in step.moves} if isinstance(step, _Moved) else set()


class _Moved(NamedTuple):
    """A position went from one class or place to another."""

    table: Mapping[int, int]
    moves: Sequence[tuple[int, int, int]]
    low: int
    full: int

    def back(self, state: int) -> list[Before]:
        found = []
        for shift, change, field in self.moves:
            weight = self.table.get(state - change)
            if weight is not None and (number := 1 if shift < 0 else state - change >> shift & self.full):
                found.append(Before(state - change, (weight & self.low) * number, field))
        return found


class _Added(NamedTuple):
    """What was the same in all states has a column now."""

    change: int

    def back(self, state: int) -> list[Before]:
        return [Before(state - self.change, 1, 0)]


class _Spread:
    """Every state became others."""

    def __init__(self, table: Mapping[int, int], low: int, spread: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        self._table, self._low, self._spread = table, low, spread
        self._befores: defaultdict[int, list[Before]] | None = None

    def back(self, state: int) -> list[Before]:
        if self._befores is None:
            self._befores = defaultdict(list)
            for before, weight in self._table.items():
                for after, ways in self._spread(before):
                    self._befores[after].append(Before(before, (weight & self._low) * ways, 0))
        return self._befores[state]
