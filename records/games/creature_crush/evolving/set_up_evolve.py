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


def camp_dealt(draft: CrushDraft, recorded: Recorded[ev.CampDealt]) -> None:
    draft.table.split(STACK, camp(recorded.event.seat), "bottom", recorded.event.cards)


def stack_shuffled(draft: CrushDraft, recorded: Recorded[ev.StackShuffled]) -> None:  # noqa: ARG001 -- the shape of all
    draft.table.shuffle(STACK)


def draft_drawn(draft: CrushDraft, recorded: Recorded[ev.DraftDrawn]) -> None:
    draft.table.take(STACK, recorded.event.seat, recorded.event.cards)


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


def camp_shuffled(draft: CrushDraft, recorded: Recorded[ev.CampShuffled]) -> None:
    draft.table.shuffle(camp(recorded.event.seat))


def first_rolled(draft: CrushDraft, recorded: Recorded[ev.FirstRolled]) -> None:
    draft.state.begins = recorded.event.begins


def hand_dealt(draft: CrushDraft, recorded: Recorded[ev.HandDealt]) -> None:
    draft.table.take(camp(recorded.event.seat), recorded.event.seat, recorded.event.cards)


def draw_offered(draft: CrushDraft, recorded: Recorded[DrawOffered]) -> None:
    draft.state.draw_offered = recorded.event.seat


SET_UP_EVOLVE: Mapping[type, Evolver] = {
    GameStarted: started,
    DrawOffered: draw_offered,
    ev.CampDealt: camp_dealt,
    ev.StackShuffled: stack_shuffled,
    ev.DraftDrawn: draft_drawn,
    ev.DraftKept: draft_kept,
    ev.CampChosen: camp_chosen,
    ev.CampShuffled: camp_shuffled,
    ev.FirstRolled: first_rolled,
    ev.HandDealt: hand_dealt,
}
