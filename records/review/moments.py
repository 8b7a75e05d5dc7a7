"""The decisions of a log, each with the position before it as the log's viewer saw it; and the parts that cannot be reviewed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Sort
from records.core.ids import SeatKey
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import Command, Outcome, Position, frozen
from records.core.shared import Corrected, GameStarted, TakenBack
from records.review.commands import hidden, plain
from records.review.reasons import Apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header


class ReviewMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A decision."""

    version: int
    """Of its event; the position is that after the event before it."""
    seat: SeatKey
    played: Command
    position: Position[Any]
    apart: Apart = ""
    """Why it is not evaluated, as far as the log alone shows it."""


def why_not(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> Apart:
    """Return why a record is not reviewed at all, "" if it is; ``log`` may be any viewer's."""
    if game.simulation is None:
        return "no-player"
    if game.play is None or game.rules.reading(header, log) is None:
        return "rules"
    if not game.rules.knows_cards(header):
        return "cards"
    return "" if ended(game, header, log) is not None else "goes-on"


def ended(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> Outcome | None:
    """Return how a record ended; None if it is not over."""
    outcome: Outcome | None = Folder(game).fold(header, log).state.outcome
    return outcome


def put_right(log: Sequence[Recorded[Any]]) -> tuple[Recorded[Any], ...]:
    """Return a log with its corrections applied in place, so that no step shows what was recorded wrongly."""
    if not any(isinstance(recorded.event, Corrected) for recorded in log):
        return tuple(log)
    right = {recorded.v: recorded for recorded in effective([one for one in log if not isinstance(one.event, TakenBack)])}
    return tuple(right.get(recorded.v, recorded) for recorded in log)


def moments(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> Iterator[ReviewMoment]:
    """Yield the decisions of a log but the first, which seats the players; in their order.

    Moves that were taken back, and everything after a take-back, are not evaluated, because of what the take-back revealed.
    """
    if game.play is None or game.simulation is None:
        return
    folder, back = Folder(game), min((recorded.event.to for recorded in log if isinstance(recorded.event, TakenBack)), default=len(log))
    draft = folder.start(header)
    for recorded in log:
        event = recorded.event
        if event.sort is Sort.DECISION and recorded.cause == recorded.v and not isinstance(event, GameStarted):
            played = plain(game.play.command_of(event))
            position = frozen(recorded.v - 1, draft)
            apart = _apart(position, played, game.simulation.aside, taken_back=recorded.v > back)
            yield ReviewMoment(version=recorded.v, seat=event.seat, played=played, position=position, apart=apart)
        if recorded.v <= back:
            folder.apply(draft, recorded)


def _apart(position: Position[Any], played: Command, aside: tuple[type[Command], ...], *, taken_back: bool) -> Apart:
    if taken_back:
        return "taken-back"
    if position.state.missing:
        return "gap"
    if isinstance(played, aside):
        return "aside"
    if getattr(position.state, "draw_offered", None) is not None:
        return "offer"
    return "unseen" if hidden(played) else ""
