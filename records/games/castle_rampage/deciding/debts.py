"""What fallen Bombers and Spies make seats discard (§ 13.6-13.13)."""

from __future__ import annotations

from records.core.faces import Face
from records.core.ids import PileId, SeatKey
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers.hooks import Act, Fallen

DISCARD = "discard"


def owes(act: Act, does: Fallen, pile: PileId) -> tuple[tuple[SeatKey, int], ...]:
    """Return who owes how many cards for one that falls in ``pile``: the attacker first."""
    attacker, opponent = act.seat, act.enemy
    if ev.owner(pile) == act.seat and act.state.rules["own_side_discards"] == "mirrored":
        attacker, opponent = opponent, attacker
    found = ((attacker, does.attacker_owes), (opponent, does.opponent_owes))
    return tuple((seat, number) for seat, number in found if number)


def due(at: CastleScript | CastlePosition, seat: SeatKey) -> int:
    """Return how many cards a seat must discard now for what has fallen."""
    state = at.state
    number = sum(cards for owing, cards in state.owed if owing == seat)
    hand = at.table.hands.get(seat)
    have = (hand.count if hand else 0) - len(spared(at, seat))
    return number if have >= number else max(have, 0) if state.rules["short_discard"] == "what is there" else 0


def spared(at: CastleScript | CastlePosition, seat: SeatKey) -> tuple[Face, ...]:
    """Return the cards that a Robber took in this play and that are not among those to be discarded."""
    playing = at.state.playing
    if playing is None or playing.seat != seat or at.state.rules["robbed_bomber"] != "spared":
        return ()
    return playing.robbed


def collect(act: Act) -> None:
    """Make the first seat that owes cards discard them, the attacker before the other; what a hand has not is not owed."""
    for seat in (act.seat, act.enemy):
        number = due(act.script, seat)
        if not number:
            continue
        rule = "13.6" if seat == act.seat else "13.7"
        if act.state.rules["discard_chosen_by"] == "owner":
            act.ask(rule, seat, DISCARD, number, number)
            return
        act.ask_table(pe.HandCardHit, seat=seat, number=number, rule=rule)
