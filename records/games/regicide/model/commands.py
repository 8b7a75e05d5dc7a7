"""What a player may want to do; each decision event has one command and the other way round."""

from __future__ import annotations

from typing import Literal, TypeAlias

from records.core.events import Event
from records.core.faces import Face
from records.core.ids import SeatKey
from records.core.position import Command
from records.core.shared import GameStarted, Resigned
from records.errors import MalformedCommand
from records.games.regicide.model import events as ev


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Sit down and deal."""

    seats: tuple[SeatKey, ...]
    begins: SeatKey
    variant: str = ""
    switches: tuple[tuple[str, str], ...] = ()
    chance: str = ""
    """Who answers for the table, as ``GameStarted`` says it."""


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Play a card, a Companion with another card, or cards of one number."""

    seat: SeatKey
    cards: tuple[Face, ...]


class Yield(Command, frozen=True, kw_only=True, tag="yield"):
    """Play nothing and suffer the attack."""

    seat: SeatKey


class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """Discard against the attack."""

    seat: SeatKey
    cards: tuple[Face, ...]
    answers: str = ""
    """Id of the question; "" where none is open."""


class ChooseNext(Command, frozen=True, kw_only=True, tag="choose-next"):
    """After a Jester: name who goes next."""

    seat: SeatKey
    next: SeatKey
    answers: str = ""


class Flip(Command, frozen=True, kw_only=True, tag="flip"):
    """Alone: flip a Jester and draw a new hand."""

    seat: SeatKey
    step: Literal[1, 4]
    cards: tuple[Face, ...]
    """The whole hand."""
    answers: str = ""


class Fall(Command, frozen=True, kw_only=True, tag="fall"):
    """Say that one cannot go on."""

    seat: SeatKey
    why: Literal["cannot-defend", "cannot-act"]
    below: int = 0
    """Cannot defend: what had to be discarded."""
    answers: str = ""


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Say something to the others."""

    seat: SeatKey
    statement: ev.Statement
    number: int | None = None
    about: tuple[str, ...] = ()
    text: str = ""


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give the game up for all."""

    seat: SeatKey


RegicideCommand: TypeAlias = Start | Play | Yield | Discard | ChooseNext | Flip | Fall | Say | Resign


def command_of(event: Event) -> RegicideCommand:
    """Return the command that a decision event records; raises ``MalformedCommand`` for an event of another sort."""
    match event:
        case GameStarted():
            if event.begins is None:
                raise MalformedCommand("the record does not say who begins")
            return Start(seats=event.seats, begins=event.begins, variant=event.variant, switches=event.switches, chance=event.chance)
        case ev.CardsPlayed():
            return Play(seat=event.seat, cards=event.cards)
        case ev.Yielded():
            return Yield(seat=event.seat)
        case ev.Discarded():
            return Discard(seat=event.seat, cards=event.cards, answers=event.answers)
        case ev.NextChosen():
            return ChooseNext(seat=event.seat, next=event.next, answers=event.answers)
        case ev.JesterFlipped():
            return Flip(seat=event.seat, step=event.step, cards=event.cards, answers=event.answers)
        case ev.SeatFell():
            return Fall(seat=event.seat, why=event.why, below=event.below, answers=event.answers)
        case ev.TableTalk():
            return Say(seat=event.seat, statement=event.statement, number=event.number, about=event.about, text=event.text)
        case Resigned():
            return Resign(seat=event.seat)
        case _:
            raise MalformedCommand(f"{type(event).__name__} is not a decision")
