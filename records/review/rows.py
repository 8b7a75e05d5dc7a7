"""What a review holds, row by row: frozen values that are stored and sent as JSON, with whole numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from records.core.ids import SeatKey
from records.review.reasons import FORCED, Apart
from records.review.tally import PlayoutTally
from records.review.way import WAY

MistakeMark: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]
PlainCommand: TypeAlias = str
"""A command as its wire form writes it: JSON with its ``type`` and its fields, without white space."""


class ReviewKey(msgspec.Struct, frozen=True, kw_only=True):
    """What the rows of a review follow from. Rows by another key are stale."""

    head: str
    """Hash of the record's last event, hex."""
    seat: SeatKey | None
    """Whose eyes; None for the open table."""
    ruleset: str
    """Hashes of the record's rules and cards."""
    catalogue: str
    policy: int
    """Version of the simulated player (``Simulation.version``)."""
    seed: int
    graded: bool = False
    """Whether a win counts by its grade."""
    way: int = WAY


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """A command that could have been given, as far as it was evaluated."""

    command: PlainCommand
    chosen: PlayoutTally
    """Its results on the worlds of the choice."""
    behind: PlayoutTally
    """On these worlds: results of the first of the choice less its own, in as many worlds as it stayed in the field for."""
    fresh: PlayoutTally | None = None
    """Its results on fresh worlds; None where it was not compared on these."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision as its seat could weigh it then: worlds and play-outs from the seat's own log up to there.

    Chances, losses and errors are in points: a hundredth of a game won. All are *if all go on as the simulated player does*.
    """

    version: int
    """Of the event that is the decision; the step before it is the position."""
    seat: SeatKey
    played: PlainCommand
    policy: PlainCommand = ""
    """What the simulated player does; "" where it was not asked."""
    apart: Apart = ""
    """Why the decision is not weighed: it was forced, or the law of reviews does not hold here; "" for one that is (``reasons.WHY``)."""
    options: tuple[Weighed, ...] = ()
    """All commands that were weighed, the best first."""
    best: tuple[PlainCommand, ...] = ()
    """Commands that cannot be distinguished from the best."""
    chance: PlayoutTally = PlayoutTally()
    """Of the played command, on fresh worlds."""
    by_policy: PlayoutTally = PlayoutTally()
    """Of going on as the simulated player, on the same worlds."""
    loss: PlayoutTally = PlayoutTally()
    """Of the best command over the played one, paired on fresh worlds; may come out below nought."""
    skill: PlayoutTally = PlayoutTally()
    """Of the played command over the simulated player's, paired on fresh worlds."""
    unsure: int = 500_000
    """The probability of such a loss if there is really none, in millionths."""
    passed: int = 0
    """The pass that made it."""
    estimated: bool = False
    """Whether its numbers come from truncated play-outs, which only show where to look and give no verdict."""
    mark: MistakeMark = ""
    """By all decisions that were looked at; "" in a row by itself."""

    @property
    def weighed(self) -> bool:
        """Whether there are chances."""
        return not self.apart

    @property
    def judged(self) -> bool:
        """Whether its chances are results of full games."""
        return self.weighed and not self.estimated

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose, as far as the seat could know."""
        return self.apart in FORCED


class SeatChance(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's chance after an event, as far as the seat could know."""

    version: int
    chance: PlayoutTally


class SeatEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's chance after an event by a value function, from what the seat sees, without any play-out."""

    version: int
    chance: int
    """In thousandths of a game won."""
    band: int
    """In points: twice the error of such an estimate at one step; 0 for the end, which is known."""


class OpenDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision on the open table: all cards as they lay, what is to be drawn anew. Results of the record's first seat."""

    version: int
    seat: SeatKey
    """Who decided."""
    before: PlayoutTally
    """All by the policy."""
    after: PlayoutTally
    """After the played command, chance drawn anew."""
    done: PlayoutTally = PlayoutTally()
    """After over before, paired; of no plays in rows made before this was kept."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's review: from its own log alone."""

    key: ReviewKey
    apart: Apart = ""
    """Why the record is not reviewed at all; "" for one that is."""
    chart: tuple[SeatChance, ...] = ()
    estimates: tuple[SeatEstimate, ...] = ()
    """In place of the chart, in games whose chances are estimated."""
    decisions: tuple[Decision, ...] = ()
    """In the order of the record."""


class OpenReview(msgspec.Struct, frozen=True, kw_only=True):
    """The open table's share: with the reviews of all seats it takes a result apart (``Split``)."""

    key: ReviewKey
    apart: Apart = ""
    result: int = 0
    """Of the record's first seat, in sixths."""
    start: PlayoutTally = PlayoutTally()
    """Before the deal."""
    decisions: tuple[OpenDecision, ...] = ()


class SplitErrors(msgspec.Struct, frozen=True, kw_only=True):
    """Standard errors of a result taken apart, in points."""

    chance: float
    skill: Mapping[SeatKey, float]
    lay: float
    unjudged: float


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """A result taken apart for one seat, exactly: in shares of a game won.

    ``result = start + chance + skill of all seats + lay + unjudged``.

    Worked out from stored rows, never stored.
    """

    seat: SeatKey
    result: Fraction
    start: Fraction
    chance: Fraction
    """Deal, draws and reveals."""
    skill: Mapping[SeatKey, Fraction]
    """By the deciding seat, judged by what it could know; opponents' skill counts against a seat."""
    lay: Fraction
    """How the unseen cards happened to lie."""
    unjudged: Fraction
    """Decisions that could not be evaluated by what their seats could know: skill and lay together."""
    errors: SplitErrors
