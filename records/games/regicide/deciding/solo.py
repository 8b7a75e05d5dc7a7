"""A lone player's Jesters (§ 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from records.core.sentences import N_
from records.errors import MalformedCommand
from records.games.regicide.deciding.powers import draw_all
from records.games.regicide.deciding.suffering import can_flip, demand
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held
from records.games.regicide.model.refusals import RegicideScript, must_answer, must_be_on_turn, must_hold, refuse

if TYPE_CHECKING:
    from records.core.position import Chance
    from records.games.regicide.model.commands import Flip

FIRST: Final = 1
LAST: Final = 4
"""The steps at whose start a Jester may be flipped."""


def flip(script: RegicideScript, command: Flip, chance: Chance) -> None:
    """Discard the hand and draw a new one, before playing or before suffering damage."""
    seat, state = command.seat, script.state
    must_be_on_turn(script, seat)
    if not can_flip(state, script.table):
        raise refuse("flip", seat, "11.1", N_("There is no Jester to flip."))
    if command.step != (FIRST if state.need is None else LAST):
        raise refuse("flip", seat, "11.2", N_("A Jester is flipped only at the start of Step 1 or of Step 4."))
    must_answer(script, command.answers)
    must_hold(script, seat, command.cards)
    if len(command.cards) != held(script.table, seat).count:
        raise MalformedCommand(f"the whole hand is discarded, {held(script.table, seat).count} cards, not {len(command.cards)}")
    script.write(ev.JesterFlipped(rule="11.1", seat=seat, step=command.step, cards=command.cards, answers=command.answers))
    draw_all(script, chance)
    if command.step == LAST:
        demand(script, seat)
