"""The part of ``GameBook`` for classes: beginning, leading lessons, polls, removing (design/events: Classes)."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from records.accounts.tokens import new_code, stored_form
from records.core.secret import NOBODY
from records.errors import MalformedCommand, RecordNotFound, RecordsError
from records.service.access import Permission
from records.service.cases.drafts import line_of
from records.service.chapters.drafts import NewChapter
from records.service.chapters.views import study_view
from records.service.classes.joining import CODE, LEARNER
from records.service.classes.views import TaughtClass, class_view, learnt_number
from records.service.foreign import said_writer
from records.service.streams.files import StreamFile
from records.service.streams.sealing import sealed
from records.service.writing.record_builder import new_id
from records.store import CodeRow
from records.studies.chapters.events import ChapterBody, ChapterId, GuidedReading, RecordPart, StudyId
from records.studies.classes import events as ev
from records.studies.layers.events import PersonKey
from records.studies.learners.events import learner_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.core.viewers import Caller
    from records.projections.timeline import Timeline
    from records.service.chapters.views import ChapterView, StudyView
    from records.service.classes.joining import ClassDoor
    from records.service.classes.views import ClassView
    from records.service.desks.records import RecordDesk
    from records.service.desks.studies import StudyDesk
    from records.service.kinds import (
        StoredAttendance,
        StoredClass,
        StoredLearner,
        Streams,
    )
    from records.service.office import Office

CODE_LASTS = timedelta(days=1)
"""A code has only forty bits, so it expires within a day."""
MOST_CHOICES, LEAST_CHOICES = 8, 2


class TaughtDesk:
    """Classes. Every method takes its caller first and asks the policy; a class exists only for its teacher."""

    def __init__(self, office: Office, streams: Streams, door: ClassDoor, records: RecordDesk, desk: StudyDesk) -> None:
        self._store, self._gate, self._policy, self._person = office.store, office.gate, office.policy, office.person
        self._studies, self._learners = streams.studies, streams.learners
        self._classes, self._attendances = streams.classes, streams.attendances
        self._door, self._records, self._desk = door, records, desk

    def open_class(self, caller: Caller, study: str, title: str = "", number: int | None = None) -> ClassView:
        """Begin a class on a published number of a study of the caller's, by default the last one.

        Raises ``RecordNotFound`` if there is no such study, ``MalformedCommand`` for an unpublished number, and for an invalid title.
        """
        self._gate.check(caller, Permission.TEACH)
        read = self._desk.own_study(caller, study)
        if not read.state.published:
            raise MalformedCommand(f"study {study} was not published; a class learns a published number")
        taught = study_view(read, len(read.state.published) if number is None else number)
        body = ev.ClassTitle(title=line_of(title) or taught.title)
        header = ev.ClassHeader(
            stream=ev.ClassId(new_id()),
            opened=datetime.now(UTC),
            study=StudyId(study),
            number=taught.number or 1,
            teacher=PersonKey(self._person(caller).key),
        )
        return self._class_view(self._classes.create(header, [ev.ClassNamed(body=sealed(body, NOBODY))]))

    def open_class_on_record(self, caller: Caller, record: str, viewer: str, title: str) -> ClassView:
        """Begin a class on a whole record as a chosen viewer sees it: a study of one chapter is made and published for it.

        Raises as ``add_chapter`` does.
        """
        self._gate.check(caller, Permission.TEACH)
        chapter = NewChapter(title=title, record=record, viewer=viewer)
        self._desk.chapter_draft(caller, chapter)  # a refusal must leave no study
        study = self._desk.open_study(caller, title)
        self._desk.add_chapter(caller, study.id, chapter)
        self._desk.publish_study(caller, study.id)
        return self.open_class(caller, study.id, title)

    def classes(self, caller: Caller) -> list[ClassView]:
        """Return the caller's own classes, the newest first."""
        self._gate.check(caller, Permission.TEACH)
        mine = self._store.people.person_of(caller.person)
        found = [self._class_view(one) for one in self._classes.all() if mine is not None and one.header.teacher == mine[0]]
        return sorted(found, key=lambda view: (view.opened, view.id), reverse=True)

    def taught_class(self, caller: Caller, in_class: str) -> TaughtClass:
        """Return a class of the caller's and its study, with the keys of the tasks; raises ``RecordNotFound``."""
        read = self._own_class(caller, in_class)
        return TaughtClass(view=self._class_view(read), study=self._taught(read))

    def name_class(self, caller: Caller, in_class: str, title: str) -> ClassView:
        """Name a class."""
        body = ev.ClassTitle(title=line_of(title, needed=True))
        return self._led(caller, in_class, lambda _now: [ev.ClassNamed(body=sealed(body, NOBODY))])

    def teach_newest(self, caller: Caller, in_class: str) -> ClassView:
        """Move a class to the newest published number of its study; nothing if it has it already.

        Learners' progress in chapters that it also has is kept. Raises ``MalformedCommand`` while a lesson is held.
        """
        newest = len(self._studies.read(self._own_class(caller, in_class).header.study).state.published)

        def take(now: StoredClass) -> list[ev.ClassEvent]:
            if learnt_number(now) >= newest:
                return []
            if now.state.session is not None:
                raise MalformedCommand("a lesson is held; another number is taken between two lessons")
            return [ev.ClassNumberTaken(number=newest)]

        return self._led(caller, in_class, take)

    def set_class_code(self, caller: Caller, in_class: str) -> str:
        """Return a code with which learners can join within a day; it is shown only this once, and an earlier one ends."""
        self._own_class(caller, in_class)
        code, until = new_code(), datetime.now(UTC) + CODE_LASTS
        self._led(caller, in_class, lambda _now: [ev.CodeSet(hash=stored_form(code), until=until)])
        self._store.sign_ins.put_code(CodeRow(digest=stored_form(code), purpose=CODE, record=in_class, ends_at=until))
        return code

    def end_class_code(self, caller: Caller, in_class: str) -> ClassView:
        """End the code: nobody can join any more."""
        self._own_class(caller, in_class)
        self._store.sign_ins.end_code(CODE, in_class)
        return self._led(caller, in_class, lambda now: [ev.CodeSet(hash="", until=datetime.now(UTC))] if now.state.code else [])

    # -- a lesson ------------------------------------------------------------------------------------------------------

    def begin_session(self, caller: Caller, in_class: str, eyes: ev.ClassEyes = "chapter") -> ClassView:
        """Begin a lesson at the opening step of the first chapter; a lesson that is held just goes on."""
        if eyes not in {"chapter", "seats"}:
            raise MalformedCommand(f"learners look through the eyes of the chapter or of seats, not of {eyes!r}")
        first = self._taught(self._own_class(caller, in_class)).chapters[0]
        step = 0 if first.body is None else self.opens(caller, first.body)

        def make(now: StoredClass) -> list[ev.ClassEvent]:
            if now.state.session is not None:
                return []
            return [ev.SessionBegan(number=now.state.sessions + 1, eyes=eyes), ev.StepShown(chapter=ChapterId(first.id), step=step)]

        return self._led(caller, in_class, make)

    def steps_of(self, caller: Caller, body: ChapterBody) -> Timeline | None:
        """Return the steps of a chapter's record; None where it is not here any more."""
        try:
            if isinstance(body.source, RecordPart):
                return self._records.record(caller, body.source.anchor.record, body.viewer).timeline
            return self._desk.chapter_log(caller, body).view.timeline
        except RecordsError:
            return None

    def opens(self, caller: Caller, body: ChapterBody) -> int:
        """Return the step at which a chapter opens, for a class and for readers: that of its question, else the first shown one.

        If its record is not here any more, it is the chapter's first step.
        """
        first, last = body.source.first, body.source.last
        if not isinstance(body.task, GuidedReading):
            return last
        line = self.steps_of(caller, body)
        return first if line is None else line.opening(first, last)

    def show(self, caller: Caller, in_class: str, chapter: str, step: int) -> ClassView:
        """Lead the class to a step of a chapter.

        Raises ``RecordNotFound`` for a missing chapter, ``MalformedCommand`` for a missing step.
        """
        found = self._chapter_of(caller, in_class, chapter)
        if found.body is None:
            raise MalformedCommand(f"chapter {chapter} was erased")
        source = found.body.source
        if not source.first <= step <= source.last:
            raise MalformedCommand(f"chapter {chapter} has the steps {source.first} to {source.last}, not {step}")

        def make(now: StoredClass) -> list[ev.ClassEvent]:
            _check_held(now)
            shown = now.state.session.shown if now.state.session is not None else None
            if shown is not None and (shown.chapter, shown.step) == (chapter, step):
                return []
            return [ev.StepShown(chapter=ChapterId(chapter), step=step)]

        return self._led(caller, in_class, make)

    def open_poll(self, caller: Caller, in_class: str, task: ev.PollTask) -> ClassView:
        """Ask everybody the task of a chapter, which is then shown at its last step, or a question with choices.

        Raises ``MalformedCommand`` for an invalid question, and while another poll is open.
        """
        shown: list[ev.ClassEvent] = []
        if isinstance(task, ev.ChapterPoll):
            body = self._chapter_of(caller, in_class, task.chapter).body
            if body is None or isinstance(body.task, GuidedReading):
                raise MalformedCommand(f"chapter {task.chapter} asks nothing")
            shown = [ev.StepShown(chapter=task.chapter, step=body.source.last)]
        else:
            task = _checked_choice(task)

        def make(now: StoredClass) -> list[ev.ClassEvent]:
            _check_held(now)
            if now.state.open_poll is not None:
                raise MalformedCommand(f"poll {now.state.open_poll.number} is open; it is closed first")
            if shown and now.state.session is not None and now.state.session.eyes != "chapter":
                raise MalformedCommand("the task of a chapter is asked through the eyes of the chapter; ask a question with choices")
            return [*shown, ev.PollOpened(poll=len(now.state.polls) + 1, task=sealed(task, NOBODY))]

        if shown:  # before it is asked, so that readers of the study do not see too much meanwhile
            self._store.asked.put(in_class, self._own_class(caller, in_class).header.study, datetime.now(UTC))
        return self._led(caller, in_class, make)

    def close_poll(self, caller: Caller, in_class: str, poll: int) -> ClassView:
        """Take no more answers; of two concurrent calls only one closes."""

        def make(now: StoredClass) -> list[ev.ClassEvent]:
            _check_poll(now, poll)
            return [] if now.state.polls[poll].closed else [ev.PollClosed(poll=poll)]

        return self._led(caller, in_class, make)

    def reveal_poll(self, caller: Caller, in_class: str, poll: int) -> ClassView:
        """Show everybody the right answer and the counts; this also closes an open poll."""

        def make(now: StoredClass) -> list[ev.ClassEvent]:
            _check_poll(now, poll)
            found = now.state.polls[poll]
            if found.revealed:
                return []
            closing: list[ev.ClassEvent] = [] if found.closed else [ev.PollClosed(poll=poll)]
            return [*closing, ev.Revealed(poll=poll)]

        return self._led(caller, in_class, make)

    def end_session(self, caller: Caller, in_class: str) -> ClassView:
        """End the lesson; this also closes an open poll."""

        def make(now: StoredClass) -> list[ev.ClassEvent]:
            if now.state.session is None:
                return []
            found = now.state.open_poll
            closing: list[ev.ClassEvent] = [] if found is None else [ev.PollClosed(poll=found.number)]
            return [*closing, ev.SessionEnded()]

        ended = self._led(caller, in_class, make)
        self._store.asked.end(in_class)
        return ended

    # -- keeping -------------------------------------------------------------------------------------------------------

    def erase_classes(self, caller: Caller, person: str) -> int:
        """Erase every text that the person of this key wrote in classes; every chain stays whole. Returns how many there were."""
        self._gate.check(caller, Permission.FORGET)

        def goes_on(in_class: str) -> None:
            with suppress(RecordNotFound):  # so that a cached class is read again; classes in the trash are not cached
                self._classes.write(in_class, lambda _now: [ev.ClassNamed(body=sealed(ev.ClassTitle(title=""), NOBODY))])

        return self._classes.erase_of(person, goes_on)

    def remove_class(self, caller: Caller, in_class: str) -> int:
        """Delete a class of the caller's for good, with all that its learners did; returns how many events it had."""
        read = self._own_class(caller, in_class)
        self._store.sign_ins.end_code(CODE, in_class)
        self._store.asked.end(in_class)
        for learner in self._attendances.all(in_class):
            self._drop_learner(read, learner)
        return self._classes.remove(in_class)

    def export_class(self, caller: Caller, in_class: str) -> StreamFile:
        """Return a class of the caller's to be stored elsewhere, without its learners."""
        read = self._own_class(caller, in_class)
        name = self._store.people.persons([read.header.teacher]).get(read.header.teacher, "")
        return StreamFile(header=read.header, log=read.log, head=read.head.hash, name=name)

    def take_in_class(self, caller: Caller, stream: StreamFile) -> bool:
        """Store a class from another store, whose chain was checked; returns False for one that is here already.

        It is the caller's own if its teacher's key is theirs, otherwise nobody's here, imported by the caller.
        """
        self._gate.check(caller, Permission.KEEP)
        if stream.header.stream in self._store.ids(ev.CLASS):
            return False
        header, own = stream.header, self._person(caller).key
        said = said_writer(self._store, own, header.stream, header.teacher, stream.name)
        self._classes.take_in(header, stream.log, stream.head, said)
        return True

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _own_class(self, caller: Caller, in_class: str) -> StoredClass:
        self._gate.check(caller, Permission.TEACH)
        read = self._classes.read(in_class)
        found = self._store.people.person_of(caller.person)
        if found is None or found[0] != read.header.teacher:
            raise RecordNotFound(f"no class {in_class!r}")
        return read

    def _taught(self, read: StoredClass) -> StudyView:
        return study_view(self._studies.read(read.header.study), learnt_number(read))

    def _chapter_of(self, caller: Caller, in_class: str, chapter: str) -> ChapterView:
        read = self._own_class(caller, in_class)
        found = next((one for one in self._taught(read).chapters if one.id == chapter), None)
        if found is None:
            raise RecordNotFound(f"class {in_class} learns no chapter {chapter!r}")
        return found

    def _led(self, caller: Caller, in_class: str, make: Callable[[StoredClass], Sequence[ev.ClassEvent]]) -> ClassView:
        self._own_class(caller, in_class)
        return self._class_view(self._classes.write(in_class, make))

    def _class_view(self, read: StoredClass) -> ClassView:
        return class_view(read, datetime.now(UTC))

    def _drop_learner(self, read: StoredClass, found: StoredAttendance) -> None:
        learnt = self._home_of(read, found)
        if learnt is not None:
            self._learners.remove(learnt.header.stream)
        self._store.people.drop(found.header.learner, LEARNER + found.header.stream)
        self._attendances.remove(found.header.stream)

    def _home_of(self, read: StoredClass, found: StoredAttendance) -> StoredLearner | None:
        """Return the progress of a learner of a class in its study, between lessons; None for none."""
        try:
            return self._learners.read(learner_id(read.header.study, found.header.learner, read.header.stream))
        except RecordNotFound:
            return None


def _check_held(now: StoredClass) -> None:
    if now.state.session is None:
        raise MalformedCommand(f"class {now.header.stream}: no lesson is held; begin one")


def _check_poll(now: StoredClass, poll: int) -> None:
    _check_held(now)
    session = now.state.session
    if poll not in now.state.polls or session is None or now.state.polls[poll].session != session.number:
        raise RecordNotFound(f"class {now.header.stream}: there is no poll {poll} in this lesson")


def _checked_choice(task: ev.ChoicePoll) -> ev.ChoicePoll:
    question = line_of(task.question, needed=True)
    choices = tuple(line_of(choice, needed=True) for choice in task.choices)
    if not LEAST_CHOICES <= len(choices) <= MOST_CHOICES or len(set(choices)) < len(choices):
        raise MalformedCommand(f"a question has {LEAST_CHOICES} to {MOST_CHOICES} answers to choose from, each once")
    if task.right is not None and not 0 <= task.right < len(choices):
        raise MalformedCommand(f"answer {task.right + 1} is none of {len(choices)}")
    return ev.ChoicePoll(question=question, choices=choices, right=task.right)
