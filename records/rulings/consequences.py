"""Whether a finding of an audit can still matter: redoes the record from there by its own rules, and compares it with the recorded one.

A breach that leaves cards and counters as the rules would have left them is a slip of a figure; one that is made up for later is over.
What a log does not show is not judged (design/rulings: What a finding changed).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import RecordsError
from records.rulings.redoing.compare import result_of, same_position
from records.rulings.redoing.doing import redo
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.plays import recorded_plays
from records.rulings.redoing.stops import AFTER_THE_END, REFUSED, UNJUDGED, LineStopped, Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.editions.rulesets import Ruleset
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.rulings.redoing.plays import RecordedPlay, RecordedPlays

MOST_FOLLOWED = 25
"""Findings of a record that are followed; of the rest it is said that they were not."""


class Matters(Enum):
    """What a finding changed, had everybody decided the rest as recorded."""

    NOTHING = "nothing"
    """After its play cards and counters are as the rules would have them."""
    TAKEN_BACK = "taken back"
    """The players took it back."""
    OVER = "over"
    """Later both were in the same position again."""
    LASTS = "lasts"
    """By the rules the position is another, to where the record ends or goes a way that the rules do not."""
    SAME_RESULT = "same result"
    """By the rules the position is another to the end, and the game ends the same."""
    RESULT = "result"
    """By the rules the game would have ended otherwise, or would not have ended."""
    INSTEAD = "instead"
    """The rules forbid the decision, and the decision instead of it is unknown."""
    OPEN = "cannot be judged"
    """It depends on a card that this log does not show, or on chance that was never recorded."""
    NOT_FOLLOWED = "not followed"
    """Too many were found before it."""


class Consequence(msgspec.Struct, frozen=True):
    """What a finding changed."""

    matters: Matters
    until: int | None = None
    """With ``OVER`` the version after which both are in the same position again."""

    @property
    def can_matter(self) -> bool | None:
        """Whether it can still affect the game; None if that is unknown."""
        if self.matters in (Matters.OPEN, Matters.NOT_FOLLOWED):
            return None
        return self.matters in (Matters.LASTS, Matters.RESULT, Matters.INSTEAD)


def consequences(
    game: Game, header: Header, log: Sequence[Recorded[Any]], reading: Ruleset, versions: Sequence[int]
) -> tuple[Consequence, ...]:
    """Return what each of some wrong decisions of a log changed, by the versions of the decisions, in their order.

    ``log`` may be any viewer's, and the answer depends on it alone. Raises ``ImpossibleEvent`` for a log that cannot be folded.
    """
    record = recorded_plays(game, header, log)
    play_of = {batch[0].v: nth for nth, play in enumerate(record.plays) for batch in play.batches}
    found = []
    for number, version in enumerate(versions):
        if version not in play_of:
            found.append(Consequence(Matters.TAKEN_BACK))
        elif number >= MOST_FOLLOWED:
            found.append(Consequence(Matters.NOT_FOLLOWED))
        else:
            found.append(_followed(record, reading, play_of[version]))
    return tuple(found)


def _followed(record: RecordedPlays, reading: Ruleset, nth: int) -> Consequence:
    """Redo the plays from one on, until both are alike after one."""
    begin = record.plays[nth]
    line = OpenLine.at(record, reading, begin)
    for index, play in enumerate(record.plays[nth:], nth):
        try:
            redo(line, play)
        except LineStopped as ended:
            return _stopped(record, line, ended.stop, first=play is begin)
        try:
            if same_position(line, _as_recorded(record, reading, index)):
                return Consequence(Matters.NOTHING) if play is begin else Consequence(Matters.OVER, play.last)
        except RecordsError:
            return Consequence(Matters.OPEN)
    return _at_the_end(record, line)


def _stopped(record: RecordedPlays, line: OpenLine, stop: Stop, *, first: bool) -> Consequence:
    if stop.kind in UNJUDGED:
        return Consequence(Matters.OPEN)
    if first and stop.kind == REFUSED:
        return Consequence(Matters.INSTEAD)
    if stop.kind == AFTER_THE_END:
        return _at_the_end(record, line)
    return Consequence(Matters.LASTS)


def _at_the_end(record: RecordedPlays, line: OpenLine) -> Consequence:
    recorded = _as_recorded(record, line.reading, len(record.plays) - 1).draft.state.outcome
    if result_of(line.draft.state.outcome) != result_of(recorded):
        return Consequence(Matters.RESULT)
    return Consequence(Matters.LASTS if recorded is None else Matters.SAME_RESULT)


def _as_recorded(record: RecordedPlays, reading: Ruleset, nth: int) -> OpenLine:
    """Return a line at the record's position after a play."""
    if nth + 1 < len(record.plays):
        return OpenLine.at(record, reading, record.plays[nth + 1])
    play: RecordedPlay = record.plays[nth]
    line = OpenLine.at(record, reading, play)
    for batch in play.batches:
        for recorded in batch:
            line.go(play, recorded.event, recorded.cause)
    return line
