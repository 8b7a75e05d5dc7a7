"""A seat answers what an effect has asked (§ 7.5, 7.9)."""

from __future__ import annotations

import msgspec

from records.core.faces import UNKNOWN, among, known
from records.core.ids import SlotId
from records.core.secret import ALL, audience
from records.core.sentences import N_
from records.core.shared import Asked
from records.games.creature_crush.deciding.paying import must_burn
from records.games.creature_crush.deciding.refusals import must_be_asked, must_be_one, must_hold, refuse
from records.games.creature_crush.deciding.sight import Sight, off_field, sight_of
from records.games.creature_crush.deciding.triggers import Cause, lost_unseen
from records.games.creature_crush.effects.lines import EffectStep
from records.games.creature_crush.effects.verbs import SearchCamp, SwapCreatures
from records.games.creature_crush.model import chain_events as ev
from records.games.creature_crush.model.chain import Effect
from records.games.creature_crush.model.commands import Answer, Burn, Discard, Fetch, FindNothing
from records.games.creature_crush.model.position import CrushScript
from records.games.creature_crush.resolving.options import cards_of, cells_for, fitting, hidden_fits, in_hells, step_of, targets_of

WHATS = ("target", "cell", "hell", "from-hand", "from-camp", "may")
TWO = 2


def answer(script: CrushScript, command: Answer) -> None:
    """Choose what an effect leaves open."""
    asked = must_be_asked(script, command.seat, *WHATS)
    effect = script.state.chain[-1]
    step = step_of(script.state, effect)
    given = {name for name in ("slots", "cells", "indices", "cards") if getattr(command, name)}
    match asked.what:
        case "target":
            fits = given <= {"slots"} and _slots_fit(script, asked, effect, step, command.slots)
        case "cell":
            fits = given == {"cells"} and len(command.cells) == 1 and command.cells[0] in _cells(script, effect, step)
        case "hell":
            numbers = {number for number, *_rest in in_hells(sight_of(script), effect, cards_of(step))}
            fits = given <= {"indices"} and _counted(asked, command.indices) and set(command.indices) <= numbers
        case "may":
            fits = not given
        case _:
            fits = given == {"cards"} and _cards_fit(script, asked, effect, step, command)
    if not fits:
        raise refuse("answer", command.seat, "7.5", N_("This is not one of the choices."))
    script.write(
        ev.EffectAnswered(
            rule="7.5",
            seat=command.seat,
            answers=asked.id,
            slots=command.slots,
            cells=command.cells,
            indices=command.indices,
            cards=command.cards,
        )
    )


def _counted(asked: Asked, chosen: tuple[object, ...]) -> bool:
    return asked.least <= len(chosen) <= asked.most and len(set(chosen)) == len(chosen)


def _slots_fit(script: CrushScript, asked: Asked, effect: Effect, step: EffectStep, slots: tuple[SlotId, ...]) -> bool:
    sight = sight_of(script)
    if not _counted(asked, slots) or not set(slots) <= set(fitting(sight, effect, targets_of(step))):
        return False
    return not (isinstance(step.verb, SwapCreatures) and len(slots) == TWO and sight.controller(slots[0]) != sight.controller(slots[1]))


def _cells(script: CrushScript, effect: Effect, step: EffectStep) -> tuple[str, ...]:
    return cells_for(sight_of(script), effect, step, next_slot(sight_of(script), effect, step))


def next_slot(sight: Sight, effect: Effect, step: EffectStep) -> SlotId | None:
    """Return the creature of the field that a sentence puts somewhere next: the first that can go anywhere; None for none."""
    targets = targets_of(step)
    match targets.pick:
        case "this":
            there: tuple[SlotId, ...] = (effect.slot,) if effect.slot is not None else ()
        case "that":
            there = effect.that
        case _:
            there = effect.slots or fitting(sight, effect, targets)
    left = (slot for slot in there if slot in sight.creatures and slot not in effect.did)
    return next((slot for slot in left if cells_for(sight, effect, step, slot)), None)


def _cards_fit(script: CrushScript, asked: Asked, effect: Effect, step: EffectStep, command: Answer) -> bool:
    cards = command.cards
    if not len(cards) <= asked.most or not cards:
        return False
    if asked.what == "from-hand":
        must_hold(script, command.seat, "7.5", *cards)
    return all(hidden_fits(script.state, face, cards_of(step), effect.x) for face in cards)


def to_discard(sight: Sight, asked: Asked) -> int:
    """Return how many cards a seat must discard: as many as were asked for, all that are left where some have gone outside the rules."""
    return min(asked.least, sight.in_hand(asked.seat))


def discard(script: CrushScript, command: Discard) -> None:
    """Discard hand cards of the own choice; each may be a trap (8.2)."""
    seat = command.seat
    asked = must_be_asked(script, seat, "discard")
    due = to_discard(sight_of(script), asked)
    if len(command.cards) != due:
        raise refuse("discard", seat, "7.5", N_("%(n)s cards are discarded, not %(count)s."), n=due, count=len(command.cards))
    must_hold(script, seat, "7.5", *command.cards)
    script.write(ev.HandDiscarded(rule="7.5", seat=seat, answers=asked.id, cards=command.cards))
    for face in command.cards:
        lost_unseen(script, seat, face, Cause(script.state.chain[-1].seat))


def burn(script: CrushScript, command: Burn) -> None:
    """Choose which dice of the opponent burn (9.6)."""
    seat = command.seat
    asked = must_be_asked(script, seat, "dice")
    must_burn(script, seat, command.dice, "9.6", number=asked.least)
    script.write(ev.DiceBurned(rule="9.6", seat=seat, answers=asked.id, dice=command.dice))


def fetch(script: CrushScript, command: Fetch | FindNothing) -> None:
    """Take a card out of the camp that was looked through, or none (7.9)."""
    seat = command.seat
    asked = must_be_asked(script, seat, "search")
    if isinstance(command, FindNothing):
        script.write(ev.SearchFailed(rule="7.9", seat=seat, answers=asked.id))
        return
    state, face = script.state, must_be_one(command.card)
    effect = state.chain[-1]
    step = step_of(state, effect)
    cards, shown = cards_of(step), isinstance(step.verb, SearchCamp) and step.verb.shown
    if known(face) and not off_field(state, face, cards, effect.x):
        raise refuse("search", seat, "7.9", N_("This is not one of the choices."))
    hint = UNKNOWN if shown else among(name for name in state.cards if off_field(state, name, cards, effect.x))
    told = msgspec.structs.replace(command.card, known_to=ALL if shown else audience(seat), hint=hint)
    script.write(ev.CardFetched(rule="7.9", seat=seat, answers=asked.id, card=told))
