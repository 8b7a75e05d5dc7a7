"""How a game says what happened without knowing a language, a person's name or a page.

A sentence is a message id with fields and what to put into them; ``N_`` marks the id for the translators. The web and the command line
put it into a language and fill in names as they are now.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from records.core.ids import SeatKey


def N_(text: str) -> str:  # noqa: N802 -- the name that translators' tools look for
    """Mark ``text`` as a message id."""
    return text


class SeatRef(msgspec.Struct, frozen=True):
    """A seat, shown by its player's name."""

    seat: SeatKey


class CardRef(msgspec.Struct, frozen=True):
    """A card of the catalogue, shown by its name in the reader's language."""

    card: str


class Word(msgspec.Struct, frozen=True):
    """A word of the game, shown in the reader's language."""

    text: str
    """Message id."""


class Quoted(msgspec.Struct, frozen=True):
    """Text of the record itself, never translated; seats inside it are filled in."""

    parts: tuple[str | SeatRef, ...]


Arg: TypeAlias = "int | str | SeatRef | CardRef | Word | Quoted | tuple[CardRef | Word, ...]"


class Sentence(msgspec.Struct, frozen=True):
    """A message id such as ``"%(seat)s draws %(n)s cards."`` and its fields."""

    text: str
    args: Mapping[str, Arg] = msgspec.field(default_factory=dict)

    def __str__(self) -> str:
        """Return it in English, with keys and names as they stand in the record."""
        return self.text % {key: _plain(arg) for key, arg in self.args.items()}


def _plain(arg: Arg) -> str:
    match arg:
        case SeatRef():
            return arg.seat
        case CardRef():
            return arg.card
        case Word():
            return arg.text
        case Quoted():
            return "".join(part if isinstance(part, str) else part.seat for part in arg.parts)
        case tuple():
            return ", ".join(map(_plain, arg))
        case _:
            return str(arg)


def quote(*parts: str | SeatRef) -> Sentence:
    """Return a sentence that is the record's own words."""
    return Sentence("%(words)s", {"words": Quoted(parts)})
