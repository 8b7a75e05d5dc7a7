"""The table of a simulated game: answers from the full position and a source of chance that is handed in."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.asking.answering import DealerTable
from records.core.asking.chance import Picker
from records.core.events import Event
from records.core.faces import known
from records.core.ids import DeckId, SeatKey
from records.core.requests import ChanceRequest
from records.errors import ImpossibleEvent
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu
from records.games.creature_crush.model.places import STACK, camp
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.recording import answers

DIE = (1, 2, 3, 4, 5, 6)


def _off(pick: Picker, position: CrushPosition, deck: DeckId, number: int) -> list[str]:
    """Return so many cards of a deck's top block, whose order nobody knows."""
    blocks = position.table.deck(deck)
    if not blocks or blocks[0].count < number:
        raise ImpossibleEvent(f"{number} cards cannot be taken from {deck}, which has {blocks[0].count if blocks else 0} on top")
    return pick.sample(_noted(blocks[0].faces, deck), number)


def _noted(faces: Sequence[str] | None, place: str) -> Sequence[str]:
    if faces is None or not all(map(known, faces)):
        raise ImpossibleEvent(f"nobody noted what lies in {place}")
    return faces


def _rolled(pick: Picker, _position: CrushPosition, request: ChanceRequest) -> Event:
    return answers.dice_rolled(request, [pick.choice(DIE) for _ in range(request.number)])


def _first(pick: Picker, position: CrushPosition, request: ChanceRequest) -> Event:
    return answers.first_rolled(request, [(seat, pick.choice(DIE)) for seat in position.state.seats])


def _hit(pick: Picker, _position: CrushPosition, request: ChanceRequest) -> Event:
    if request.slots:
        return answers.slots_hit(request, pick.sample(request.slots, request.number))
    return answers.indices_hit(request, pick.sample([int(number) for number in request.purpose.split()], request.number))


def _revealed(_pick: Picker, position: CrushPosition, request: ChanceRequest) -> Event:
    face = position.table.slots[request.slot].face
    if not known(face):
        raise ImpossibleEvent(f"nobody noted what lies in {request.slot}")
    return answers.card_revealed(request, face)


def _held(position: CrushPosition, seat: SeatKey) -> Sequence[str]:
    hand = position.table.hand(seat)
    if len(hand.faces) < hand.count or not hand.count:
        raise ImpossibleEvent(f"nobody noted what {seat} holds")
    return hand.faces


def _hand_hit(pick: Picker, position: CrushPosition, request: ChanceRequest) -> Event:
    return answers.hand_card_hit(request, pick.choice(_held(position, request.whose)))


def _looked(_pick: Picker, position: CrushPosition, request: ChanceRequest) -> Event:
    deck = camp(request.whose)
    return answers.camp_looked_through(request, [name for block in position.table.deck(deck) for name in _noted(block.faces, deck)])


Dealer = DealerTable(
    {
        su.CampDealt: lambda pick, position, request: answers.camp_dealt(request, _off(pick, position, STACK, request.number)),
        su.StackShuffled: lambda _pick, _position, request: answers.stack_shuffled(request),
        su.DraftDrawn: lambda pick, position, request: answers.draft_drawn(request, _off(pick, position, STACK, request.number)),
        su.CampShuffled: lambda _pick, _position, request: answers.camp_shuffled(request),
        su.FirstRolled: _first,
        su.HandDealt: lambda pick, position, request: answers.hand_dealt(
            request, _off(pick, position, camp(request.whose), request.number)
        ),
        tu.CardDrawn: lambda pick, position, request: answers.card_drawn(request, _off(pick, position, camp(request.whose), 1)[0]),
        tu.DiceRolled: _rolled,
        fe.SlotHit: _hit,
        fe.CardRevealed: _revealed,
        fe.HandCardHit: _hand_hit,
        fe.CampTopHit: lambda pick, position, request: answers.camp_top_hit(request, _off(pick, position, camp(request.whose), 1)[0]),
        fe.CampLookedThrough: _looked,
        fe.HandLookedAt: lambda _pick, position, request: answers.hand_looked_at(request, _held(position, request.whose)),
    }
)
"""Takes cards from the top block of a deck, whose order nobody knows, by picking at random."""
