"""What one learner does in a class: a stream of its own, so that removing somebody is deleting one stream (design/events: Classes)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NewType, TypeAlias

import msgspec

from records.core.book import EventBook
from records.core.events import Event, Sort
from records.core.header import FORMAT
from records.errors import ImpossibleEvent
from records.studies.classes.events import ClassId
from records.studies.layers.events import LayerPart, PersonKey
from records.studies.tasks.answers import GivenMove, NamedCards, SaidChance, SaidKnows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded

AttendanceId = NewType("AttendanceId", str)
"""Of the form of a record's id."""
ATTENDANCE = "attendance"


class AttendanceHeader(LayerPart, frozen=True, kw_only=True):
    """Who attends which class."""

    format: int = FORMAT
    kind: Literal["attendance"] = "attendance"
    stream: AttendanceId
    opened: datetime
    """UTC."""
    in_class: ClassId
    learner: PersonKey

    def __post_init__(self) -> None:
        if self.opened.utcoffset() is None or self.opened.utcoffset():
            raise ValueError("somebody joins at a time in UTC")


class ChosenAnswer(LayerPart, frozen=True, kw_only=True, tag="choice", tag_field="t"):
    """One of the answers to choose from."""

    choice: int
    """From 0."""


PollAnswer: TypeAlias = ChosenAnswer | NamedCards | SaidChance | SaidKnows | GivenMove


class ClassJoined(Event, frozen=True, kw_only=True, tag="attendance.joined/1"):
    """Somebody joined; the first event."""

    sort: ClassVar[Sort] = Sort.FACT
    place: int
    """How many were there; seats are given out by it, in turn."""


class PollAnswered(Event, frozen=True, kw_only=True, tag="attendance.answered/1"):
    """What was answered in a poll; the last answer counts."""

    sort: ClassVar[Sort] = Sort.FACT
    poll: int
    answer: str
    """A ``PollAnswer`` as a JSON object."""
    worth: int | None
    """0 to 100; None where nothing is right or wrong."""


ATTENDANCE_EVENTS: tuple[Any, ...] = (ClassJoined, PollAnswered)
ATTENDANCE_BOOK = EventBook.of(ATTENDANCE_EVENTS)


class PolledAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody answered in a poll."""

    at: datetime
    answer: PollAnswer
    worth: int | None
    """0 to 100; None where nothing is right or wrong, and where it is not told."""


class AttendanceState(msgspec.Struct, frozen=True, kw_only=True):
    """All that somebody did in a class."""

    place: int
    answers: Mapping[int, PolledAnswer] = msgspec.field(default_factory=dict)
    """The one that counts, by poll."""


def fold_attendance(log: Sequence[Recorded[Any]]) -> AttendanceState:
    """Return what somebody did in a class; raises ``ImpossibleEvent`` for what cannot follow."""
    if not log or not isinstance(log[0].event, ClassJoined):
        raise ImpossibleEvent("who attends a class has joined it first")
    answers: dict[int, PolledAnswer] = {}
    for recorded in log[1:]:
        event = recorded.event
        if not isinstance(event, PollAnswered):
            raise ImpossibleEvent(f"version {recorded.v}: a class is joined once")
        try:
            answer: PollAnswer = msgspec.json.decode(event.answer, type=PollAnswer)
        except msgspec.DecodeError as error:
            raise ImpossibleEvent(f"version {recorded.v}: the answer cannot be read: {error}") from None
        answers[event.poll] = PolledAnswer(at=recorded.at, answer=answer, worth=event.worth)
    return AttendanceState(place=log[0].event.place, answers=answers)
