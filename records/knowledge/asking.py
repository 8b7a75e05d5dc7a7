"""One step of a viewer's log: what follows from it, and what would follow with more or less told."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from records.core.table import hand_place
from records.errors import Contradiction
from records.knowledge.answering import anything, read_worlds
from records.knowledge.believing import Believed, most_believed
from records.knowledge.tracking.running import follow
from records.knowledge.worlds.counts import Counts
from records.knowledge.worlds.positions import CannotUndo
from records.knowledge.worlds.sums import sums

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.ids import SeatKey, SlotId
    from records.knowledge.answering import AnswerReader
    from records.knowledge.answers import Chances, Knowledge
    from records.knowledge.tracking.call_log import Call, StepCalls
    from records.knowledge.tracking.table import TrackedTable
    from records.knowledge.viewer_log import ViewerLog


class Asking:
    """What follows from ``log`` at a step; its ``calls`` of the card table are oldest first.

    All but ``known`` raise ``Contradiction`` where the log, or what is told besides, leaves no world.
    """

    def __init__(self, log: ViewerLog, step: StepCalls) -> None:
        self.viewer, self.version = log.viewer, step.version
        self._log, self._step = log, step
        self.cache: dict[object, Any] = {}
        """Results that are kept for the step, by a key that belongs to who computes them."""

    def known(self) -> Knowledge:
        """Return what the viewer could know; where the log cannot be so, that every hidden card can be every card of the game."""
        if self._believed.found is not None:
            return self._known
        calls, belief = self._believed.calls, self._believed.belief
        found = anything(follow(self._log.cards, calls, belief), self.viewer, self.version, calls[0].version)
        return replace(found, breach=self._believed.breach)

    def __call__(self, more: Sequence[Call]) -> Knowledge:
        """Return what follows if ``more`` is told in addition."""
        return self.of([*self.calls, *more] if more else self.calls)

    def of(self, calls: Sequence[Call]) -> Knowledge:
        """Return what follows from ``calls`` alone, which begin with a ``reset``."""
        return self._known if calls is self.calls else self._answer(calls)

    def slot(self, more: Sequence[Call], slot: SlotId) -> Chances:
        """Return what one slot can be if ``more`` is told in addition; faster than the whole answer."""
        return self.slot_of([*self.calls, *more] if more else self.calls, slot)

    def slot_of(self, calls: Sequence[Call], slot: SlotId) -> Chances:
        """Return what one slot can be by ``calls`` alone, which begin with a ``reset``."""
        chances = self._reader_of(calls).slot(slot)
        return chances if self._believed.exact else replace(chances, exact=False)

    def worths(self, more: Sequence[Call], seat: SeatKey, values: Mapping[str, int]) -> tuple[dict[int, Fraction], bool]:
        """Return the chance of each sum of the ``values`` of a hand, and whether that is exact."""
        table = self.table(more)
        known = sum(values.get(name, 0) * number for name, number in table.held[seat].items())
        numbered = {self._log.cards.index.number(name): value for name, value in values.items()}
        counts = table.counts.together()
        numbers = sums(counts, hand_place(seat), numbered)
        if not numbers:
            raise self._nothing()
        total = sum(numbers.values())
        return {known + worth: Fraction(number, total) for worth, number in numbers.items()}, self.sure(table) and counts.exact

    def table(self, more: Sequence[Call] = (), *, tracked: Sequence[SlotId] = (), counting: type[Counts] = Counts) -> TrackedTable:
        """Return the table after the step, with ``more`` told in addition; it must not be changed.

        The cards of slots that are ``tracked`` have places of their own among its counts, which are of the class ``counting``.
        """
        if more or tracked or counting is not Counts:
            return self._follow([*self.calls, *more], tracked, counting)
        return self._reader.table

    def sure(self, table: TrackedTable) -> bool:
        """Return whether what a table says is exact."""
        return self._believed.exact and table.exact and table.counts.exact

    @property
    def names(self) -> tuple[str, ...]:
        """Every card of the game, sorted."""
        return tuple(sorted(self._log.cards.catalogue))

    @property
    def calls(self) -> Sequence[Call]:
        """The calls that are followed, with those of parts that were taken back where these can be undone."""
        return self._believed.calls

    # -- parts ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _believed(self) -> Believed[AnswerReader]:
        return most_believed(self._log, self._step, lambda calls, belief: read_worlds(follow(self._log.cards, calls, belief)))

    @property
    def _reader(self) -> AnswerReader:
        if self._believed.found is None:
            raise self._nothing()
        return self._believed.found

    @cached_property
    def _known(self) -> Knowledge:
        return self._answer(self.calls)

    def _answer(self, calls: Sequence[Call]) -> Knowledge:
        found = self._reader_of(calls).everything(self.viewer, self.version, calls[0].version)
        return found if self._believed.exact else replace(found, exact=False, breach=self._believed.breach or found.breach)

    def _reader_of(self, calls: Sequence[Call]) -> AnswerReader:
        if calls is self.calls:
            return self._reader
        reader = read_worlds(self._follow(calls))
        if reader is None:
            raise self._nothing()
        return reader

    def _follow(self, calls: Sequence[Call], tracked: Sequence[SlotId] = (), counting: type[Counts] = Counts) -> TrackedTable:
        """The table after ``calls``, as much of them believed as of the step itself."""
        if self._believed.found is None:
            raise self._nothing()
        try:
            return follow(self._log.cards, calls, self._believed.belief, tracked=tracked, counting=counting)
        except CannotUndo:
            raise self._nothing() from None

    def _nothing(self) -> Contradiction:
        return Contradiction(f"what the log tells up to step {self.version} cannot all be so: no card can lie anywhere")
