"""The events of a class (design/events: Classes). No event names a learner, so a removed one leaves nothing here."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal, NewType, TypeAlias

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.core.secret import Sealed
from records.studies.chapters.events import ChapterId, StudyId
from records.studies.layers.events import LayerPart, PersonKey

ClassId = NewType("ClassId", str)
"""Of the form of a record's id."""
CLASS = "class"
ClassEyes: TypeAlias = Literal["chapter", "seats"]
"""Through whose eyes learners look: those of the chapter, or each through those of a seat that is theirs for the session."""


class ClassHeader(LayerPart, frozen=True, kw_only=True):
    """What a class says of itself before its first event."""

    format: int = FORMAT
    kind: Literal["class"] = "class"
    stream: ClassId
    opened: datetime
    """UTC."""
    study: StudyId
    number: int
    """Which published number of it the class learns, until it takes a later one."""
    teacher: PersonKey

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a class is opened at a time in UTC")


class ClassTitle(LayerPart, frozen=True, kw_only=True):
    """What a class is called."""

    title: str


class ChapterPoll(LayerPart, frozen=True, kw_only=True, tag="chapter", tag_field="t"):
    """The task of a chapter is asked of everybody."""

    chapter: ChapterId


class ChoicePoll(LayerPart, frozen=True, kw_only=True, tag="choice", tag_field="t"):
    """A question of the teacher's own, with the answers to choose from."""

    question: str
    choices: tuple[str, ...]
    right: int | None = None
    """Which of them is right, from 0; None where none is."""


PollTask: TypeAlias = ChapterPoll | ChoicePoll


class ClassNamed(Event, frozen=True, kw_only=True, tag="class.named/1"):
    """What the class is called from now on; its first event."""

    sort: ClassVar[Sort] = Sort.FACT
    body: Sealed
    """A ``ClassTitle``."""


class CodeSet(Event, frozen=True, kw_only=True, tag="class.code-set/1"):
    """Who has the code may join; an earlier code is none any more."""

    sort: ClassVar[Sort] = Sort.FACT
    hash: str
    """SHA-256 of the code, as 64 hexadecimal digits; "" where nobody joins any more."""
    until: datetime
    """UTC."""


class SessionBegan(Event, frozen=True, kw_only=True, tag="class.session-began/1"):
    """The teacher shows, and the class follows."""

    sort: ClassVar[Sort] = Sort.FACT
    number: int
    """From 1."""
    eyes: ClassEyes


class StepShown(Event, frozen=True, kw_only=True, tag="class.shown/1"):
    """The class is at this step of a chapter."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId
    step: int


class PollOpened(Event, frozen=True, kw_only=True, tag="class.poll-opened/1"):
    """Something is asked of everybody, at the step that is shown."""

    sort: ClassVar[Sort] = Sort.FACT
    poll: int
    """From 1, through all sessions."""
    task: Sealed
    """A ``PollTask``."""


class PollClosed(Event, frozen=True, kw_only=True, tag="class.poll-closed/1"):
    """No answer counts any more."""

    sort: ClassVar[Sort] = Sort.FACT
    poll: int


class Revealed(Event, frozen=True, kw_only=True, tag="class.revealed/1"):
    """Everybody is shown what is right, and how many answered what."""

    sort: ClassVar[Sort] = Sort.FACT
    poll: int


class SessionEnded(Event, frozen=True, kw_only=True, tag="class.session-ended/1"):
    """The class follows no more."""

    sort: ClassVar[Sort] = Sort.FACT


class ClassNumberTaken(Event, frozen=True, kw_only=True, tag="class.number-taken/1"):
    """From now on the class learns a later published number of its study; between two lessons."""

    sort: ClassVar[Sort] = Sort.FACT
    number: int


class LearnerRemoved(Event, frozen=True, kw_only=True, tag="class.learner-removed/1"):
    """Somebody was removed with all traces: nothing says whom."""

    sort: ClassVar[Sort] = Sort.FACT


ClassEvent: TypeAlias = (
    ClassNamed | CodeSet | SessionBegan | StepShown | PollOpened | PollClosed | Revealed | SessionEnded | ClassNumberTaken | LearnerRemoved
)
CLASS_EVENTS: tuple[Any, ...] = (
    ClassNamed,
    CodeSet,
    SessionBegan,
    StepShown,
    PollOpened,
    PollClosed,
    Revealed,
    SessionEnded,
    ClassNumberTaken,
    LearnerRemoved,
)
CLASS_BOOK = EventBook.of(CLASS_EVENTS)
