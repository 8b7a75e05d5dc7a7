"""One step of a viewer's log, thought through again and again: with something told besides, or with something not told."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from records.core.logs.fold import Folder
from records.core.table import hand_place
from records.errors import Contradiction
from records.knowledge.answering import answer, within_own
from records.knowledge.answers import Chances
from records.knowledge.tracking.call_log import CallLog
from records.knowledge.tracking.plan import catalogue_of, planned
from records.knowledge.tracking.running import run
from records.knowledge.worlds.card_sets import CardIndex
from records.knowledge.worlds.counts import Counts
from records.knowledge.worlds.marginals import Marginals
from records.knowledge.worlds.positions import CannotUndo
from records.knowledge.worlds.slot_state import TrackedCard
from records.knowledge.worlds.sums import sums

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey, SlotId
    from records.core.viewers import Viewer
    from records.knowledge.answers import Knowledge
    from records.knowledge.tracking.call_log import Call
    from records.knowledge.tracking.tracker import WorldTracker


class Belief(NamedTuple):
    """What of a log is believed."""

    hints: bool
    facts: bool


_BELIEFS = (Belief(hints=True, facts=True), Belief(hints=False, facts=True), Belief(hints=False, facts=False))
"""Less where the log contradicts itself."""


class Asking:
    """What follows for ``viewer`` at step ``at`` from calls of the card table; ``calls`` are those of its log, oldest first.

    ``log`` is the log as it passed the door for that viewer. Every answer raises ``Contradiction`` where the log, or what is told besides,
    leaves no world.
    """

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer, at: int) -> None:
        self.viewer, self.version, self._card_index = viewer, at, CardIndex()
        self._catalogue = catalogue_of(game.initial(header))
        self._values = None if game.odds.values is None else game.odds.values(header)
        call_log = CallLog(Folder(game), header, log)
        wound = self._wound(call_log) if call_log.cut(at) else None
        self.calls: Sequence[Call] = wound or call_log.calls(at)
        self.kept: dict[object, Any] = {}
        """What was worked out for the step, so that nobody has to do it twice."""
        self._whole = not call_log.gap(at) and (wound is not None or not call_log.cut(at))

    def __call__(self, more: Sequence[Call]) -> Knowledge:
        """Return what follows if ``more`` is told besides."""
        return self.of([*self.calls, *more] if more else self.calls)

    def of(self, calls: Sequence[Call]) -> Knowledge:
        """Return what follows from ``calls`` alone, which begin with a ``reset``."""
        tracker = self._plain if calls is self.calls else self._run(calls, self._believed)
        found = answer(tracker, self.viewer, self.version, calls[0].version)
        if found is None:
            raise self._nothing()
        return found if self._whole and self._believed == _BELIEFS[0] else replace(found, exact=False)

    def slot(self, more: Sequence[Call], slot: SlotId) -> Chances:
        """Return of one slot alone what follows if ``more`` is told besides, which is faster."""
        return self.slot_of([*self.calls, *more] if more else self.calls, slot)

    def worths(self, more: Sequence[Call], seat: SeatKey, values: Mapping[str, int]) -> tuple[dict[int, Fraction], bool]:
        """Return how likely the cards of a hand are worth how much together, by their ``values``, and whether that is exact."""
        tracker = self.tracker(more)
        known = sum(values.get(name, 0) * number for name, number in tracker.held[seat].items())
        numbered = {self._card_index.number(name): value for name, value in values.items()}
        counts = tracker.counts.together()
        numbers = sums(counts, hand_place(seat), numbered)
        if not numbers:
            raise self._nothing()
        total = sum(numbers.values())
        return {known + worth: Fraction(number, total) for worth, number in numbers.items()}, self.sure(tracker) and counts.exact

    def tracker(self, more: Sequence[Call] = (), *, apart: Sequence[SlotId] = (), counting: type[Counts] = Counts) -> WorldTracker:
        """Return the tracker that has thought the step through, with ``more`` told besides; it must not be changed.

        The cards of slots that are ``apart`` have places of their own among its counts, which are of the class ``counting``.
        """
        return self._run([*self.calls, *more], self._believed, apart, counting) if more or apart or counting is not Counts else self._plain

    def sure(self, tracker: WorldTracker) -> bool:
        """Return whether what a tracker says is exact."""
        return self._whole and self._believed == _BELIEFS[0] and tracker.exact and tracker.counts.exact

    def slot_of(self, calls: Sequence[Call], slot: SlotId) -> Chances:
        """Return of one slot alone what follows from ``calls``, which begin with a ``reset``."""
        tracker = self._plain if calls is self.calls else self._run(calls, self._believed)
        exact, lying = self.sure(tracker), tracker.lying[slot]
        if isinstance(lying, str):
            return Chances({lying: Fraction(1)}, exact)
        marginals = self._marginals if tracker is self._plain else Marginals(tracker.counts)
        if not marginals.total:
            raise self._nothing()
        of: dict[str, Fraction] = {}
        for profile, number in (marginals.alone(lying.place) if isinstance(lying, TrackedCard) else marginals.lying(lying)).items():
            for name in marginals.names[profile] if number else ():
                of[tracker.card_index.names[name]] = Fraction(number, marginals.total)
        return within_own(tracker, lying, Chances(dict(sorted(of.items())), exact))

    @property
    def _believed(self) -> Belief:
        return self._believing[0]

    @property
    def _plain(self) -> WorldTracker:
        return self._believing[1]

    @property
    def _marginals(self) -> Marginals:
        return self._believing[2]

    @cached_property
    def _believing(self) -> tuple[Belief, WorldTracker, Marginals]:
        for believed in _BELIEFS:
            tracker = self._run(self.calls, believed)
            marginals = Marginals(tracker.counts)
            if marginals.total:
                return believed, tracker, marginals
        raise self._nothing()

    def _wound(self, call_log: CallLog) -> Sequence[Call] | None:
        """The calls with those of parts that were taken back, if they can be thought through so."""
        calls = call_log.replay_undone(self.version)
        if calls is None:
            return None
        try:
            tracker = self._run(calls, _BELIEFS[0])
        except Contradiction:
            return None
        return calls if answer(tracker, self.viewer, self.version, 0) is not None else None

    def _run(self, calls: Sequence[Call], believed: Belief, apart: Sequence[SlotId] = (), counting: type[Counts] = Counts) -> WorldTracker:
        plan = planned(self._card_index, self._catalogue, self._values, calls)
        sights = dict(plan.sights) | {slot: replace(plan.sights[slot], leaves=True) for slot in apart}
        try:
            return run(replace(plan, hints=believed.hints, facts=believed.facts, sights=sights), calls, counting)
        except CannotUndo:
            raise self._nothing() from None

    def _nothing(self) -> Contradiction:
        return Contradiction(f"what the log tells up to step {self.version} cannot all be so: no card can lie anywhere")
