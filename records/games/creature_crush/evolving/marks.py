"""How evolvers change what cards of the field bear, and the effect that is carried out."""

from __future__ import annotations

from typing import Any

from records.core.ids import SlotId
from records.core.position import Draft
from records.games.creature_crush.model.chain import Effect, FieldCard, Happened
from records.games.creature_crush.model.position import CrushCounters
from records.values import struct_with

CrushDraft = Draft[CrushCounters]


def mark(state: CrushCounters, slot: SlotId, lying: FieldCard) -> None:
    """A card of the field bears this from now on."""
    state.cards_lying = {**state.cards_lying, slot: lying}


def acted(state: CrushCounters, slot: SlotId) -> None:
    """A creature has attacked or moved."""
    lying = state.lying(slot)
    mark(state, slot, struct_with(lying, actions=lying.actions + 1))


def put(state: CrushCounters, slot: SlotId, lying: FieldCard) -> None:
    """A card comes into the field."""
    mark(state, slot, lying)
    state.busy = True


def gone(state: CrushCounters, slot: SlotId) -> None:
    """A card leaves the field."""
    lying = dict(state.cards_lying)
    lying.pop(slot, None)
    state.cards_lying = lying
    state.busy = True


def top(state: CrushCounters, effect: Effect) -> None:
    """The newest effect of the chain, which there must be, is this from now on."""
    state.chain = (*state.chain[:-1], effect)


def happened(state: CrushCounters, *moments: Happened) -> None:
    """Something has happened that may be answered."""
    state.moments = (*state.moments, *moments)


def placed(state: CrushCounters, slot: SlotId) -> None:
    """The newest effect is done with one of its cards."""
    if state.chain:
        effect = state.chain[-1]
        slots = tuple([one for one in effect.slots if one != slot])
        top(state, struct_with(effect, did=(*effect.did, slot), slots=slots, cells=()))


def afresh(state: CrushCounters) -> None:
    """What happened before can no longer be answered."""
    state.moments = ()
    closed(state)


def opened(state: CrushCounters, by: Any) -> None:
    """The seat opposite may answer what ``by`` brought about, and where the rules say so that one itself."""
    state.window, state.own_window, state.only_waiting = opposite(state, by), by, False


def noticed(state: CrushCounters, by: Any, *moments: Happened) -> None:
    """Something has happened that only cards answer which wait for it; who is asked already is asked of this too."""
    happened(state, *moments)
    if state.window is None:
        opened(state, by)
        state.only_waiting = True


def closed(state: CrushCounters) -> None:
    """Nobody may answer any more."""
    state.window = state.second_window = state.own_window = state.own_link = None
    state.only_waiting = False


def opposite(state: CrushCounters, seat: Any) -> Any:
    """Return who sits opposite, None for nobody."""
    return state.other(seat) if seat in state.seats else None
