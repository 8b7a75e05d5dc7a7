"""Every command that a seat may give now, as far as the log shows its hand."""

from __future__ import annotations

from collections.abc import Iterator

from records.core.hands import Hand
from records.core.ids import SeatKey
from records.core.secret import Secret, audience, secret
from records.games.castle_rampage import commands as cmd
from records.games.castle_rampage import events as ev
from records.games.castle_rampage.position import CastlePosition


def legal(position: CastlePosition) -> tuple[cmd.CastleCommand, ...]:
    """Return the commands of the seat that is to act, in the set-up of both; resigning and draws are always open and not listed.

    A hand whose cards nobody noted gives one command with the face unknown.
    """
    state = position.state
    if state.outcome is not None:
        return ()
    if state.phase == "setup":
        return tuple(_places(position))
    if state.active is None:
        return ()
    seat = state.active
    cards = _cards(position, seat)
    found: list[cmd.CastleCommand] = [cmd.Play(seat=seat, card=card) for card in cards if card != "?"]
    if not state.strengthened:
        piles = [ev.gate(seat), ev.castle(seat)]
        found += [cmd.Strengthen(seat=seat, pile=pile, card=_own(card, seat)) for card in cards for pile in piles]
    return (*found, cmd.EndTurn(seat=seat))


def _places(position: CastlePosition) -> Iterator[cmd.Place]:
    piles = [pile for pile, _left in position.state.to_place]
    for seat in dict.fromkeys(map(ev.owner, piles)):
        for card in _cards(position, seat):
            yield from (cmd.Place(seat=seat, pile=pile, card=_own(card, seat)) for pile in piles if ev.owner(pile) == seat)


def _own(card: str, seat: SeatKey) -> Secret:
    return secret(card, to=audience(seat))


def _cards(position: CastlePosition, seat: SeatKey) -> list[str]:
    hand = position.table.hands.get(seat, Hand())
    return [*sorted(set(hand.faces)), *(["?"] if hand.count > len(hand.faces) else [])]
