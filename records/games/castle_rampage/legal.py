"""Every command that a seat may give now, as far as the log shows its hand."""

from __future__ import annotations

from records.core.hands import Hand
from records.core.ids import SeatKey
from records.core.secret import Secret, audience, secret
from records.games.castle_rampage import commands as cmd
from records.games.castle_rampage import events as ev
from records.games.castle_rampage.position import CastlePosition


def legal(position: CastlePosition) -> tuple[cmd.CastleCommand, ...]:
    """Return the commands of the seat that is to act; resigning and draws are always open and not listed.

    A hand whose cards nobody noted gives one command with the face unknown.
    """
    state = position.state
    if state.outcome is not None:
        return ()
    if state.phase == "setup":
        if not state.to_place:
            return ()
        seat = ev.owner(state.to_place[0][0])
        piles = [pile for pile, _ in state.to_place if ev.owner(pile) == seat]
        return tuple(cmd.Place(seat=seat, pile=pile, card=_own(card, seat)) for card in _cards(position, seat) for pile in piles)
    if state.active is None:
        return ()
    seat = state.active
    cards = _cards(position, seat)
    found: list[cmd.CastleCommand] = [cmd.Play(seat=seat, card=card) for card in cards if card != "?"]
    if not state.strengthened:
        piles = [ev.gate(seat), ev.castle(seat)]
        found += [cmd.Strengthen(seat=seat, pile=pile, card=_own(card, seat)) for card in cards for pile in piles]
    return (*found, cmd.EndTurn(seat=seat))


def _own(card: str, seat: SeatKey) -> Secret:
    return secret(card, to=audience(seat))


def _cards(position: CastlePosition, seat: SeatKey) -> list[str]:
    hand = position.table.hands.get(seat, Hand())
    return [*sorted(set(hand.faces)), *(["?"] if hand.count > len(hand.faces) else [])]
