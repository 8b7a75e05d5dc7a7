"""What the table may answer, as events; the dealer or the scorekeeper provides faces and dice."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.events import Event
from records.core.faces import Face
from records.core.ids import SeatKey, SlotId
from records.core.requests import ChanceRequest
from records.core.secret import secret
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu


def camp_dealt(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """A camp is dealt; the request says who sees it."""
    return su.CampDealt(rule=request.rule, seat=request.whose, cards=secret(*cards, to=request.shown_to))


def draft_drawn(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """Cards of the draft are drawn."""
    return su.DraftDrawn(rule=request.rule, seat=request.whose, cards=secret(*cards, to=request.shown_to))


def hand_dealt(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """A first hand is dealt."""
    return su.HandDealt(rule=request.rule, seat=request.whose, cards=secret(*cards, to=request.shown_to))


def card_drawn(request: ChanceRequest, card: Face) -> Event:
    """A card is drawn."""
    return tu.CardDrawn(rule=request.rule, seat=request.whose, card=secret(card, to=request.shown_to))


def first_rolled(request: ChanceRequest, rolls: Sequence[tuple[SeatKey, int]]) -> Event:
    """Each seat has rolled a die; the higher one begins."""
    (one, first), (other, second) = rolls
    begins = None if first == second else one if first > second else other
    return su.FirstRolled(rule=request.rule, rolls=tuple(rolls), begins=begins)


def dice_rolled(request: ChanceRequest, faces: Sequence[int]) -> Event:
    """Dice are rolled."""
    return tu.DiceRolled(rule=request.rule, seat=request.whose, faces=tuple(faces), why=request.purpose)


def slots_hit(request: ChanceRequest, slots: Sequence[SlotId]) -> Event:
    """Chance picks cards of the field; they are named in the order of the request."""
    return fe.SlotHit(rule=request.rule, slots=tuple(slot for slot in request.slots if slot in slots))


def indices_hit(request: ChanceRequest, indices: Sequence[int]) -> Event:
    """Chance picks cards of a hell."""
    return fe.SlotHit(rule=request.rule, indices=tuple(sorted(indices)))


def card_revealed(request: ChanceRequest, card: Face) -> Event:
    """A face-down card is turned up."""
    return fe.CardRevealed(rule=request.rule, slot=request.slot, card=card)


def hand_card_hit(request: ChanceRequest, card: Face) -> Event:
    """Chance picks a hand card."""
    return fe.HandCardHit(rule=request.rule, seat=request.whose, card=card)


def camp_top_hit(request: ChanceRequest, card: Face) -> Event:
    """The top card of a camp is destroyed."""
    return fe.CampTopHit(rule=request.rule, seat=request.whose, card=card)


def camp_looked_through(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """A camp is looked through; its order is not kept."""
    return fe.CampLookedThrough(rule=request.rule, seat=request.whose, cards=secret(*cards, to=request.shown_to))


def hand_looked_at(request: ChanceRequest, cards: Sequence[Face]) -> Event:
    """A hand is looked at by who else is shown it."""
    (by,) = (seat for seat in request.shown_to if seat != request.whose)
    return fe.HandLookedAt(rule=request.rule, seat=request.whose, by=SeatKey(by), cards=secret(*cards, to=request.shown_to))


def camp_shuffled(request: ChanceRequest) -> Event:
    """A camp is shuffled."""
    return su.CampShuffled(rule=request.rule, seat=request.whose)


def stack_shuffled(request: ChanceRequest) -> Event:
    """The stack is shuffled."""
    return su.StackShuffled(rule=request.rule)
