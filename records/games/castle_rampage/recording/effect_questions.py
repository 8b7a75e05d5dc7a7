"""What a scorekeeper is asked about effects."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.asking.answering import Asks
from records.core.asking.typed import TableQuestion, card_options
from records.core.events import Event, name_of
from records.core.faces import UNKNOWN
from records.core.ids import SeatKey
from records.core.requests import ChanceRequest
from records.core.sentences import N_, SeatRef, Sentence
from records.core.tables.hands import Hand
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.model.unseen import unseen
from records.games.castle_rampage.recording import effect_answers as answers


def _hand(position: CastlePosition, seat: SeatKey) -> tuple[Hand, tuple[str, ...], bool]:
    """The hand that is asked about, what may be in it, and whether all of it is noted."""
    hand = position.table.hands[seat]
    whole = len(hand.faces) == hand.count
    return hand, tuple(map(str, hand.faces)) + (() if whole else unseen(position)), whole


def _looked(position: CastlePosition, request: ChanceRequest) -> Event | TableQuestion:
    seat = request.whose
    held, possible, whole = _hand(position, seat)
    if whole:
        return answers.hand_looked_at(position, request, held.faces)
    return TableQuestion(
        event=name_of(ee.HandLookedAt),
        seat=seat,
        asks=Sentence(N_("Which cards does %(seat)s show to the other side?"), {"seat": SeatRef(seat)}),
        options=card_options(possible, unknown=True),
        least=held.count,
        most=held.count,
        build=lambda cards: answers.hand_looked_at(position, request, cards),
    )


def _units(position: CastlePosition, request: ChanceRequest) -> Event | TableQuestion:
    seat, named = request.whose, answers.units(position)
    held, possible, whole = _hand(position, seat)
    certain = [card for card in held.faces if card in named]
    if whole:
        return answers.units_discarded(position, request, certain)
    return TableQuestion(
        event=name_of(ee.UnitsDiscarded),
        seat=seat,
        asks=Sentence(N_("Which units does %(seat)s discard? None, if there are none."), {"seat": SeatRef(seat)}),
        options=card_options([card for card in possible if card in named], unknown=False),
        least=len(certain),
        most=held.count - len(held.faces) + len(certain),
        build=lambda cards: answers.units_discarded(position, request, cards),
    )


def _mixed(position: CastlePosition, request: ChanceRequest) -> Event:
    return answers.gate_mixed(position, request, (UNKNOWN,) * len(request.slots))


EFFECT_QUESTIONS: Mapping[type[Event], Asks] = {ee.HandLookedAt: _looked, ee.UnitsDiscarded: _units, ee.GateMixed: _mixed}
"""What the table answers about effects where the log has it already, else what the scorekeeper is asked."""
