"""How a batch goes on after a decision: windows, the chain, the attack, and who has won (§ 7.2 to 7.4, 10.1)."""

from __future__ import annotations

from records.core.ids import SeatKey
from records.core.position import Chance
from records.core.shared import GameDrawn, GameWon
from records.errors import MalformedCommand
from records.games.creature_crush.deciding.asking import ask_seat
from records.games.creature_crush.deciding.destroying import bury_dead
from records.games.creature_crush.deciding.flipping import could_flip
from records.games.creature_crush.deciding.refusals import must_be_asked
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.deciding.striking import strike
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model.commands import OrderChain
from records.games.creature_crush.model.places import camp
from records.games.creature_crush.model.position import CrushCounters, CrushScript
from records.games.creature_crush.resolving.resolve import carry_out


def go_on(script: CrushScript, chance: Chance) -> None:
    """Carry out pending effects until a seat is asked, the game is over, or nothing is left."""
    while script.state.outcome is None and not script.state.pending:
        state = script.state
        if state.chain and state.chain[-1].begun:
            if state.waiting and not _amid(state) and state.rules["new_triggers"] == "at once":
                _queue(script)
            else:
                carry_out(script, chance)
            continue
        sight = bury_dead(script, chance, "7.3")
        if state.waiting:
            _queue(script)
        elif _window(script, sight):
            return
        elif state.chain:
            carry_out(script, chance)
        elif state.attack is not None:
            strike(script, chance, state.attack)
        else:
            _win(script, sight)
            return


def _amid(state: CrushCounters) -> bool:
    """Whether the newest effect is in the middle of a sentence."""
    effect = state.chain[-1]
    return bool(effect.answered or effect.dice or effect.declined or effect.did or effect.slots)


def _queue(script: CrushScript) -> None:
    """Waiting effects join the chain; of several the seat on turn is asked in which order they are carried out."""
    state = script.state
    ids = tuple(effect.id for effect in state.waiting)
    if len(ids) > 1 and state.active is not None:
        ask_seat(script, state.active, "order", "7.2", least=len(ids), most=len(ids))
    else:
        script.write(ch.EffectsQueued(rule="7.2", ids=ids))


def order_chain(script: CrushScript, command: OrderChain) -> None:
    """The seat on turn says in which order simultaneous effects are carried out (7.2)."""
    asked = must_be_asked(script, command.seat, "order")
    if sorted(command.ids) != sorted(effect.id for effect in script.state.waiting):
        raise MalformedCommand(f"every waiting effect is named once: {[effect.id for effect in script.state.waiting]}")
    script.write(ch.ChainOrdered(rule="7.2", seat=command.seat, answers=asked.id, ids=command.ids))


def _window(script: CrushScript, sight: Sight) -> bool:
    """Ask who may answer what has just happened, if anybody could by what everybody sees (7.4)."""
    state = script.state
    if not sight.crush_cards or state.rules["flip_window"] == "never asked":
        return False
    again = state.asked_again if state.rules["own_link"] == "yes" else None
    own = state.asked_itself if state.rules["own_window"] == "asked too" else None
    window, second, only_waiting = state.window, state.second_window, state.only_waiting
    for seat, waiting in ((again, False), (own, True), (window, only_waiting), (second, only_waiting)):
        if seat is not None and could_flip(sight, seat, only_waiting=waiting):
            ask_seat(script, seat, "respond", "7.4", least=0)
            return True
    return False


def _win(script: CrushScript, sight: Sight) -> None:
    """Nothing is under way: a seat without cards has lost (10.1)."""
    state = script.state
    if state.phase == "set-up" or state.active is None:
        return
    in_hand, in_deck = script.table.in_hand, script.table.in_deck
    lost = [seat for seat in state.seats if not in_hand(seat) and not in_deck(camp(seat)) and _lost(sight, seat)]
    if not lost:
        return
    if len(lost) > 1:
        if state.rules["both_lost"] == "draw":
            script.write(GameDrawn(rule="10.1", why="both lost"))
            return
        lost = [state.other(state.active) if state.rules["both_lost"] == "active seat wins" else state.active]
    for seat in lost:
        script.write(GameWon(rule="10.1", seat=state.other(seat), why="no card left"))


def _lost(sight: Sight, seat: SeatKey) -> bool:
    """Whether a seat without hand and camp has no card left: none but in the hell or held by the enemy, or none but in the hell."""
    here = (*sight.standing(seat), *sight.laid(seat))
    if any(sight.owner(slot) == seat for slot in here):
        return False
    wherever = sight.state.rules["win_test"] == "all owned cards in the hell"
    return not wherever or all(sight.owner(slot) != seat for slot in (*sight.creatures, *sight.crush_cards))
