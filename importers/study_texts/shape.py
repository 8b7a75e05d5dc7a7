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
    """Which move is right; one or more ``[[chapter.task.answer]]``."""

    answer: list[TextAnswer]
    hints: list[str] = []
    then: int | str | None = None
    """A step, a line, moves in notation, or KEPT."""


class TextCandidates(TextPart, frozen=True, kw_only=True, tag="candidates", tag_field="ask"):
    """Which cards can be there."""

    place: str
    hints: list[str] = []
    says: str = ""


class TextChance(TextPart, frozen=True, kw_only=True, tag="chance", tag_field="ask"):
    """How likely this card is there, or in the hand."""

    place: str
    card: str
    hints: list[str] = []
    says: str = ""


class TextKnows(TextPart, frozen=True, kw_only=True, tag="knows", tag_field="ask"):
    """Which of these seats, by default all, see the card, can deduce it, or cannot."""

    place: str
    seats: list[str] = []
    hints: list[str] = []
    says: str = ""


class TextDraw(TextPart, frozen=True, kw_only=True, tag="draw", tag_field="ask"):
    """How likely the next cards of a deck include one of these, or of several by a word that ``kiebitz odds`` takes."""

    number: int
    cards: list[str]
    deck: str = ""
    hints: list[str] = []
    says: str = ""


class TextAttack(TextPart, frozen=True, kw_only=True, tag="attack", tag_field="ask"):
    """How likely at least ``falls`` cards fall to an attack."""

    strength: int
    falls: int
    way: str = ""
    seat: str = ""
    hints: list[str] = []
    says: str = ""


class TextOdds(TextPart, frozen=True, kw_only=True, tag="odds", tag_field="ask"):
    """How likely the ``nth`` chance of a question of the game is, as ``kiebitz odds`` answers it with ``say = {cost = 7}``."""

    question: str
    say: dict[str, str | int] = {}
    nth: int = 1
    hints: list[str] = []
    says: str = ""


TextTask: TypeAlias = TextMove | TextCandidates | TextChance | TextKnows | TextDraw | TextAttack | TextOdds


class TextChapter(TextPart, frozen=True, kw_only=True):
    """A chapter."""

    title: str
    """Required."""
    name: str = ""
    """Identifies the chapter when the text is read again, so that learners keep their progress; by default its title."""
    text: str = ""
    """Markdown."""
    record: str = ""
    """A record's id or its first characters, or a file beside this one (a name with a dot or slash), which is stored if it is new."""
    line: str = ""
    """A variation, ``LAYER:LINE`` or ``LAYER:LINE:NODE``, as ``kiebitz layer show`` prints it."""
    play: str = ""
    """Moves in notation with the answers of chance, imagined after ``last`` of the ``record``; the chapter goes on with them."""
    position: str = ""
    """A game in notation that begins with ``@position``, or a file with one; the study keeps it, with the names of its seats."""
    first: int | None = None
    """The first event, as ``kiebitz log`` counts; by default the beginning, of a position the step on which it lies."""
    last: int | None = None
    """The last event; by default the end."""
    eyes: str = ""
    """``open``, ``public``, a seat or a player's name; by default as the record is usually viewed."""
    conceal: Conceal = "later steps"
    """``nothing``, ``later steps`` (the default) or ``until solved``."""
    layers: list[str] = []
    """Ids of layers whose notes are shown."""
    task: TextTask | None = None
    """What is asked after the last step, as ``[chapter.task]``."""


class TextStudy(TextPart, frozen=True, kw_only=True):
    """The whole text."""

    title: str
    """Required."""
    name: str = ""
    """Identifies the study when the text is read again, and is never shown; by default the file's name."""
    language: str = ""
    """``en`` or ``de``."""
    text: str = ""
    """What it is about, in Markdown."""
    chapter: list[TextChapter]
    """Its chapters, each as ``[[chapter]]``."""
