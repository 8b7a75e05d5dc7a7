"""What the events of the cards' texts do to the table and the counters. Total, no rules, and it never reads the table."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.position import Draft
from records.core.shared import Asked
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import Bonus, CardInPlay, CastleCounters
from records.values import struct_with

CastleDraft = Draft[CastleCounters]
DEBT = ("attack", "owed")
"""What the names of the steps begin with in which fallen cards make seats discard."""


def asked(draft: CastleDraft, recorded: Recorded[Asked]) -> None:
    """The play under way goes on at the step that asked, which ``why`` names."""
    state, event = draft.state, recorded.event
    state.pending = (*state.pending, event)
    if state.playing is not None and state.playing.step != event.why:
        state.playing = struct_with(state.playing, step=event.why, answered=0)


def answered(draft: CastleDraft) -> None:
    """A question of the step is answered; every decision with ``answers`` says so."""
    state = draft.state
    if state.playing is not None:
        state.playing = struct_with(state.playing, answered=state.playing.answered + 1)


def card_slipped(draft: CastleDraft, recorded: Recorded[pe.CardSlipped]) -> None:
    event = recorded.event
    for _purpose, cards in event.pays:
        draft.table.drop(event.seat, cards, ev.DISCARD)
    draft.table.lay(event.seat, event.pile, event.slot, event.card, "bottom")
    begun(draft)
    draft.state.strengthened = draft.state.strengthened or event.strengthens


def begun(draft: CastleDraft) -> None:
    """A card is played from the hand."""
    state = draft.state
    state.played, state.owed, state.playing = state.played + 1, (), None
    if state.plays_left is not None:
        state.plays_left -= 1


def veteran_sent(draft: CastleDraft, recorded: Recorded[pe.VeteranSent]) -> None:
    event, state = recorded.event, draft.state
    state.sent, state.owed = True, ()
    state.playing = CardInPlay(event.seat, event.card, recorded.v, slot=event.slot)


def target_chosen(draft: CastleDraft, recorded: Recorded[pe.TargetChosen]) -> None:
    state = draft.state
    if state.playing is not None:
        state.playing = struct_with(state.playing, answered=state.playing.answered + 1, target=recorded.event.pile)


def top_discarded(draft: CastleDraft, recorded: Recorded[pe.TopDiscarded]) -> None:
    draft.table.reveal(recorded.event.slot, recorded.event.card)
    draft.table.sweep(recorded.event.slot, ev.DISCARD)


def bonus_gained(draft: CastleDraft, recorded: Recorded[pe.BonusGained]) -> None:
    event = recorded.event
    draft.state.bonuses = (*draft.state.bonuses, Bonus(event.source, event.amount, event.until))


def bonus_lapsed(draft: CastleDraft, recorded: Recorded[pe.BonusLapsed]) -> None:
    event, left = recorded.event, list(draft.state.bonuses)
    gone = next((bonus for bonus in left if (bonus.source, bonus.amount) == (event.source, event.amount)), None)
    if gone is not None:
        left.remove(gone)
    draft.state.bonuses = tuple(left)


def defence_checked(draft: CastleDraft, recorded: Recorded[pe.DefenceChecked]) -> None:
    event, attack = recorded.event, draft.state.attack
    draft.table.tell(f"hand:{event.seat}", event.cards, *((1, None) if event.holds else (0, 0)))
    if attack is not None and not event.holds:
        draft.state.attack = struct_with(attack, defended=True)


def last_resort_played(draft: CastleDraft, recorded: Recorded[pe.LastResortPlayed]) -> None:
    answered(draft)
    draft.table.drop(recorded.event.seat, (recorded.event.card,), ev.DISCARD)


def defence_declined(draft: CastleDraft, recorded: Recorded[pe.DefenceDeclined]) -> None:  # noqa: ARG001 -- the shape of all
    answered(draft)
    state = draft.state
    if state.attack is not None and not state.attack.defended:
        state.attack = struct_with(state.attack, defended=True)


def attack_weakened(draft: CastleDraft, recorded: Recorded[pe.AttackWeakened]) -> None:
    event, state = recorded.event, draft.state
    if state.attack is not None:
        state.attack = struct_with(state.attack, strength=event.strength)
    if state.playing is not None:
        state.playing = struct_with(state.playing, weakened=state.playing.weakened + event.amount)


def attack_cancelled(draft: CastleDraft, recorded: Recorded[pe.AttackCancelled]) -> None:  # noqa: ARG001 -- the same
    draft.state.attack = None


def attack_strengthened(draft: CastleDraft, recorded: Recorded[pe.AttackStrengthened]) -> None:
    if draft.state.attack is not None:
        draft.state.attack = struct_with(draft.state.attack, strength=recorded.event.left)


def robber_answered(draft: CastleDraft, recorded: Recorded[pe.RobberAnswered]) -> None:
    answered(draft)
    if draft.state.attack is not None:
        draft.state.attack = struct_with(draft.state.attack, robs=recorded.event.takes)


def hand_discarded(draft: CastleDraft, recorded: Recorded[pe.HandDiscarded]) -> None:
    event, state = recorded.event, draft.state
    answered(draft)
    draft.table.drop(event.seat, event.cards, ev.DISCARD)
    if any(question.id == event.answers and question.why.startswith(DEBT) for question in state.pending):
        state.owed = tuple(debt for debt in state.owed if debt[0] != event.seat)


def hand_card_hit(draft: CastleDraft, recorded: Recorded[pe.HandCardHit]) -> None:
    event, state = recorded.event, draft.state
    draft.table.drop(event.seat, event.cards, ev.DISCARD)
    state.owed = tuple(debt for debt in state.owed if debt[0] != event.seat)


POWER_EVOLVE: Mapping[type, Evolver] = {
    Asked: asked,
    pe.CardSlipped: card_slipped,
    pe.VeteranSent: veteran_sent,
    pe.TargetChosen: target_chosen,
    pe.CostPaid: lambda draft, recorded: draft.table.drop(recorded.event.seat, recorded.event.cards, ev.DISCARD),
    pe.TopDiscarded: top_discarded,
    pe.BonusGained: bonus_gained,
    pe.BonusLapsed: bonus_lapsed,
    pe.DefenceChecked: defence_checked,
    pe.LastResortPlayed: last_resort_played,
    pe.DefenceDeclined: defence_declined,
    pe.AttackWeakened: attack_weakened,
    pe.AttackCancelled: attack_cancelled,
    pe.AttackStrengthened: attack_strengthened,
    pe.RobberAnswered: robber_answered,
    pe.HandDiscarded: hand_discarded,
    pe.HandCardHit: hand_card_hit,
    pe.PermanentDestroyed: lambda draft, recorded: draft.table.sweep(recorded.event.slot, ev.DISCARD),
}
