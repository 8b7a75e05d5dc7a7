"""What a seat does where the cards' texts are read, in one sentence each."""

from __future__ import annotations

from typing import assert_never

from records.core.faces import Face
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model.effect_commands import ChoosePermanents, Recover
from records.games.castle_rampage.model.position import CastlePosition, Pays

MORE_STRENGTH = "optional-discard-bonus"
"""What cards are paid for beside what a card costs (8.7)."""


def tell_play(command: cmd.Play) -> Sentence:
    """Return that a card is played, alone or with others, and what is paid."""
    card, along = CardRef(str(command.card)), _refs(command.with_cards)
    costs = paid_cards(tuple(part for part in command.pays if part[0] != MORE_STRENGTH))
    more = paid_cards(tuple(part for part in command.pays if part[0] == MORE_STRENGTH))
    if costs and more:
        text = N_("%(seat)s plays %(card)s, pays %(paid)s and for more strength %(more)s.")
        if along:
            text = N_("%(seat)s plays %(card)s with %(along)s, pays %(paid)s and for more strength %(more)s.")
        return Sentence(text, {"seat": SeatRef(command.seat), "card": card, "along": along, "paid": costs, "more": more})
    paid = costs or more
    if along and paid:
        text = N_("%(seat)s plays %(card)s with %(along)s and pays %(paid)s.")
        return Sentence(text, {"seat": SeatRef(command.seat), "card": card, "along": along, "paid": paid})
    if along:
        return Sentence(N_("%(seat)s plays %(card)s with %(along)s."), {"seat": SeatRef(command.seat), "card": card, "along": along})
    if paid:
        return Sentence(N_("%(seat)s plays %(card)s and pays %(paid)s."), {"seat": SeatRef(command.seat), "card": card, "paid": paid})
    return Sentence(N_("%(seat)s plays %(card)s."), {"seat": SeatRef(command.seat), "card": card})


def paid_cards(pays: Pays) -> tuple[CardRef, ...]:
    """Return all cards that are paid, in the order in which they are."""
    return _refs(tuple(card for _purpose, cards in pays for card in cards))


def _refs(cards: tuple[Face, ...]) -> tuple[CardRef, ...]:
    return tuple(CardRef(str(card)) for card in cards)


def tell_power(position: CastlePosition, command: cmd.Slip | cmd.SendVeteran | cmd.Answer) -> Sentence:
    """Return what is done beside playing a card, or answered."""
    seat = SeatRef(command.seat)
    match command:
        case cmd.Slip():
            return Sentence(N_("%(seat)s slips %(card)s under the enemy Gate."), {"seat": seat, "card": _refs(command.card.faces)})
        case cmd.SendVeteran():
            return Sentence(N_("%(seat)s attacks with the Veteran in the display."), {"seat": seat})
        case cmd.ChooseTarget():
            gate = command.pile.startswith("gate:")
            return Sentence(N_("%(seat)s attacks the Gate.") if gate else N_("%(seat)s attacks the Castle."), {"seat": seat})
        case cmd.PlayLastResort():
            return Sentence(N_("%(seat)s weakens the attack with %(card)s."), {"seat": seat, "card": CardRef(str(command.card))})
        case cmd.DeclineDefence():
            return Sentence(N_("%(seat)s lets the attack come."), {"seat": seat})
        case cmd.AnswerRobber():
            text = N_("%(seat)s takes the defeated card.") if command.takes else N_("%(seat)s leaves the defeated card.")
            return Sentence(text, {"seat": seat})
        case cmd.Discard():
            return Sentence(N_("%(seat)s discards %(cards)s."), {"seat": seat, "cards": _refs(command.cards)})
        case Recover():
            return Sentence(N_("%(seat)s takes %(card)s from the discard pile."), {"seat": seat, "card": CardRef(str(command.card))})
        case ChoosePermanents():
            cards = _refs(tuple(position.table.slots[slot].face for slot in command.slots))
            return Sentence(N_("%(seat)s destroys permanent cards: %(slots)s."), {"seat": seat, "slots": cards})
        case _:
            assert_never(command)
