"""What the events of a turn do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.ids import SeatKey, SlotId
from records.core.secret import openly
from records.games.creature_crush.evolving.marks import CrushDraft, acted, afresh, closed, happened, mark, noticed, opened, put, top
from records.games.creature_crush.model import turn_events as ev
from records.games.creature_crush.model.chain import Attack, FieldCard, Happened
from records.games.creature_crush.model.places import camp
from records.games.creature_crush.model.position import CrushCounters
from records.values import struct_with


def _lasting(lying: FieldCard) -> FieldCard:
    """Return what a card bears beyond the turn."""
    if lying.actions or lying.entered or lying.laid or lying.attack or lying.life or lying.keywords or lying.used:
        return FieldCard(lying.owner, lying.damage, paid=lying.paid)
    return lying


def turn_began(draft: CrushDraft, recorded: Recorded[ev.TurnBegan]) -> None:
    state, event = draft.state, recorded.event
    state.phase, state.turn, state.active = "start", event.number, event.seat
    state.quiet, state.busy = event.quiet, False
    state.dice, state.burned, state.draw_offered = (), (), None
    state.cards_lying = {slot: _lasting(lying) for slot, lying in state.cards_lying.items()}
    afresh(state)
    noticed(state, event.seat, Happened("turn", SlotId("")))


def card_drawn(draft: CrushDraft, recorded: Recorded[ev.CardDrawn]) -> None:
    draft.table.take(camp(recorded.event.seat), recorded.event.seat, recorded.event.card)
    draft.state.busy = True


def dice_rolled(draft: CrushDraft, recorded: Recorded[ev.DiceRolled]) -> None:
    state, event = draft.state, recorded.event
    if event.why == "effect":
        if state.chain:
            top(state, struct_with(state.chain[-1], dice=event.faces))
        return
    state.dice = (*state.dice, *event.faces)
    if event.why == "extra":
        state.gained = {**state.gained, event.seat: 0}


def phase_began(draft: CrushDraft, recorded: Recorded[ev.PhaseBegan]) -> None:
    draft.state.phase = recorded.event.phase


def burned(state: CrushCounters, dice: tuple[int, ...]) -> None:
    """Dice are paid with; what happened before the payment is over."""
    if dice:
        state.burned = tuple(sorted({*state.burned, *dice})) if state.burned or len(dice) > 1 else dice
    afresh(state)


def creature_summoned(draft: CrushDraft, recorded: Recorded[ev.CreatureSummoned]) -> None:
    state, event = draft.state, recorded.event
    draft.table.lay(event.seat, event.cell, event.slot, openly(event.card), "bottom", up=True)
    burned(state, event.dice)
    put(state, event.slot, FieldCard(owner=event.seat, entered="paid", laid=True))
    happened(state, Happened("summoned", event.slot))
    opened(state, event.seat)


def crush_laid(draft: CrushDraft, recorded: Recorded[ev.CrushLaid]) -> None:
    state, event = draft.state, recorded.event
    draft.table.lay(event.seat, event.cell, event.slot, event.card, "bottom")
    burned(state, event.dice)
    put(state, event.slot, FieldCard(owner=event.seat, laid=True, paid=len(event.dice)))


def attack_made(draft: CrushDraft, recorded: Recorded[ev.AttackMade]) -> None:
    state, event = draft.state, recorded.event
    burned(state, event.dice)
    acted(state, event.slot)
    state.attack = Attack(event.seat, event.slot, event.target)
    hit = Happened("direct", event.slot) if event.target is None else Happened("attacked", event.target)
    happened(state, Happened("attacks", event.slot), hit)
    opened(state, event.seat)


def creature_moved(draft: CrushDraft, recorded: Recorded[ev.CreatureMoved]) -> None:
    state, event = draft.state, recorded.event
    draft.table.shift(event.slot, event.cell, "bottom")
    burned(state, event.dice)
    acted(state, event.slot)
    noticed(state, event.seat, Happened("moved", event.slot))


def creatures_swapped(draft: CrushDraft, recorded: Recorded[ev.CreaturesSwapped]) -> None:
    state, event = draft.state, recorded.event
    burned(state, event.dice)
    for slot, cell in zip(event.slots, event.cells, strict=True):
        draft.table.shift(slot, cell, "bottom")
        acted(state, slot)
        noticed(state, event.seat, Happened("moved", slot))


def crush_flipped(draft: CrushDraft, recorded: Recorded[ev.CrushFlipped]) -> None:
    state, event = draft.state, recorded.event
    draft.table.reveal(event.slot, event.card)
    if event.answers:
        closed(state)
    else:
        afresh(state)
    happened(state, Happened("flipped", event.slot))


def effect_used(draft: CrushDraft, recorded: Recorded[ev.EffectUsed]) -> None:
    state, event = draft.state, recorded.event
    afresh(state)
    lying = state.lying(event.slot)
    mark(state, event.slot, struct_with(lying, used=(*lying.used, event.line)))


def _answers_nothing(state: CrushCounters, seat: SeatKey) -> None:
    """The next seat may answer; after the last what has happened is over."""
    first = seat in (state.asked_itself, state.asked_again)
    if seat == state.own_window:
        state.own_window = None
    if seat == state.own_link:
        state.own_link = None
    if not first and state.second_window not in (None, seat):
        state.window, state.second_window = state.second_window, None
    elif not first:
        afresh(state)


def passed(draft: CrushDraft, recorded: Recorded[ev.Passed]) -> None:
    state = draft.state
    whats = tuple(asked.what for asked in state.pending if asked.id == recorded.event.answers)
    if "respond" in whats:
        _answers_nothing(state, recorded.event.seat)
    elif state.chain:
        effect = state.chain[-1]
        top(state, struct_with(effect, declined=True, answered=(*effect.answered, *whats)))


def nothing(draft: CrushDraft, recorded: Recorded[Any]) -> None:
    """The event is narrated, and changes nothing."""


TURN_EVOLVE: Mapping[type, Evolver] = {
    ev.TurnBegan: turn_began,
    ev.CardDrawn: card_drawn,
    ev.NothingDrawn: nothing,
    ev.DiceRolled: dice_rolled,
    ev.PhaseBegan: phase_began,
    ev.BattleEnded: nothing,
    ev.TurnEnded: nothing,
    ev.CreatureSummoned: creature_summoned,
    ev.CrushLaid: crush_laid,
    ev.AttackMade: attack_made,
    ev.CreatureMoved: creature_moved,
    ev.CreaturesSwapped: creatures_swapped,
    ev.CrushFlipped: crush_flipped,
    ev.EffectUsed: effect_used,
    ev.Passed: passed,
}
