"""What may be played, and what forbids it."""

from __future__ import annotations

from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.position import Chance
from records.core.sentences import N_, CardRef
from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.deciding.announcing import is_paid_for, paid_as, paid_for
from records.games.castle_rampage.deciding.costs import demands, must_pay
from records.games.castle_rampage.deciding.strength import standing
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.commands import Play, Slip, Strengthen
from records.games.castle_rampage.model.outcomes import slip_counts
from records.games.castle_rampage.model.position import CastleCounters
from records.games.castle_rampage.model.refusals import CastleScript, must_be_one, must_be_own, must_hold, refuse
from records.games.castle_rampage.powers import does_something, hooks_of, slips, takes_along
from records.games.castle_rampage.powers.hooks import Act

ATTACKS = ("attack", "fight-plan")
"""Kinds of cards that are played along with others."""


def slipping(state: CastleCounters) -> tuple[str, ...]:
    """Return the names of the cards that are."""
    return tuple(card.name for card in state.cards.values() if slips(card))


def plays_on(state: CastleCounters) -> bool:
    """Whether no card has ended the playing of this turn."""
    return state.plays_left is None or state.plays_left > 0


def must_play_on(script: CastleScript, seat: SeatKey) -> None:
    """No card has ended the playing of this turn."""
    if not plays_on(script.state):
        raise refuse("limit", seat, "10.14", N_("No further card may be played in this turn."))


def must_be_playable(script: CastleScript, chance: Chance, command: Play) -> None:
    """The card does something when it is played, nothing forbids it, and it is paid for."""
    state, seat = script.state, command.seat
    card = state.card(command.card)
    must_come_to_something(script, seat, card, command.with_cards)
    paid = [face for _purpose, cards in command.pays for face in cards]
    must_hold(script, seat, command.card, *command.with_cards, *paid)
    if card is None:
        return
    must_pay(script, seat, demands(state, card, command.with_cards), command.pays, besides=1 + len(command.with_cards))
    if command.picks and not any(hooks.picks for _power, hooks in hooks_of(card)):
        raise refuse("picks", seat, "2.3", N_("This card involves no choice."))
    powers_must_allow(script, chance, seat, card)


def must_come_to_something(script: CastleScript, seat: SeatKey, card: Card | None, along: tuple[Face, ...]) -> None:
    """The card does something when it is played, and nothing forbids it, whatever is paid; of None, that nobody noted it."""
    state = script.state
    must_play_on(script, seat)
    if card is not None:
        _must_do_something(card, seat)
        _must_not_be_forbidden(state, card, along, seat)
    _must_go_along(state, card, along, seat)


def powers_must_allow(script: CastleScript, chance: Chance, seat: SeatKey, card: Card) -> None:
    """No power of the card forbids playing it now."""
    for power, hooks in hooks_of(card):
        if hooks.playable is not None:
            hooks.playable(Act(script, chance, seat, card, power.name, hooks.rule), power)


def _must_do_something(card: Card, seat: SeatKey) -> None:
    if slips(card):
        raise refuse("slip", seat, "13.2", N_("%(card)s is put face down under the enemy Gate."), card=CardRef(card.name))
    if not does_something(card):
        powers = hooks_of(card)
        rule = powers[0][1].rule if powers else "2.3"
        raise refuse("nothing", seat, rule, N_("%(card)s does nothing when it is played in one's own turn."), card=CardRef(card.name))


def forbidden(state: CastleCounters, card: Card, along: tuple[Face, ...], seat: SeatKey) -> bool:
    """Whether a card, or what is played along with it, attacks in a turn in which its seat plays no attack cards."""
    if not state.forbidden or not any(who == seat and state.turn <= until for who, until in state.forbidden):
        return False
    return card.attack is not None or (bool(along) and state.rules["jester_under_diplomat"] == "without attack cards")


def _must_not_be_forbidden(state: CastleCounters, card: Card, along: tuple[Face, ...], seat: SeatKey) -> None:
    if not forbidden(state, card, along, seat):
        return
    if card.attack is not None:
        raise refuse("forbidden", seat, "10.3", N_("No attack card may be played in this turn."))
    raise refuse("forbidden", seat, "12.7", N_("No attack card may be played along in this turn."))


def _must_go_along(state: CastleCounters, card: Card | None, along: tuple[Face, ...], seat: SeatKey) -> None:
    if not along:
        return
    if card is not None and not takes_along(card):
        raise refuse("along", seat, "2.3", N_("No other card may be played along with this one."))
    for other in map(state.card, along):
        if other is not None and not goes_along(other):
            raise refuse("along", seat, "12.1", N_("%(card)s is not an attack card."), card=CardRef(other.name))


def goes_along(card: Card) -> bool:
    """Whether a card may be played along with a Jester."""
    return card.kind in ATTACKS and card.attack is not None


def must_send(script: CastleScript, seat: SeatKey, slot: SlotId) -> Face:
    """The card in this slot of the own display attacks, once a turn; returns its face."""
    state, table = script.state, script.table
    if slot not in table.piles.get(ev.display(seat), ()):
        raise refuse("display", seat, "9.6", N_("This card is not in the player's own display."))
    face = table.slots[slot].face
    card = state.card(face)
    attackers = {other.name for other, does in standing(script, seat) if does.attacks}
    if card is not None and card.name not in attackers:
        raise refuse("display", seat, "9.6", N_("%(card)s does not attack from the display."), card=CardRef(card.name))
    if state.sent:
        raise refuse("sent", seat, "9.9", N_("A permanent card has attacked in this turn already."))
    if slot in state.displayed and state.rules["veteran_new"] == "attacks from the next turn":
        raise refuse("sent", seat, "9.7", N_("It attacks from the next turn on."))
    if state.played > (slot in state.displayed) and state.rules["veteran_when"] == "before other cards":
        raise refuse("sent", seat, "9.6", N_("It attacks before other cards are played."))
    return face


def must_strengthen(script: CastleScript, command: Strengthen) -> None:
    """The card may be laid now, under this pile, and is paid for if it says so."""
    state, seat = script.state, command.seat
    must_be_one(command.card)
    must_strengthen_now(script, seat, command.pile)
    card = state.card(command.card.faces[0])
    must_lie_own(state, seat, card)
    costs = demands(state, card) if is_paid_for(state, card) else ()
    hidden = card is None and state.rules["ogre_seen_by"] == "its player"
    if command.pays and not costs and not (hidden and any(paid_as(script, seat, command.pays, paid_for(state)))):
        raise refuse("cost", seat, "3.3", N_("A strengthening has no cost."))
    must_hold(script, seat, *command.card.faces, *(face for _purpose, cards in command.pays for face in cards))
    if card is not None:
        must_pay(script, seat, costs, command.pays, besides=1)


def must_strengthen_now(script: CastleScript, seat: SeatKey, pile: PileId) -> None:
    """Some card may be laid now under this pile, as far as it does not depend on which."""
    state = script.state
    must_be_own(seat, pile, "3.2")
    if state.strengthened:
        raise refuse("strengthened", seat, "3.1", N_("Gate or Castle was strengthened in this turn already."))
    if state.played and state.rules["strengthening_when"] == "before other cards":
        raise refuse("late", seat, "3.1", N_("Gate and Castle are strengthened before other cards are played."))
    if pile == ev.gate(seat) and not script.table.piles.get(pile) and state.rules["fallen_gate"] == "stays fallen":
        raise refuse("pile", seat, "3.2", N_("A Gate that has fallen is not rebuilt."))
    if state.rules["limit_and_strengthening"] == "not allowed":
        must_play_on(script, seat)


def must_lie_own(state: CastleCounters, seat: SeatKey, card: Card | None) -> None:
    """The card may lie under its player's own piles."""
    if card is not None and slips(card) and state.powers and state.rules["purple_strengthens"] == "no spy or saboteur":
        raise refuse("purple", seat, "3.4", N_("%(card)s cannot be put under the player's own piles."), card=CardRef(card.name))


def must_slip(script: CastleScript, command: Slip) -> None:
    """The card is one that slips, may be played now, and is paid for."""
    state, seat = script.state, command.seat
    must_be_one(command.card)
    card = state.card(command.card.faces[0])
    if not state.powers or (card is not None and not slips(card)):
        raise refuse("slip", seat, "13.2", N_("This card cannot be put under the enemy Gate."))
    must_play_on(script, seat)
    if state.strengthened and slip_counts(state.rules):
        raise refuse("strengthened", seat, "13.3", N_("Gate or Castle was strengthened in this turn already."))
    must_hold(script, seat, *command.card.faces, *(face for _purpose, cards in command.pays for face in cards))
    if card is not None or not any(paid_as(script, seat, command.pays, slipping(state))):
        must_pay(script, seat, demands(state, card), command.pays, besides=1)
