"""How evolvers change what cards of the field bear, and the effect that is carried out."""

from __future__ import annotations

from typing import Any

import msgspec

from records.core.ids import SlotId
from records.core.position import Draft
from records.games.creature_crush.model.chain import FieldCard, Happened
from records.games.creature_crush.model.position import CrushCounters

CrushDraft = Draft[CrushCounters]


def mark(state: CrushCounters, slot: SlotId, **changes: Any) -> None:
    """Change what a card of the field bears."""
    state.cards_lying = {**state.cards_lying, slot: msgspec.structs.replace(state.lying(slot), **changes)}


def put(state: CrushCounters, slot: SlotId, lying: FieldCard) -> None:
    """A card comes into the field."""
    state.cards_lying = {**state.cards_lying, slot: lying}
    state.busy = True


def gone(state: CrushCounters, slot: SlotId) -> None:
    """A card leaves the field."""
    state.cards_lying = {there: lying for there, lying in state.cards_lying.items() if there != slot}
    state.busy = True


def top(state: CrushCounters, **changes: Any) -> None:
    """Change the newest effect of the chain, if there is one."""
    if state.chain:
        state.chain = (*state.chain[:-1], msgspec.structs.replace(state.chain[-1], **changes))


def happened(state: CrushCounters, *moments: Happened) -> None:
    """Something has happened that may be answered."""
    state.moments = (*state.moments, *moments)


def placed(state: CrushCounters, slot: SlotId) -> None:
    """The newest effect is done with one of its cards."""
    if state.chain:
        effect = state.chain[-1]
        top(state, did=(*effect.did, slot), slots=tuple(one for one in effect.slots if one != slot), cells=())


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
