"""What a game says of its written form: verbs of its commands, signs of what chance brings, places, short names of cards.

Texts of a game's lines are read and written by ``importers.notation``; a game that says nothing of it gets generated forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from records.core.events import Event
    from records.core.ids import SeatKey
    from records.core.position import Command, Position

PlaceKind: TypeAlias = Literal["pile", "deck", "zone"]


class PlaceForm(msgspec.Struct, frozen=True):
    """A kind of place. Hands need none: every seat has one, ``hand``."""

    kind: PlaceKind
    own: bool = False
    """Whether each seat has one: ``gate`` is the actor's own, ``B.gate`` another's."""
    up: bool = False
    """Whether cards always lie face up there: a position need not say so."""


class FieldValue(msgspec.Struct, frozen=True, kw_only=True):
    """How a field is written that has a form of its own: dice by their pips, cells."""

    read: Callable[[Position[Any], SeatKey, tuple[str, ...]], Any]
    """The field's value from its words; raises ``ValueError`` with a reason for words that say none."""
    write: Callable[[Position[Any], SeatKey, Any], tuple[str, ...]]
    """Its words."""


class CommandForm(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which a command is written."""

    command: type[Command]
    text: str
    """Words, ``{field}`` and ``[optional part]``: ``"{pile} {card} [pays {pays}]"``."""
    given: Callable[[Position[Any], SeatKey], Mapping[str, Any]] | None = None
    """Fields that the text leaves out, where they are not the command's defaults: the whole hand of a flip."""
    when: Callable[[Position[Any]], bool] | None = None
    """When the form means this command, where two look alike; None for always."""
    values: Mapping[str, FieldValue] = msgspec.field(default_factory=dict)
    """By field."""


class Notation(msgspec.Struct, frozen=True, kw_only=True):
    """How the games of one kind are written."""

    turn: type[Event] | None = None
    """The event that begins a turn; has ``seat`` and ``number``. None for a game whose lines bear no turn numbers."""
    places: Mapping[str, PlaceForm] = msgspec.field(default_factory=dict)
    """By word: ``gate`` for ``gate:A``."""
    forms: tuple[CommandForm, ...] = ()
    """Nicer than the generated ones, and tried before them; those stay valid."""
    signs: Mapping[type[Event], Mapping[str, type[Event] | None]] = msgspec.field(default_factory=dict)
    """By class of a chance event its signs beside ``>``, each with the consequence that it claims, if any."""
    drawn: Mapping[type[Event], str] = msgspec.field(default_factory=dict)
    """By class of a chance event that brings one card to the hand of its ``seat``, the word of the deck that it comes from."""
    otherwise: Mapping[type[Event], Callable[[Any, type[Event]], Event]] = msgspec.field(default_factory=dict)
    """By class of a chance event with claiming signs: the event that, in its place, leads the rules to the claimed consequence; itself
    where it does. In a game written as played the rules decide with it, and the event as it was is recorded."""
    understood: Callable[[Position[Any]], Command | None] | None = None
    """The one command that is meant where nothing stands."""
    short: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Short names by card: ``h5`` for ``hearts-5``."""
    purpose: str = "cost"
    """What cards are paid for, where a line does not say it."""
    borne: Callable[[Any, str], Mapping[str, Any]] | None = None
    """What a card that lies bears, by the names that ``set`` takes, all of them; None for a game whose cards bear nothing."""
    recorded: Mapping[type[Command], Callable[[Position[Any], Any, int], Event]] = msgspec.field(default_factory=dict)
    """The decision that records a command that the rules refuse, by version of the event, where it is not simply the command's fields."""


class NotationWord:
    """Signs that no game gives a meaning of its own."""

    ANSWER = ">"
    """What the table answers."""
    HIDDEN = "~"
    """Before faces that nobody saw."""
