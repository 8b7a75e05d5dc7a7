"""The events of a table of words (design/events: Tables of words)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal, NewType, TypeAlias

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.core.secret import Sealed
from records.studies.layers.copies import derived_id
from records.studies.layers.events import LayerPart, PersonKey

WordTableId = NewType("WordTableId", str)
"""Of the form of a record's id; it follows from the person, the game and the site."""
WORD_TABLE = "words"


class WordTableHeader(LayerPart, frozen=True, kw_only=True):
    """Whose words of which site stand for the moves of which game."""

    format: int = FORMAT
    kind: Literal["words"] = "words"
    stream: WordTableId
    opened: datetime
    """UTC."""
    game: str
    site: str
    """As the log's label has it, lower case; "" where none was named."""
    teller: PersonKey

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a table of words is opened at a time in UTC")


class WordLine(LayerPart, frozen=True, kw_only=True):
    """A line of a table."""

    says: str
    """A line of a log with fields for people, cards and numbers: ``{seat} plays {cards}.``"""
    means: str
    """A line of notation with fields of ``says``; "" for a line that only follows from others."""


class WordsLearnt(Event, frozen=True, kw_only=True, tag="words.learnt/1"):
    """A line is in the table from now on, in the place of another or at the end."""

    sort: ClassVar[Sort] = Sort.FACT
    line: Sealed
    """A ``WordLine``."""
    of: int | None = None
    """Version of the event with the line that it replaces; None for a new one."""


class WordsForgotten(Event, frozen=True, kw_only=True, tag="words.forgotten/1"):
    """A line is in the table no more."""

    sort: ClassVar[Sort] = Sort.FACT
    of: int
    """Version of the event with this line."""


WordTableEvent: TypeAlias = WordsLearnt | WordsForgotten
WORD_TABLE_EVENTS: tuple[Any, ...] = (WordsLearnt, WordsForgotten)
WORD_TABLE_BOOK = EventBook.of(WORD_TABLE_EVENTS)


def word_table_id(person: str, game: str, site: str) -> WordTableId:
    """Return the id of a person's table for a game at a site; ``person`` is a random key, so it identifies nobody."""
    return WordTableId(derived_id(person, WORD_TABLE, game, site))
