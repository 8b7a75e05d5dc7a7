"""Reviews a record for one seat, only from its own log, row by row, in any order and in any process."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from records.errors import Contradiction, NotNoted
from records.knowledge.engine import Known
from records.review.commands import text_of
from records.review.moments import ended, moments, put_right, why_not
from records.review.passes import CHART
from records.review.playing import USUAL, played_by
from records.review.rows import Decision, SeatChance, SeatEstimate
from records.review.tally import PlayoutTally, tally
from records.review.trials import Trials
from records.review.weighing import weigh
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.knowledge.whole_worlds import WholeWorlds
    from records.review.moments import ReviewMoment
    from records.review.passes import Passes
    from records.review.playing import PlayedBy, Terms
    from records.review.reasons import Apart

THOUSAND = 1_000


class SeatReview:
    """A seat's review in parts; ``log`` is the record's as the door veiled it for ``seat``.

    Every row follows from that log up to its decision, the number of its pass and the terms alone.
    """

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], seat: SeatKey, terms: Terms = USUAL) -> None:
        self._game, self._header, self._log, self._terms = game, header, put_right(log), terms
        self.seat, self._seed = seat, f"{terms.seed} {seat}"
        self.apart: Apart = why_not(game, header, self._log)
        """Why the record is not reviewed at all."""
        self._known = Known(game, header, self._log, seat)

    @property
    def decisions(self) -> tuple[int, ...]:
        """Versions of the decisions of this seat; talk, forced ones and others that are not weighed among them."""
        return tuple(version for version, moment in self._moments.items() if moment.seat == self.seat)

    @property
    def steps(self) -> tuple[int, ...]:
        """Steps that have a point in the chart: the one before each decision of any seat, and the end."""
        before = [moment.version - 1 for moment in self._moments.values() if moment.apart not in {"taken-back", "gap", "offer"}]
        return (*before, len(self._log)) if self._moments else ()

    @property
    def passes(self) -> Passes:
        """What the passes spend."""
        return self._rules.passes

    def point(self, step: int) -> SeatChance | None:
        """Return the chance of this seat at one of ``steps``, as far as it could know; None if that cannot be computed exactly."""
        if step == len(self._log):
            return SeatChance(version=step, chance=self._end)
        position, worlds = self._moments[step + 1].position, self._worlds(step)
        if isinstance(worlds, str):
            return None
        trials = Trials(self._rules, position, self.seat, worlds, f"{self._seed} {step} {CHART}")
        (results,) = trials.results([None], self.passes.chart)
        return SeatChance(version=step, chance=tally(results)) if worlds.exact else None

    @property
    def estimated(self) -> bool:
        """Whether the chart is estimated, without a play-out."""
        return not self.apart and self._rules.value is not None

    def estimate(self, step: int) -> SeatEstimate | None:
        """Return the chance of this seat at one of ``steps`` by a value function; None if an open card is not noted."""
        value = self._rules.value
        if value is None:
            return None
        if step == len(self._log):
            return SeatEstimate(version=step, chance=round(THOUSAND * self._end.share), band=0)
        try:
            chance = value.chance(self._moments[step + 1].position, self.seat)
        except NotNoted:
            return None
        return SeatEstimate(version=step, chance=round(THOUSAND * chance), band=value.band)

    def decision(self, version: int, passed: int) -> Decision:
        """Return the row of one of ``decisions``, as a pass makes it."""
        moment = self._moments[version]
        row = Decision(version=version, seat=self.seat, played=text_of(moment.played), apart=moment.apart, passed=passed)
        if moment.apart:
            return row
        worlds = self._worlds(version - 1)
        if isinstance(worlds, str):
            return replace(row, apart=worlds)
        found = weigh(self._rules, moment, worlds, passed, self._seed)
        return found if worlds.exact else replace(row, apart="inexact")

    @cached_property
    def _rules(self) -> PlayedBy:
        return played_by(self._game, self._header, self._log, self._terms)

    @cached_property
    def _moments(self) -> Mapping[int, ReviewMoment]:
        return {} if self.apart else {moment.version: moment for moment in moments(self._game, self._header, self._log)}

    @cached_property
    def _end(self) -> PlayoutTally:
        """The result, as certain as it is."""
        outcome = ended(self._game, self._header, self._log)
        return PlayoutTally() if outcome is None else tally([self._rules.worth(outcome, self.seat)] * self.passes.chart)

    def _worlds(self, step: int) -> WholeWorlds | Apart:
        try:
            worlds = self._known.worlds(step)
        except Contradiction:
            return "no-world"
        return worlds if worlds.exact else "inexact"
