"""What cards and plays are worth to a simulated player, by what its seat was shown."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.faces import Face, known
from records.core.ids import PileId, SeatKey
from records.core.viewers import sees
from records.games.castle_rampage.cards import Card, Power
from records.games.castle_rampage.deciding.costs import demands, times_paid
from records.games.castle_rampage.deciding.strength import standing
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.powers.attacking import jester_value

USUAL_DEFENCE = 2.4
"""What an unseen defender is taken for; the mean of the shipped catalogue is close to it."""
EFFECTS: Mapping[str, float] = {
    "draws": 1.5,
    "draws-first": 1.0,
    "recovers": 1.5,
    "forbids-attacks": 1.2,
    "makes-discard": 0.8,
    "looks-at-hand": 0.4,
    "destroys-permanent": 0.6,
    "steals-gate-cards": 2.5,
    "swaps-gate-cards": 0.8,
    "destroys-top": 3.0,
    "brings-in": 0.6,
    "discards-units": 1.0,
    "next-attack-bonus": 0.5,
}
"""What it is worth that a card does this, beside an attack."""


def worth(position: CastlePosition, face: Face) -> float:
    """Return what a card in the hand is worth, roughly in points of strength."""
    card = position.state.card(face)
    return USUAL_DEFENCE if card is None else _card_worth(card)


def _card_worth(card: Card) -> float:
    """Return the same of a card; the card keeps it."""
    found: float | None = card.__dict__.get("worth")
    if found is None:
        best = max(card.attack or 0, card.gate, card.castle)
        found = card.__dict__["worth"] = best + sum(EFFECTS.get(power.name, 0.3) for power in card.powers)
    return found


def defence(position: CastlePosition, seat: SeatKey, pile: PileId) -> float:
    """Return how strong the top card of a pile is, as far as a seat knows."""
    slots = position.table.piles.get(pile, ())
    return _slot_defence(position, seat, pile, slots[0]) if slots else 0.0


def _slot_defence(position: CastlePosition, seat: SeatKey, pile: PileId, name: str) -> float:
    slot = position.table.slots[name]  # type: ignore[index]  # a slot's id
    if sees(seat, slot.known_to) and isinstance(slot.face, str) and known(slot.face):
        return position.state.cards[slot.face].defence(pile)
    return USUAL_DEFENCE


def play_worth(position: CastlePosition, option: cmd.Play | cmd.SendVeteran) -> float:
    """Return what a play is worth; 0 or less for one that is better left."""
    face = option.card if isinstance(option, cmd.Play) else position.table.slots[option.slot].face
    card = position.state.card(face)
    if card is None:
        return 0.0
    if not position.state.powers:
        return _plain(position, option.seat, card)
    if isinstance(option, cmd.Play) and card.power("all-or-nothing"):
        return _all_or_nothing(position, option)
    if isinstance(option, cmd.SendVeteran):
        return 0.5 + _breaks(position, option.seat, card, _strength(position, option, card))
    gain = sum(_effect(position, option.seat, power) for power in card.powers) - 0.5
    if card.permanent:
        return 2.0 + gain
    if card.attack is None:
        return gain
    strength = _strength(position, option, card)
    return gain + _breaks(position, option.seat, card, strength) - 0.15 * strength


def _plain(position: CastlePosition, seat: SeatKey, card: Card) -> float:
    if card.permanent:
        return 100.0
    needed = defence(position, seat, _front(position, seat, card))
    return 20.0 - (card.attack or 0) if (card.attack or 0) >= needed else 0.0


def _front(position: CastlePosition, seat: SeatKey, card: Card) -> PileId:
    enemy = position.state.other(seat)
    passes = position.state.powers and card.power("ignores-gate")
    return ev.castle(enemy) if passes or not position.table.piles.get(ev.gate(enemy)) else ev.gate(enemy)


def _strength(position: CastlePosition, option: cmd.Play | cmd.SendVeteran, card: Card) -> int:
    pays = option.pays if isinstance(option, cmd.Play) else ()
    paid = sum(demand.amount * times_paid(demand, pays) for demand in demands(position.state, card) if demand.amount)
    display = sum(does.strengthens for _card, does in standing(position, option.seat))
    return (card.attack or 0) + paid + display + sum(bonus.amount for bonus in position.state.bonuses)


def _breaks(position: CastlePosition, seat: SeatKey, card: Card, strength: float) -> float:
    """What an attack of this strength should destroy: more for a card of the Castle, much for its last."""
    enemy, gain = position.state.other(seat), 0.0
    castle = ev.castle(enemy)
    piles = [castle] if _front(position, seat, card) == castle else [ev.gate(enemy), castle]
    for pile in piles:
        slots = position.table.piles.get(pile, ())
        for nth, slot in enumerate(slots, 1):
            strength -= _slot_defence(position, seat, pile, slot)
            if strength < 0:
                return gain
            gain += 1.0 if pile != castle else 2.0 if nth < len(slots) else 20.0
    return gain


def _all_or_nothing(position: CastlePosition, option: cmd.Play) -> float:
    """Worth it where the sum should break all of the Castle, with something to spare."""
    state, seat = position.state, option.seat
    both = state.rules["jester_two_values"] == "both values"
    cards = [card for card in map(state.card, option.with_cards) if card is not None]
    display = sum(does.strengthens for _card, does in standing(position, seat))
    strength = sum(jester_value(card, both=both) for card in cards) + display + sum(bonus.amount for bonus in state.bonuses)
    pile = ev.castle(state.other(seat))
    needed = sum(_slot_defence(position, seat, pile, slot) for slot in position.table.piles.get(pile, ()))
    return 30.0 if strength >= needed + 2 else -1.0


def _effect(position: CastlePosition, seat: SeatKey, power: Power) -> float:
    """What a power is worth now, beside an attack."""
    state, table = position.state, position.table
    enemy = state.other(seat)
    hand = table.hands.get(seat)
    held = [card for card in map(state.card, hand.faces if hand else ()) if card is not None]
    match power.name:
        case "attack-bonus":
            return 1.5 if sum(card.attack is not None and not card.permanent for card in held) > len(state.bonuses) else -1.0
        case "discards-units":
            return 2.0 - sum(card.unit for card in held)
        case "destroys-top":
            own = power.words.get("whose") == "both" and len(table.piles.get(ev.castle(seat), ())) <= 1
            last = len(table.piles.get(ev.castle(enemy), ())) <= 1
            return -50.0 if own else 20.0 if last else EFFECTS[power.name]
        case "steals-gate-cards" | "swaps-gate-cards":
            return EFFECTS[power.name] if table.piles.get(ev.gate(enemy)) else -1.0
        case "brings-in":
            gate, castle = (len(table.piles.get(pile, ())) for pile in (ev.gate(seat), ev.castle(seat)))
            return -1.0 if not gate else 1.5 if gate > castle else 0.3
        case "destroys-permanent":
            return 2.0 if table.piles.get(ev.display(enemy)) else 0.0
        case name:
            return EFFECTS.get(name, 0.0)
