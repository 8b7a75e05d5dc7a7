"""What stands in the text of a study."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from records.studies.chapters.events import Conceal

KEPT = "kept"
"""What follows a found move stays as it is."""


class TextPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the text."""


class TextAnswer(TextPart, frozen=True, kw_only=True):
    """A move that is an answer; one of the first three."""

    move: str = ""
    """In notation."""
    like: dict[str, Any] = {}
    """A command with fields left out."""
    json: str = ""
    """The same as JSON."""
    worth: int = 100
    says: str = ""


class TextMove(TextPart, frozen=True, kw_only=True, tag="move", tag_field="ask"):
    """Which move is right?"""

    answer: list[TextAnswer]
    hints: list[str] = []
    then: int | str | None = None
    """A step, a line, moves in notation, or KEPT."""


class TextCandidates(TextPart, frozen=True, kw_only=True, tag="candidates", tag_field="ask"):
    """Which cards can it be?"""

    place: str
    hints: list[str] = []
    says: str = ""


class TextChance(TextPart, frozen=True, kw_only=True, tag="chance", tag_field="ask"):
    """How likely is it this card?"""

    place: str
    card: str
    hints: list[str] = []
    says: str = ""


class TextKnows(TextPart, frozen=True, kw_only=True, tag="knows", tag_field="ask"):
    """Who knows it?"""

    place: str
    seats: list[str] = []
    hints: list[str] = []
    says: str = ""


class TextDraw(TextPart, frozen=True, kw_only=True, tag="draw", tag_field="ask"):
    """How likely do the next cards hold one of these?"""

    number: int
    cards: list[str]
    deck: str = ""
    hints: list[str] = []
    says: str = ""


class TextAttack(TextPart, frozen=True, kw_only=True, tag="attack", tag_field="ask"):
    """How likely do so many cards fall to an attack?"""

    strength: int
    falls: int
    way: str = ""
    seat: str = ""
    hints: list[str] = []
    says: str = ""


class TextOdds(TextPart, frozen=True, kw_only=True, tag="odds", tag_field="ask"):
    """How likely is what the game itself can be asked?"""

    question: str
    say: dict[str, str | int] = {}
    nth: int = 1
    hints: list[str] = []
    says: str = ""


TextTask: TypeAlias = TextMove | TextCandidates | TextChance | TextKnows | TextDraw | TextAttack | TextOdds


class TextChapter(TextPart, frozen=True, kw_only=True):
    """A chapter."""

    title: str
    name: str = ""
    """By which it is known when the text is read again; "" for its title."""
    text: str = ""
    record: str = ""
    """An id, or a file."""
    line: str = ""
    """``LAYER:LINE`` or ``LAYER:LINE:NODE``."""
    play: str = ""
    """Moves in notation that are imagined after ``last`` of the record."""
    position: str = ""
    """A game in notation, or a file with one."""
    first: int | None = None
    last: int | None = None
    eyes: str = ""
    conceal: Conceal = "later steps"
    layers: list[str] = []
    task: TextTask | None = None


class TextStudy(TextPart, frozen=True, kw_only=True):
    """The whole text."""

    title: str
    name: str = ""
    """By which it is known when the text is read again; "" for the file's."""
    language: str = ""
    text: str = ""
    chapter: list[TextChapter]
