"""Suit powers and the damage of a play (§ 4, 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from records.core.requests import ChanceRequest
from records.errors import Contradiction
from records.games.regicide.cards import Card, Suit
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import heal_count, lying, next_drawer, tells_itself
from records.games.regicide.model.position import RegicideCounters

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.position import Chance
    from records.games.regicide.model.refusals import RegicideScript

IN_ORDER: tuple[Suit, ...] = ("hearts", "diamonds", "clubs", "spades")
"""Hearts before Diamonds; the others only set what later steps count with."""


def immune(royal: Card, suit: Suit, state: RegicideCounters) -> bool:
    """Whether the royal blocks the power of a suit."""
    return royal.suit == suit and not state.cancelled


def damage_of(cards: Sequence[Card], royal: Card, state: RegicideCounters) -> int:
    """Return what a play takes off the royal: Clubs double it once."""
    without = state.rules["immunity"] == "power and damage"
    total = sum(card.value for card in cards if card.suit is not None and not (without and immune(royal, card.suit, state)))
    doubled = any(card.suit == "clubs" for card in cards) and not immune(royal, "clubs", state)
    return total * 2 if doubled else total


def use_powers(script: RegicideScript, chance: Chance, seat: SeatKey, cards: Sequence[Card], royal: Card) -> None:
    """Resolve the power of each suit of a play once, at the total of the play."""
    amount = sum(card.value for card in cards)
    suits = {card.suit for card in cards}
    for suit in IN_ORDER:
        if suit not in suits:
            continue
        if immune(royal, suit, script.state):
            _block(script, cards, suit, amount)
            continue
        if suit == "spades":
            script.write(ev.ShieldRaised(rule="4.6", amount=amount, total=script.state.shield + amount))
            continue
        rule = {"hearts": "4.2", "diamonds": "4.3"}.get(suit, "4.5")
        script.write(ev.PowerUsed(rule=rule, seat=seat, suit=suit, amount=amount))
        if suit == "hearts":
            _heal(script, chance)
        elif suit == "diamonds":
            draw_all(script, chance)


def _block(script: RegicideScript, cards: Sequence[Card], suit: Suit, amount: int) -> None:
    total = 0
    if suit == "spades":
        match script.state.rules["blocked_spades"]:
            case "total of the play":
                counts = amount
            case "the spades' own numbers":
                counts = sum(card.value for card in cards if card.suit == suit)
            case _:
                counts = 0
        total = script.state.blocked + counts
    script.write(ev.PowerBlocked(rule="2.2", suit=suit, amount=amount, total=total))


def _heal(script: RegicideScript, chance: Chance) -> None:
    number = heal_count(script.state, script.table)
    if not number:
        return
    told, left = tells_itself(script.state, script.table), lying(script.table) - number
    healed = script.ask(chance, ChanceRequest((ev.Healed,), number=number, rule="4.2"))
    if not isinstance(healed, ev.Healed) or healed.count != number:
        raise Contradiction(f"{number} cards go under the Tavern now, not: {healed}")
    if len(healed.moved if healed.unseen is None else healed.unseen.faces) != number:
        raise Contradiction(f"{number} cards go under the Tavern now, others are named: {healed}")
    if healed.unseen is None and not told:
        raise Contradiction("the discard pile may not be looked through, so nobody can tell which cards went under the Tavern")
    if len(healed.top) != (healed.unseen is not None and left > 0):
        raise Contradiction(f"{left} cards are left in the discard pile, {len(healed.top)} lie on top of it")


def draw_all(script: RegicideScript, chance: Chance) -> None:
    """Draw the cards of a power or a flip, one by one, as long as there are cards and room."""
    while (seat := next_drawer(script.state, script.table)) is not None:
        rule = "11.3" if script.state.refills else "4.3"
        drawn = script.ask(chance, ChanceRequest((ev.CardDrawn,), seat=seat, rule=rule))
        if not isinstance(drawn, ev.CardDrawn) or drawn.seat != seat or len(drawn.card.faces) != 1:
            raise Contradiction(f"{seat} draws a card now, not: {drawn}")
