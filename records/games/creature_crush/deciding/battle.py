"""The battle phase: creatures are summoned, crush cards laid, enemies attacked (§ 5)."""

from __future__ import annotations

import msgspec

from records.core.faces import Face, among
from records.core.ids import SeatKey, SlotId, slot_id
from records.core.secret import audience
from records.core.sentences import N_, CardRef
from records.games.creature_crush.deciding.cells import attack_targets, crush_cells, may_act, summon_cells
from records.games.creature_crush.deciding.conditions import all_hold
from records.games.creature_crush.deciding.paying import must_burn
from records.games.creature_crush.deciding.refusals import must_be_in, must_be_one, must_hold, refuse
from records.games.creature_crush.deciding.sight import Sight, Source, sight_of
from records.games.creature_crush.deciding.triggers import Triggered, by_keyword, trigger, watching
from records.games.creature_crush.model import turn_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.commands import AttackWith, LayCrush, Summon, UseEffect
from records.games.creature_crush.model.position import CrushCounters, CrushScript

MOST_CRUSH_DICE = 4


def summon(script: CrushScript, command: Summon) -> None:
    """Pay for a creature of the hand and put it into the field (5.2); its action line takes effect (8.1)."""
    seat, state = command.seat, script.state
    must_be_in(script, seat, "battle", "5.2")
    must_hold(script, seat, "5.2", command.card)
    card = state.card(command.card)
    if card is not None and not card.creature:
        raise refuse("kind", seat, "5.2", N_("%(card)s is not a creature."), card=CardRef(card.name))
    if command.cell not in summon_cells(sight_of(script), seat):
        raise refuse("cell", seat, "5.2", N_("A creature is summoned to a free place of zone B, or of zone A where B is taken."))
    must_burn(script, seat, command.dice, "5.2", cost=card.cost if card is not None else None)
    slot = slot_id(script.next)
    script.write(ev.CreatureSummoned(rule="5.2", seat=seat, slot=slot, card=command.card, cell=command.cell, dice=command.dice))
    sight = sight_of(script)
    trigger(script, *by_keyword(sight, "action", seat, command.card, slot), *watching(sight, Happened("summoned", slot)))


def lay_crush(script: CrushScript, command: LayCrush) -> None:
    """Pay for a crush card with so many dice and lay it face down (5.3)."""
    seat, state = command.seat, script.state
    must_be_in(script, seat, "battle", "5.3")
    face = must_be_one(command.card)
    must_hold(script, seat, "5.3", face)
    card = state.card(face)
    if card is not None and card.creature:
        raise refuse("kind", seat, "5.3", N_("%(card)s is not a crush card."), card=CardRef(card.name))
    if command.cell not in crush_cells(sight_of(script), seat):
        raise refuse("cell", seat, "5.3", N_("A crush card is laid on a free place of zone C."))
    if card is None or card.any_dice:
        least, most = crush_dice(state)
        if not least <= len(command.dice) <= most:
            raise refuse("x", seat, "5.3", N_("X is %(least)s to %(most)s dice."), least=least, most=most)
    must_burn(script, seat, command.dice, "5.3", number=card.cost if card is not None and not card.any_dice else None)
    hidden = msgspec.structs.replace(command.card, known_to=audience(seat), hint=crush_hint(state, len(command.dice)))
    script.write(ev.CrushLaid(rule="5.3", seat=seat, slot=slot_id(script.next), card=hidden, cell=command.cell, dice=command.dice))


def crush_dice(state: CrushCounters) -> tuple[int, int]:
    """Return how many dice X may be, least and most."""
    return (0 if state.rules["crush_x"] == "0 to 4 dice" else 1), MOST_CRUSH_DICE


def crush_hint(state: CrushCounters, dice: int) -> Face:
    """Return what everybody may conclude of a crush card that so many dice were burned for."""
    return among(card.name for card in state.cards.values() if not card.creature and (card.any_dice or card.cost == dice))


def attack(script: CrushScript, command: AttackWith) -> None:
    """Declare an attack (5.4, 5.5); what waits for it takes effect."""
    seat = command.seat
    must_be_in(script, seat, "battle", "5.4")
    sight = sight_of(script)
    must_stand(sight, seat, command.slot, "5.4")
    if not may_act(sight, command.slot):
        raise refuse("acted", seat, "5.8", N_("This creature has already acted in this turn."))
    if sight.attack(command.slot) == 0:
        raise refuse("weak", seat, "5.4", N_("A creature without attack cannot attack."))
    if command.target not in attack_targets(sight, command.slot):
        raise refuse("target", seat, "5.5", N_("It cannot attack this from where it stands."))
    must_burn(script, seat, command.dice, "5.4", cost=sight.card(command.slot).cost)
    script.write(ev.AttackMade(rule="5.4", seat=seat, slot=command.slot, target=command.target, dice=command.dice))
    follow = watching(sight, Happened("attacks", command.slot))
    if command.target is not None:
        follow += watching(sight, Happened("attacked", command.target))
    else:
        follow += watching(sight, Happened("direct", command.slot))
    trigger(script, *follow)


def must_stand(sight: Sight, seat: SeatKey, slot: SlotId, paragraph: str) -> None:
    """A creature stands on the own field."""
    if slot not in sight.standing(seat):
        raise refuse("ally", seat, paragraph, N_("This is not one of the player's own creatures on the field."))


def use_effect(script: CrushScript, command: UseEffect) -> None:
    """Use a line of an ally whose condition holds (7.1)."""
    seat = command.seat
    must_be_in(script, seat, "battle", "7.1")
    sight = sight_of(script)
    must_stand(sight, seat, command.slot, "7.1")
    card = sight.card(command.slot)
    if command.line not in usable(sight, command.slot):
        raise refuse("use", seat, "7.1", N_("This line of %(card)s cannot be used now."), card=CardRef(card.name))
    script.write(ev.EffectUsed(rule="7.1", seat=seat, slot=command.slot, line=command.line))
    trigger(script, Triggered(seat, card.name, command.line, "7.1", command.slot))


def usable(sight: Sight, slot: SlotId) -> tuple[int, ...]:
    """Return the lines of a creature that its seat may use now: those with conditions that hold, and no keyword."""
    lines = sight.card(slot).conditioned
    if not lines:
        return ()
    source = Source(sight.controller(slot), slot)
    once = sight.state.rules["conditioned_effects"] == "once a turn, battle phase"
    used = sight.borne(slot).used if once else ()
    return tuple(nth for nth, line in lines if nth not in used and all_hold(sight, line, source))
