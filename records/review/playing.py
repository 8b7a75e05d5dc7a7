"""The means of playing a record on, and the choices of a seat at a decision."""

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
    """Commands that end the game at once and are not listed by the rules, with their results."""
    apart: Apart = ""
    """Why there is nothing to compare."""


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
    """The function that estimates its chances; None if they are not estimated."""
    cut: Playouts | None = None
    """Play-outs cut short by ``value``."""

    def worth(self, outcome: Outcome, seat: SeatKey) -> int:
        """Return the value of an end for a seat, in sixths."""
        return self.simulation.worth(outcome, seat, graded=self.graded)

    def policy(self, whole: Position[Any], picks: Stream) -> Command | None:
        """Return the simulated player's command at a full position, except talk and offers; None if it has no other."""
        for _ in range(MOST_TALK):
            command = self.simulation.policy(whole, picks)
            if not isinstance(command, self.simulation.aside):
                return command
        return None

    def field(self, moment: ReviewMoment, whole: Position[Any]) -> CommandField:
        """Return the choices of the seat of a decision; ``whole``: the position with all cards filled in, in some possible arrangement."""
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
        """Return a position after a command, with arbitrary chance; None if the rules refuse it."""
        live = Live(self.play, whole)
        try:
            live.do(command, self.simulation.dealer(Stream(0)))
        except _REFUSED:
            return None
        return live.position


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms on which a record is reviewed."""

    seed: int = 0
    graded: bool = False
    """Whether a win counts by its grade."""
    playouts: Playouts | None = None
    """None for those that could be compiled where there are some for the record's rules, else those by the rules themselves."""
    passes: Passes | None = None
    """None for those that the play-outs can afford."""
    folder: Path | None = None
    """The folder for compiled play-outs; None if none are compiled."""


USUAL = Terms()


def played_by(game: Game, header: Header, log: Sequence[Recorded[Any]], terms: Terms) -> PlayedBy:
    """Return the means of playing a record on; raises ``GameRefused`` for one that cannot be reviewed (``why_not``)."""
    rules = game.rules.reading(header, log)
    if game.play is None or game.simulation is None or rules is None:
        raise GameRefused(f"{game.name} cannot be played on here")
    plain = None if game.simulation.compiled is None else game.simulation.compiled(rules, terms.folder)
    playouts = terms.playouts or plain or LivePlayouts(game.play, game.simulation)
    passes = terms.passes or (FAST if playouts.fast else SLOW)
    value = value_function(game, header, log) if passes.estimates else None
    cut = None if value is None else CutPlayouts(LivePlayouts(game.play, game.simulation), game.simulation, value)
    return PlayedBy(play=game.play, simulation=game.simulation, playouts=playouts, passes=passes, graded=terms.graded, value=value, cut=cut)
