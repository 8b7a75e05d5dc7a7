"""The table of a simulated game: answers from the full position and a source of chance that is handed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.errors import ImpossibleEvent
from records.games.regicide import answers
from records.games.regicide import events as ev
from records.games.regicide.cards import CARDS
from records.games.regicide.position import CASTLE, DISCARD, HEAP, TAVERN, RegicidePosition

if TYPE_CHECKING:
    from records.core.chance import Picker
    from records.core.events import Event
    from records.core.faces import Face
    from records.core.ids import DeckId
    from records.core.requests import ChanceRequest


class Dealer:
    """Takes cards from the top block of a deck, whose order nobody knows, by picking at random."""

    def __init__(self, picker: Picker) -> None:
        self._pick = picker

    def ask(self, position: RegicidePosition, request: ChanceRequest) -> Event:
        """Return the table's answer; ``position`` is that of the full log."""
        table = position.table
        match request.classes:
            case (ev.HandDealt,):
                return answers.hand_dealt(request, self._hand(position, request.number))
            case (ev.RoyalRevealed,):
                lying = self._top(position, CASTLE, 1)
                lowest = min(CARDS[card].value for card in lying)  # a castle laid out as one block still shows its Jacks first
                return answers.royal_revealed(request, self._pick.choice([card for card in lying if CARDS[card].value == lowest]))
            case (ev.CardDrawn,):
                return answers.card_drawn(position, request, self._pick.choice(self._top(position, TAVERN, 1)))
            case (ev.Healed,):
                unseen = [str(face) for block in table.decks.get(HEAP, ()) for face in _noted(block.faces, HEAP)]
                pile = [*map(str, _noted(table.zones.get(DISCARD, ()), DISCARD)), *unseen]
                mixed = self._pick.sample(pile, len(pile))
                number = request.number
                return answers.healed(position, mixed[:number], mixed[number : number + 1])
            case _:
                raise ImpossibleEvent(f"this dealer has no answer to {request.wanted}")

    def _hand(self, position: RegicidePosition, number: int) -> list[str]:
        """A first hand: of an arranged Tavern its top cards, else any of it."""
        return self._pick.sample(self._top(position, TAVERN, number), number)

    def _top(self, position: RegicidePosition, deck: DeckId, number: int) -> list[str]:
        blocks = position.table.decks.get(deck, ())
        if not blocks or blocks[0].count < number:
            raise ImpossibleEvent(f"{number} cards cannot be taken from {deck}, which has {blocks[0].count if blocks else 0} on top")
        return [str(card) for card in _noted(blocks[0].faces, deck)]


def _noted(faces: tuple[Face, ...] | None, place: str) -> tuple[Face, ...]:
    if faces is None or any(face not in CARDS for face in faces):
        raise ImpossibleEvent(f"nobody noted what lies in {place}")
    return faces
