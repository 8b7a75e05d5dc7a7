"""From a command to its batch of events; pure."""

from __future__ import annotations

from records.core.events import Event
from records.core.position import Chance, Command
from records.core.script import Script
from records.errors import MalformedCommand
from records.games.creature_crush.deciding import battle, flipping, flow, set_up, tactics, turn
from records.games.creature_crush.evolving.evolve import WRITTEN
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.position import CrushPosition, CrushScript
from records.games.creature_crush.resolving import answering


def decide(position: CrushPosition, command: Command, chance: Chance, version: int) -> tuple[Event, ...]:
    """Return the events that ``command`` leads to; raises ``RuleViolation`` with its paragraph, or ``MalformedCommand``."""
    return decided(position, command, chance, version).events


def decided(position: CrushPosition, command: Command, chance: Chance, version: int) -> CrushScript:
    """Return the batch that ``command`` leads to, with the position after it; raises as ``decide`` does."""
    script: CrushScript = Script(WRITTEN, position, version)
    _begin(script, command, chance)
    if not isinstance(command, cmd.OfferDraw):
        flow.go_on(script, chance)
    return script


def _begin(script: CrushScript, command: Command, chance: Chance) -> None:
    match command:
        case cmd.Start():
            set_up.start(script, command, chance)
        case cmd.KeepDraft():
            set_up.keep_draft(script, command, chance)
        case cmd.ChooseCamp():
            set_up.choose_camp(script, command, chance)
        case cmd.EndTurn():
            turn.end_turn(script, command, chance)
        case cmd.EndBattle():
            turn.end_battle(script, command)
        case cmd.Resign():
            turn.resign(script, command)
        case cmd.OfferDraw():
            turn.offer_draw(script, command)
        case cmd.AgreeDraw():
            turn.agree_draw(script, command)
        case cmd.MoveAlly():
            tactics.move(script, command)
        case cmd.Swap():
            tactics.swap(script, command)
        case _:
            _battle(script, command)


def _battle(script: CrushScript, command: Command) -> None:
    match command:
        case cmd.Summon():
            battle.summon(script, command)
        case cmd.LayCrush():
            battle.lay_crush(script, command)
        case cmd.AttackWith():
            battle.attack(script, command)
        case cmd.UseEffect():
            battle.use_effect(script, command)
        case cmd.Flip():
            flipping.flip(script, command)
        case cmd.Pass():
            flipping.skip(script, command)
        case cmd.OrderChain():
            flow.order_chain(script, command)
        case cmd.Answer():
            answering.answer(script, command)
        case cmd.Discard():
            answering.discard(script, command)
        case cmd.Fetch() | cmd.FindNothing():
            answering.fetch(script, command)
        case cmd.Burn():
            answering.burn(script, command)
        case _:
            raise MalformedCommand(f"CreatureCrush knows no {type(command).__name__}")
