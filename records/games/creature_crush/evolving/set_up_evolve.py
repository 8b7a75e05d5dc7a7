"""What the events before the first turn do."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.shared import DrawOffered, GameStarted
from records.games.creature_crush.evolving.marks import CrushDraft
from records.games.creature_crush.model import set_up_events as ev
from records.games.creature_crush.model.places import STACK, camp, pool


def started(draft: CrushDraft, recorded: Recorded[GameStarted]) -> None:
    state, event = draft.state, recorded.event
    state.begins = event.begins
    if event.switches:
        state.rules = state.rules.with_known(dict(event.switches))


def draft_kept(draft: CrushDraft, recorded: Recorded[ev.DraftKept]) -> None:
    event, state = recorded.event, draft.state
    draft.table.bury(event.seat, camp(event.seat), "bottom", event.kept)
    draft.table.bury(event.seat, STACK, "bottom", event.left)
    state.kept = {**state.kept, event.seat: state.kept.get(event.seat, 0) + 1}


def camp_chosen(draft: CrushDraft, recorded: Recorded[ev.CampChosen]) -> None:
    event, state = recorded.event, draft.state
    # A collection has no order: it is shuffled, so that what was chosen is not what lay on top.
    draft.table.shuffle(pool(event.seat))
    draft.table.split(pool(event.seat), camp(event.seat), "bottom", event.cards)
    state.kept = {**state.kept, event.seat: state.kept.get(event.seat, 0) + 1}


def first_rolled(draft: CrushDraft, recorded: Recorded[ev.FirstRolled]) -> None:
    draft.state.begins = recorded.event.begins


def draw_offered(draft: CrushDraft, recorded: Recorded[DrawOffered]) -> None:
    draft.state.draw_offered = recorded.event.seat


SET_UP_EVOLVE: Mapping[type, Evolver] = {
    GameStarted: started,
    DrawOffered: draw_offered,
    ev.CampDealt: lambda draft, recorded: draft.table.split(STACK, camp(recorded.event.seat), "bottom", recorded.event.cards),
    ev.StackShuffled: lambda draft, _recorded: draft.table.shuffle(STACK),
    ev.DraftDrawn: lambda draft, recorded: draft.table.take(STACK, recorded.event.seat, recorded.event.cards),
    ev.DraftKept: draft_kept,
    ev.CampChosen: camp_chosen,
    ev.CampShuffled: lambda draft, recorded: draft.table.shuffle(camp(recorded.event.seat)),
    ev.FirstRolled: first_rolled,
    ev.HandDealt: lambda draft, recorded: draft.table.take(camp(recorded.event.seat), recorded.event.seat, recorded.event.cards),
}
