"""Games to be recorded, from foreign logs or simulations, and records that were exported elsewhere."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.folding import folded
from records.core.ids import SeatKey
from records.errors import MalformedCommand
from records.store import NO_LABEL, GameLabel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from records.core.events import Event, Recorded
    from records.core.header import Header
    from records.service.layers.line_texts import LineText
    from records.service.layers.notes import NoteText


LONGEST_NAME = 100
"""Characters."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An event that has no place in a record yet."""

    at: datetime
    event: Event
    cause: int | None = None
    """Version of its decision; None if it is itself the decision."""


class IncomingLayer(msgspec.Struct, frozen=True, kw_only=True):
    """Notes and variations of one author that come with a game, from a file that holds both."""

    author: str = ""
    """Name of the author; "" for the importer of the file."""
    notes: tuple[NoteText, ...] = ()
    lines: tuple[LineText, ...] = ()


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be recorded; its id and key are made when it is stored."""

    game: str
    seats: tuple[SeatKey, ...]
    names: Mapping[str, str]
    """Names of people, by seat key."""
    started: datetime
    entries: Sequence[Entry]
    ruleset: str = "none"
    ruleset_hash: str = ""
    catalogue: str = "none"
    catalogue_hash: str = ""
    foreign_ids: Mapping[str, Mapping[str, Any]] = msgspec.field(default_factory=dict)
    """Ids of the people at other sites, by seat key and site."""
    origin: str | None = None
    """Digest of the file it was read from: the same file is recorded once."""
    label: GameLabel = NO_LABEL
    """What the game is called, and which table it is, where the record itself cannot tell."""
    layers: tuple[IncomingLayer, ...] = ()
    """Layers to write beside it once it is stored."""
    source: str = ""
    """Id of the observed table that it retells, "" for none."""


class Exchanged(msgspec.Struct, frozen=True, kw_only=True):
    """A record as it travels between shelves: with its key and whole, or redacted for one viewer."""

    header: Header
    names: Mapping[str, str]
    key: bytes | None
    """None in a redacted record."""
    log: Sequence[Recorded[Any]]
    head: bytes
    """Chain hash after the last event, 32 bytes."""
    foreign_ids: Mapping[str, Mapping[str, Any]] = msgspec.field(default_factory=dict)
    label: GameLabel = NO_LABEL


def is_line(text: str, most: int) -> bool:
    """Whether ``text`` is one line of up to ``most`` characters, none of them a control character."""
    return len(text) <= most and not any(unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} for sign in text)


def check_names(names: Mapping[str, str]) -> None:
    """Raise ``MalformedCommand`` for an invalid name of a person; ``""`` means unknown or erased."""
    for name in names.values():
        if name:
            checked_name(name)


def checked_label(label: GameLabel) -> GameLabel:
    """Return a label with its texts trimmed; raises ``MalformedCommand`` for a text of several lines, or too long."""
    for text in label:
        if not is_line(text, LONGEST_NAME):
            reason = f"{text[: LONGEST_NAME + 1]!r} is not the name of a game or table: that is a line of up to {LONGEST_NAME} characters"
            raise MalformedCommand(reason)
    return GameLabel(*(text.strip() for text in label))


def checked_name(name: str) -> str:
    """Return ``name`` trimmed; raises ``MalformedCommand`` for an invisible name, one that is too long, or not one line."""
    name = name.strip()
    if not folded(name) or not is_line(name, LONGEST_NAME):
        raise MalformedCommand(f"{name[: LONGEST_NAME + 1]!r} is not a name: a name is a line of 1 to {LONGEST_NAME} characters")
    return name
