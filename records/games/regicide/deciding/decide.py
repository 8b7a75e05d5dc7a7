"""From a command to its batch of events; pure."""

from __future__ import annotations

from typing import assert_never

from records.core.events import Event
from records.core.position import Chance
from records.core.script import Script
from records.games.regicide.deciding.set_up import start
from records.games.regicide.deciding.solo import flip
from records.games.regicide.deciding.suffering import discard, fall
from records.games.regicide.deciding.talk import say
from records.games.regicide.deciding.turn import choose_next, play, resign, yield_turn
from records.games.regicide.evolve import WRITTEN
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.position import RegicidePosition


def decide(position: RegicidePosition, command: cmd.RegicideCommand, chance: Chance, version: int) -> tuple[Event, ...]:
    """Return the events that ``command`` leads to; ``version`` is that of the first.

    Raises ``RuleViolation`` with its paragraph, ``MalformedCommand``, or ``Contradiction`` where the table's answer cannot be.
    """
    script = Script(WRITTEN, position, version)
    match command:
        case cmd.Start():
            start(script, command, chance)
        case cmd.Play():
            play(script, command, chance)
        case cmd.Yield():
            yield_turn(script, command)
        case cmd.Discard():
            discard(script, command)
        case cmd.ChooseNext():
            choose_next(script, command)
        case cmd.Flip():
            flip(script, command, chance)
        case cmd.Fall():
            fall(script, command)
        case cmd.Say():
            say(script, command)
        case cmd.Resign():
            resign(script, command)
        case _:
            assert_never(command)
    return script.events
