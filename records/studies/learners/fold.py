"""How far a learner came, folded from the learner's events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import ImpossibleEvent
from records.studies.learners import events as ev
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from records.core.events import Recorded
    from records.studies.chapters.events import ChapterId


class GivenAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that was given."""

    at: datetime
    answer: str
    """A JSON object."""
    worth: int


class ChapterProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a learner is in a chapter."""

    opened: datetime | None = None
    reached: int = 0
    """The last step that was read."""
    hints: int = 0
    """How many were taken."""
    answers: tuple[GivenAnswer, ...] = ()
    solved: bool = False
    gave_up: bool = False
    last: datetime | None = None
    """When something happened last."""

    @property
    def ended(self) -> bool:
        """Whether the key may be shown."""
        return self.solved or self.gave_up

    @property
    def worth(self) -> int:
        """The grade of the best answer before the key was shown; 0 without one."""
        return max((one.worth for one in self.answers), default=0)


class LearnerState(msgspec.Struct, frozen=True, kw_only=True):
    """All that a learner did."""

    number: int
    chapters: Mapping[ChapterId, ChapterProgress] = msgspec.field(default_factory=dict)

    def chapter(self, chapter: str) -> ChapterProgress:
        """Return how far the learner is in a chapter."""
        return next((progress for key, progress in self.chapters.items() if key == chapter), ChapterProgress())


def fold_learner(log: Sequence[Recorded[Any]]) -> LearnerState:
    """Return a learner from its events; raises ``ImpossibleEvent`` for an impossible event."""
    state: LearnerState | None = None
    for recorded in log:
        event = recorded.event
        if isinstance(event, ev.NumberTaken):
            if state is not None and event.number <= state.number:
                raise ImpossibleEvent(f"version {recorded.v}: number {event.number} is not newer than {state.number}")
            state = LearnerState(number=event.number) if state is None else replace(state, number=event.number)
        elif state is None:
            raise ImpossibleEvent(f"version {recorded.v}: a learner begins with the number that is learnt")
        else:
            after = _after(state.chapter(event.chapter), recorded)
            state = replace(state, chapters={**state.chapters, event.chapter: replace(after, last=recorded.at)})
    if state is None:
        raise ImpossibleEvent("a learner learns a number")
    return state


def _after(now: ChapterProgress, recorded: Recorded[Any]) -> ChapterProgress:
    match recorded.event:
        case ev.ChapterOpened():
            return replace(now, opened=now.opened or recorded.at)
        case ev.StepReached(step=step):
            return replace(now, reached=max(now.reached, step))
        case ev.HintTaken():
            return replace(now, hints=now.hints + 1)
        case ev.TaskGivenUp():
            return replace(now, gave_up=True)
        case ev.TaskAnswered(answer=answer, worth=worth, solved=solved):
            if now.ended:
                raise ImpossibleEvent(f"version {recorded.v}: the key of this task was told; it is answered no more")
            given = GivenAnswer(at=recorded.at, answer=answer, worth=worth)
            return replace(now, answers=(*now.answers, given), solved=solved)
        case _:
            raise ImpossibleEvent(f"version {recorded.v}: no event of a learner")
