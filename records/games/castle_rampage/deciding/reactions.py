"""What a seat is asked, and what a defender may still do: weaken an attack before it begins (§ 11)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from records.core.editions.found import found_in
from records.core.ids import SeatKey
from records.core.secret import ALL
from records.core.sentences import N_
from records.core.shared import Asked
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastleCounters, CastlePosition
from records.games.castle_rampage.model.refusals import CastleScript, must_go_on, refuse
from records.games.castle_rampage.powers import hooks_of
from records.games.castle_rampage.powers.hooks import Act, Strike

if TYPE_CHECKING:
    from records.games.castle_rampage.cards import Card

DEFENCE = "defence"


def open_question(at: CastleScript | CastlePosition, seat: SeatKey) -> Asked | None:
    """Return what a seat must answer next, if anything."""
    return next((asked for asked in at.state.pending if asked.seat == seat), None)


def must_be_asked(script: CastleScript, seat: SeatKey, answers: str, what: str, rule: str) -> Asked:
    """The answer is one to the question that is open for this seat; returns the question."""
    must_go_on(script, seat)
    asked = open_question(script, seat)
    if asked is None or asked.what != what or asked.id != answers:
        raise refuse("asked", seat, rule, N_("No such question was asked."))
    return asked


def weakening(state: CastleCounters) -> Mapping[str, int]:
    """Return the cards that can weaken an attack, with how much each takes from it."""
    return found_in(state.cards, _weakening)


def _weakening(cards: Mapping[str, Card]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for card in cards.values():
        amount = sum(hooks.weakens(power) for power, hooks in hooks_of(card) if hooks.weakens is not None)
        if amount:
            found[card.name] = amount
    return MappingProxyType(found)


def may_hold(at: CastleScript | CastlePosition, seat: SeatKey, cards: Mapping[str, int]) -> bool:
    """Whether a hand may hold one of ``cards`` by what everybody saw: not all copies lie open, in slots that all know, in shown hands."""
    if not at.table.hand(seat).count:
        return False
    table = at.table
    shown = [faces for other, hand in table.hands.items() if other != seat and hand.shown for who, faces in hand.shown if who == ALL]
    lying = [slot.seen for slot in table.slots.values() if slot.known_to == ALL]
    seen = [*table.zones.values(), lying, *shown]
    return any(sum(faces.count(name) for faces in seen) < at.state.cards[name].copies for name in cards)


def ask_defence(act: Act, strike: Strike) -> None:
    """Ask the seats that may weaken the declared attack, if it can be; on a table that looks, only those with a card for it."""
    state, attack = act.state, act.state.attack
    if attack is None or attack.defended or attack.strength <= 0:
        return
    seat = _defends(act, strike)
    cards = weakening(state)
    if seat is None or not may_hold(act.script, seat, cards):
        return
    if state.rules["last_resort"] == "table looks":
        checked = act.ask_table(pe.DefenceChecked, seat=seat, rule="11.4")
        if isinstance(checked, pe.DefenceChecked) and not checked.holds:
            return
    act.ask("11.1", seat, DEFENCE)


def _defends(act: Act, strike: Strike) -> SeatKey | None:
    """Return who may weaken this attack; None for nobody."""
    rules = act.state.rules
    if act.playing.slot is not None and rules["last_resort_on_veteran"] == "not allowed":
        return None
    if not strike.part:
        later = strike.second and act.playing.struck > 1
        return None if later and rules["last_resort_on_second"] == "not allowed" else act.enemy
    if rules["last_resort_on_both_sides"] == "weakens both parts":
        return None if strike.last else act.enemy
    return act.enemy if strike.side == "enemy" else act.seat


def weaken(script: CastleScript, card: object) -> None:
    """A card that weakens was played: the attack loses strength."""
    amount, attack = weakening(script.state).get(str(card), 0), script.state.attack
    if attack is not None and amount:
        script.write(pe.AttackWeakened(rule="11.1", amount=amount, strength=attack.strength - amount))
