"""What effects and attacks do to cards."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.secret import openly
from records.core.table import hand_place
from records.games.creature_crush.evolving.marks import CrushDraft, gone, happened, mark, noticed, opened, opposite, placed, put, top
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.chain import FieldCard, Happened
from records.games.creature_crush.model.places import camp, hell, side
from records.games.creature_crush.model.position import CrushCounters


def damaged(draft: CrushDraft, recorded: Recorded[ev.Damaged]) -> None:
    mark(draft.state, recorded.event.slot, damage=recorded.event.total)
    draft.state.busy = True


def mended(draft: CrushDraft, recorded: Recorded[ev.Mended]) -> None:
    mark(draft.state, recorded.event.slot, damage=recorded.event.total)
    draft.state.busy = True
    noticed(draft.state, draft.state.active, Happened("healed", recorded.event.slot))


def changed(draft: CrushDraft, recorded: Recorded[ev.Changed]) -> None:
    state, event = draft.state, recorded.event
    if event.stat in ("attack", "life"):
        mark(state, event.slot, **{event.stat: getattr(state.lying(event.slot), event.stat) + event.amount})
    else:
        mark(state, event.slot, keywords=(*state.lying(event.slot).keywords, event.stat))


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
        state.attack = msgspec.structs.replace(attack, moved=True)


def shifted_by_effect(draft: CrushDraft, recorded: Recorded[ev.ShiftedByEffect]) -> None:
    draft.table.shift(recorded.event.slot, recorded.event.cell, "bottom")
    placed(draft.state, recorded.event.slot)
    _elsewhere(draft.state, recorded.event.slot)
    noticed(draft.state, draft.state.active, Happened("moved", recorded.event.slot))


def control_taken(draft: CrushDraft, recorded: Recorded[ev.ControlTaken]) -> None:
    state, event = draft.state, recorded.event
    draft.table.shift(event.slot, event.cell, "bottom")
    owner = state.lying(event.slot).owner or opposite(state, side(event.cell))
    mark(state, event.slot, owner=owner, entered="control", actions=0)
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
        top(state, indices=tuple(sorted(state.chain[-1].indices)[:-1]))
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
    if state.chain and event.card in state.chain[-1].cards:
        cards = state.chain[-1].cards
        nth = cards.index(event.card)
        top(state, cards=(*cards[:nth], *cards[nth + 1 :]))
    opened(state, event.seat)


def taken_from_hell(draft: CrushDraft, recorded: Recorded[ev.TakenFromHell]) -> None:
    event = recorded.event
    if event.to == "hand":
        draft.table.fetch(hell(event.seat), event.seat, event.card)
    else:
        draft.table.return_some(hell(event.seat), camp(event.seat), (event.card,), "bottom")
        draft.table.shuffle(camp(event.seat))
    draft.state.busy = True


FIELD_EVOLVE: Mapping[type, Evolver] = {
    ev.Damaged: damaged,
    ev.Mended: mended,
    ev.Changed: changed,
    ev.DiceGained: dice_gained,
    ev.Destroyed: destroyed,
    ev.CrushSpent: crush_spent,
    ev.SlotHit: lambda draft, recorded: top(draft.state, slots=recorded.event.slots, indices=recorded.event.indices),
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
