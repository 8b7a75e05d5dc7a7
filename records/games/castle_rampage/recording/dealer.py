"""The table of a simulated game: answers from the full position and a source of chance that is handed in."""

from __future__ import annotations

from collections.abc import Sequence

from records.core.asking.answering import DealerTable
from records.core.asking.chance import Picker
from records.core.events import Event
from records.core.faces import known
from records.core.ids import SlotId
from records.core.requests import ChanceRequest
from records.errors import ImpossibleEvent, NotNoted
from records.games.castle_rampage.deciding.reactions import weakening
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.recording import answers
from records.games.castle_rampage.recording.effect_answers import EFFECT_ANSWERS


def _hand_dealt(pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    redealt = position.state.rules["purple_at_start"] == "redealt"
    without = () if redealt else position.state.purple
    return answers.hand_dealt(position, request, _top(pick, position, request.number, without))


def _purple_shown(_pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    held = position.table.hand(request.whose).faces
    purple = position.state.purple
    return answers.purple_shown(position, request, [card for card in held if card in purple])


def _purple_replaced(pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    return answers.purple_replaced(request, _top(pick, position, request.number))


def _card_drawn(pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    return answers.card_drawn(request, _top(pick, position, 1)[0])


def _defence_checked(_pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    held = position.table.hand(request.whose).faces
    return answers.defence_checked(position, request, holds=not weakening(position.state).keys().isdisjoint(held))


def _top_discarded(_pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    return answers.top_discarded(request, _lies(position, request.slot))


def _hand_card_hit(pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    return answers.hand_card_hit(request, pick.sample(position.table.hand(request.whose).faces, request.number))


def _top(pick: Picker, position: CastlePosition, number: int, without: tuple[str, ...] = ()) -> list[str]:
    blocks = position.table.deck(ev.DRAW)
    faces: Sequence[str] = (blocks[0].faces or ()) if blocks else ()
    if without:
        faces = [card for card in faces if card not in without]
    if len(faces) < number:
        there = "no card" if not blocks else f"{blocks[0].count} cards" if blocks[0].faces else "cards that nobody noted"
        raise ImpossibleEvent(f"{number} cards cannot be dealt from {ev.DRAW}, which has {there} on top")
    return pick.sample(faces, number)


def _revealed(_pick: Picker, position: CastlePosition, request: ChanceRequest) -> Event:
    pile, slot = answers.defender(position, request)
    face = _lies(position, slot)
    return answers.defender_revealed(position, request, face, position.state.cards[face].defence(pile))


def _lies(position: CastlePosition, slot: SlotId) -> str:
    face = position.table.slots[slot].face
    if not isinstance(face, str) or not known(face):
        raise NotNoted(f"nobody noted what lies in {slot}")
    return face


Dealer = DealerTable(
    {
        ev.HandDealt: _hand_dealt,
        ev.PurpleShown: _purple_shown,
        ev.NoPurpleHeld: _purple_shown,
        ev.PurpleReplaced: _purple_replaced,
        ev.PurpleShuffledIn: lambda _pick, _position, request: ev.PurpleShuffledIn(rule=request.rule),
        ev.CardDrawn: _card_drawn,
        ev.DiscardsReshuffled: lambda _pick, _position, request: ev.DiscardsReshuffled(rule=request.rule),
        ev.DefenderRevealed: _revealed,
        pe.DefenceChecked: _defence_checked,
        pe.TopDiscarded: _top_discarded,
        pe.HandCardHit: _hand_card_hit,
        **EFFECT_ANSWERS,
    }
)
"""Deals from the top block of the draw pile, whose order nobody knows, by picking at random."""
