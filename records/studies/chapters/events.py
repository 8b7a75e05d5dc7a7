"""The events of a study, and the values inside them (design/events: Studies)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal, NewType, TypeAlias

import msgspec

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.core.secret import Sealed
from records.studies.layers.events import LayerId, LayerPart, LineId, PersonKey, RecordAnchor, RuleReading

StudyId = NewType("StudyId", str)
"""Of the form of a record's id."""
ChapterId = NewType("ChapterId", str)
"""Random, of the form of a record's id; kept when the chapter is revised and moved."""
STUDY = "study"
Conceal: TypeAlias = Literal["nothing", "later steps", "until solved"]
"""What of the record a learner is not shown: nothing, the steps after the last, or these until the task is solved or given up."""

ListedTo: TypeAlias = Literal["nobody", "accounts", "everybody"]


class StudyHeader(LayerPart, frozen=True, kw_only=True):
    """What a study says of itself before its first event."""

    format: int = FORMAT
    kind: Literal["study"] = "study"
    stream: StudyId
    opened: datetime
    """UTC."""
    author: PersonKey

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a study is opened at a time in UTC")


class StudyTitle(LayerPart, frozen=True, kw_only=True):
    """What a study is called, and what it is about."""

    title: str
    text: str = ""
    """Markdown."""
    language: str = ""
    """In which it is written, ``en``, ``de``; "" where that is not said."""


class RecordPart(LayerPart, frozen=True, kw_only=True, tag="record", tag_field="t"):
    """Steps of a record."""

    anchor: RecordAnchor
    """The record as it was after the last step."""
    first: int
    last: int


class LinePart(LayerPart, frozen=True, kw_only=True, tag="line", tag_field="t"):
    """Steps of a branch of a variation, as it stood when the chapter was written: the chapter holds it, whatever becomes of the layer."""

    anchor: RecordAnchor
    """The record as it was after the step that the line begins after."""
    layer: LayerId = LayerId("")
    """Where it was taken from; "" for moves that were imagined for the chapter alone."""
    line: LineId = LineId("")
    node: int = 0
    """With which the branch ends."""
    eyes: str
    """Of the line: it tells what they saw and imagine."""
    reading: RuleReading | None = None
    """By which the line goes; None for the record's own rules."""
    events: tuple[msgspec.Raw, ...]
    """What is imagined, as lines of a record of the game."""
    first: int
    last: int
    """Steps of the branch: those of the record up to the anchor, then the imagined ones."""


class Laid(LayerPart, frozen=True, kw_only=True, tag="laid", tag_field="t"):
    """Steps of a small record of the chapter's own: a position laid out, and what may have been played on from it."""

    header: msgspec.Raw
    """Of the record: game, rules, cards, seats."""
    events: tuple[msgspec.Raw, ...]
    """The lines of the record."""
    names: tuple[tuple[str, str], ...] = ()
    """What its author calls the seats: seat and name."""
    first: int
    last: int


ChapterSource: TypeAlias = RecordPart | LinePart | Laid


class ThenSteps(LayerPart, frozen=True, kw_only=True, tag="steps", tag_field="t"):
    """How the chapter's own record or line goes on."""

    last: int
    """Up to this step."""
    anchor: RecordAnchor | None = None
    """The record as it was after that step; None where the chapter holds the steps itself."""


class GuidedReading(LayerPart, frozen=True, kw_only=True, tag="guided", tag_field="t"):
    """The chapter is read step by step; nothing is asked."""


class AcceptedMove(LayerPart, frozen=True, kw_only=True):
    """A move that is an answer."""

    pattern: msgspec.Raw
    """A command of the game with fields left out, as a JSON object."""
    worth: int = 100
    """0 to 100."""
    says: str = ""
    """The comment for a learner who gives it."""


class FindMove(LayerPart, frozen=True, kw_only=True, tag="move", tag_field="t"):
    """Which move is right after the last step? The first answer that fits a move counts."""

    answers: tuple[AcceptedMove, ...]
    hints: tuple[str, ...] = ()
    then: ThenSteps | LinePart | None = None
    """What is shown once the move was found, or was given up: steps that follow, or a line from the chapter's last step on."""


class AskCandidates(LayerPart, frozen=True, kw_only=True, tag="candidates", tag_field="t"):
    """Which cards can a closed card, or the next one of a deck, be? Which cards can a hand hold?"""

    place: str
    """A slot's id, a deck's, or a hand: ``hand:B``."""
    hints: tuple[str, ...] = ()
    says: str = ""
    """What is said with the key."""


class AskChance(LayerPart, frozen=True, kw_only=True, tag="chance", tag_field="t"):
    """How likely is a closed card, or the next one of a deck, this one? How likely does a hand hold it?"""

    place: str
    """As of ``AskCandidates``."""
    card: str
    hints: tuple[str, ...] = ()
    says: str = ""


class DrawAsked(LayerPart, frozen=True, kw_only=True, tag="draw", tag_field="t"):
    """That the next cards of a deck hold one of these at least."""

    number: int
    cards: tuple[str, ...]
    """Names of cards, and words of the game for several."""
    deck: str = ""
    """"" for the game's usual one."""


class AttackAsked(LayerPart, frozen=True, kw_only=True, tag="attack", tag_field="t"):
    """That so many cards fall to an attack, or more."""

    strength: int
    falls: int
    way: str = ""
    """"" for the usual one."""
    seat: str = ""
    """"" for the viewer, or who is to move."""


class GameAsked(LayerPart, frozen=True, kw_only=True, tag="game", tag_field="t"):
    """A chance of an answer to one of the game's own questions."""

    name: str
    said: tuple[tuple[str, str], ...] = ()
    """What is said for the question: parameter and value."""
    nth: int = 0
    """Which chance of the answer, from 0."""


OddsAsked: TypeAlias = DrawAsked | AttackAsked | GameAsked


class AskOdds(LayerPart, frozen=True, kw_only=True, tag="odds", tag_field="t"):
    """How likely is something that the game can count?"""

    of: OddsAsked
    hints: tuple[str, ...] = ()
    says: str = ""


HowKnown: TypeAlias = Literal["sees it", "can work it out", "cannot"]
"""What a seat knows of a card: it was shown it, it can tell it from what it was shown, or it cannot tell."""


class AskKnows(LayerPart, frozen=True, kw_only=True, tag="knows", tag_field="t"):
    """Who knows this card?"""

    place: str
    """A slot's id."""
    seats: tuple[str, ...] = ()
    """Of whom it is asked; () for every seat."""
    hints: tuple[str, ...] = ()
    says: str = ""


ChapterTask: TypeAlias = GuidedReading | FindMove | AskCandidates | AskChance | AskKnows | AskOdds


class ChapterBody(LayerPart, frozen=True, kw_only=True):
    """The whole of a chapter."""

    title: str
    text: str = ""
    """Markdown."""
    source: ChapterSource
    viewer: str
    """Through whose eyes: ``public``, ``open`` or a seat."""
    conceal: Conceal = "later steps"
    task: ChapterTask
    layers: tuple[LayerId, ...] = ()
    """Layers of the record whose notes are shown, as far as the chapter's eyes may read them, at steps of the chapter."""


class ChapterKey(LayerPart, frozen=True, kw_only=True):
    """What is true of a chapter's task, from the viewer's log up to the last step alone, and exact."""

    chapter: ChapterId
    candidates: tuple[str, ...] = ()
    """Cards, sorted by name."""
    chance: tuple[int, int] | None = None
    """Numerator and denominator."""
    moves: tuple[tuple[int, msgspec.Raw], ...] = ()
    """The legal commands that are answers, each with the number of the first pattern that it fits, from 0."""
    knows: tuple[tuple[str, HowKnown], ...] = ()
    """Seats in their order, and what each knows of the card."""


class PublishedKeys(LayerPart, frozen=True, kw_only=True):
    """The keys of a published number, by chapter, in their order."""

    keys: tuple[ChapterKey, ...]
    layers: tuple[tuple[LayerId, int], ...] = ()
    """How many events each layer had whose notes are shown: what was written later is in the next number."""


class StudyNamed(Event, frozen=True, kw_only=True, tag="study.named/1"):
    """What the study is called from now on; its first event."""

    sort: ClassVar[Sort] = Sort.FACT
    body: Sealed
    """A ``StudyTitle``."""


class ChapterAdded(Event, frozen=True, kw_only=True, tag="study.chapter-added/1"):
    """A chapter."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId
    after: ChapterId | None
    """None: it is the first."""
    body: Sealed
    """A ``ChapterBody``."""


class ChapterRevised(Event, frozen=True, kw_only=True, tag="study.chapter-revised/1"):
    """A chapter as it reads from now on."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId
    was: int
    """Version of what it replaces."""
    body: Sealed


class ChapterMoved(Event, frozen=True, kw_only=True, tag="study.chapter-moved/1"):
    """A chapter stands elsewhere."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId
    after: ChapterId | None


class ChapterRemoved(Event, frozen=True, kw_only=True, tag="study.chapter-removed/1"):
    """A chapter that counts no more."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId


class StudyPublished(Event, frozen=True, kw_only=True, tag="study.published/1"):
    """The study as it stands has a number; who learns by that number keeps it."""

    sort: ClassVar[Sort] = Sort.FACT
    number: int
    """From 1."""
    keys: Sealed
    """``PublishedKeys``."""


class StudyListed(Event, frozen=True, kw_only=True, tag="study.listed/1"):
    """Who finds the published numbers from now on, beside those who were given a link; before the first such event nobody does."""

    sort: ClassVar[Sort] = Sort.FACT
    to: ListedTo


StudyEvent: TypeAlias = StudyNamed | ChapterAdded | ChapterRevised | ChapterMoved | ChapterRemoved | StudyPublished | StudyListed
STUDY_EVENTS: tuple[Any, ...] = (StudyNamed, ChapterAdded, ChapterRevised, ChapterMoved, ChapterRemoved, StudyPublished, StudyListed)
STUDY_BOOK = EventBook.of(STUDY_EVENTS)
