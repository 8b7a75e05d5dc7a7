"""What cards and plays are worth to a simulated player, by what its seat was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from records.core.faces import UNKNOWN, Face, known
from records.core.ids import PileId, SeatKey
from records.core.viewers import sees
from records.games.castle_rampage.cards import Card, Power
from records.games.castle_rampage.deciding.costs import demands, times_paid
from records.games.castle_rampage.deciding.strength import standing
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.powers.attacking import jester_value
from records.lazily import lazily

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
    card = position.state.cards.get(face)  # type: ignore[arg-type]  # what is no name is not there
    return USUAL_DEFENCE if card is None else _card_worth(card)


def _card_worth(card: Card) -> float:
    """Return the same of a card; the card keeps it."""
    found: float | None = card.__dict__.get("worth")
    if found is None:
        best = max(card.attack or 0, card.gate, card.castle)
        found = card.__dict__["worth"] = best + sum(EFFECTS.get(power.name, 0.3) for power in card.powers)
    return found


class Outlook:
    """What a seat reckons with when it weighs its plays at a position: what it knows of the enemy, and what makes its attacks stronger."""

    def __init__(self, position: CastlePosition, seat: SeatKey) -> None:
        self.position, self.seat, self.powers = position, seat, position.state.powers
        self.enemy = position.state.other(seat)
        self._effects: dict[str, float] = {}
        self.front: Sequence[float] = self._defences(ev.gate(self.enemy))
        """How strong the cards of the enemy Gate are, top first, as far as the seat knows."""
        self.castle: Sequence[float] = self._defences(ev.castle(self.enemy))

    @lazily
    def display(self) -> int:
        """What the own display adds to an attack."""
        return sum(does.strengthens for _card, does in standing(self.position, self.seat))

    @lazily
    def bonuses(self) -> int:
        """What the bonuses of this turn add to it."""
        return sum(bonus.amount for bonus in self.position.state.bonuses)

    @lazily
    def held(self) -> Sequence[Card]:
        """The cards of the own hand."""
        return [card for card in map(self.position.state.card, self.position.table.hand(self.seat).faces) if card is not None]

    def effects(self, card: Card) -> float:
        """Return what a card's powers are worth now, beside an attack: however it is paid for."""
        found = self._effects.get(card.name)
        if found is None:
            found = self._effects[card.name] = sum(_effect(self, power) for power in card.powers)
        return found

    def lies(self, pile: PileId) -> int:
        """Return how many cards lie in a pile."""
        return len(self.position.table.piles.get(pile, ()))

    def past(self, card: Card) -> bool:
        """Whether an attack with a card meets the Castle first."""
        return not self.front or bool(self.powers and card.power("ignores-gate"))

    def _defences(self, pile: PileId) -> Sequence[float]:
        state, slots = self.position.state, self.position.table.slots
        found: list[float] = []
        for name in self.position.table.piles.get(pile, ()):
            slot = slots[name]
            seen = slot.face if sees(self.seat, slot.known_to) else UNKNOWN
            found.append(state.cards[seen].defence(pile) if isinstance(seen, str) and known(seen) else USUAL_DEFENCE)
        return found


def play_worth(outlook: Outlook, option: cmd.Play | cmd.SendVeteran) -> float:
    """Return what a play is worth; 0 or less for one that is better left."""
    position = outlook.position
    face = option.card if isinstance(option, cmd.Play) else position.table.slots[option.slot].face
    card = position.state.card(face)
    if card is None:
        return 0.0
    if not outlook.powers:
        return _plain(outlook, card)
    if isinstance(option, cmd.Play) and card.power("all-or-nothing"):
        return _all_or_nothing(outlook, option)
    if isinstance(option, cmd.SendVeteran):
        return 0.5 + _breaks(outlook, card, _strength(outlook, option, card))
    gain = outlook.effects(card) - 0.5
    if card.permanent:
        return 2.0 + gain
    if card.attack is None:
        return gain
    strength = _strength(outlook, option, card)
    return gain + _breaks(outlook, card, strength) - 0.15 * strength


def _plain(outlook: Outlook, card: Card) -> float:
    if card.permanent:
        return 100.0
    first = outlook.castle if outlook.past(card) else outlook.front
    needed = first[0] if first else 0.0
    return 20.0 - (card.attack or 0) if (card.attack or 0) >= needed else 0.0


def _strength(outlook: Outlook, option: cmd.Play | cmd.SendVeteran, card: Card) -> int:
    pays = option.pays if isinstance(option, cmd.Play) else ()
    asked = demands(outlook.position.state, card) if pays else ()
    paid = sum(demand.amount * times_paid(demand, pays) for demand in asked if demand.amount)
    return (card.attack or 0) + paid + outlook.display + outlook.bonuses


def _breaks(outlook: Outlook, card: Card, strength: float) -> float:
    """What an attack of this strength should destroy: more for a card of the Castle, much for its last."""
    gain, lies = 0.0, len(outlook.castle)
    for needed in () if outlook.past(card) else outlook.front:
        strength -= needed
        if strength < 0:
            return gain
        gain += 1.0
    for nth, needed in enumerate(outlook.castle, 1):
        strength -= needed
        if strength < 0:
            return gain
        gain += 2.0 if nth < lies else 20.0
    return gain


def _all_or_nothing(outlook: Outlook, option: cmd.Play) -> float:
    """Worth it where the sum should break all of the Castle, with something to spare."""
    state = outlook.position.state
    both = state.rules["jester_two_values"] == "both values"
    cards = [card for card in map(state.card, option.with_cards) if card is not None]
    strength = sum(jester_value(card, both=both) for card in cards) + outlook.display + outlook.bonuses
    return 30.0 if strength >= sum(outlook.castle) + 2 else -1.0


def _effect(outlook: Outlook, power: Power) -> float:
    """What a power is worth now, beside an attack."""
    enemy, seat = outlook.enemy, outlook.seat
    match power.name:
        case "attack-bonus":
            attackers = sum(card.attack is not None and not card.permanent for card in outlook.held)
            return 1.5 if attackers > len(outlook.position.state.bonuses) else -1.0
        case "discards-units":
            return 2.0 - sum(card.unit for card in outlook.held)
        case "destroys-top":
            own = power.words.get("whose") == "both" and outlook.lies(ev.castle(seat)) <= 1
            last = len(outlook.castle) <= 1
            return -50.0 if own else 20.0 if last else EFFECTS[power.name]
        case "steals-gate-cards" | "swaps-gate-cards":
            return EFFECTS[power.name] if outlook.front else -1.0
        case "brings-in":
            gate, castle = outlook.lies(ev.gate(seat)), outlook.lies(ev.castle(seat))
            return -1.0 if not gate else 1.5 if gate > castle else 0.3
        case "destroys-permanent":
            return 2.0 if outlook.lies(ev.display(enemy)) else 0.0
        case name:
            return EFFECTS.get(name, 0.0)
