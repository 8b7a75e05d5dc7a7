"""A lesson as shown to its participants, and what only its teacher reads."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec

from records.studies.classes import events as ev
from records.studies.classes.attendance import ChosenAnswer

WRONG, IDLE, AWAY = 3, timedelta(minutes=5), timedelta(hours=1)
"""Wrong answers, and idle time at an open task, after which somebody counts as stuck; idle time after which they count as away."""

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from records.core.viewers import Viewer
    from records.service.viewing import RecordView
    from records.studies.chapters.events import ChapterKey, ChapterTask
    from records.studies.classes.attendance import PollAnswer, PolledAnswer
    from records.studies.classes.fold import ClassMoment
    from records.studies.learners.fold import ChapterProgress


class AnswerCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many learners gave one answer."""

    answer: PollAnswer
    """The cards of an answer in the order of their names."""
    worth: int | None
    number: int


class PollCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The answers given in a poll, counted."""

    answered: int
    learners: int
    answers: tuple[AnswerCount, ...]
    """The most frequent first."""

    @property
    def wrong(self) -> tuple[AnswerCount, ...]:
        """Answers without full marks, the most frequent first."""
        return tuple(one for one in self.answers if one.worth is not None and one.worth < 100)  # noqa: PLR2004 -- per cent

    def of_choice(self, choice: int) -> int:
        """Return how many chose one of the answers."""
        return sum(one.number for one in self.answers if isinstance(one.answer, ChosenAnswer) and one.answer.choice == choice)


class AskedPoll(msgspec.Struct, frozen=True, kw_only=True):
    """A question to everybody. Key and counts are set only once it is revealed."""

    number: int
    closed: bool
    revealed: bool
    choice: ev.ChoicePoll | None
    """A question with choices, without the right ones until they are revealed."""
    task: ChapterTask | None
    """The task of the chapter that is shown, without its answers and hints."""
    mine: PolledAnswer | None
    """The caller's own answer; with its grade only once the poll is revealed."""
    key: ChapterKey | None
    counts: PollCounts | None


class LiveClass(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as a participant may know it: nothing after the step that is shown."""

    in_class: str
    study: str
    title: str
    version: int
    """Number of events of the class."""
    session: int
    """Number of the lesson that is held; 0 for none."""
    nickname: str
    """Of the learner; "" for the teacher."""
    eyes: ev.ClassEyes
    chapter: str
    """Title of the chapter that is shown; "" where none is."""
    text: str
    """Of the chapter, in Markdown."""
    shown: ClassMoment | None
    poll: AskedPoll | None


class LiveBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The record of the shown chapter, as it would be if it ended with the shown step."""

    view: RecordView
    at: int
    viewer: Viewer


class LearnerLine(msgspec.Struct, frozen=True, kw_only=True):
    """A learner, for the teacher."""

    id: str
    """Of the attendance."""
    learner: str
    """Key of the person."""
    nickname: str
    joined: datetime
    last: datetime
    """Time of their last action."""
    place: int
    answers: Mapping[int, PolledAnswer]
    """By poll."""
    beside: tuple[str, ...] = ()
    """Nicknames of others who joined from the same browser: they look through the same seat."""


class ClassProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a learner of a class is in a chapter of its study."""

    learner: str
    """Key of the person."""
    chapter: str
    progress: ChapterProgress
    stuck: bool


def is_stuck(progress: ChapterProgress, now: datetime) -> bool:
    """Return whether somebody makes no progress on an unsolved task: after three wrong answers or five idle minutes."""
    if progress.ended or progress.last is None:
        return False
    idle = now - progress.last
    return len(progress.answers) >= WRONG or IDLE <= idle <= AWAY


def counted(answers: Iterable[PolledAnswer], learners: int) -> PollCounts:
    """Return how many gave each answer; the order of cards does not matter."""
    found: Counter[bytes] = Counter()
    worth: dict[bytes, PolledAnswer] = {}
    total = 0
    for one in answers:
        key = msgspec.json.encode(_plain(one.answer))
        found[key] += 1
        worth.setdefault(key, one)
        total += 1
    return PollCounts(
        answered=total,
        learners=learners,
        answers=tuple(
            AnswerCount(answer=_plain(worth[key].answer), worth=worth[key].worth, number=number)
            for key, number in sorted(found.items(), key=lambda one: (-one[1], one[0]))
        ),
    )


def _plain(answer: PollAnswer) -> PollAnswer:
    cards = getattr(answer, "cards", None)
    return answer if cards is None else msgspec.structs.replace(answer, cards=tuple(sorted(cards)))
