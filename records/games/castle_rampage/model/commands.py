"""What a player may want to do; each decision event has one command and the other way round."""

from __future__ import annotations

from typing import TypeAlias

from records.core.events import Event
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.position import Command
from records.core.secret import Secret
from records.core.shared import DrawAgreed, DrawOffered, GameStarted, Resigned
from records.errors import MalformedCommand
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.effect_commands import EffectCommand, effect_command_of


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


class Slip(Command, frozen=True, kw_only=True, tag="slip"):
    """Put a card face down under the enemy Gate."""

    seat: SeatKey
    card: Secret
    pays: tuple[tuple[str, tuple[Face, ...]], ...] = ()


class SendVeteran(Command, frozen=True, kw_only=True, tag="send-veteran"):
    """Attack with a card in the own display."""

    seat: SeatKey
    slot: SlotId


class ChooseTarget(Command, frozen=True, kw_only=True, tag="choose-target"):
    """Say what the attack to come hits."""

    answers: str
    seat: SeatKey
    pile: PileId


class PlayLastResort(Command, frozen=True, kw_only=True, tag="play-last-resort"):
    """Weaken the attack with a hand card."""

    answers: str
    seat: SeatKey
    card: Face


class DeclineDefence(Command, frozen=True, kw_only=True, tag="decline-defence"):
    """Weaken the attack with nothing."""

    answers: str
    seat: SeatKey


class AnswerRobber(Command, frozen=True, kw_only=True, tag="answer-robber"):
    """Take the defeated card, or leave it."""

    answers: str
    seat: SeatKey
    takes: bool


class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """Discard hand cards because an effect demands it."""

    answers: str
    seat: SeatKey
    cards: tuple[Face, ...]


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


Answer: TypeAlias = ChooseTarget | PlayLastResort | DeclineDefence | AnswerRobber | Discard | EffectCommand
"""What answers a question in the middle of a play."""
CastleCommand: TypeAlias = Start | Place | Strengthen | Play | Slip | SendVeteran | Answer | EndTurn | Resign | OfferDraw | AgreeDraw


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
        case pe.CardSlipped():
            return Slip(seat=event.seat, card=event.card, pays=event.pays)
        case pe.VeteranSent():
            return SendVeteran(seat=event.seat, slot=event.slot)
        case pe.TargetChosen():
            return ChooseTarget(answers=event.answers, seat=event.seat, pile=event.pile)
        case pe.LastResortPlayed():
            return PlayLastResort(answers=event.answers, seat=event.seat, card=event.card)
        case pe.DefenceDeclined():
            return DeclineDefence(answers=event.answers, seat=event.seat)
        case pe.RobberAnswered():
            return AnswerRobber(answers=event.answers, seat=event.seat, takes=event.takes)
        case pe.HandDiscarded():
            return Discard(answers=event.answers, seat=event.seat, cards=event.cards)
        case ev.TurnEnded():
            return EndTurn(seat=event.seat)
        case Resigned():
            return Resign(seat=event.seat)
        case DrawOffered():
            return OfferDraw(seat=event.seat)
        case DrawAgreed():
            return AgreeDraw(seat=event.seat)
        case ee.CardRecovered() | ee.PermanentChosen():
            return effect_command_of(event)
        case _:
            raise MalformedCommand(f"{type(event).__name__} is not a decision")
