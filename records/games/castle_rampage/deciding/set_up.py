"""Set-up: five cards each, two under the Gate, two under the Castle, one kept; and once more (§ 1)."""

from __future__ import annotations

import msgspec

from records.core.faces import none_of
from records.core.ids import SeatKey, slot_id
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.core.secret import audience
from records.core.sentences import N_
from records.core.shared import GameStarted
from records.errors import MalformedCommand
from records.games.castle_rampage.deciding.turn import begin_turn
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.commands import Place, Start
from records.games.castle_rampage.model.refusals import CastleScript, must_be_one, must_be_own, must_go_on, must_hold, refuse
from records.games.castle_rampage.powers.hooks import ask_table

ROUNDS = 2
SEATS = 2
HAND = 5
"""Cards that a seat is dealt in each round."""


def start(script: CastleScript, command: Start, chance: Chance) -> None:
    """Seat the players and deal the first round."""
    if len(command.seats) != SEATS or command.begins not in command.seats:
        raise MalformedCommand(f"two seats play, and one of them begins: {list(command.seats)}, {command.begins}")
    if list(command.switches) != sorted(dict(command.switches).items()):
        raise MalformedCommand(f"switches stand in the order of their names, each once: {list(command.switches)}")
    script.state.rules.with_settings(dict(command.switches))
    script.write(
        GameStarted(
            rule="1.1",
            seats=command.seats,
            begins=command.begins,
            variant=command.variant,
            switches=command.switches,
            chance=command.chance,
        )
    )
    _deal_round(script, chance)


def place(script: CastleScript, command: Place, chance: Chance) -> None:
    """Put one card down; after the last of a round comes the next round, or the first turn."""
    state = script.state
    must_go_on(script, command.seat)
    if state.phase != "setup":
        raise refuse("set-up", command.seat, "1.5", N_("The set-up is over."))
    must_be_own(command.seat, command.pile, "1.5")
    if command.pile not in state.to_place:
        raise refuse("placed", command.seat, "1.5", N_("There are two cards from this round already."))
    must_be_one(command.card)
    must_hold(script, command.seat, *command.card.faces)
    if any(
        one is not None and one.purple for one in map(state.card, command.card.faces)
    ):  # one that was drawn against the rules: those dealt are replaced
        raise refuse("placed", command.seat, "1.3", N_("No purple card goes under a Gate or a Castle at the start."))
    slot = slot_id(script.next)
    card = msgspec.structs.replace(command.card, known_to=audience(command.seat), hint=none_of(state.purple))
    script.write(ev.CardPlaced(rule="1.5", seat=command.seat, pile=command.pile, slot=slot, card=card))
    if state.to_place:
        return
    last = state.round == ROUNDS
    if script.table.zones.get(ev.ASIDE) and (last or state.rules["purple_returns"] == "after the round"):
        script.ask(chance, ChanceRequest((ev.PurpleShuffledIn,), rule="1.4"))
    if not last:
        _deal_round(script, chance)
    elif state.begins is not None:
        begin_turn(script, chance, state.begins, 1)


def _deal_round(script: CastleScript, chance: Chance) -> None:
    state = script.state
    redealt = state.rules["purple_at_start"] == "redealt"
    first = state.begins or state.seats[0]
    for seat in (first, state.other(first)):
        ask_table(script, chance, ChanceRequest((ev.HandDealt,), seat=seat, number=HAND, rule="1.2" if redealt else "1.3"))
        while redealt:
            shown = ask_table(script, chance, ChanceRequest((ev.PurpleShown, ev.NoPurpleHeld), seat=seat, rule="1.3"))
            if isinstance(shown, ev.NoPurpleHeld):
                break
            ask_table(script, chance, ChanceRequest((ev.PurpleReplaced,), seat=seat, number=_lacking(script, seat), rule="1.3"))


def _lacking(script: CastleScript, seat: SeatKey) -> int:
    """Return how many cards a seat gets for the purple ones that it laid aside: none where it holds too many, as by mistake."""
    rounds = script.state.round
    return max(0, HAND * rounds - (HAND - 1) * (rounds - 1) - script.table.hands[seat].count)
