"""Finds moves that a seat could know to lose at once; if all others do, a decision was forced (design/review: Chances of commands)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.playing.live import Live
from records.core.playing.results import LOST
from records.errors import ImpossibleEvent, RecordsError

if TYPE_CHECKING:
    from typing import NoReturn

    from records.core.position import Command, Position
    from records.core.requests import ChanceRequest
    from records.review.moments import ReviewMoment
    from records.review.playing import CommandField, PlayedBy


class _Silent:
    """A table that gives no answers: a result that needs one is not certain."""

    def ask(self, position: Position[Any], request: ChanceRequest) -> NoReturn:  # noqa: ARG002 -- as a table is asked
        """See ``Chance``."""
        raise ImpossibleEvent(f"nothing is asked here: {request.wanted}")


def no_other_survives(rules: PlayedBy, moment: ReviewMoment, whole: Position[Any], field: CommandField) -> bool:
    """Whether each move but the played one loses the game at once, and the seat of a decision could know it.

    That is so where the rules end the game without asking the table for anything, both on what the seat sees and on ``whole``, all cards
    filled in, however they may lie.
    """
    return all(_loses(rules, at, command, moment) for command in field.listed if command != field.played for at in (whole, moment.position))


def _loses(rules: PlayedBy, position: Position[Any], command: Command, moment: ReviewMoment) -> bool:
    live = Live(rules.play, position)
    try:
        live.do(command, _Silent())
    except RecordsError:
        return False
    outcome = live.state.outcome
    return outcome is not None and rules.worth(outcome, moment.seat) == LOST
