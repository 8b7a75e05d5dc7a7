"""What the events of the chain do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from records.core.events import Recorded
from records.core.faces import known
from records.core.game import Evolver
from records.core.ids import SeatKey
from records.core.table import hand_place
from records.games.creature_crush.evolving.marks import CrushDraft, afresh, opposite, top
from records.games.creature_crush.model import chain_events as ev
from records.games.creature_crush.model.chain import Effect
from records.games.creature_crush.model.places import camp, hell
from records.games.creature_crush.model.position import CrushCounters
from records.values import struct_with


def effect_triggered(draft: CrushDraft, recorded: Recorded[ev.EffectTriggered]) -> None:
    event = recorded.event
    effect = Effect(event.id, event.seat, event.card, event.line, event.slot, event.that, event.x)
    draft.state.waiting = (*draft.state.waiting, effect)


def _join(state: CrushCounters, ids: Sequence[str]) -> None:
    waiting = {effect.id: effect for effect in state.waiting}
    joined = [waiting[one] for one in ids if one in waiting]
    state.chain = (*state.chain, *joined)
    state.waiting = tuple([effect for effect in state.waiting if effect not in joined])
    if joined:
        asked = opposite(state, joined[-1].seat)
        before = None if state.only_waiting else state.window
        state.window, state.second_window = asked, before if before != asked else None
        state.own_link, state.only_waiting = joined[-1].seat, False


def effect_began(draft: CrushDraft, recorded: Recorded[ev.EffectBegan]) -> None:  # noqa: ARG001 -- the shape of all
    state = draft.state
    afresh(state)
    if state.chain:
        top(state, struct_with(state.chain[-1], begun=True))


def _answered(state: CrushCounters, question: str) -> Effect | None:
    """Return the newest effect, which has asked the question that is answered now; None where there is none."""
    if not state.chain:
        return None
    effect = state.chain[-1]
    return struct_with(effect, answered=(*effect.answered, *[asked.what for asked in state.pending if asked.id == question]))


_FROM: Mapping[str, Callable[[SeatKey], str]] = {"from-hand": hand_place, "from-camp": camp}
"""Where cards stay that were chosen, until a place is chosen for them: all know that."""


def effect_answered(draft: CrushDraft, recorded: Recorded[ev.EffectAnswered]) -> None:
    state, event = draft.state, recorded.event
    place = next((_FROM[asked.what](event.seat) for asked in state.pending if asked.id == event.answers and asked.what in _FROM), None)
    if place is not None:
        for card, number in Counter(card for card in event.cards if isinstance(card, str) and known(card)).items():
            draft.table.tell(place, (card,), number)
    effect = _answered(state, event.answers)
    if effect is not None:
        given = struct_with(
            effect,
            slots=event.slots or effect.slots,
            cells=event.cells or effect.cells,
            indices=event.indices or effect.indices,
            cards=event.cards or effect.cards,
        )
        top(state, given)


def hand_discarded(draft: CrushDraft, recorded: Recorded[ev.HandDiscarded]) -> None:
    event = recorded.event
    draft.table.drop(event.seat, event.cards, hell(event.seat))
    draft.state.busy = True
    effect = _answered(draft.state, event.answers)
    if effect is not None:
        top(draft.state, struct_with(effect, cards=event.cards))


def _only_answered(state: CrushCounters, question: str) -> None:
    effect = _answered(state, question)
    if effect is not None:
        top(state, effect)


def search_failed(draft: CrushDraft, recorded: Recorded[ev.SearchFailed]) -> None:
    effect = _answered(draft.state, recorded.event.answers)
    if effect is not None:
        top(draft.state, struct_with(effect, declined=True))


def card_fetched(draft: CrushDraft, recorded: Recorded[ev.CardFetched]) -> None:
    event = recorded.event
    draft.table.pull(camp(event.seat), event.seat, event.card)
    draft.state.busy = True
    _only_answered(draft.state, event.answers)


def dice_burned(draft: CrushDraft, recorded: Recorded[ev.DiceBurned]) -> None:
    state, event = draft.state, recorded.event
    state.burned = tuple(sorted({*state.burned, *event.dice}))
    state.busy = True
    _only_answered(state, event.answers)


def step_ended(draft: CrushDraft, recorded: Recorded[ev.StepEnded]) -> None:
    state, event = draft.state, recorded.event
    if state.chain:
        over = state.chain[-1]
        # The next sentence remembers nothing of this one but what "it" is.
        top(state, Effect(over.id, over.seat, over.card, over.line, over.slot, event.that, over.x, over.begun, event.step + 1))


def effect_ended(draft: CrushDraft, recorded: Recorded[ev.EffectEnded]) -> None:
    state = draft.state
    state.chain = tuple(effect for effect in state.chain if effect.id != recorded.event.id)


def attack_ended(draft: CrushDraft, recorded: Recorded[ev.AttackEnded]) -> None:  # noqa: ARG001 -- the same
    draft.state.attack = None
    afresh(draft.state)


CHAIN_EVOLVE: Mapping[type, Evolver] = {
    ev.EffectTriggered: effect_triggered,
    ev.EffectsQueued: lambda draft, recorded: _join(draft.state, recorded.event.ids),
    ev.ChainOrdered: lambda draft, recorded: _join(draft.state, recorded.event.ids[::-1]),
    ev.EffectBegan: effect_began,
    ev.EffectAnswered: effect_answered,
    ev.HandDiscarded: hand_discarded,
    ev.CardFetched: card_fetched,
    ev.SearchFailed: search_failed,
    ev.DiceBurned: dice_burned,
    ev.StepEnded: step_ended,
    ev.EffectEnded: effect_ended,
    ev.AttackEnded: attack_ended,
}
