"""What a player may want to do; each decision event has one command and the other way round."""

from __future__ import annotations

from typing import TypeAlias

from records.core.events import Event
from records.core.faces import Face
from records.core.game import Command
from records.core.ids import PileId, SeatKey
from records.core.secret import Secret
from records.core.shared import DrawAgreed, DrawOffered, GameStarted, Resigned
from records.errors import MalformedCommand
from records.games.castle_rampage import events as ev


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Sit down and deal."""

    seats: tuple[SeatKey, ...]
    begins: SeatKey
    variant: str = ""
    switches: tuple[tuple[str, str], ...] = ()
    chance: str = ""
    """Who answers for the table, as ``GameStarted`` says it."""


class Place(Command, frozen=True, kw_only=True, tag="place"):
    """Set-up: put a card under the own Gate or Castle."""

    seat: SeatKey
    pile: PileId
    card: Secret


class Strengthen(Command, frozen=True, kw_only=True, tag="strengthen"):
    """Put a card under the own Gate or Castle."""

    seat: SeatKey
    pile: PileId
    card: Secret
    pays: tuple[tuple[str, tuple[Face, ...]], ...] = ()


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Play a card."""

    seat: SeatKey
    card: Face
    with_cards: tuple[Face, ...] = ()
    pays: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    picks: tuple[str, ...] = ()


class EndTurn(Command, frozen=True, kw_only=True, tag="end-turn"):
    """End the turn."""

    seat: SeatKey


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give up."""

    seat: SeatKey


class OfferDraw(Command, frozen=True, kw_only=True, tag="offer-draw"):
    """Offer a draw."""

    seat: SeatKey


class AgreeDraw(Command, frozen=True, kw_only=True, tag="agree-draw"):
    """Accept the draw that was offered."""

    seat: SeatKey


CastleCommand: TypeAlias = Start | Place | Strengthen | Play | EndTurn | Resign | OfferDraw | AgreeDraw


def command_of(event: Event) -> CastleCommand:
    """Return the command that a decision event records; raises ``MalformedCommand`` for an event of another sort."""
    match event:
        case GameStarted():
            if event.begins is None:
                raise MalformedCommand("the record does not say who begins")
            return Start(seats=event.seats, begins=event.begins, variant=event.variant, switches=event.switches, chance=event.chance)
        case ev.CardPlaced():
            return Place(seat=event.seat, pile=event.pile, card=event.card)
        case ev.Strengthened():
            return Strengthen(seat=event.seat, pile=event.pile, card=event.card, pays=event.pays)
        case ev.CardPlayed():
            return Play(seat=event.seat, card=event.card, with_cards=event.with_cards, pays=event.pays, picks=event.picks)
        case ev.TurnEnded():
            return EndTurn(seat=event.seat)
        case Resigned():
            return Resign(seat=event.seat)
        case DrawOffered():
            return OfferDraw(seat=event.seat)
        case DrawAgreed():
            return AgreeDraw(seat=event.seat)
        case _:
            raise MalformedCommand(f"{type(event).__name__} is not a decision")
