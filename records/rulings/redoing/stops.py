"""Why a line goes no further."""

from __future__ import annotations

import msgspec

from records.core.sentences import Sentence

ENDED, LOG_ENDS, AFTER_THE_END = "ended", "log ends", "after the end"
REFUSED, UNANSWERED, MISFIT, GONE, CHANCE, UNNOTED = "refused", "unanswered", "misfit", "gone", "chance", "unnoted"
UNJUDGED = frozenset({GONE, CHANCE, UNNOTED, MISFIT})
"""Stops that do not show what the rules would have given."""


class Stop(msgspec.Struct, frozen=True):
    """Where a line ends, and why."""

    kind: str
    """``ended``: the game is over; ``log ends``: nothing more was recorded; ``after the end``: the record goes on, the game is over here;
    ``refused``: a rule forbids what was decided; ``unanswered``: a question is asked that nobody answered; ``misfit``: an answer or a draw
    of another size; ``gone``: a decision names what is not there; ``chance``: it was never recorded; ``unnoted``: a face that this log
    lacks."""
    play: int
    """The play at which it stops, from 1."""
    version: int
    """Of the recorded decision at which it stops."""
    paragraph: str = ""
    """Of the rule that refuses."""
    why: Sentence | None = None


class LineStopped(Exception):
    """A play cannot be gone on with."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop.kind)
        self.stop = stop
