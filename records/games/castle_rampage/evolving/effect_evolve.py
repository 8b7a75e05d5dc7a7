"""What the events of effects do to the table and the counters. Total, no rules, and it never reads the table."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.position import Draft
from records.core.table import hand_place
from records.games.castle_rampage.evolving.power_evolve import answered
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastleCounters

CastleDraft = Draft[CastleCounters]


def units_discarded(draft: CastleDraft, recorded: Recorded[ee.UnitsDiscarded]) -> None:
    event = recorded.event
    draft.table.drop(event.seat, event.cards, ev.DISCARD)
    draft.table.tell(hand_place(event.seat), event.units, 0, 0)


def gate_cards_stolen(draft: CastleDraft, recorded: Recorded[ee.GateCardsStolen]) -> None:
    event = recorded.event
    for nth, slot in enumerate(event.slots):
        draft.table.shift(slot, event.pile, event.index + nth)


def gates_swapped(draft: CastleDraft, recorded: Recorded[ee.GatesSwapped]) -> None:
    for move in recorded.event.moves:
        draft.table.shift(move.slot, move.pile, move.index)


def gate_mixed(draft: CastleDraft, recorded: Recorded[ee.GateMixed]) -> None:
    event = recorded.event
    draft.table.mix(event.pile, event.old, event.new, event.faces)


def card_recovered(draft: CastleDraft, recorded: Recorded[ee.CardRecovered]) -> None:
    draft.table.fetch(ev.DISCARD, recorded.event.seat, recorded.event.card)
    answered(draft)


def attacks_forbidden(draft: CastleDraft, recorded: Recorded[ee.AttacksForbidden]) -> None:
    event, state = recorded.event, draft.state
    state.forbidden = (*state.forbidden, (event.seat, event.until))


def plays_limited(draft: CastleDraft, recorded: Recorded[ee.PlaysLimited]) -> None:
    draft.state.limiting, draft.state.plays_left = recorded.event.number, recorded.event.left


EFFECT_EVOLVE: Mapping[type, Evolver] = {
    ee.HandLookedAt: lambda draft, recorded: draft.table.show(hand_place(recorded.event.seat), 0, recorded.event.cards),
    ee.UnitsDiscarded: units_discarded,
    ee.GateCardsStolen: gate_cards_stolen,
    ee.GatesSwapped: gates_swapped,
    ee.GateMixed: gate_mixed,
    ee.CardBroughtIn: lambda draft, recorded: draft.table.shift(recorded.event.slot, recorded.event.pile, recorded.event.index),
    ee.CardRecovered: card_recovered,
    ee.PermanentChosen: lambda draft, _recorded: answered(draft),
    ee.AttacksForbidden: attacks_forbidden,
    ee.PlaysLimited: plays_limited,
}
