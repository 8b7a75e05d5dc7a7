"""The table of a simulated game: answers from the full position and a source of chance that is handed in."""

from __future__ import annotations

from records.core.chance import Picker
from records.core.events import Event
from records.core.faces import known
from records.core.ids import SlotId
from records.core.requests import ChanceRequest
from records.errors import ImpossibleEvent
from records.games.castle_rampage import answers
from records.games.castle_rampage import events as ev
from records.games.castle_rampage import power_events as pe
from records.games.castle_rampage.effect_answers import dealt
from records.games.castle_rampage.position import CastlePosition
from records.games.castle_rampage.reactions import weakening


class Dealer:
    """Deals from the top block of the draw pile, whose order nobody knows, by picking at random."""

    def __init__(self, picker: Picker) -> None:
        self._pick = picker

    def ask(self, position: CastlePosition, request: ChanceRequest) -> Event:
        """Return the table's answer; ``position`` is that of the full log."""
        match request.classes:
            case (ev.HandDealt,):
                redealt = position.state.rules["purple_at_start"] == "redealt"
                without = () if redealt else position.state.purple
                return answers.hand_dealt(position, request, self._top(position, request.number, without))
            case (ev.PurpleShown, ev.NoPurpleHeld):
                hand = position.table.hands[request.whose]
                return answers.purple_shown(position, request, [card for card in hand.faces if card in position.state.purple])
            case (ev.PurpleReplaced,):
                return answers.purple_replaced(request, self._top(position, request.number))
            case (ev.CardDrawn,):
                return answers.card_drawn(request, self._top(position, 1)[0])
            case (ev.DefenderRevealed,):
                return _revealed(position, request)
            case (pe.DefenceChecked,):
                held = position.table.hands[request.whose].faces
                return answers.defence_checked(position, request, holds=any(card in weakening(position.state) for card in held))
            case (pe.TopDiscarded,):
                return answers.top_discarded(request, _lies(position, request.slot))
            case (pe.HandCardHit,):
                held = position.table.hands[request.whose].faces
                return answers.hand_card_hit(request, self._pick.sample(held, request.number))
            case (ev.DiscardsReshuffled,):
                return ev.DiscardsReshuffled(rule=request.rule)
            case (ev.PurpleShuffledIn,):
                return ev.PurpleShuffledIn(rule=request.rule)
            case _:
                found = dealt(position, self._pick, request)
                if found is not None:
                    return found
                raise ImpossibleEvent(f"this dealer has no answer to {request.wanted}")

    def _top(self, position: CastlePosition, number: int, without: tuple[str, ...] = ()) -> list[str]:
        blocks = position.table.decks.get(ev.DRAW, ())
        faces = [str(card) for card in blocks[0].faces if card not in without] if blocks and blocks[0].faces is not None else []
        if len(faces) < number:
            there = "no card" if not blocks else f"{blocks[0].count} cards" if blocks[0].faces else "cards that nobody noted"
            raise ImpossibleEvent(f"{number} cards cannot be dealt from {ev.DRAW}, which has {there} on top")
        return self._pick.sample(faces, number)


def _revealed(position: CastlePosition, request: ChanceRequest) -> Event:
    pile, slot = answers.defender(position, request)
    face = _lies(position, slot)
    return answers.defender_revealed(position, request, face, position.state.cards[face].defence(pile))


def _lies(position: CastlePosition, slot: SlotId) -> str:
    face = position.table.slots[slot].face
    if not isinstance(face, str) or not known(face):
        raise ImpossibleEvent(f"nobody noted what lies in {slot}")
    return face
