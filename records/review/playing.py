"""By what a record is played on, and what a seat could choose from at a decision."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.game import GamePlay, Simulation
from records.core.playing.live import Live
from records.core.playing.live_playouts import LivePlayouts
from records.core.playing.playouts import Playouts
from records.core.playing.stream import Stream
from records.core.position import Command, Outcome, Position
from records.errors import Contradiction, GameRefused, ImpossibleEvent, MalformedCommand, RuleViolation
from records.review.commands import among, options
from records.review.passes import FAST, SLOW, Passes
from records.review.reasons import Apart
from records.review.values.cut import CutPlayouts
from records.review.values.function import ValueFunction, value_function

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.review.moments import ReviewMoment

MOST_TALK = 100
_REFUSED = (RuleViolation, MalformedCommand, ImpossibleEvent, Contradiction)


class CommandField(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat could choose from."""

    listed: tuple[Command, ...]
    """Every command that the rules list, and the played one."""
    played: Command
    ended: Mapping[Command, Outcome] = {}
    """Commands that end the game at once and are not listed by the rules, with what they come to."""
    apart: Apart = ""
    """Why nothing is to be compared."""


class PlayedBy(msgspec.Struct, frozen=True, kw_only=True):
    """Rules, players and play-outs of a record."""

    play: GamePlay
    simulation: Simulation
    playouts: Playouts
    passes: Passes
    """What can be spent."""
    graded: bool = False
    """Whether a win counts by its grade."""
    value: ValueFunction | None = None
    """By what its chances are estimated; None where they are not."""
    cut: Playouts | None = None
    """Play-outs cut short by ``value``."""

    def worth(self, outcome: Outcome, seat: SeatKey) -> int:
        """Return what an end is worth to a seat, in sixths."""
        return self.simulation.worth(outcome, seat, graded=self.graded)

    def policy(self, whole: Position[Any], picks: Stream) -> Command | None:
        """Return what the simulated player does at a full position, talk and offers apart; None where it has nothing else to say."""
        for _ in range(MOST_TALK):
            command = self.simulation.policy(whole, picks)
            if not isinstance(command, self.simulation.aside):
                return command
        return None

    def field(self, moment: ReviewMoment, whole: Position[Any]) -> CommandField:
        """Return what the seat of a decision could choose from; ``whole``: all cards filled in, however they may lie."""
        listed = options(self.play, moment.position, moment.seat)
        played = among(listed, moment.played)
        if played in listed:
            return CommandField(listed=listed, played=played, apart="only-one" if len(listed) == 1 else "")
        after = self._after(whole, played)
        if after is None:
            return CommandField(listed=listed, played=played, apart="beside-the-rules")
        outcome: Outcome | None = after.state.outcome
        ended = {} if outcome is None else {played: outcome}
        return CommandField(listed=(*listed, played), played=played, ended=ended, apart="" if listed else "only-one")

    def _after(self, whole: Position[Any], command: Command) -> Position[Any] | None:
        """Return the position after a command, by some chance; None where the rules refuse it."""
        live = Live(self.play, whole)
        try:
            live.do(command, self.simulation.dealer(Stream(0)))
        except _REFUSED:
            return None
        return live.position


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """On what terms a record is reviewed."""

    seed: int = 0
    graded: bool = False
    """Whether a win counts by its grade."""
    playouts: Playouts | None = None
    """None for those that could be compiled where there are some for the record's rules, else those by the rules themselves."""
    passes: Passes | None = None
    """None for those that the play-outs can afford."""
    folder: Path | None = None
    """Where play-outs may be compiled; None where they are not."""


USUAL = Terms()


def played_by(game: Game, header: Header, log: Sequence[Recorded[Any]], terms: Terms) -> PlayedBy:
    """Return by what a record is played on; raises ``GameRefused`` for one that cannot be reviewed (``why_not``)."""
    rules = game.rules.reading(header, log)
    if game.play is None or game.simulation is None or rules is None:
        raise GameRefused(f"{game.name} cannot be played on here")
    plain = None if game.simulation.compiled is None else game.simulation.compiled(rules, terms.folder)
    playouts = terms.playouts or plain or LivePlayouts(game.play, game.simulation)
    passes = terms.passes or (FAST if playouts.fast else SLOW)
    value = value_function(game, header, log) if passes.estimates else None
    cut = None if value is None else CutPlayouts(LivePlayouts(game.play, game.simulation), game.simulation, value)
    return PlayedBy(play=game.play, simulation=game.simulation, playouts=playouts, passes=passes, graded=terms.graded, value=value, cut=cut)
