"""The part of ``GameBook`` for learners: reading published studies and answering their tasks (design/access: Learners)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, STUDY_LINK, Caller, CallerKind, LinkGrant, Role
from records.errors import MalformedCommand, NotYours, RecordNotFound, StaleVersion
from records.service.chapters.sources import ChapterLog, laid_header
from records.service.chapters.views import study_view
from records.service.classes.views import chapters_asked, learnt_number
from records.service.desks.linking import USUAL_DAYS, NewLink, made_link
from records.service.learning.views import DRAFT, LessonCard, ShownChapter, lesson_of, shown_chapter
from records.service.persons import person_of
from records.service.viewing import viewer_of
from records.service.writing.record_builder import new_id
from records.studies.chapters import events as ev
from records.studies.layers.events import PersonKey
from records.studies.layers.viewpoints import viewer_from
from records.studies.learners import events as lv
from records.studies.learners.events import learner_id
from records.studies.tasks.answers import asked_knowers, asks_of_cards, graded
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.viewers import Viewer
    from records.service.chapters.views import StudyView
    from records.service.classes.joining import ClassDoor
    from records.service.desks.records import RecordDesk
    from records.service.desks.studies import StudyDesk
    from records.service.kinds import StoredClass, StoredLearner, StoredStudy, Streams
    from records.service.learning.views import Lesson, LessonChapter
    from records.service.office import Office
    from records.service.viewing import RecordView
    from records.store import LinkRow
    from records.studies.learners.fold import LearnerState
    from records.studies.tasks.answers import LearnerAnswer, TaskGrade

ASKED_FOR = timedelta(hours=3)
"""How long a lesson's question keeps the key of its chapter closed if the teacher never reveals the answer."""
_LEARN = frozenset({CallerKind.LOCAL, CallerKind.ACCOUNT, CallerKind.LEARNER})
"""Kinds of callers whose progress is stored; others read a study and answer it as if for the first time."""


class LearningDesk:
    """Studies as learners read them. A chapter's record is read as the caller ``through_chapter``: at most what its author sees."""

    def __init__(self, office: Office, streams: Streams, door: ClassDoor, records: RecordDesk, desk: StudyDesk) -> None:
        self.games, self._store, self._gate = office.games, office.store, office.gate
        self._studies, self._learners, self._classes, self._door = streams.studies, streams.learners, streams.classes, door
        self._records, self._desk = records, desk

    def lessons(self, caller: Caller) -> list[LessonCard]:
        """Return the published studies that exist for ``caller``, the oldest first. Raises ``NotYours`` for one who may not look around."""
        self._gate.check_shelf(caller)
        found = []
        for study in self._studies.all():
            if study.state.published and self._is_there(caller, study):
                lesson = self._lesson(caller, study, None, listed=True)
                card = LessonCard(
                    study=lesson.study,
                    title=lesson.title,
                    author=lesson.author,
                    number=lesson.number,
                    chapters=len(lesson.chapters),
                    tasks=sum(one.is_task for one in lesson.chapters),
                    done=sum(one.done for one in lesson.chapters),
                    own=lesson.own,
                    language=lesson.language,
                )
                found.append((study.header.opened, card))
        return [card for _opened, card in sorted(found, key=lambda one: (one[0], one[1].study))]

    def lesson(self, caller: Caller, study: str, number: int | None = None) -> Lesson:
        """Return a study as ``caller`` reads it: the number with which they began, else the newest; DRAFT only for its author.

        Raises ``RecordNotFound`` for a study that does not exist for them or is unpublished, ``NotYours`` for one who may not look around.
        """
        return self._lesson(caller, self._there(caller, study, number), number)

    def through_chapter(self, caller: Caller, study: str, chapter: str, number: int | None = None) -> Caller:
        """Return the caller for a chapter's record: they look as its viewer, up to its end, and see at most what its author may see now.

        While its task is open, the engine gives no answers about it. Raises ``RecordNotFound``.
        """
        read = self._there(caller, study, number)
        lesson = self._lesson(caller, read, number)
        found = _chapter(lesson, chapter)
        if found.body is None:
            raise RecordNotFound(f"chapter {chapter} was erased")
        origins = () if caller.grant is None else caller.grant.origins
        return self._through(read, found, study_view(read, lesson.number or None).layers, origins)

    def not_there(self, caller: Caller, study: str, number: int | None = None) -> frozenset[str]:
        """Return the chapters of a study, as ``caller`` reads it, whose record cannot be seen any more: it is deleted or withdrawn."""
        read = self._there(caller, study, number)
        of_records = {
            one.id: (self._through(read, one), one.body.source.anchor.record)
            for one in self._lesson(caller, read, number).chapters
            if one.body is not None and not isinstance(one.body.source, ev.Laid)
        }
        return frozenset(chapter for chapter, (through, record) in of_records.items() if not self._gate.knows(through, record))

    def chapter_shown(self, caller: Caller, study: str, chapter: str, number: int | None = None) -> ChapterLog:
        """Return the log that a chapter shows ``caller`` now, with its rules. Raises ``RecordNotFound``."""
        read = self._there(caller, study, number)
        return self._chapter_shown(read, _chapter(self._lesson(caller, read, number), chapter))

    def told_chapter(self, caller: Caller, study: str, chapter: str, number: int | None = None) -> LessonChapter:
        """Return a chapter as after its task, for readers without stored progress; for others as it is for them now.

        Raises ``RecordNotFound``.
        """
        read = self._there(caller, study, number)
        lesson = self._lesson(caller, read, number)
        found = _chapter(lesson, chapter)
        if lesson.kept or not found.asks:
            return found
        _check_not_held(found)
        progress = replace(found.progress, gave_up=True)
        return replace(found, progress=progress, key=self._key_of(caller, read, found, number))

    def share_study(self, caller: Caller, study: str, *, days: int = USUAL_DAYS, origins: tuple[str, ...] = (), label: str = "") -> str:
        """Make a link to the published numbers of a study of the caller's; returns its token, which is shown this once.

        Raises ``RecordNotFound``, and ``MalformedCommand`` for days, sites or a label that cannot be.
        """
        read = self._there(caller, study, None)
        if not self._wrote_it(caller, read):
            raise RecordNotFound(f"no study {study!r}")
        return made_link(self._store, caller, study, NewLink(viewer=SeatKey(STUDY_LINK), days=days, origins=origins, label=label))[0]

    def study_links(self, caller: Caller, study: str) -> Sequence[LinkRow]:
        """Return the links to a study of the caller's, the newest first. Raises ``RecordNotFound``."""
        if not self._wrote_it(caller, self._there(caller, study, None)):
            raise RecordNotFound(f"no study {study!r}")
        return self._store.sign_ins.links_to(study)

    def end_study_link(self, caller: Caller, study: str, ident: str) -> None:
        """End a link to a study of the caller's. Raises ``RecordNotFound`` if there is none."""
        if ident not in {one.id for one in self.study_links(caller, study)}:
            raise RecordNotFound(f"no link {ident!r}")
        self._store.sign_ins.end_link(ident, study)

    def open_chapter(self, caller: Caller, study: str, chapter: str, number: int | None = None) -> None:
        """Note that a learner came to a chapter."""
        self._learnt(
            caller, study, number, lambda now: [] if now.chapter(chapter).opened else [lv.ChapterOpened(chapter=ev.ChapterId(chapter))]
        )

    def reach_step(self, caller: Caller, study: str, chapter: str, step: int, number: int | None = None) -> None:
        """Note how far a learner has read a chapter. Raises ``MalformedCommand`` for a step that it does not show."""
        found = _chapter(self.lesson(caller, study, number), chapter)
        if found.body is None or not 0 <= step <= found.body.source.last:
            raise MalformedCommand(f"step {step} is none of this chapter")
        event = lv.StepReached(chapter=ev.ChapterId(chapter), step=step)
        self._learnt(caller, study, number, lambda now: [event] if now.chapter(chapter).reached < step else [])

    def take_hint(self, caller: Caller, study: str, chapter: str, number: int | None = None) -> None:
        """Give a learner the next hint; nothing if there is none."""
        found = _chapter(self.lesson(caller, study, number), chapter)
        _check_not_held(found)
        if found.more_hints and not found.progress.ended:
            self._learnt(caller, study, number, lambda _now: [lv.HintTaken(chapter=ev.ChapterId(chapter))])

    def give_up(self, caller: Caller, study: str, chapter: str, number: int | None = None) -> None:
        """Reveal the key to a learner, solved or not."""
        found = _chapter(self.lesson(caller, study, number), chapter)
        _check_not_held(found)
        if found.asks:
            event = lv.TaskGivenUp(chapter=ev.ChapterId(chapter))
            self._learnt(caller, study, number, lambda now: [] if now.chapter(chapter).ended else [event])

    def answer_task(self, caller: Caller, study: str, chapter: str, answer: LearnerAnswer, number: int | None = None) -> TaskGrade:
        """Grade an answer by the key of the number, and store both if the caller's progress is stored.

        Once the key was revealed, an answer is graded but not stored. Raises ``MalformedCommand`` for an invalid answer to this task.
        """
        read = self._there(caller, study, number)
        found = _chapter(self._lesson(caller, read, number), chapter)
        if found.body is None:
            raise RecordNotFound(f"chapter {chapter} was erased")
        _check_not_held(found)
        body, key = found.body, self._key_of(caller, read, found, number)
        grade = graded(body.task, key, answer, cards=self._cards(read, found), legal=self._legal(read, found))
        most = max((one.worth for one in body.task.answers), default=0) if isinstance(body.task, ev.FindMove) else 100
        event = lv.TaskAnswered(
            chapter=ev.ChapterId(chapter), answer=msgspec.json.encode(answer).decode(), worth=grade.worth, solved=grade.worth >= most
        )
        self._learnt(caller, study, number, lambda now: [] if now.chapter(chapter).ended else [event])
        return grade

    def grade_again(self, caller: Caller, study: str, chapter: str, answer: LearnerAnswer, number: int | None = None) -> TaskGrade:
        """Return the grade of an answer; nothing is stored. Raises as ``answer_task`` does."""
        read = self._there(caller, study, number)
        found = _chapter(self._lesson(caller, read, number), chapter)
        if found.body is None:
            raise RecordNotFound(f"chapter {chapter} was erased")
        _check_not_held(found)
        return graded(found.body.task, self._key_of(caller, read, found, number), answer)

    def take_number(self, caller: Caller, study: str) -> None:
        """Move a learner to the newest number; progress in chapters that it also has is kept."""
        if caller.kind is CallerKind.LEARNER:
            return  # its teacher does that for all of a class
        newest = len(self._there(caller, study, None).state.published)
        self._learnt(caller, study, None, lambda now: [lv.NumberTaken(number=newest)] if now.number < newest else [])

    def forget_progress(self, caller: Caller, study: str) -> None:
        """Delete all stored progress of the caller in a study; nothing is left of it."""
        read = self._there(caller, study, None)
        kept = self._kept(caller, read)
        if kept is not None:
            self._learners.remove(kept.header.stream)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _is_there(self, caller: Caller, study: StoredStudy) -> bool:
        """Return whether published numbers of a study exist for a caller; for a learner, those that the class learns."""
        if caller.kind is CallerKind.LEARNER:
            return self._learnt_class(caller).header.study == study.header.stream
        if caller.kind in {CallerKind.LOCAL, CallerKind.OPERATOR} or self._wrote_it(caller, study):
            return True
        if caller.grant is not None:
            return caller.grant.record == study.header.stream
        known = caller.kind in {CallerKind.ACCOUNT, CallerKind.TOKEN}
        return study.state.listed == "everybody" or (study.state.listed == "accounts" and known)

    def _there(self, caller: Caller, study: str, number: int | None) -> StoredStudy:
        in_class = caller.kind is CallerKind.LEARNER
        if caller.grant is None and not in_class:
            self._gate.check_shelf(caller)
        if in_class and number is not None:
            raise RecordNotFound(f"no study {study!r}")
        read = self._studies.read(study)
        mine = number == DRAFT and number is not None
        if not (self._wrote_it(caller, read) if mine else read.state.published and self._is_there(caller, read)):
            raise RecordNotFound(f"no study {study!r}")
        return read

    def _wrote_it(self, caller: Caller, study: StoredStudy) -> bool:
        if caller.grant is not None or caller.kind in {CallerKind.ANONYMOUS, CallerKind.LEARNER}:
            return False
        found = self._store.people.person_of(caller.person)
        return found is not None and found[0] == study.header.author

    def _lesson(self, caller: Caller, study: StoredStudy, number: int | None, *, listed: bool = False) -> Lesson:
        kept = self._kept(caller, study) if number is None else None
        in_class = caller.kind is CallerKind.LEARNER  # learns what its class does, whatever it began with
        chosen = number if number is not None else kept.state.number if kept and not in_class else self._first_number(caller, study)
        view = study_view(study, chosen or None)
        author = person_of(self._store.people.signature(study.header.author))
        keeps, own = number is None and caller.kind in _LEARN, self._wrote_it(caller, study)
        held = frozenset[str]() if own or listed else self._asked_in_lessons(caller, study.header.stream)
        return lesson_of(view, chosen, author, None if kept is None else kept.state, own=own, kept=keeps, held=held)

    def _asked_in_lessons(self, caller: Caller, study: str) -> frozenset[str]:
        """Return the chapters of a study that are asked in a current lesson, and whose answers are not revealed yet.

        For a learner only the own class counts; for a reader whose class is unknown all classes count, because it may be theirs.
        """
        classes, found = self._store.asked.of(study, datetime.now(UTC) - ASKED_FOR), set[str]()
        for in_class in classes if caller.kind is not CallerKind.LEARNER else {*classes} & {caller.in_class}:
            try:
                state = self._classes.read(in_class).state
            except RecordNotFound:
                continue  # deleted meanwhile
            found |= chapters_asked(state)
        return frozenset(found)

    def _kept(self, caller: Caller, study: StoredStudy) -> StoredLearner | None:
        person = self._store.people.person_of(caller.person) if caller.kind in _LEARN else None
        try:
            return None if person is None else self._learners.read(learner_id(study.header.stream, person[0], caller.in_class or None))
        except RecordNotFound:
            return None

    def _learnt(self, caller: Caller, study: str, number: int | None, make: Callable[[LearnerState], Sequence[lv.LearnerEvent]]) -> None:
        """Write into the caller's stream, which is begun if there is none; nothing if the caller's progress is not stored."""
        if number is not None or caller.kind not in _LEARN:
            return
        read = self._there(caller, study, None)
        kept = self._kept(caller, read) or self._learner_begun(caller, read)
        self._learners.write(kept.header.stream, lambda now: make(now.state))

    def _first_number(self, caller: Caller, study: StoredStudy) -> int:
        """Return the number with which a caller begins: the newest, in a class the one that it learns."""
        return learnt_number(self._learnt_class(caller)) if caller.kind is CallerKind.LEARNER else len(study.state.published)

    def _learnt_class(self, caller: Caller) -> StoredClass:
        return self._classes.read(self._door.attended(caller).header.in_class)

    def _learner_begun(self, caller: Caller, study: StoredStudy) -> StoredLearner:
        person = self._store.people.person_of(caller.person)
        if person is None:
            self._store.people.put(new_id(), "", caller.person)
            person = self._store.people.person_of(caller.person)
        if person is None:
            raise RecordNotFound("the person could not be noted")
        in_class = caller.in_class or None
        ident = learner_id(study.header.stream, person[0], in_class)
        header = lv.LearnerHeader(
            stream=ident,
            opened=datetime.now(UTC),
            study=ev.StudyId(study.header.stream),
            in_class=in_class,
            learner=PersonKey(person[0]),
        )
        try:
            return self._learners.create(header, [lv.NumberTaken(number=self._first_number(caller, study))])
        except StaleVersion:
            return self._learners.read(ident)  # begun in another window

    def _through(
        self, study: StoredStudy, chapter: LessonChapter, pinned: Mapping[str, int] | None = None, origins: tuple[str, ...] = ()
    ) -> Caller:
        body = chapter.body
        if body is None:
            raise RecordNotFound(f"chapter {chapter.id} was erased")
        ended, then = chapter.done, body.task.then if isinstance(body.task, ev.FindMove) else None
        last = None if body.conceal == "nothing" or (body.conceal == "until solved" and ended) else body.source.last
        if ended and isinstance(then, ev.ThenSteps) and last is not None:
            last = max(last, then.last)
        other = ended and isinstance(then, ev.LinePart)
        instead = other or not isinstance(body.source, ev.RecordPart)
        local = self._gate.reach(LOCAL).everything is True
        grant = LinkGrant(
            record=laid_header(body.source).record if isinstance(body.source, ev.Laid) else body.source.anchor.record,
            viewer=viewer_from(body.viewer),
            first=body.source.first,
            last=last if not instead else body.source.anchor.v if isinstance(body.source, ev.LinePart) else body.source.last,
            names=local,
            origins=origins,
            shows=ShownChapter(
                body=body, pinned=pinned, instead=instead, last=last, then=other, closed=chapter.asks and asks_of_cards(body.task)
            ),
            asks=chapter.asks,
        )
        account, roles = ("", frozenset[Role]()) if local else self._study_author(study)
        return Caller("learner", CallerKind.LINK, account=account, roles=roles, via=f"study:{study.header.stream}", grant=grant)

    def _chapter_log(self, caller: Caller) -> ChapterLog:
        """Return the log that a caller who looks through a chapter is shown instead of the record."""
        shown = shown_chapter(caller)
        if shown is None or caller.grant is None:
            raise RecordNotFound("no chapter is looked through")
        whole = replace(caller, grant=replace(caller.grant, shows=None, last=None))
        then = self._desk.chapter_then(whole, shown.body) if shown.then else None
        log = self._desk.chapter_log(whole, shown.body) if then is None else then
        log = replace(log, view=replace(log.view, closed=shown.closed, asked=asked_knowers(shown.body.task)))
        return log if shown.last is None or then is not None else log.until(shown.last)

    def through_view(self, caller: Caller, record: str, viewer: Viewer | str | None) -> RecordView:
        """Return the result of ``record`` for a caller who looks through a chapter that does not show a record's own steps."""
        if caller.grant is None or caller.grant.record != record:
            raise RecordNotFound(f"no record {record!r}")
        view = self._chapter_log(caller).view
        if viewer is not None and viewer_of(viewer, view.header, view.names) != view.viewer:
            raise NotYours(
                f"record {record}: {caller.name!r} may not look as {viewer}; a chapter is seen through the eyes that its author chose"
            )
        return view

    def _study_author(self, study: StoredStudy) -> tuple[str, frozenset[Role]]:
        """Return account and roles of a study's author; nobody's for an imported study, so that it shows only what is listed."""
        key = study.header.author
        account = self._store.people.account_of(key)
        found = self._store.accounts.find(key=account) if account else None
        if found is None:
            return key, frozenset()
        if found.ended_at is not None:
            raise RecordNotFound(f"no study {study.header.stream!r}")
        return found.key, frozenset(Role(one) for one in found.roles if one in {*Role})

    def _key_of(self, caller: Caller, study: StoredStudy, chapter: LessonChapter, number: int | None) -> ev.ChapterKey:
        if number == DRAFT:
            return self._desk.key_of(caller, ev.ChapterId(chapter.id), chapter.body)
        lesson = self._lesson(caller, study, number)
        view: StudyView = study_view(study, lesson.number)
        key = next((one.key for one in view.chapters if one.id == chapter.id), None)
        if key is None:
            raise RecordNotFound(f"chapter {chapter.id} has no key")
        return key

    def _chapter_shown(self, study: StoredStudy, chapter: LessonChapter) -> ChapterLog:
        """Return the log of a chapter that a learner sees, with its rules."""
        through = self._through(study, chapter)
        if through.grant is None:
            raise RecordNotFound(f"chapter {chapter.id} shows nothing")
        if (shown := shown_chapter(through)) is not None and shown.instead:
            return self._chapter_log(through)
        return ChapterLog(view=self._records.record(through, through.grant.record, through.grant.viewer))

    def _cards(self, study: StoredStudy, chapter: LessonChapter) -> Sequence[str] | None:
        if chapter.body is None or not isinstance(chapter.body.task, ev.AskCandidates):
            return None
        return tuple(self._chapter_shown(study, chapter).view.faces)

    def _legal(self, study: StoredStudy, chapter: LessonChapter) -> list[bytes] | None:
        if chapter.body is None or not isinstance(chapter.body.task, ev.FindMove):
            return None
        log = self._chapter_shown(study, chapter)
        play = log.view.game.play
        position = log.position(chapter.body.source.last)
        return None if play is None else [msgspec.json.encode(command) for command in play.legal(position)]


def _chapter(lesson: Lesson, chapter: str) -> LessonChapter:
    found = lesson.chapter(chapter)
    if found is None:
        raise RecordNotFound(f"study {lesson.study} has no chapter {chapter!r}")
    return found


def _check_not_held(chapter: LessonChapter) -> None:
    if chapter.held:
        raise MalformedCommand(f"chapter {chapter.id} is asked in a lesson now; it is answered there")
