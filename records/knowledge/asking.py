"""One step of a viewer's log: what follows from it, and what would follow with more or less information."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from records.core.ids import SlotId
from records.core.table import HAND, hand_place
from records.errors import Contradiction
from records.knowledge.answering import anything, read_worlds
from records.knowledge.answers import Held
from records.knowledge.believing import Believed, most_believed
from records.knowledge.tracking.running import follow
from records.knowledge.worlds.counts import Counts
from records.knowledge.worlds.effort import LEVELS, Effort, OverBudget
from records.knowledge.worlds.positions import CannotUndo
from records.knowledge.worlds.sums import sums
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.ids import SeatKey
    from records.knowledge.answering import AnswerReader
    from records.knowledge.answers import Chances, Knowledge
    from records.knowledge.tracking.call_log import Call, StepCalls
    from records.knowledge.tracking.plan import Belief, GameCards
    from records.knowledge.tracking.rerunning import Courses
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.viewer_log import ViewerLog

T = TypeVar("T")


class Asking:
    """What follows from ``log`` at a step; its ``calls`` of the card table are oldest first.

    Each question has a budget of counted work. One that exceeds it is asked again with lower limits, level by level: candidates are added
    then, none is lost, and the answer is not exact.

    All but ``known`` raise ``Contradiction`` where the log, or what is assumed in addition, leaves no world.
    """

    def __init__(self, log: ViewerLog, step: StepCalls) -> None:
        self.viewer, self.version, self.names = log.viewer, step.version, tuple(sorted(log.cards.catalogue))
        self._levels = [_Level(log, step, number) for number in range(len(LEVELS))]
        self.cache: dict[object, Any] = {}
        """Cached results for the step, by a key of the code that computes them."""

    def known(self) -> Knowledge:
        """Return what the viewer could know; where the log cannot be so, that every hidden card can be every card of the game."""
        return self._fitting(_Level.all_known)

    def __call__(self, more: Sequence[Call]) -> Knowledge:
        """Return what follows if ``more`` is assumed in addition."""
        return self._fitting(lambda level: level.answer([*level.believed.calls, *more]) if more else level.known)

    def of(self, calls: Sequence[Call]) -> Knowledge:
        """Return what follows only from ``calls``, which begin with a ``reset``."""
        own = calls is self.calls
        return self._fitting(lambda level: level.known if own else level.answer(calls))

    def slot(self, more: Sequence[Call], slot: SlotId) -> Chances:
        """Return what one slot can be if ``more`` is assumed in addition; faster than the whole answer."""
        return self._fitting(lambda level: level.slot_of([*level.believed.calls, *more] if more else level.believed.calls, slot))

    def held(self, calls: Sequence[Call], place: str, effort: Effort, courses: Courses) -> Held:
        """Return what a slot, a deck or a hand holds at least and at most by ``calls`` alone, which begin with a ``reset``.

        They are followed along ``courses``, which are those of this step. Raises ``OverBudget`` where that takes more than the ``effort``,
        and ``KeyError`` for a place that is not there.
        """
        return self._fitting(lambda level: level).held(calls, place, effort, courses)

    def worths(self, more: Sequence[Call], seat: SeatKey, values: Mapping[str, int]) -> tuple[dict[int, Fraction], bool]:
        """Return the chance of each sum of the ``values`` of a hand, and whether that is exact."""
        return self._fitting(lambda level: level.worths(more, seat, values))

    def table(self, more: Sequence[Call] = (), *, tracked: Sequence[SlotId] = (), counting: type[Counts] = Counts) -> TrackedTable:
        """Return the table after the step, with the additional information ``more``; it must not be changed.

        The cards of slots that are ``tracked`` have places of their own among its counts, which are of the class ``counting``.
        """
        found = self._fitting(lambda level: level.table(more, tracked, counting))
        found.counts.effort.left = float("inf")  # the caller counts the work of what follows
        return found

    def sure(self, table: TrackedTable) -> bool:
        """Return whether what a table says is exact."""
        return self._fitting(lambda level: level.believed).exact and table.exact and table.counts.exact

    @property
    def work(self) -> float:
        """The work of following the step and of all that was read of it so far."""
        return sum(level.effort.spent for level in self._levels)

    @property
    def calls(self) -> Sequence[Call]:
        """The calls that are followed, with those of parts that were taken back where these can be undone."""
        return self._fitting(lambda level: level.believed).calls

    def _fitting(self, answer: Callable[[_Level], T]) -> T:
        """Answer by the first level that fits its budget; each question has all of it."""
        for level in self._levels[:-1]:
            try:
                level.renew()
                return answer(level)
            except OverBudget:
                continue
        self._levels[-1].renew()
        return answer(self._levels[-1])


class _Level:
    """The same within certain limits. Raises ``OverBudget`` where the work of a question does not fit."""

    def __init__(self, log: ViewerLog, step: StepCalls, number: int) -> None:
        self._log, self._step, self._number = log, step, number
        self.effort = Effort(*LEVELS[number])
        """Of the step itself."""

    def renew(self) -> None:
        """Give the next question all of the budget."""
        if self.believed.found is not None:
            self.effort.left = LEVELS[self._number][1]

    def held(self, calls: Sequence[Call], place: str, effort: Effort, courses: Courses) -> Held:
        """Return what a slot, a deck or a hand holds at least and at most by ``calls`` alone, which begin with a ``reset``.

        Raises ``OverBudget`` where that takes more than the ``effort``, and ``KeyError`` for a place that is not there.
        """
        reader = self._read(self._believing(lambda cards, belief: courses.follow(cards, calls, belief, effort)))
        exact = self.believed.exact and reader.exact
        if place.startswith(HAND):
            seat = place[len(HAND) :]
            if seat not in reader.table.held or seat == self._log.viewer:
                raise KeyError(place)
            return Held(*reader.held(seat), exact)
        if place in reader.table.slots:
            return Held({}, dict.fromkeys(reader.candidates(SlotId(place)), 1), 1, exact)
        if place not in reader.table.decks:
            raise KeyError(place)
        return Held({}, *reader.in_deck(reader.table.decks[place]), exact)

    def _effort(self) -> Effort:
        return Effort(*LEVELS[self._number])

    @cached_property
    def believed(self) -> Believed[AnswerReader]:
        """Return the step itself, as much of it as can be believed."""
        cards = self._log.cards
        return most_believed(
            self._log, self._step, self.effort, lambda calls, belief: read_worlds(follow(cards, calls, belief, self.effort))
        )

    @property
    def _reader(self) -> AnswerReader:
        if self.believed.found is None:
            raise self._nothing()
        return self.believed.found

    @cached_property
    def known(self) -> Knowledge:
        """Return what the viewer could know, where some world is left."""
        return self.answer(self.believed.calls)

    def all_known(self) -> Knowledge:
        """Return the same, or everything where no world is left."""
        if self.believed.found is not None:
            return self.known
        calls, belief = self.believed.calls, self.believed.belief
        found = anything(follow(self._log.cards, calls, belief, self._effort()), self._log.viewer, self._step.version, calls[0].version)
        return replace(found, breach=self.believed.breach)

    def answer(self, calls: Sequence[Call]) -> Knowledge:
        """Return what follows from calls alone."""
        found = self.reader_of(calls).everything(self._log.viewer, self._step.version, calls[0].version)
        return found if self.believed.exact else replace(found, exact=False, breach=self.believed.breach or found.breach)

    def slot_of(self, calls: Sequence[Call], slot: SlotId) -> Chances:
        """Return what one slot can be by calls alone."""
        chances = self.reader_of(calls).slot(slot)
        return chances if self.believed.exact else replace(chances, exact=False)

    def worths(self, more: Sequence[Call], seat: SeatKey, values: Mapping[str, int]) -> tuple[dict[int, Fraction], bool]:
        """Return the chance of each sum of a hand, and whether that is exact."""
        table = self.table(more, (), Counts)
        known = sum(values.get(name, 0) * number for name, number in table.held[seat].items())
        numbered = {self._log.cards.index.number(name): value for name, value in values.items()}
        counts = table.counts.together()
        numbers = sums(counts, hand_place(seat), numbered)
        if not numbers:
            raise self._nothing()
        total = sum(numbers.values())
        sure = self.believed.exact and table.exact and counts.exact
        return {known + worth: Fraction(number, total) for worth, number in numbers.items()}, sure

    def table(self, more: Sequence[Call], tracked: Sequence[SlotId], counting: type[Counts]) -> TrackedTable:
        """Return the table after the step."""
        if more or tracked or counting is not Counts:
            table = self._follow([*self.believed.calls, *more], self._effort(), tracked, counting)
            table.exact = table.exact and not self._number
            return table
        return self._reader.table

    def reader_of(self, calls: Sequence[Call]) -> AnswerReader:
        """Return a reader of the worlds after calls."""
        return self._reader if calls is self.believed.calls else self._read(self._follow(calls, self._effort()))

    def _read(self, table: TrackedTable) -> AnswerReader:
        reader = read_worlds(table)
        if reader is None:
            raise self._nothing()
        return reader

    def _follow(
        self, calls: Sequence[Call], effort: Effort, tracked: Sequence[SlotId] = (), counting: type[Counts] = Counts
    ) -> TrackedTable:
        return self._believing(lambda cards, belief: follow(cards, calls, belief, effort, tracked=tracked, counting=counting))

    def _believing(self, followed: Callable[[GameCards, Belief], TrackedTable]) -> TrackedTable:
        """The table after calls that are followed with as much believed as of the step itself."""
        if self.believed.found is None:
            raise self._nothing()
        try:
            return followed(self._log.cards, self.believed.belief)
        except CannotUndo:
            raise self._nothing() from None

    def _nothing(self) -> Contradiction:
        return Contradiction(f"what the log tells up to event {self._step.version} cannot all be so: no card can lie anywhere")
