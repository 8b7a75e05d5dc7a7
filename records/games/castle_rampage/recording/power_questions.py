"""What a scorekeeper is asked about defences, costs and chance, where the cards' texts are read."""

from __future__ import annotations

from records.core.asking.typed import AnswerOption, TableQuestion, card_options
from records.core.events import Event, name_of
from records.core.faces import known
from records.core.requests import ChanceRequest
from records.core.sentences import N_, SeatRef, Sentence
from records.games.castle_rampage.deciding.reactions import weakening
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.model.unseen import unseen
from records.games.castle_rampage.recording import answers


def defence(position: CastlePosition, request: ChanceRequest) -> Event | TableQuestion:
    """Ask whether the table found a card that weakens the attack."""
    seat = request.whose
    held, names = position.table.hands[seat], weakening(position.state)
    if any(card in names for card in held.faces):
        return answers.defence_checked(position, request, holds=True)
    if len(held.faces) == held.count:
        return answers.defence_checked(position, request, holds=False)
    return TableQuestion(
        event=name_of(pe.DefenceChecked),
        seat=seat,
        asks=Sentence(N_("Does the table say that %(seat)s may weaken the attack?"), {"seat": SeatRef(seat)}),
        options=(AnswerOption(key="yes", says=Sentence(N_("yes"))), AnswerOption(key="no", says=Sentence(N_("no")))),
        build=lambda keys: answers.defence_checked(position, request, holds=keys == ("yes",)),
    )


def top(position: CastlePosition, request: ChanceRequest) -> Event | TableQuestion:
    """Ask which card on top of a pile is discarded."""
    slot = request.slot
    lying = position.table.slots[slot]
    if isinstance(lying.face, str) and known(lying.face):
        return answers.top_discarded(request, lying.face)
    seat = ev.owner(lying.pile)
    gate = N_("Which card falls from the Gate of %(seat)s?")
    castle = N_("Which card falls from the Castle of %(seat)s?")
    return TableQuestion(
        event=name_of(pe.TopDiscarded),
        seat=seat,
        slot=slot,
        asks=Sentence(gate if lying.pile.startswith("gate:") else castle, {"seat": SeatRef(seat)}),
        options=card_options(unseen(position), unknown=True),
        build=lambda cards: answers.top_discarded(request, cards[0]),
    )


def hit(position: CastlePosition, request: ChanceRequest) -> TableQuestion:
    """Ask which cards of a hand chance has hit."""
    seat, number = request.whose, request.number
    held = position.table.hands[seat]
    hidden = held.count > len(held.faces)
    return TableQuestion(
        event=name_of(pe.HandCardHit),
        seat=seat,
        asks=Sentence(N_("Which cards of %(seat)s are discarded by chance?"), {"seat": SeatRef(seat)}),
        options=card_options((*held.faces, *(unseen(position) if hidden else ())), unknown=hidden),
        least=number,
        most=number,
        build=lambda cards: answers.hand_card_hit(request, cards),
    )
