"""What facts outside the rules do to an effect that is being carried out: cards may leave the hand or camp of which it was given some."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.shared import CardReturned, CardTaken
from records.core.shared_evolve import SHARED
from records.games.creature_crush.evolving.marks import CrushDraft, top
from records.games.creature_crush.model.places import camp
from records.values import struct_with


def returned(draft: CrushDraft, recorded: Recorded[CardReturned]) -> None:
    SHARED[CardReturned](draft, recorded)
    _left(draft, "from-hand", recorded.event.seat)


def taken(draft: CrushDraft, recorded: Recorded[CardTaken]) -> None:
    SHARED[CardTaken](draft, recorded)
    for seat in draft.state.seats:
        if recorded.event.deck == camp(seat):
            _left(draft, "from-camp", seat)


def _left(draft: CrushDraft, chosen: str, seat: str) -> None:
    chain = draft.state.chain
    if chain and chain[-1].seat == seat and chosen in chain[-1].answered:
        top(draft.state, struct_with(chain[-1], left=True))


FACT_EVOLVE: Mapping[type, Evolver] = {CardReturned: returned, CardTaken: taken}
