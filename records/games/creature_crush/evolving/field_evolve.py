"""What effects and attacks do to cards."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.ids import SlotId
from records.core.secret import openly
from records.core.table import hand_place
from records.games.creature_crush.evolving.marks import CrushDraft, gone, happened, mark, noticed, opened, opposite, placed, put, top
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.chain import FieldCard, Happened
from records.games.creature_crush.model.places import camp, hell, side
from records.games.creature_crush.model.position import CrushCounters
from records.values import struct_with


def _hurt(state: CrushCounters, slot: SlotId, damage: int) -> None:
    mark(state, slot, struct_with(state.lying(slot), damage=damage))
    state.busy = True


def damaged(draft: CrushDraft, recorded: Recorded[ev.Damaged]) -> None:
    _hurt(draft.state, recorded.event.slot, recorded.event.total)


def mended(draft: CrushDraft, recorded: Recorded[ev.Mended]) -> None:
    _hurt(draft.state, recorded.event.slot, recorded.event.total)
    noticed(draft.state, draft.state.active, Happened("healed", recorded.event.slot))


def changed(draft: CrushDraft, recorded: Recorded[ev.Changed]) -> None:
    state, event = draft.state, recorded.event
    lying = state.lying(event.slot)
    match event.stat:
        case "attack":
            lying = struct_with(lying, attack=lying.attack + event.amount)
        case "life":
            lying = struct_with(lying, life=lying.life + event.amount)
        case keyword:
            lying = struct_with(lying, keywords=(*lying.keywords, keyword))
    mark(state, event.slot, lying)


def dice_gained(draft: CrushDraft, recorded: Recorded[ev.DiceGained]) -> None:
    state, event = draft.state, recorded.event
    state.gained = {**state.gained, event.seat: event.total}


def destroyed(draft: CrushDraft, recorded: Recorded[ev.Destroyed]) -> None:
    state, event = draft.state, recorded.event
    draft.table.sweep(event.slot, hell(event.to))
    gone(state, event.slot)
    happened(state, Happened("destroyed", event.slot, event.card, event.cell))
    opened(state, state.active)


def crush_spent(draft: CrushDraft, recorded: Recorded[ev.CrushSpent]) -> None:
    draft.table.sweep(recorded.event.slot, hell(recorded.event.to))
    gone(draft.state, recorded.event.slot)


def hand_card_hit(draft: CrushDraft, recorded: Recorded[ev.HandCardHit]) -> None:
    draft.table.drop(recorded.event.seat, (recorded.event.card,), hell(recorded.event.seat))
    draft.state.busy = True


def camp_top_hit(draft: CrushDraft, recorded: Recorded[ev.CampTopHit]) -> None:
    draft.table.mill(camp(recorded.event.seat), hell(recorded.event.seat), (recorded.event.card,))
    draft.state.busy = True


def _elsewhere(state: CrushCounters, *slots: str) -> None:
    """Note that an attacker or its target was put elsewhere."""
    attack = state.attack
    if attack is not None and not {attack.slot, attack.target}.isdisjoint(slots):
        state.attack = struct_with(attack, moved=True)


def shifted_by_effect(draft: CrushDraft, recorded: Recorded[ev.ShiftedByEffect]) -> None:
    draft.table.shift(recorded.event.slot, recorded.event.cell, "bottom")
    placed(draft.state, recorded.event.slot)
    _elsewhere(draft.state, recorded.event.slot)
    noticed(draft.state, draft.state.active, Happened("moved", recorded.event.slot))


def control_taken(draft: CrushDraft, recorded: Recorded[ev.ControlTaken]) -> None:
    state, event = draft.state, recorded.event
    draft.table.shift(event.slot, event.cell, "bottom")
    lying = state.lying(event.slot)
    owner = lying.owner or opposite(state, side(event.cell))
    mark(state, event.slot, struct_with(lying, owner=owner, entered="control", actions=0))
    state.busy = True
    placed(state, event.slot)
    _elsewhere(state, event.slot)


def returned_to_hand(draft: CrushDraft, recorded: Recorded[ev.ReturnedToHand]) -> None:
    draft.table.pick_up(recorded.event.slot, recorded.event.owner)
    gone(draft.state, recorded.event.slot)


def revived(draft: CrushDraft, recorded: Recorded[ev.Revived]) -> None:
    state, event = draft.state, recorded.event
    draft.table.raise_(hell(event.of), event.cell, event.slot, event.index)
    put(state, event.slot, FieldCard(owner=event.of, entered="revived", laid=True))
    happened(state, Happened("summoned", event.slot))
    placed(state, event.slot)
    if state.chain:  # cards of hells are put into the field from the highest number down
        effect = state.chain[-1]
        top(state, struct_with(effect, indices=tuple(sorted(effect.indices)[:-1])))
    opened(state, side(event.cell))


def summoned_by_effect(draft: CrushDraft, recorded: Recorded[ev.SummonedByEffect]) -> None:
    state, event = draft.state, recorded.event
    card = openly(event.card)
    if event.source == "camp":
        draft.table.deal(camp(event.seat), event.cell, event.slot, card, "bottom", up=True)
    else:
        draft.table.lay(event.seat, event.cell, event.slot, card, "bottom", up=True)
    put(state, event.slot, FieldCard(owner=event.seat, entered="effect", laid=True))
    happened(state, Happened("summoned", event.slot))
    placed(state, event.slot)
    effect = state.chain[-1] if state.chain else None
    if effect is not None and event.card in effect.cards:
        nth = effect.cards.index(event.card)
        top(state, struct_with(effect, cards=(*effect.cards[:nth], *effect.cards[nth + 1 :])))
    opened(state, event.seat)


def taken_from_hell(draft: CrushDraft, recorded: Recorded[ev.TakenFromHell]) -> None:
    event = recorded.event
    if event.to == "hand":
        draft.table.fetch(hell(event.seat), event.seat, event.card)
    else:
        draft.table.return_some(hell(event.seat), camp(event.seat), (event.card,), "bottom")
        draft.table.shuffle(camp(event.seat))
    draft.state.busy = True


def slot_hit(draft: CrushDraft, recorded: Recorded[ev.SlotHit]) -> None:
    state, event = draft.state, recorded.event
    if state.chain:
        top(state, struct_with(state.chain[-1], slots=event.slots, indices=event.indices))


FIELD_EVOLVE: Mapping[type, Evolver] = {
    ev.Damaged: damaged,
    ev.Mended: mended,
    ev.Changed: changed,
    ev.DiceGained: dice_gained,
    ev.Destroyed: destroyed,
    ev.CrushSpent: crush_spent,
    ev.SlotHit: slot_hit,
    ev.CardRevealed: lambda draft, recorded: draft.table.reveal(recorded.event.slot, recorded.event.card),
    ev.HandCardHit: hand_card_hit,
    ev.CampTopHit: camp_top_hit,
    ev.ShiftedByEffect: shifted_by_effect,
    ev.ControlTaken: control_taken,
    ev.ReturnedToHand: returned_to_hand,
    ev.Revived: revived,
    ev.TakenFromHell: taken_from_hell,
    ev.SummonedByEffect: summoned_by_effect,
    ev.CampLookedThrough: lambda draft, recorded: draft.table.look(camp(recorded.event.seat), recorded.event.cards),
    ev.HandLookedAt: lambda draft, recorded: draft.table.show(hand_place(recorded.event.seat), 0, recorded.event.cards),
}
