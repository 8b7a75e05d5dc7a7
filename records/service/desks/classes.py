"""The part of ``GameBook`` for people in a class: the lesson's board, answers, attendance (design/events: Classes)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.viewers import LOCAL, PUBLIC, Caller, CallerKind, LinkGrant, Role, viewer_key
from records.errors import MalformedCommand, NotThisRecord, NotYours, RecordNotFound, RecordsError
from records.service.access import Permission
from records.service.chapters.sources import ChapterLog
from records.service.chapters.views import study_view
from records.service.classes.joining import LEARNER
from records.service.classes.live_views import AskedPoll, ClassProgress, LearnerLine, LiveBoard, LiveClass, counted, is_stuck
from records.service.classes.views import learnt_number, wire_events
from records.service.desks.chapters import record_of_chapter
from records.service.desks.taught import TaughtDesk
from records.service.streams.sealing import opened_body
from records.studies.chapters import events as chapter_events
from records.studies.classes import events as ev
from records.studies.classes.attendance import ChosenAnswer, PollAnswered
from records.studies.layers.viewpoints import viewer_from
from records.studies.tasks.answers import asked_knowers, asks_of_cards, graded
from records.values import replace

if TYPE_CHECKING:
    from records.core.viewers import Viewer
    from records.service.chapters.views import ChapterView, StudyView
    from records.service.classes.live_views import PollCounts
    from records.service.classes.views import WireEvent
    from records.service.kinds import StoredAttendance, StoredClass
    from records.studies.classes.attendance import PollAnswer
    from records.studies.classes.fold import ClassPoll, ClassSession


class ClassDesk(TaughtDesk):
    """Lessons. Every method takes its caller first: the class's teacher or a learner of it; for everybody else the class does not exist.

    A lesson shows at most what its teacher may see at that moment, up to the shown step: if the teacher loses a right, the class does too.
    """

    def class_events(self, caller: Caller, in_class: str, after: int = 0) -> tuple[int, tuple[WireEvent, ...]]:
        """Return how many events a class has, and what all participants are sent about those after version ``after``."""
        read, _mine = self._attended(caller, in_class)
        return read.head.count, wire_events(read, after)

    def live_class(self, caller: Caller, in_class: str) -> LiveClass:
        """Return the lesson that is held, as the caller may know it."""
        read, mine = self._attended(caller, in_class)
        session, title = read.state.session, opened_body(read.state.title, ev.ClassTitle)
        chapter = None if session is None or session.shown is None else self._shown_chapter(read, session.shown.chapter)
        body = None if chapter is None else chapter.body
        poll = read.state.polls[session.poll] if session is not None and session.poll else None
        return LiveClass(
            in_class=in_class,
            study=read.header.study,
            title="" if title is None else title.title,
            version=read.head.count,
            session=0 if session is None else session.number,
            nickname="" if mine is None else self._store.people.persons([mine.header.learner]).get(mine.header.learner, ""),
            eyes="chapter" if session is None else session.eyes,
            chapter="" if body is None else body.title,
            text="" if body is None else body.text,
            shown=None if session is None else session.shown,
            poll=None if poll is None or not _stands(session, poll) else self._asked(read, poll, mine),
        )

    def live_board(self, caller: Caller, in_class: str) -> LiveBoard | None:
        """Return the board that the caller is shown now; None if no lesson is held, or its teacher may no longer show it.

        A learner sees it as the chapter's viewer or as the own seat, a teacher as the chapter's viewer. Cards about which the chapter
        asks stay closed until the answer is revealed.
        """
        read, mine = self._attended(caller, in_class)
        session = read.state.session
        if session is None or session.shown is None:
            return None
        chapter = self._shown_chapter(read, session.shown.chapter)
        if chapter is None or chapter.body is None:
            return None
        place = mine.state.place if mine is not None and session.eyes == "seats" else None
        try:
            log = self._class_eyes(read, chapter.body, place)
        except (RecordNotFound, NotYours, NotThisRecord):
            return None
        if log.view.steps < session.shown.step:
            return None
        view = log.until(session.shown.step).view
        if _still_asks(read, session.shown.chapter, chapter.body):
            view = replace(view, closed=True, asked=asked_knowers(chapter.body.task))
        return LiveBoard(view=view, at=session.shown.step, viewer=view.viewer)

    def answer_poll(self, caller: Caller, in_class: str, poll: int, answer: PollAnswer) -> None:
        """Answer a poll; a second answer replaces the first.

        Raises ``RecordNotFound`` for a missing poll, ``MalformedCommand`` for a closed one and for an invalid answer,
        ``NotYours`` for a caller who is no learner of the class.
        """
        read, mine = self._attended(caller, in_class)
        if mine is None:
            raise NotYours(f"{caller.name!r} has not joined class {in_class}; join it with its code")
        asked = read.state.open_poll
        if poll not in read.state.polls:
            raise RecordNotFound(f"class {in_class}: there is no poll {poll}")
        if asked is None or asked.number != poll:
            raise MalformedCommand(f"poll {poll} is closed")
        worth = self._worth(read, asked, answer)
        before = mine.state.answers.get(poll)
        if before is None or before.answer != answer:
            event = PollAnswered(poll=poll, answer=msgspec.json.encode(answer).decode(), worth=worth)
            self._attendances.write(mine.header.stream, lambda _now: [event])

    # -- for the teacher -----------------------------------------------------------------------------------------------

    def poll_counts(self, caller: Caller, in_class: str, poll: int) -> PollCounts:
        """Return the counted answers of a poll in a class of the caller's; raises ``RecordNotFound``."""
        read = self._own_class(caller, in_class)
        if poll not in read.state.polls:
            raise RecordNotFound(f"class {in_class}: there is no poll {poll}")
        return self._counts(in_class, poll)

    def learners(self, caller: Caller, in_class: str) -> tuple[LearnerLine, ...]:
        """Return the learners of a class of the caller's, in the order in which they joined."""
        self._own_class(caller, in_class)
        found = self._attendances.all(in_class)
        names = self._store.people.persons([one.header.learner for one in found])
        called = {LEARNER + one.header.stream: names.get(one.header.learner, "") for one in found}
        browsers = self._store.sign_ins.browsers_of([*called]).values()
        return tuple(
            LearnerLine(
                id=one.header.stream,
                learner=one.header.learner,
                nickname=names.get(one.header.learner, ""),
                joined=one.header.opened,
                last=one.log[-1].at,
                place=one.state.place,
                answers=one.state.answers,
                beside=tuple(called[other] for those in browsers if who in those for other in those if other != who),
            )
            for who, one in zip(called, found, strict=True)
        )

    def class_progress(self, caller: Caller, in_class: str) -> tuple[ClassProgress, ...]:
        """Return the progress of the learners of a class of the caller's, by learner and chapter; only chapters that were begun."""
        read = self._own_class(caller, in_class)
        tasks = {one.id for one in self._class_study(read).chapters if one.body is not None and _asks(one.body.task)}
        now, found = datetime.now(UTC), []
        for one in self._attendances.all(in_class):
            learnt = self._home_of(read, one)
            for chapter, progress in () if learnt is None else learnt.state.chapters.items():
                stuck = chapter in tasks and is_stuck(progress, now)
                found.append(ClassProgress(learner=one.header.learner, chapter=chapter, progress=progress, stuck=stuck))
        return tuple(found)

    def remove_learner(self, caller: Caller, in_class: str, attendance: str) -> None:
        """Remove a learner of a class of the caller's with all traces: name, sessions, codes and answers.

        Raises ``RecordNotFound`` where there is none.
        """
        self._own_class(caller, in_class)
        found = self._attendances.read(attendance)
        if found.header.in_class != in_class:
            raise RecordNotFound("nobody attends so")
        self._drop_learner(self._classes.read(in_class), found)
        self._classes.write(in_class, lambda _now: [ev.LearnerRemoved()])

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _attended(self, caller: Caller, in_class: str) -> tuple[StoredClass, StoredAttendance | None]:
        """Return a class with the caller's attendance of it; None for its teacher."""
        if caller.kind is not CallerKind.LEARNER:
            return self._own_class(caller, in_class), None
        mine = self._door.attended(caller)
        if mine.header.in_class != in_class:
            raise RecordNotFound(f"no class {in_class!r}")
        read = self._classes.read(in_class)
        if not self._gate.may(self._teacher(read), Permission.TEACH):
            raise RecordNotFound(f"no class {in_class!r}")
        return read, mine

    def _teacher(self, read: StoredClass) -> Caller:
        """Return the teacher of a class as a caller with present rights; raises ``RecordNotFound`` if their account has ended."""
        key = self._store.people.account_of(read.header.teacher)
        if key is not None and not self._policy.has_accounts:
            return LOCAL
        account = self._store.accounts.find(key=key) if key else None
        if account is None or account.ended_at is not None:
            raise RecordNotFound(f"no class {read.header.stream!r}")
        roles = frozenset(Role(one) for one in account.roles if one in {*Role})
        return Caller(account.name, CallerKind.ACCOUNT, account=account.key, roles=roles)

    def _shown_chapter(self, read: StoredClass, chapter: str) -> ChapterView | None:
        return next((one for one in self._class_study(read).chapters if one.id == chapter), None)

    def _class_study(self, read: StoredClass) -> StudyView:
        return study_view(self._studies.read(read.header.study), learnt_number(read))

    def _class_eyes(self, read: StoredClass, body: chapter_events.ChapterBody, place: int | None) -> ChapterLog:
        """Return a chapter as its teacher may show it now: as its own viewer sees it, or as the seat of a learner's place."""
        teacher = self._teacher(read)
        if place is None:
            return self._cut(read, teacher, body, viewer_from(body.viewer))
        public = self._cut(read, teacher, body, PUBLIC)
        seats = tuple(public.view.header.seats)
        try:
            return self._cut(read, teacher, body, seats[place % len(seats)])
        except RecordsError:
            return public

    def _cut(self, read: StoredClass, teacher: Caller, body: chapter_events.ChapterBody, viewer: Viewer) -> ChapterLog:
        grant = LinkGrant(record=record_of_chapter(body), viewer=viewer, names=not self._policy.has_accounts)
        account = teacher.account if teacher.kind is CallerKind.ACCOUNT else ""
        link = Caller("class", CallerKind.LINK, account=account, roles=teacher.roles, via=f"class:{read.header.stream}", grant=grant)
        if isinstance(body.source, chapter_events.RecordPart):
            return ChapterLog(view=self._records.record(link, body.source.anchor.record, viewer))
        return self._desk.chapter_log(link, msgspec.structs.replace(body, viewer=viewer_key(viewer)))

    def _asked(self, read: StoredClass, poll: ClassPoll, mine: StoredAttendance | None) -> AskedPoll:
        task = opened_body(poll.task, ev.PollTask)
        revealed = poll.revealed
        choice = task if isinstance(task, ev.ChoicePoll) else None
        if choice is not None and not revealed:
            choice = msgspec.structs.replace(choice, right=None)
        chapter = self._shown_chapter(read, task.chapter) if isinstance(task, ev.ChapterPoll) else None
        answered = None if mine is None else mine.state.answers.get(poll.number)
        if answered is not None and not revealed:
            answered = replace(answered, worth=None)
        asked = None if chapter is None or chapter.body is None else chapter.body.task
        return AskedPoll(
            number=poll.number,
            closed=poll.closed,
            revealed=revealed,
            choice=choice,
            task=asked if asked is None or revealed else _bare(asked),
            mine=answered,
            key=chapter.key if chapter is not None and revealed else None,
            counts=self._counts(read.header.stream, poll.number) if revealed else None,
        )

    def _counts(self, in_class: str, poll: int) -> PollCounts:
        found = self._attendances.all(in_class)
        return counted((one.state.answers[poll] for one in found if poll in one.state.answers), len(found))

    def _worth(self, read: StoredClass, poll: ClassPoll, answer: PollAnswer) -> int | None:
        task = opened_body(poll.task, ev.PollTask)
        if isinstance(task, ev.ChoicePoll):
            if not isinstance(answer, ChosenAnswer) or not 0 <= answer.choice < len(task.choices):
                raise MalformedCommand(f"answer: one of {len(task.choices)} is chosen")
            return None if task.right is None else 100 * (answer.choice == task.right)
        chapter = None if task is None else self._shown_chapter(read, task.chapter)
        if chapter is None or chapter.body is None or chapter.key is None or isinstance(answer, ChosenAnswer):
            raise MalformedCommand("answer: it does not fit what is asked")
        log = self._class_eyes(read, chapter.body, None).until(chapter.body.source.last)
        return graded(chapter.body.task, chapter.key, answer, **_choices(chapter.body, log)).worth


def _still_asks(read: StoredClass, chapter: str, body: chapter_events.ChapterBody) -> bool:
    """Whether a chapter asks what could be known of cards, and the answer is not yet revealed to the class."""
    revealed = (opened_body(poll.task, ev.PollTask) for poll in read.state.polls.values() if poll.revealed)
    return asks_of_cards(body.task) and not any(isinstance(task, ev.ChapterPoll) and task.chapter == chapter for task in revealed)


def _asks(task: chapter_events.ChapterTask) -> bool:
    return not isinstance(task, chapter_events.GuidedReading)


def _stands(session: ClassSession | None, poll: ClassPoll) -> bool:
    """Whether a poll is still shown: until the class moves on or, if it needs no table, until it is revealed."""
    if session is None:
        return False
    free = isinstance(opened_body(poll.task, ev.PollTask), ev.ChoicePoll)
    return session.shown == poll.at or (free and not poll.revealed)


def _choices(body: chapter_events.ChapterBody, log: ChapterLog) -> dict[str, Any]:
    """Return the possible answers to a task."""
    if isinstance(body.task, chapter_events.FindMove):
        play = log.view.game.play
        return {"legal": [msgspec.json.encode(one) for one in play.legal(log.position(body.source.last))] if play is not None else []}
    return {"cards": tuple(log.view.faces)} if isinstance(body.task, chapter_events.AskCandidates) else {}


def _bare(task: chapter_events.ChapterTask) -> chapter_events.ChapterTask:
    """Return a task without the parts that would reveal its answer."""
    if isinstance(task, chapter_events.GuidedReading):
        return task
    if isinstance(task, chapter_events.FindMove):
        return msgspec.structs.replace(task, answers=(), hints=(), then=None)
    return msgspec.structs.replace(task, hints=(), says="")
