"""The table of a simulated game: answers from the full position and a source of chance that is handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from records.core.asking.answering import DealerTable
from records.errors import ImpossibleEvent, NotNoted
from records.games.regicide.cards import CARDS
from records.games.regicide.model import answers
from records.games.regicide.model import events as ev
from records.games.regicide.model.position import CASTLE, DISCARD, HEAP, TAVERN, RegicidePosition

if TYPE_CHECKING:
    from records.core.asking.chance import Picker
    from records.core.events import Event
    from records.core.faces import Face
    from records.core.ids import DeckId
    from records.core.requests import ChanceRequest

F = TypeVar("F", bound="Face")
_NAMES = frozenset[object](CARDS)


def _hand(pick: Picker, position: RegicidePosition, request: ChanceRequest) -> Event:
    """A first hand: of an arranged Tavern its top cards, else any of it."""
    return answers.hand_dealt(request, pick.sample(_top(position, TAVERN, request.number), request.number))


def _royal(pick: Picker, position: RegicidePosition, request: ChanceRequest) -> Event:
    lying = _top(position, CASTLE, 1)
    lowest = min(CARDS[card].value for card in lying)  # a castle laid out as one block still shows its Jacks first
    return answers.royal_revealed(request, pick.choice([card for card in lying if CARDS[card].value == lowest]))


def _drawn(pick: Picker, position: RegicidePosition, request: ChanceRequest) -> Event:
    return answers.card_drawn(position, request, pick.choice(_top(position, TAVERN, 1)))


def _healed(pick: Picker, position: RegicidePosition, request: ChanceRequest) -> Event:
    table, number = position.table, request.number
    unseen = [str(face) for block in table.deck(HEAP) for face in _noted(block.faces, HEAP)]
    pile = [*map(str, _noted(table.zones.get(DISCARD, ()), DISCARD)), *unseen]
    mixed = pick.sample(pile, len(pile))
    return answers.healed(position, mixed[:number], mixed[number : number + 1])


def _top(position: RegicidePosition, deck: DeckId, number: int) -> tuple[str, ...]:
    blocks = position.table.deck(deck)
    if not blocks or blocks[0].count < number:
        raise ImpossibleEvent(f"{number} cards cannot be taken from {deck}, which has {blocks[0].count if blocks else 0} on top")
    return _noted(blocks[0].faces, deck)


def _noted(faces: tuple[F, ...] | None, place: str) -> tuple[F, ...]:
    if faces is None or not _NAMES.issuperset(faces):
        raise NotNoted(f"nobody noted what lies in {place}")
    return faces


Dealer = DealerTable({ev.HandDealt: _hand, ev.RoyalRevealed: _royal, ev.CardDrawn: _drawn, ev.Healed: _healed})
"""Takes cards from the top block of a deck, whose order nobody knows, by picking at random."""
