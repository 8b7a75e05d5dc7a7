"""Crush cards are turned up: in the own battle phase, or as an answer to what has just happened (§ 5.3, 7.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from records.core.editions.found import found_in
from records.core.ids import SeatKey, SlotId
from records.core.sentences import N_, CardRef
from records.games.creature_crush.cards import Card
from records.games.creature_crush.deciding.conditions import abilities, all_hold, answering, awaited
from records.games.creature_crush.deciding.refusals import must_be_asked, must_be_in, must_go_on, refuse
from records.games.creature_crush.deciding.sight import Sight, Source, sight_of
from records.games.creature_crush.deciding.triggers import Triggered, trigger, watching
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.lines import Ability
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import turn_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.commands import Flip, Pass
from records.games.creature_crush.model.position import CrushCounters, CrushScript

MAY_BE_DECLINED = ("respond", "may", "from-hand", "from-camp")
"""Questions that may be passed."""


def face_down(sight: Sight, seat: SeatKey) -> tuple[SlotId, ...]:
    """Return the crush cards of a seat that may be turned up at all."""
    there = sight.laid(seat)
    if not there:
        return ()
    same_turn = sight.state.rules["flip_same_turn"] == "yes"
    return tuple([slot for slot in there if not sight.up(slot) and (same_turn or not sight.borne(slot).laid)])


def flips(sight: Sight, seat: SeatKey, slot: SlotId, card: Card) -> tuple[int, Ability, tuple[SlotId, ...]] | None:
    """Return the line of a card by which a seat may turn it up now, and what "it" is; None where it may not."""
    state, x = sight.state, sight.borne(slot).paid
    if x and not card.any_dice and card.cost != x:
        return None
    source, answers, own = Source(seat, slot, x), bool(state.pending), state.active == seat
    for nth, ability in abilities(card, "flip"):
        if not all_hold(sight, ability, source):
            continue
        if awaited(ability) is not None:
            moment = answering(sight, ability, source)
            if moment is not None and (answers or (own and state.rules["own_window"] == "not asked")):
                return nth, ability, (moment.slot,) if moment.slot else ()
        elif (own or ability.conditions) and (answers or _in_time(state, seat, ability)):
            return nth, ability, ()
    return None


def _in_time(state: CrushCounters, seat: SeatKey, ability: Ability) -> bool:
    """Whether a seat may turn up unasked what waits for no event: in its battle phase, and as switches say besides (5.3, 7.4)."""
    if state.active != seat:
        return state.rules["enemy_turn_flips"] == "whenever the condition holds" and bool(ability.conditions)
    if state.phase == "battle" or state.rules["own_flips"] == "any time in the own turn":
        return True
    return state.rules["own_flips"] == "with a condition any time in the own turn" and bool(ability.conditions)


def could_flip(sight: Sight, seat: SeatKey, *, only_waiting: bool = False) -> bool:
    """Whether, by what everybody sees, some crush card that a seat may have laid could be turned up now in answer.

    With ``only_waiting`` one that waits for what has happened: who brought it about could have turned up others before.
    """
    there = face_down(sight, seat)
    if not there:
        return False
    lines, waits = found_in(sight.state.cards, _flip_lines), {moment.what for moment in sight.state.moments}
    able = [line for wait in ("", *waits) if wait or not only_waiting for line in lines.get(wait, ())]
    return any(_fits(sight, Source(seat, slot, sight.borne(slot).paid), able) for slot in there)


class FlipLine(NamedTuple):
    """A line by which a crush card is turned up."""

    dice: int | None
    """How many are burned for the card; None where its owner chooses."""
    ability: Ability
    waits: Happens | None


def _flip_lines(cards: Mapping[str, Card]) -> Mapping[str, Sequence[FlipLine]]:
    """Return the lines of all crush cards by what they wait for, "" for nothing."""
    found: dict[str, list[FlipLine]] = {}
    for card in cards.values():
        for _nth, ability in () if card.creature else abilities(card, "flip"):
            waits = awaited(ability)
            found.setdefault(waits.event if waits is not None else "", []).append(
                FlipLine(None if card.any_dice else card.cost, ability, waits)
            )
    return found


def _fits(sight: Sight, source: Source, able: Sequence[FlipLine]) -> bool:
    """Whether a card that lies face down could have one of these lines, by the dice that were burned for it."""
    own, x = sight.state.active == source.seat, source.x
    for dice, ability, waits in able:
        if (x and dice is not None and dice != x) or (waits is None and not own and not ability.conditions):
            continue
        if all_hold(sight, ability, source) and (waits is None or answering(sight, ability, source) is not None):
            return True
    return False


def flip(script: CrushScript, command: Flip) -> None:
    """Turn a crush card up; its effect joins the chain."""
    seat, state = command.seat, script.state
    must_go_on(script, seat)
    asked = None
    if state.pending:
        asked = must_be_asked(script, seat, "respond")
    elif state.active in (None, seat) or state.rules["enemy_turn_flips"] == "after events":
        must_be_in(script, seat, "battle" if state.rules["own_flips"] == "battle phase and windows" else "", "5.3")
    sight = sight_of(script)
    if command.slot not in sight.laid(seat) or sight.up(command.slot):
        raise refuse("flip", seat, "5.3", N_("Only a face-down crush card of the player's own can be turned up."))
    if command.slot not in face_down(sight, seat):
        raise refuse("flip-laid", seat, "5.3", N_("It was laid in this turn."))
    card = state.card(command.card)
    found = flips(sight, seat, command.slot, card) if card is not None else None
    if card is not None and found is None:
        raise refuse("flip-when", seat, "5.3", N_("%(card)s cannot be turned up now."), card=CardRef(card.name))
    x = sight.borne(command.slot).paid
    script.write(
        ev.CrushFlipped(rule="5.3", seat=seat, slot=command.slot, card=command.card, answers=asked.id if asked is not None else "")
    )
    if found is not None:
        nth, _ability, that = found
        trigger(script, Triggered(seat, command.card, nth, "5.3", command.slot, that, x))
        script.write(ch.EffectsQueued(rule="7.2", ids=(script.state.waiting[-1].id,)))
    trigger(script, *watching(sight_of(script), Happened("flipped", command.slot)))


def skip(script: CrushScript, command: Pass) -> None:
    """Answer nothing, or decline."""
    asked = must_be_asked(script, command.seat, *MAY_BE_DECLINED)
    script.write(ev.Passed(rule="7.4" if asked.what == "respond" else "7.5", seat=command.seat, answers=asked.id))
