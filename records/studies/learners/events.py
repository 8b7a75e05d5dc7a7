"""The events of a learner: what somebody did in one study (design/events: Learners)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal, NewType, TypeAlias

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.studies.chapters.events import ChapterId, StudyId
from records.studies.layers.copies import derived_id
from records.studies.layers.events import LayerPart, PersonKey

LearnerId = NewType("LearnerId", str)
"""Of the form of a record's id; it follows from the study, the class and the person, so that who comes back is found."""
LEARNER = "learner"


class LearnerHeader(LayerPart, frozen=True, kw_only=True):
    """Who learns, and what."""

    format: int = FORMAT
    kind: Literal["learner"] = "learner"
    stream: LearnerId
    opened: datetime
    """UTC."""
    study: StudyId
    in_class: str | None = None
    """The class's id; None for somebody who learns alone."""
    learner: PersonKey

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("a learner begins at a time in UTC")


class NumberTaken(Event, frozen=True, kw_only=True, tag="learner.number-taken/1"):
    """The learner works on this published number from now on; what was done in chapters that it holds too stays done."""

    sort: ClassVar[Sort] = Sort.FACT
    number: int
    """From 1."""


class ChapterOpened(Event, frozen=True, kw_only=True, tag="learner.opened/1"):
    """The learner came to a chapter for the first time."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId


class StepReached(Event, frozen=True, kw_only=True, tag="learner.reached/1"):
    """The learner read a chapter up to a step."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId
    step: int


class HintTaken(Event, frozen=True, kw_only=True, tag="learner.hint-taken/1"):
    """The learner was told the next hint."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId


class TaskAnswered(Event, frozen=True, kw_only=True, tag="learner.answered/1"):
    """An answer, and what it was worth by the key of the number."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId
    answer: str
    """A JSON object."""
    worth: int
    """0 to 100."""
    solved: bool
    """Whether nothing is worth more."""


class TaskGivenUp(Event, frozen=True, kw_only=True, tag="learner.gave-up/1"):
    """The learner asked for the key."""

    sort: ClassVar[Sort] = Sort.FACT
    chapter: ChapterId


LearnerEvent: TypeAlias = NumberTaken | ChapterOpened | StepReached | HintTaken | TaskAnswered | TaskGivenUp
LEARNER_EVENTS: tuple[Any, ...] = (NumberTaken, ChapterOpened, StepReached, HintTaken, TaskAnswered, TaskGivenUp)
LEARNER_BOOK = EventBook.of(LEARNER_EVENTS)


def learner_id(study: str, person: str, in_class: str | None) -> LearnerId:
    """Return the id of a learner's stream for a study, alone or in a class; ``person`` is a random key, so it identifies nobody."""
    return LearnerId(derived_id(study, "learner", person, in_class or ""))
