"""The newest effect of the chain is carried out, sentence by sentence (§ 7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from records.core.position import Chance
from records.games.creature_crush.deciding.conditions import all_hold
from records.games.creature_crush.deciding.destroying import bury_dead
from records.games.creature_crush.deciding.sight import Source, sight_of
from records.games.creature_crush.deciding.triggers import spent
from records.games.creature_crush.effects import verbs
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.lines import Ability
from records.games.creature_crush.effects.verbs import Verb
from records.games.creature_crush.model import chain_events as ev
from records.games.creature_crush.model.chain import Effect
from records.games.creature_crush.model.field_events import CrushSpent
from records.games.creature_crush.model.position import CrushScript
from records.games.creature_crush.resolving import harm, places, supplies
from records.games.creature_crush.resolving.frame import Frame
from records.games.creature_crush.resolving.options import ability_of

VERBS: Mapping[type[Verb], Callable[[Frame, Any], bool]] = {
    verbs.DealDamage: harm.deal_damage,
    verbs.HealDamage: harm.heal_damage,
    verbs.DestroyCards: harm.destroy_cards,
    verbs.MoveCreatures: places.move_creatures,
    verbs.SwapCreatures: places.swap_creatures,
    verbs.ReturnToHand: places.return_to_hand,
    verbs.TakeControl: places.take_control,
    verbs.ReviveCreatures: places.revive_creatures,
    verbs.SummonCreatures: places.summon_creatures,
    verbs.DrawCards: supplies.draw_cards,
    verbs.DiscardCards: supplies.discard_cards,
    verbs.SearchCamp: supplies.search_camp,
    verbs.AddStartDice: supplies.add_start_dice,
    verbs.ChangeStat: harm.change_stat,
    verbs.GrantKeyword: harm.grant_keyword,
    verbs.RecoverCards: places.recover_cards,
    verbs.LookAtHand: supplies.look_at_hand,
    verbs.BurnDice: supplies.burn_dice,
}
"""What each verb does at a frame; it returns whether it is done, or has asked a seat."""


def carry_out(script: CrushScript, chance: Chance) -> None:
    """Carry out one sentence of the newest effect, as far as nobody must choose; after its last the effect leaves the chain."""
    effect = script.state.chain[-1]
    ability = ability_of(script.state, effect)
    steps = ability.steps
    if not effect.begun:
        script.write(ev.EffectBegan(rule="7.2", id=effect.id))
        if _lapses(script, effect, ability):
            script.write(ev.StepEnded(rule="7.3", id=effect.id, step=len(steps) - 1, fizzled=True, that=effect.that))
            _end(script, effect)
            return
    if effect.step < len(steps):
        step = steps[effect.step]
        frame = Frame(script, chance)
        if step.may and "may" not in effect.answered and not effect.declined:
            frame.ask("may", least=0)
            return
        if effect.declined:
            frame.fizzled = True
            _tidy(frame)
        elif not VERBS[type(step.verb)](frame, step.verb):
            return
        that = effect.that if frame.that is None else frame.that
        script.write(ev.StepEnded(rule="7.3", id=effect.id, step=effect.step, fizzled=frame.fizzled, that=that))
        if script.state.rules["death_check"] == "after each sentence":
            bury_dead(script, chance, "7.3")
    if script.state.chain[-1].step >= len(steps):
        _end(script, effect)


def _lapses(script: CrushScript, effect: Effect, ability: Ability) -> bool:
    """Whether, by some readings, nothing comes of an effect: its source is gone (7.3), or its condition holds no longer (7.1)."""
    rules, sight = script.state.rules, sight_of(script)
    gone = effect.slot is not None and not sight.there(effect.slot)
    if gone and rules["source_gone"] == "lapses" and not _of_what_is_gone(ability):
        return True
    return rules["condition_again"] == "yes" and not all_hold(sight, ability, Source(effect.seat, effect.slot, effect.x))


def _of_what_is_gone(ability: Ability) -> bool:
    """Whether a line takes effect because its card goes."""
    return ability.keyword in ("trap", "hell") or Happens("destroyed") in ability.conditions


def _tidy(frame: Frame) -> None:
    """A declined search has looked through the camp all the same, and shuffles it."""
    effect = frame.effect
    if {"search", "from-camp"} & set(effect.answered):
        supplies.shuffle_camp(frame)


def _end(script: CrushScript, effect: Effect) -> None:
    """An effect is over: a crush card that had it goes to the hell (5.3)."""
    script.write(ev.EffectEnded(rule="7.3", id=effect.id))
    card, slot = script.state.card(effect.card), effect.slot
    if card is None or card.creature or slot is None or slot not in script.table.slots:
        return
    owner = script.state.lying(slot).owner or effect.seat
    script.write(CrushSpent(rule="5.3", slot=slot, to=owner))
    spent(script, owner, card)
