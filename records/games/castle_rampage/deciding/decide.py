"""From a command to its batch of events; pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from records.core.events import Event
from records.core.position import Chance
from records.core.script import Script
from records.games.castle_rampage.deciding.answering import answer
from records.games.castle_rampage.deciding.set_up import place, start
from records.games.castle_rampage.deciding.turn import agree_draw, end_turn, offer_draw, play, resign, send_veteran, slip, strengthen
from records.games.castle_rampage.evolving.evolve import WRITTEN
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.model.refusals import CastleScript


def decide(position: CastlePosition, command: cmd.CastleCommand, chance: Chance, version: int) -> tuple[Event, ...]:
    """Return the events that ``command`` leads to; ``version`` is that of the first.

    Raises ``RuleViolation`` with its paragraph, ``MalformedCommand``, or ``Contradiction`` where the table's answer cannot be.
    """
    script = Script(WRITTEN, position, version)
    _ACTS[type(command)](script, command, chance)
    return script.events


_ACTS: Mapping[type[cmd.CastleCommand], Callable[[CastleScript, Any, Chance], None]] = {
    cmd.Start: start,
    cmd.Place: place,
    cmd.Strengthen: strengthen,
    cmd.Play: play,
    cmd.Slip: slip,
    cmd.SendVeteran: send_veteran,
    **dict.fromkeys(get_args(cmd.Answer), answer),
    cmd.EndTurn: end_turn,
    cmd.Resign: lambda script, command, _chance: resign(script, command),
    cmd.OfferDraw: lambda script, command, _chance: offer_draw(script, command),
    cmd.AgreeDraw: lambda script, command, _chance: agree_draw(script, command),
}
"""What each command does; there is no other."""
