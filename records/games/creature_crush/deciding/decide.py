"""From a command to its batch of events; pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
    begin = _PLAIN.get(type(command))
    if begin is not None:
        begin(script, command)
        return
    with_chance = _WITH_CHANCE.get(type(command))
    if with_chance is None:
        raise MalformedCommand(f"CreatureCrush knows no {type(command).__name__}")
    with_chance(script, command, chance)


_PLAIN: Mapping[type[Command], Callable[[CrushScript, Any], None]] = {
    cmd.EndBattle: turn.end_battle,
    cmd.Resign: turn.resign,
    cmd.OfferDraw: turn.offer_draw,
    cmd.AgreeDraw: turn.agree_draw,
    cmd.MoveAlly: tactics.move,
    cmd.Swap: tactics.swap,
    cmd.Summon: battle.summon,
    cmd.LayCrush: battle.lay_crush,
    cmd.AttackWith: battle.attack,
    cmd.UseEffect: battle.use_effect,
    cmd.Flip: flipping.flip,
    cmd.Pass: flipping.skip,
    cmd.OrderChain: flow.order_chain,
    cmd.Answer: answering.answer,
    cmd.Discard: answering.discard,
    cmd.Fetch: answering.fetch,
    cmd.FindNothing: answering.fetch,
    cmd.Burn: answering.burn,
}
"""What each command does before the game goes on."""
_WITH_CHANCE: Mapping[type[Command], Callable[[CrushScript, Any, Chance], None]] = {
    cmd.Start: set_up.start,
    cmd.KeepDraft: set_up.keep_draft,
    cmd.ChooseCamp: set_up.choose_camp,
    cmd.EndTurn: turn.end_turn,
}
"""And those that ask the table besides."""
