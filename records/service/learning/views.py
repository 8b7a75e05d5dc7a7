"""A study as a learner reads it: it reveals no key before the task is solved or given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.studies.chapters import events as ev
from records.studies.learners.fold import ChapterProgress

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from records.core.viewers import Caller
    from records.service.chapters.views import ChapterView, StudyView
    from records.service.persons import Person
    from records.studies.learners.fold import LearnerState

DRAFT = 0
"""In place of a number: the study as it stands, for its author."""


class LessonCard(msgspec.Struct, frozen=True, kw_only=True):
    """A study in a list."""

    study: str
    title: str
    author: Person
    number: int
    chapters: int
    tasks: int
    done: int
    """How many chapters were read or solved."""
    own: bool
    """Whether the caller wrote it."""
    language: str = ""
    """Tag of the language that it is written in; "" where that is not said."""


class LessonChapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter as a learner reads it now."""

    id: str
    nth: int
    """From 1."""
    body: ev.ChapterBody | None
    """None if it was erased. Only the question of its task may be shown until the task has ended."""
    key: ev.ChapterKey | None
    """None until the task has ended."""
    progress: ChapterProgress
    """Nothing while it is ``held``."""
    held: bool = False
    """Whether a class is asked it in a current lesson: until the answer is revealed there, it can be neither graded nor answered here."""

    @property
    def is_task(self) -> bool:
        """Whether it asks something."""
        return self.body is not None and not isinstance(self.body.task, ev.GuidedReading)

    @property
    def asks(self) -> bool:
        """Whether its question is still open."""
        return self.is_task and not self.progress.ended

    @property
    def done(self) -> bool:
        """Whether it was solved or given up, or, without a question, read to its end."""
        return self.progress.ended if self.is_task else self.body is not None and self.progress.reached >= self.body.source.last

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints that were taken, or all when the task has ended."""
        if self.body is None or isinstance(self.body.task, ev.GuidedReading):
            return ()
        return self.body.task.hints if self.progress.ended else self.body.task.hints[: self.progress.hints]

    @property
    def more_hints(self) -> int:
        """How many can be taken still."""
        if self.body is None or isinstance(self.body.task, ev.GuidedReading):
            return 0
        return len(self.body.task.hints) - len(self.hints)


class ShownChapter(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The chapter that somebody looks through."""

    body: ev.ChapterBody
    pinned: Mapping[str, int] | None
    """How many events count of each layer that it shows; None for all."""
    instead: bool
    """Whether it shows something else than a record's own steps: a line, or a position laid out."""
    last: int | None
    """The last step shown; None for its own end."""
    then: bool
    """Whether this is the continuation after the found move."""
    closed: bool = False
    """Whether a question about its cards is open; then the table shows nothing of what closed cards can be."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A study as one learner reads it."""

    study: str
    number: int
    """DRAFT for the study as it stands."""
    newest: int
    title: str
    text: str
    """Markdown."""
    author: Person
    chapters: tuple[LessonChapter, ...]
    own: bool
    kept: bool
    """Whether the caller's progress is stored."""
    language: str = ""
    """As of ``LessonCard``."""

    def chapter(self, chapter: str) -> LessonChapter | None:
        """Return a chapter, None where there is none."""
        return next((one for one in self.chapters if one.id == chapter), None)


def shown_chapter(caller: Caller) -> ShownChapter | None:
    """Return the chapter that a caller looks through; None for everybody else."""
    shows = None if caller.grant is None else caller.grant.shows
    return shows if isinstance(shows, ShownChapter) else None


def lesson_of(
    view: StudyView, number: int, author: Person, state: LearnerState | None, *, own: bool, kept: bool, held: Collection[str] = ()
) -> Lesson:
    """Return a study as read by a learner with the progress ``state``."""
    chapters = tuple(_chapter(one, nth, state, held=one.id in held) for nth, one in enumerate(view.chapters, 1))
    return Lesson(
        study=view.id,
        number=number,
        newest=view.numbers,
        title=view.title,
        text=view.text,
        author=author,
        chapters=chapters,
        own=own,
        kept=kept,
        language=view.language,
    )


def _chapter(view: ChapterView, nth: int, state: LearnerState | None, *, held: bool) -> LessonChapter:
    progress = state.chapter(view.id) if state is not None and not held else ChapterProgress()
    return LessonChapter(id=view.id, nth=nth, body=view.body, key=view.key if progress.ended else None, progress=progress, held=held)


def is_laid(caller: Caller, record: str) -> bool:
    """Return whether a caller looks through a chapter that contains its own record: it is in no store, so no policy is asked."""
    shown = shown_chapter(caller)
    return shown is not None and isinstance(shown.body.source, ev.Laid) and caller.grant is not None and caller.grant.record == record
