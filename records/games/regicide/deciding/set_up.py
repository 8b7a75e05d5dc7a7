"""Set-up: the hands are dealt, the first royal comes out (§ 1)."""

from __future__ import annotations

from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.core.sentences import N_
from records.core.shared import GameStarted
from records.errors import Contradiction, MalformedCommand
from records.games.regicide.deciding.flow import begin_turn, reveal
from records.games.regicide.deciding.suffering import flips_left
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held, seat_to_deal
from records.games.regicide.model.commands import Start
from records.games.regicide.model.refusals import RegicideScript, refuse


def start(script: RegicideScript, command: Start, chance: Chance) -> None:
    """Seat the players, deal the hands, reveal the first royal and begin the first turn."""
    state = script.state
    if command.seats != state.seats or command.begins not in command.seats:
        raise MalformedCommand(f"{', '.join(state.seats)} sit here, and one of them begins: {list(command.seats)}, {command.begins}")
    if state.turn or any(held(script.table, seat).count for seat in state.seats):
        raise refuse("set-up", command.begins, "1.4", N_("The cards are dealt already."))
    rules = state.rules.with_settings(dict(command.switches))
    if state.alone and rules["solo_flips"] == "two" and not flips_left(script.table):
        raise MalformedCommand(f"{rules.name} lays no Jesters aside, so there is none to flip; take regicide/2021")
    script.write(
        GameStarted(
            rule="1.1",
            seats=command.seats,
            begins=command.begins,
            variant=command.variant,
            switches=command.switches,
            chance=command.chance,
        )
    )
    for _ in state.seats:
        seat = seat_to_deal(state, script.table)
        dealt = script.ask(chance, ChanceRequest((ev.HandDealt,), seat=seat, number=state.hand, rule="1.4"))
        if not isinstance(dealt, ev.HandDealt) or (dealt.seat, len(dealt.cards.faces)) != (seat, state.hand):
            raise Contradiction(f"{seat} is dealt {state.hand} cards now, not: {dealt}")
    reveal(script, chance)
    begin_turn(script, command.begins)
