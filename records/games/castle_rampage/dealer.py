"""The table of a simulated game: answers from the full position and a source of chance that is handed in."""

from __future__ import annotations

from records.core.chance import Picker
from records.core.events import Event
from records.core.faces import known
from records.core.ids import SeatKey, SlotId
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

    def ask(self, position: CastlePosition, *classes: type[Event]) -> Event:
        """Return the table's answer; ``position`` is that of the full log."""
        match classes:
            case (ev.HandDealt,):
                redealt = position.state.rules["purple_at_start"] == "redealt"
                return answers.hand_dealt(position, self._top(position, answers.HAND, without=() if redealt else position.state.purple))
            case (ev.PurpleShown, ev.NoPurpleHeld):
                hand = position.table.hands[answers.seat_just_dealt(position)]
                return answers.purple_shown(position, [card for card in hand.faces if card in position.state.purple])
            case (ev.PurpleReplaced,):
                return answers.purple_replaced(position, self._top(position, answers.lacking(position)))
            case (ev.CardDrawn,):
                return answers.card_drawn(position, self._top(position, 1)[0])
            case (ev.DefenderRevealed,):
                return _revealed(position)
            case (pe.DefenceChecked,):
                held = position.table.hands[SeatKey(position.state.about.place)].faces
                return answers.defence_checked(position, holds=any(card in weakening(position.state) for card in held))
            case (pe.TopDiscarded,):
                return answers.top_discarded(position, _lies(position, SlotId(position.state.about.place)))
            case (pe.HandCardHit,):
                held = position.table.hands[SeatKey(position.state.about.place)].faces
                return answers.hand_card_hit(position, self._pick.sample(held, position.state.about.number))
            case (ev.DiscardsReshuffled,):
                return ev.DiscardsReshuffled(rule="2.4")
            case (ev.PurpleShuffledIn,):
                return ev.PurpleShuffledIn(rule="1.4")
            case _:
                found = dealt(position, self._pick, classes)
                if found is not None:
                    return found
                raise ImpossibleEvent(f"this dealer has no answer to {[cls.__name__ for cls in classes]}")

    def _top(self, position: CastlePosition, number: int, without: tuple[str, ...] = ()) -> list[str]:
        blocks = position.table.decks.get(ev.DRAW, ())
        faces = [str(card) for card in blocks[0].faces if card not in without] if blocks and blocks[0].faces is not None else []
        if len(faces) < number:
            there = "no card" if not blocks else f"{blocks[0].count} cards" if blocks[0].faces else "cards that nobody noted"
            raise ImpossibleEvent(f"{number} cards cannot be dealt from {ev.DRAW}, which has {there} on top")
        return self._pick.sample(faces, number)


def _revealed(position: CastlePosition) -> Event:
    pile, slot = answers.defender(position)
    face = _lies(position, slot)
    return answers.defender_revealed(position, face, position.state.cards[face].defence(pile))


def _lies(position: CastlePosition, slot: SlotId) -> str:
    face = position.table.slots[slot].face
    if not isinstance(face, str) or not known(face):
        raise ImpossibleEvent(f"nobody noted what lies in {slot}")
    return face
