"""What an act is worth to a player that plays sensibly; it looks at what everybody sees and at the own hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from records.core.ids import PileId, SlotId
from records.games.creature_crush.deciding.flipping import flips
from records.games.creature_crush.deciding.sight import Sight, Source
from records.games.creature_crush.effects.lines import Ability
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.places import side
from records.games.creature_crush.player.effects import EffectWorth
from records.games.creature_crush.player.standing import Fighter, fighter, standing
from records.games.creature_crush.resolving.options import cards_of, in_hells, step_of

KILL, DIRECT, USE, SUMMON, FLIP, LAY, TAKE, PASS = 100, 60, 80, 40, 30, 20, 10, 1
ENOUGH = 4.0
"""What a crush card must be worth now to be turned up rather than kept."""
UNFIT = -1.0
"""Worse than to end the phase."""
BETTER = 2
"""How much better a creature must stand after a move."""


def worths(sight: Sight, commands: Iterable[cmd.CrushCommand]) -> list[float]:
    """Return what commands are worth; the higher, the better. What ends a phase is worth nothing."""
    by_kind = _WORTHS
    return [by_kind.get(type(command), _taken)(sight, command) for command in commands]


def _taken(_sight: Sight, _command: cmd.CrushCommand) -> float:
    return TAKE


def _summon(sight: Sight, command: cmd.Summon) -> float:
    name, cell = command.card, command.cell
    found: float | None = sight.kept.get((name, cell))
    if found is None:
        card = sight.state.cards[str(name)]
        found = SUMMON + 2 * card.cost + standing(sight, command.seat, cell, Fighter(card.attack, card.life)) / 2
        sight.kept[name, cell] = found
    return found - len(command.dice)


def _use(sight: Sight, command: cmd.UseEffect) -> float:
    line = sight.card(command.slot).lines[command.line]
    found = EffectWorth(sight, Source(command.seat, command.slot)).ability(line) if isinstance(line, Ability) else 0
    return USE + found if found > 0 else UNFIT


def _burn(sight: Sight, command: cmd.Burn) -> float:
    return TAKE + sum(sight.state.dice[nth] for nth in command.dice)


def _attack(sight: Sight, command: cmd.AttackWith) -> float:
    """Return what an attack is worth, whichever dice pay for it."""
    attack = (command.slot, command.target)
    found: float | None = sight.kept.get(attack)
    if found is None:
        found = sight.kept[attack] = _attacked(sight, *attack)
    return found


def _attacked(sight: Sight, slot: SlotId, target: SlotId | None) -> float:
    if target is None:
        return DIRECT - sight.card(slot).cost
    own, enemy = fighter(sight, slot), fighter(sight, target)
    falls = own.attack >= enemy.life
    gain = KILL + 3 * sight.card(target).cost if falls else DIRECT * own.attack / max(1, enemy.life)
    dies = (enemy.attack if sight.has(target, "vengeful") else 0) >= own.life
    return gain - (KILL if dies else 0)


def _flip(sight: Sight, command: cmd.Flip) -> float:
    """Return what a crush card is worth now; one that is worth little waits for a better moment."""
    card = sight.state.card(command.card)
    found = flips(sight, command.seat, command.slot, card) if card is not None else None
    if found is None:
        return UNFIT
    _nth, ability, that = found
    source = Source(command.seat, command.slot, sight.borne(command.slot).paid)
    gain = EffectWorth(sight, source, that).ability(ability)
    return FLIP + gain if gain >= ENOUGH else UNFIT


def _move(sight: Sight, command: cmd.MoveAlly) -> float:
    """Return how much better a creature stands afterwards; dice that are left burn anyway, so whichever pays is the same."""
    moved = (command.slot, command.cell)
    found: float | None = sight.kept.get(moved)
    if found is None:
        found = sight.kept[moved] = _moved(sight, *moved)
    return found


def _moved(sight: Sight, slot: SlotId, to: PileId) -> float:
    now, here = fighter(sight, slot), sight.cell(slot)
    who = Fighter(now.attack, now.life - 1) if sight.has(slot, "sluggish") else now
    better = standing(sight, side(here), to, who) - standing(sight, side(here), here, now)
    return better if better > BETTER and who.life > 0 else UNFIT


def _answer(sight: Sight, command: cmd.Answer) -> float:
    """Return the value of a choice: the sentence's effect on the chosen cards, the most valuable ones for hell and hand."""
    state, effect = sight.state, sight.state.chain[-1]
    step = step_of(state, effect)
    worths = EffectWorth(sight, Source(effect.seat, effect.slot, effect.x), effect.that)
    if state.pending[0].what == "may":
        return TAKE if worths.step(step) > 0 else 0
    if command.slots:
        return TAKE + sum(worths.target(step, slot) for slot in command.slots)
    if command.indices:
        faces = {number: face for number, _seat, _index, face in in_hells(sight, effect, cards_of(step))}
        return TAKE + sum(_cost(sight, faces[number]) for number in command.indices)
    return TAKE + sum(_cost(sight, face) for face in command.cards)


def _cost(sight: Sight, face: object) -> int:
    card = sight.state.cards.get(str(face))
    return card.cost if card is not None and card.creature else 0


_WORTHS: Mapping[type, Callable[[Sight, Any], float]] = {
    cmd.AttackWith: _attack,
    cmd.Summon: _summon,
    cmd.UseEffect: _use,
    cmd.Flip: _flip,
    cmd.LayCrush: lambda _sight, command: LAY - 4 * len(command.dice),
    cmd.Answer: _answer,
    cmd.Burn: _burn,
    cmd.MoveAlly: _move,
    cmd.Swap: lambda _sight, _command: UNFIT,
    cmd.EndBattle: lambda _sight, _command: 0,
    cmd.EndTurn: lambda _sight, _command: 0,
    cmd.Pass: lambda _sight, _command: PASS,
    cmd.FindNothing: lambda _sight, _command: PASS,
}
"""By the kind of command; kinds not listed here are chosen without valuing."""
