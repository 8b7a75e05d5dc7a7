"""What an act is worth to a player that plays sensibly; it looks at what everybody sees and at the own hand."""

from __future__ import annotations

from records.core.ids import SeatKey, SlotId
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.effects.verbs import DealDamage, DestroyCards, MoveCreatures, ReturnToHand, TakeControl
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.resolving.options import step_of

HARMS = (DealDamage, DestroyCards, MoveCreatures, ReturnToHand, TakeControl)
"""Verbs that are for the enemy's cards."""
KILL, DIRECT, USE, SUMMON, FLIP, LAY, TAKE, PASS = 100, 60, 80, 40, 30, 20, 10, 1


def worth(sight: Sight, command: cmd.CrushCommand) -> float:
    """Return what a command is worth; the higher, the better. What ends a phase is worth nothing."""
    match command:
        case cmd.AttackWith():
            return _attack(sight, command)
        case cmd.Summon():
            return SUMMON + 2 * sight.state.cards[str(command.card)].cost - len(command.dice)
        case cmd.UseEffect():
            return USE
        case cmd.Flip():
            return FLIP
        case cmd.LayCrush():
            return LAY - 4 * len(command.dice)
        case cmd.Answer(slots=slots) if slots:
            return _targets(sight, command.seat, slots)
        case cmd.MoveAlly() | cmd.Swap() | cmd.EndBattle() | cmd.EndTurn():
            return 0 if isinstance(command, cmd.EndBattle | cmd.EndTurn) else -1
        case cmd.Pass() | cmd.FindNothing():
            return PASS
        case _:
            return TAKE


def _attack(sight: Sight, command: cmd.AttackWith) -> float:
    if command.target is None:
        return DIRECT - sight.card(command.slot).cost
    force, target = sight.attack(command.slot), sight.card(command.target)
    left = sight.life(command.target) - sight.borne(command.target).damage
    back = sight.attack(command.target) if target.has("vengeful") else 0
    dies = back >= sight.life(command.slot) - sight.borne(command.slot).damage
    gain = KILL + 3 * target.cost if force >= left else DIRECT * force / max(1, left)
    return gain - (KILL if dies else 0)


def _targets(sight: Sight, seat: SeatKey, slots: tuple[SlotId, ...]) -> float:
    """Return what a choice is worth: enemies for what harms, allies for what helps, the dearer the better."""
    effect = sight.state.chain[-1]
    harms = isinstance(step_of(sight.state, effect).verb, HARMS)
    return TAKE + sum(_target(sight, slot) * (1 if (sight.controller(slot) != seat) == harms else -1) for slot in slots)


def _target(sight: Sight, slot: SlotId) -> int:
    return 1 + (sight.card(slot).cost if sight.up(slot) else sight.borne(slot).paid)
