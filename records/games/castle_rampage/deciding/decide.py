"""From a command to its batch of events; pure."""

from __future__ import annotations

from typing import assert_never

from records.core.events import Event
from records.core.position import Chance
from records.core.script import Script
from records.games.castle_rampage.deciding.answering import answer
from records.games.castle_rampage.deciding.set_up import place, start
from records.games.castle_rampage.deciding.turn import agree_draw, end_turn, offer_draw, play, resign, send_veteran, slip, strengthen
from records.games.castle_rampage.evolving.evolve import WRITTEN
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model.effect_commands import ChoosePermanents, Recover
from records.games.castle_rampage.model.position import CastlePosition


def decide(position: CastlePosition, command: cmd.CastleCommand, chance: Chance, version: int) -> tuple[Event, ...]:
    """Return the events that ``command`` leads to; ``version`` is that of the first.

    Raises ``RuleViolation`` with its paragraph, ``MalformedCommand``, or ``Contradiction`` where the table's answer cannot be.
    """
    script = Script(WRITTEN, position, version)
    match command:
        case cmd.Start():
            start(script, command, chance)
        case cmd.Place():
            place(script, command, chance)
        case cmd.Strengthen():
            strengthen(script, command, chance)
        case cmd.Play():
            play(script, command, chance)
        case cmd.Slip():
            slip(script, command, chance)
        case cmd.SendVeteran():
            send_veteran(script, command, chance)
        case (
            cmd.ChooseTarget()
            | cmd.PlayLastResort()
            | cmd.DeclineDefence()
            | cmd.AnswerRobber()
            | cmd.Discard()
            | Recover()
            | ChoosePermanents()
        ):
            answer(script, command, chance)
        case cmd.EndTurn():
            end_turn(script, command, chance)
        case cmd.Resign():
            resign(script, command)
        case cmd.OfferDraw():
            offer_draw(script, command)
        case cmd.AgreeDraw():
            agree_draw(script, command)
        case _:
            assert_never(command)
    return script.events
